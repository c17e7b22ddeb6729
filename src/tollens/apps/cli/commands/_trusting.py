"""What the verbs that judge signatures share: whom the verifier trusts, and what it asks for."""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.core.derive.review.report import Review
    from tollens.core.integrity.gate import Demands
    from tollens.core.wire.document import Document
    from tollens.runtime.verifying import Given

MAX_BYTES = 16 << 20
"""Most bytes of a file that says whom to trust."""

_OPTIONS = (
    *("allowed_signers", "gpg_roster", "identity", "oidc_issuer", "trust_root", "tsa_ca"),
    *("min_signatures", "require_role", "require_disposition", "require_bound", "believe_unbound"),
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the options."""
    trust = parser.add_argument_group("whom to trust")
    trust.add_argument("--allowed-signers", metavar="FILE", help="ssh: an allowed-signers file of OpenSSH")
    trust.add_argument("--gpg-roster", metavar="FILE", help="gpg: a file of fingerprints, one a line")
    trust.add_argument("--identity", metavar="NAME", help="sigstore: whom the certificate must name")
    trust.add_argument("--oidc-issuer", metavar="URL", help="sigstore: who must have vouched for that identity")
    trust.add_argument(
        "--trust-root", metavar="FILE", help="sigstore: the services that count; the public ones if none"
    )
    trust.add_argument("--tsa-ca", metavar="FILE", help="certificates of time-stamping authorities, PEM")
    asked = parser.add_argument_group("what to ask for, beside that all that is there be valid")
    asked.add_argument("--min-signatures", metavar="N", type=_count, help="parties that must have signed; 1")
    asked.add_argument("--require-role", metavar="ROLE", help="the role that they must state")
    asked.add_argument("--require-disposition", metavar="WORD", help="the disposition that they must state: approved")
    asked.add_argument("--require-bound", action="store_true", help="every signature must bind what its record states")
    asked.add_argument(
        "--believe-unbound", action="store_true", help="let a role or disposition count that is not signed along"
    )


def configure_gate(parser: "ArgumentParser") -> None:
    """Declare the options of a verb whose gate may count the signatures."""
    parser.add_argument(
        "--require-signatures", action="store_true", help="with --gate: the signatures must pass their gate, too"
    )
    configure(parser)


def refuse_idle(arguments: "Namespace") -> None:
    """Refuse options about signatures that nothing would look at: the gate would pass without what they ask for.

    Raises:
        MisuseError: There is one.
    """
    from tollens.core.errors import MisuseError

    given_options = told(arguments)
    if arguments.require_signatures and not arguments.gate:
        raise MisuseError("--require-signatures goes with --gate", "tollens verify FILE shows the signatures alone.")
    if given_options and not arguments.require_signatures:
        raise MisuseError(f"{given_options[0]} goes with --gate --require-signatures", "Add them, or leave it out.")


def with_signatures(made: "Review", document: "Document", arguments: "Namespace") -> "tuple[Review, bool]":
    """The review with what the signatures come to in its gate, and whether a file of the verifier's was unreadable."""
    from msgspec.structs import replace

    from tollens.core.derive.review.gate import signed_too
    from tollens.runtime.verifying import verify_document

    brought = given(arguments)
    verification = verify_document(document, brought, demands(arguments))
    return replace(made, gate=signed_too(made.gate, verification)), bool(brought.problems)


def told(arguments: "Namespace") -> list[str]:
    """The options of these that were given, as they are written."""
    return [f"--{name.replace('_', '-')}" for name in _OPTIONS if getattr(arguments, name) not in (None, False)]


def _count(text: str) -> int:
    from argparse import ArgumentTypeError

    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 10):
        raise ArgumentTypeError(f"{text!r} is no number of parties; the least is 1")
    return int(text)


def given(arguments: "Namespace") -> "Given":
    """What the verifier brings. A file of it that cannot be read is a problem, not a file that was not given."""
    from tollens.core.errors import WorldError
    from tollens.core.ports import Trust
    from tollens.runtime import clock, files
    from tollens.runtime.verifying import Given

    problems: list[str] = []

    def held(option: str) -> bytes | None:
        name = getattr(arguments, option)
        if name is None:
            return None
        try:
            return files.read(name, limit=MAX_BYTES)
        except WorldError as error:
            problems.append(f"--{option.replace('_', '-')}: {error.message}")
            return None

    trust = Trust(
        at=clock.now(),
        allowed_signers=held("allowed_signers"),
        gpg_roster=held("gpg_roster"),
        identity=arguments.identity,
        oidc_issuer=arguments.oidc_issuer,
        trust_root=held("trust_root"),
    )
    authorities = held("tsa_ca")
    return Given(trust, None if authorities is None else (authorities,), tuple(problems))


def demands(arguments: "Namespace") -> "Demands":
    """What the verifier asks for."""
    from tollens.core.integrity.gate import Demands

    return Demands(
        minimum=1 if arguments.min_signatures is None else arguments.min_signatures,
        role=arguments.require_role,
        disposition=arguments.require_disposition,
        bound=arguments.require_bound,
        believe_unbound=arguments.believe_unbound,
    )
