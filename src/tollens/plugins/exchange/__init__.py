"""Traces in the forms of other tools, one a module: each has a `PLUGIN`, which turns a Document into bytes.

A form that cannot say all of a trace says what it changed and what it left out, so that the verb can tell.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tollens.plugins.registry import Registry

if TYPE_CHECKING:
    from tollens.core.derive.evaluation import Evaluation
    from tollens.core.wire.document import Document


class Asked(NamedTuple):
    """What is to be written.

    Attributes:
        document: The trace.
        evaluate: Judges it, for a form that shows what holds.
        around: Id of an artifact, a meta-action or a goal to whose lineage the form is restricted; `None` for the
            whole trace.
        depth: With `around`, most steps to go either way; `None` to go to the end.
    """

    document: "Document"
    evaluate: "Callable[[], Evaluation]"
    around: str | None = None
    depth: int | None = None


class Told(NamedTuple):
    """Something that the other form says otherwise, or not at all.

    Attributes:
        what: In words.
        times: How often.
        first: Where first, as a JSON pointer; empty where that says nothing.
    """

    what: str
    times: int = 1
    first: str = ""


class Written(NamedTuple):
    """The bytes of the other form, and what there is to say of them."""

    data: bytes
    told: tuple[Told, ...] = ()


class Form(Protocol):
    """A form that other tools read."""

    @property
    def title(self) -> str:
        """What it is, for a person."""

    @property
    def restrictable(self) -> bool:
        """Whether it can be restricted to the lineage of one element."""

    def write(self, asked: Asked) -> Written:
        """Write a trace in it.

        Raises:
            MisuseError: The trace has no element that it shall be restricted to, or holds what cannot be written.
        """


FORMS: Registry[Form] = Registry("form", __name__, "tollens.exchange")
"""Every form that there is."""
