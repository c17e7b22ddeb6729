"""§6.2 Events delimit the trace: one that starts it, one that ends it."""

from collections.abc import Iterator

from tollens.core.graph.index import Index
from tollens.core.model.events import STARTING, Event
from tollens.core.validate.rule import Finding, rule


@rule(
    "LIF001",
    "error",
    "6.2",
    "The trigger is a beginning",
    prose="The trigger says how the process began (§6.2): `TaskReceived` or `TriggeredByEvent`. The other events say "
    "how one ended.",
    hint="Use TaskReceived or TriggeredByEvent.",
    good={"trigger": {"type": "TriggeredByEvent"}},
    bad={"trigger": {"type": "ProcessCompleted"}},
)
def trigger_begins(index: Index) -> Iterator[Finding]:
    event = index.trace.trigger
    if isinstance(event, Event) and event.typ not in STARTING:
        yield Finding("/trigger/type", f"{event.typ.value} says how a process ended, not how it began")


@rule(
    "LIF002",
    "error",
    "6.2",
    "The outcome is an ending",
    prose="The outcome says how the process ended (§6.2): `ProcessCompleted`, `ProcessAborted` or "
    "`ProcessInterrupted`. The other events say how one began.",
    hint="Use ProcessCompleted, ProcessAborted or ProcessInterrupted.",
    good={"outcome": {"type": "ProcessInterrupted", "reason": "the connection was lost"}},
    bad={"outcome": {"type": "TaskReceived"}},
)
def outcome_ends(index: Index) -> Iterator[Finding]:
    event = index.trace.outcome
    if isinstance(event, Event) and event.typ in STARTING:
        yield Finding("/outcome/type", f"{event.typ.value} says how a process began, not how it ended")
