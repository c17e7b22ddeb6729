"""Every protocol that the outside satisfies: what a plugin must offer, said without knowing any plugin."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol, TypeVar

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

    def read(self, source: Source) -> Session:
        """The session in the source.

        Raises:
            UnreadableError: Nothing usable is in it.
        """


class Definition(NamedTuple):
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


class Definitions(NamedTuple):
    """What one or several model texts define, as one model.

    Attributes:
        definitions: All of them, in the order of the texts.
        common: For each text the normal form of what every definition in it may rest on: parts that the parser could
            not read, what is opened or included from elsewhere, expressions that are evaluated in passing.
    """

    definitions: tuple[Definition, ...]
    common: tuple[str, ...]


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

    def link(self, texts: Sequence[Parsed]) -> Definitions:
        """The definitions of texts that stand together, each mention resolved within them."""


class Unread(NamedTuple):
    """Why the models of a language cannot be read here."""

    why: str


LanguageOf = Callable[[str], "Language[Hashable] | Unread"]
"""Finds the language that a `model_language` names, whatever its case."""
