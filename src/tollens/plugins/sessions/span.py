"""One span in the words of no convention: work with a beginning and an end, and what was said in it."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import msgspec

from tollens.plugins.sessions.source.records import Held

Kind = Literal["agent", "chat", "tool", "other"]


class Outline(NamedTuple):
    """That something was said in a span: words of persons, an answer, and calls, of which the ids are told."""

    asks: bool
    answers: bool
    calls: tuple[str, ...]


class Span(msgspec.Struct):
    """One span, in the words of no convention.

    Attributes:
        line: Where it stands.
        span_id, parent_id: Its own id, and that of the span that it is within; empty for a root.
        group: What tells the sessions of one file apart.
        kind: What was done: an agent worked, a model answered, a tool was called.
        name: Of the agent, the model or the tool.
        opens: The last that it was given are words of a person.
        began: When, as text that sorts; empty where that is not stated.
        asked: The words of persons that it was given, in order.
        answered: What the agent said.
        calls: Calls that a model asked for: id, tool, arguments.
        results: Results that a model was given: id of the call, text.
        call_id: For a tool: the id of the call.
        arguments: For a tool.
        output: For a tool: what came back; `None` where that is not recorded.
        status: For a tool: the exit status of what it ran, where it is stated.
        failed: It states an error; `message` is what it says of it.
        duration_ms: How long it took; `None` where that is not known.
        ended: It states when it ended.
        label: What to count it as where nothing of it is used.
        strange: It states to be of a kind that is not known.
        trace: The trace that it is of, in the sense of spans.
        title: What it calls itself.
        about: What it and its resource state, by name.
        again: Gives it with what was said in it, where that is read again from a large file, by its place there.
        left: Its outline, where what was said in it is not at hand.
        held, place: The record that it is read from again, and its position in it.
    """

    line: int
    span_id: str
    parent_id: str
    group: str
    kind: Kind = "other"
    name: str = ""
    began: str = ""
    opens: bool = False
    asked: tuple[str, ...] = ()
    answered: str = ""
    calls: tuple[tuple[str, str, object], ...] = ()
    results: tuple[tuple[str, str], ...] = ()
    call_id: str = ""
    arguments: object = None
    output: str | None = None
    status: int | None = None
    failed: bool = False
    message: str = ""
    duration_ms: int | None = None
    ended: bool = False
    label: str = "span"
    strange: bool = False
    trace: str = ""
    about: dict[str, Any] = {}
    title: str = ""
    again: Callable[["Span"], "Span"] | None = None
    left: Outline | None = None
    held: Held | None = None
    place: int = 0

    def lighten(self, again: Callable[["Span"], "Span"], held: Held, place: int) -> None:
        """Let go of what was said in it, which can be read again; the arguments are as the attributes."""
        self.left, self.again, self.held, self.place = self.outline, again, held, place
        self.asked, self.answered, self.calls, self.results = (), "", (), ()
        self.arguments = self.output = None

    @property
    def outline(self) -> Outline:
        """That something was said in it."""
        return self.left or Outline(bool(self.asked), bool(self.answered), tuple(call[0] for call in self.calls))

    @property
    def whole(self) -> "Span":
        """It with what was said in it. Hold that for no longer than it is looked at."""
        return self if self.again is None else self.again(self)

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from others: exporters that number their spans give the same ids in each trace."""
        return (self.trace, self.span_id)

    @property
    def deed(self) -> tuple[object, ...]:
        """What was done: another one under the same id is no repeat."""
        return (self.kind, self.name, self.title, self.began, self.arguments, self.asked, self.calls)
