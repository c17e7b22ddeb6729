"""Every protocol that the outside satisfies: what a plugin must offer, said without knowing any plugin."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

Source = TypeVar("Source", contravariant=True)
Session = TypeVar("Session", covariant=True)
Parsed = TypeVar("Parsed", bound=Hashable)


class SessionFormat(Protocol[Source, Session]):
    """How one agent writes down its sessions.

    A format describes and reads; it opens nothing and runs nothing. The types of the source and of the session belong
    to the plugins (`tollens.plugins.sessions`), the core only says how they are asked for.
    """

    @property
    def name(self) -> str:
        """The name of the format, such as `claude-code`; unique among the session formats."""

    @property
    def title(self) -> str:
        """The name for a person, such as `Claude Code transcript (JSONL)`."""

    def recognizes(self, records: Sequence[object]) -> bool:
        """Whether these records, JSON values in file order, are of this format."""

    def read(self, source: Source) -> tuple[Session, ...]:
        """The sessions in the source, mostly one; at least one.

        Raises:
            UnreadableError: Nothing usable is in it.
        """


class Definition(msgspec.Struct, frozen=True, gc=False):
    """One definition of a model text (§10.4a).

    Attributes:
        name: With the modules that it is in, as the language writes it: `M.f`.
        source: Position of the text that it stands in, among those that were linked.
        normal: Its text in a normal form, which comments, layout and the order of definitions do not change, and
            everything else does.
        shape: The normal form with bound names renumbered, cut where it mentions another definition, whose position
            stands there; its own name is left out.
        mentions: Positions of all definitions that it may mean. Of a name that several definitions may stand behind,
            all of them.
        whole: It holds something that cannot be resolved, or that the parser could not read: it may rest on all.
        hint: A result may rest on it without naming it: an axiom, a lemma that a prover applies by itself.
        joint: It only stands for the many definitions that it mentions; no text holds it, `source` is that of one of
            them.
    """

    name: str
    source: int
    normal: str
    shape: tuple[str | int, ...]
    mentions: tuple[int, ...] = ()
    whole: bool = False
    hint: bool = False
    joint: bool = False


class Definitions(msgspec.Struct, frozen=True, gc=False):
    """What one or several model texts define, as one model.

    Attributes:
        definitions: All of them, text by text; of several with one name and text the last is the one that is meant.
        common: For each text the normal form of what every definition in it may rest on: parts that the parser could
            not read, what is opened or included from elsewhere, expressions that are evaluated in passing.
        order: The positions of the definitions in the order in which they stand in the texts; empty where that is the
            order in which they are listed.
    """

    definitions: tuple[Definition, ...]
    common: tuple[str, ...]
    order: tuple[int, ...] = ()


class Outline(msgspec.Struct, frozen=True, gc=False):
    """What can be said for sure of a model text before it is linked with others.

    Of texts that all have an outline: where no other one defines a name that this one uses, its definitions and their
    closures are those that it has alone.

    Attributes:
        defines: The names of its definitions, each of one only.
        uses: The names that its definitions mention and do not bind inside, its own among them.
    """

    defines: frozenset[str]
    uses: frozenset[str]


class Language(Protocol[Parsed]):
    """A model language: what a text defines and what each definition mentions (§10.4a).

    Closures are as complete as this is: what a language cannot resolve it must say (`whole`), never leave out.
    """

    @property
    def name(self) -> str:
        """The name that models state as their `model_language`, in lower case, such as `iml`."""

    @property
    def version(self) -> int:
        """Of the normal form: raised whenever a text could get another one. Checksums state it."""

    def parse(self, text: str) -> Parsed:
        """What one text says by itself. Never fails: what cannot be read is kept as such. Worth keeping."""

    def outline(self, text: str) -> Outline | None:
        """What can be said of a text at a glance; `None` where it must be parsed and linked to tell."""

    def link(self, texts: Sequence[Parsed]) -> Definitions:
        """The definitions of texts that stand together, each mention resolved within them."""


@runtime_checkable
class TypedLanguage(Protocol):
    """A model language that also knows the types of definitions."""

    def typings(self, texts: Sequence[str]) -> Mapping[str, str]:
        """For definitions of texts that stand together, by name, their types and those at which they use others.

        Two that are equal say that these types are the same. What is not known for sure is left out.
        """


class Unread(NamedTuple):
    """Why the models of a language cannot be read here."""

    why: str


LanguageOf = Callable[[str], "Language[Hashable] | Unread"]
"""Finds the language that a `model_language` names, whatever its case."""


class Finished(NamedTuple):
    """What a program that was run came to; a status below 0 is the signal that ended it."""

    status: int
    stdout: bytes
    stderr: bytes


NOTHING_MORE: Mapping[str, str | None] = MappingProxyType({})
"""No change to the environment of a program."""


class Workplace(Protocol):
    """A private folder that is thrown away afterwards, and programs run beside it. The runtime provides it."""

    @property
    def path(self) -> str:
        """The full path of the folder; nobody else may look into it."""

    def put(self, name: str, data: bytes) -> str:
        """Write a file there, and give its full path. The name is chosen by the program, never taken from a trace."""

    def get(self, name: str) -> bytes | None:
        """What a file there holds; `None` where there is none."""

    def run(
        self,
        argv: Sequence[str],
        stdin: bytes = b"",
        environment: Mapping[str, str | None] = NOTHING_MORE,
        seconds: float = 60,
        asking: bool = False,
    ) -> Finished | None:
        """Run a program, without a shell.

        Args:
            argv: The program, found on the path, and its arguments.
            stdin: What it reads.
            environment: Variables that it gets beside those that are there; `None` takes one away.
            seconds: How long it may take.
            asking: It may ask the person at the terminal, for a passphrase.

        Returns:
            `None` where the program is not installed.

        Raises:
            WorldError: It took too long, or wrote too much.
        """


class Request(NamedTuple):
    """What to send to a server: a body, which makes it a POST."""

    url: str
    body: bytes
    content_type: str
    accept: str


Fetch = Callable[[Request], bytes]
"""Sends a request and gives the body of the answer; raises WorldError where there is none."""

Standing = Literal["valid", "untrusted", "invalid", "unknown"]
"""What a check of a signature or of a timestamp comes to. `unknown`: it cannot be checked here."""

Purpose = Literal["content", "statement"]
"""What is signed: the content hash (§12.4), or the statement that binds role, disposition and time to it."""


class Means(NamedTuple):
    """What somebody signs with.

    Attributes:
        key: The name of a key as its program knows it: a path for ssh, a fingerprint or address for gpg.
        signer: Who signs, where that is not what the key itself says.
        identity_token: For signing without a key: what an OpenID Connect provider issued.
        trust_root: For signing without a key: the services to use; the public ones where it is left out.
    """

    key: str | None = None
    identity_token: str | None = None
    trust_root: bytes | None = None
    signer: str | None = None


class Signed(NamedTuple):
    """A fresh signature.

    Attributes:
        signature: As the record holds it (§12.4).
        signer: Who signed, as the key or the certificate says it.
        key_id: Fingerprint of the key that signed; `None` where there is no lasting key.
        members: Further members of the record that say how to verify it: `key_type`, `public_key`, `namespace` …
    """

    signature: str
    signer: str
    key_id: str | None
    members: Mapping[str, str]


class Trust(NamedTuple):
    """What a verifier trusts, and at which time. Nothing of it ever comes from the trace.

    Attributes:
        at: The time of verifying, RFC 3339 in UTC to the second: keys that had expired by then are no good.
        allowed_signers: An OpenSSH allowed-signers file.
        gpg_roster: A file of fingerprints, one a line.
        identity: Whom a sigstore certificate must name.
        oidc_issuer: Who must have vouched for that identity.
        trust_root: The sigstore services that count, as the JSON of a trusted root.
    """

    at: str
    allowed_signers: bytes | None = None
    gpg_roster: bytes | None = None
    identity: str | None = None
    oidc_issuer: str | None = None
    trust_root: bytes | None = None


class Claim(NamedTuple):
    """One signature to verify.

    Attributes:
        message: The bytes that it must be over.
        signature: As it stands in the trace.
        purpose: What it must have been made for.
        record: The record that it stands in: what the file says of it, to be believed in nothing.
    """

    message: bytes
    signature: str
    purpose: Purpose
    record: Mapping[str, object]


class Proof(NamedTuple):
    """What a backend finds of one signature. All of it comes from the cryptographic material and the verifier's trust.

    Attributes:
        status: `valid`: good, and trusted; `untrusted`: good, of somebody who is not; `invalid`: not good.
        detail: Why, in a sentence.
        signer: Who signed, in the verifier's words where it is trusted; `None` where that cannot be told.
        key_id: Fingerprint of the key that signed.
        primary: Fingerprint of the key that it belongs to, where that is another one (a gpg subkey).
        time: When it was made, RFC 3339, where the material itself says so.
        remarks: What the record says of it that is not so, in sentences, as far as only the backend can tell.
        allowed_names: Where the verifier allows the key whatever name fits a pattern: the patterns. `signer` is then
            the record's own word, which counts only where it is signed along.
    """

    status: Standing
    detail: str
    signer: str | None = None
    key_id: str | None = None
    primary: str | None = None
    time: str | None = None
    remarks: tuple[str, ...] = ()
    allowed_names: tuple[str, ...] = ()


class Signer(Protocol):
    """A way to sign (§12.4): `algo` of the record names it. It describes commands and reads their answers."""

    @property
    def name(self) -> str:
        """The `algo` of its records."""

    def sign(self, message: bytes, purpose: Purpose, means: Means, workplace: Workplace) -> Signed:
        """Sign `message`.

        Raises:
            WorldError: The program is not there, or refused.
            MisuseError: The means are no good for this backend.
        """

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        """Say what a signature is worth. Never raises for anything that stands in a trace.

        Raises:
            MisuseError: What the verifier trusts cannot be read.
        """


class Stamp(NamedTuple):
    """What a timestamp of an authority (RFC 3161) is worth.

    Attributes:
        status: `untrusted` is a sound token about this signature of an authority that the verifier did not name.
        time: As the token says it, RFC 3339; `None` where there is no sound token.
        tsa: The name of the authority, as its certificate or token says it.
        detail: Why, in a sentence.
    """

    status: Standing
    time: str | None
    tsa: str | None
    detail: str


class Timestamps(Protocol):
    """RFC 3161: asking an authority for a timestamp, and verifying one."""

    def query(self, imprint: bytes, nonce: int) -> bytes:
        """The request, DER, for the SHA-256 `imprint`.

        Raises:
            MissingExtraError: What is answered could not be checked here.
        """

    def check_answer(self, answer: bytes, imprint: bytes, nonce: int) -> None:
        """Check the answer to a query: granted, about this imprint, with this nonce.

        Raises:
            WorldError: It is not.
        """

    def verify(self, token: bytes, imprint: bytes, chain: Sequence[bytes] | None) -> Stamp:
        """Say what a token is worth. Never raises for anything that stands in a trace.

        Args:
            token: A whole response, or a bare token, DER.
            imprint: The SHA-256 that it must be about.
            chain: The certificates that the verifier trusts, PEM; `None` where none were given.

        Raises:
            MisuseError: The chain cannot be read.
        """
