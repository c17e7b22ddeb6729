"""`tollens sign`: sign a trace, in a role and with a disposition (§12.4).

The signature is over the content hash, which is written to the trace as well; layout, binding to a commit and further
signatures do not break it. A second signature of the same key binds what the first leaves open: who, in which role,
with which disposition and when. Nothing else of the trace changes, and signatures that are there stay.

KEY is a file for ssh, a private key or the public key of one that an agent holds; for gpg it is a fingerprint or an
address. Sigstore takes an identity token instead. A trace that repeats a member or holds NaN is not signed, since
readers disagree on what it says.

Exit status 0: signed and written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Any

    from tollens.apps.cli.output import Output
    from tollens.runtime.signing import Authority, Signing, SigningReport

SUMMARY = "sign a trace, in a role and with a disposition"
GROUP = "write"
EXAMPLES = (
    "tollens sign trace.json --backend ssh --key ~/.ssh/id_ed25519 --role author",
    "tollens sign trace.json --backend gpg --key reviewer@example.org --role reviewer --disposition approved",
    "tollens sign trace.json --backend ssh --key key --tsa https://freetsa.org/tsr -o signed.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands._appending import moment

    parser.add_argument("file", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("--backend", metavar="NAME", required=True, help="ssh, gpg or sigstore")
    parser.add_argument("--key", metavar="KEY", help="what to sign with: a file for ssh, a fingerprint for gpg")
    parser.add_argument("--signer", metavar="NAME", help="who signs; what the key says when not given")
    parser.add_argument("--role", metavar="ROLE", help="in which role, such as author, reviewer, auditor")
    parser.add_argument("--disposition", metavar="WORD", help="what it says of the trace: approved, rejected, noted")
    parser.add_argument("--identity-token", metavar="FILE", help="sigstore: holds the token; - for standard input")
    parser.add_argument("--trust-root", metavar="FILE", help="sigstore: the services to use; the public ones if none")
    parser.add_argument("--tsa", metavar="URL", help="a time-stamping authority to ask for a timestamp")
    parser.add_argument("--tsa-ca", metavar="FILE", help="certificates that its answer must be trusted by, PEM")
    parser.add_argument("--at", metavar="TIME", type=moment, help="when, as 2026-01-02T03:04:05Z; now when not given")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write; the trace's own file when not given")
    parser.add_argument("--json", action="store_true", help="print what was signed as JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Sign what was read; write it only if it is still the same."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._writing import say_faults
    from tollens.runtime import files, signing

    out = arguments.file if arguments.output is None else arguments.output
    _appending.refuse_two_streams(out, arguments.json)
    data = files.read(arguments.file)
    document = wiring.load_from(data, arguments.file)
    say_faults(document, output)
    content_hash = signing.hash_to_sign(document)
    output.progress(f"signing {arguments.file}")
    record = signing.signature(content_hash, _wanted(arguments), _authority(arguments))
    output.progress("")
    _write(arguments.file, data, out, record, output)
    made = signing.report(document, record)
    if arguments.json:
        _appending.tell_json(made, out, output)
    else:
        _appending.tell(_sentence(made), out, output)
    return 0


def _wanted(arguments: "Namespace") -> "Signing":
    from tollens.core.ports import Means
    from tollens.runtime import clock, files
    from tollens.runtime.signing import Signing

    token, root = arguments.identity_token, arguments.trust_root
    means = Means(
        key=arguments.key,
        identity_token=None if token is None else files.read(token, limit=1 << 20).decode("ascii", "replace").strip(),
        trust_root=None if root is None else files.read(root),
        signer=arguments.signer,
    )
    return Signing(arguments.backend, means, arguments.at or clock.now(), arguments.role, arguments.disposition)


def _authority(arguments: "Namespace") -> "Authority | None":
    from tollens.core.errors import MisuseError
    from tollens.runtime import chance, files
    from tollens.runtime.network import fetch
    from tollens.runtime.signing import Authority

    if arguments.tsa is None:
        if arguments.tsa_ca is not None:
            raise MisuseError("--tsa-ca goes with --tsa", "Name the authority to ask: --tsa URL")
        return None
    chain = None if arguments.tsa_ca is None else (files.read(arguments.tsa_ca),)
    return Authority(arguments.tsa, chance.nonce(), fetch, chain)


def _write(name: str, read: bytes, out: str, record: "dict[str, Any]", output: "Output") -> None:
    """Add the record to the trace; in its own file to what stands there now, under the lock of the file."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._appending import say_lost_comments
    from tollens.runtime import files, signing
    from tollens.runtime.traces import YAML_NAMES

    def signed(data: bytes) -> bytes:
        after = signing.signed(wiring.load_from(data, name), record)
        made = wiring.serialized(after.value, out)
        signing.check_written(made, record, yaml=out.endswith(YAML_NAMES))
        return made

    if files.same(name, out):
        say_lost_comments(read, out, output)
        files.rewrite(out, signed)
    elif out == files.STANDARD:
        output.bytes(signed(read))
    else:
        files.write(out, signed(read))


def _sentence(made: "SigningReport") -> str:
    said = [
        f"signed by {made.signer}" + (f" with {made.key_id}" if made.key_id else ""),
        f"over {made.content_hash}",
        *(f"{name} {held}" for name, held in (("role", made.role), ("disposition", made.disposition)) if held),
    ]
    if made.timestamp is not None:
        said.append(f"timestamped {made.timestamp}")
    if made.replaced_content_hash is not None:
        said.append("the content hash that stood there was not that of the content, and was replaced")
    return ", ".join(said)
