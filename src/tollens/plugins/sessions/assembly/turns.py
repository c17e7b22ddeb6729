"""Meta-actions of a session (§8.4): what the agent's own plan declares, within the turns that prompts mark off.

Each instruction begins a turn (`TurnSegmented`). Where the agent keeps a plan, the actions taken while a step was in
progress are a step of their own within the turn (`PlanDeclared`). What a sub-agent did is one block, and so is what a
rewind within a turn left behind. An action stands in the innermost one; with its descendants each is one contiguous
stretch.
"""

from collections.abc import Iterable

import msgspec

from tollens.core.model import MetaAction, MetaActionSource, MetaActionStatus
from tollens.plugins.sessions.assembly.extracts import brief
from tollens.plugins.sessions.assembly.ledger import Draft
from tollens.plugins.sessions.events import Call, Delegation, Event, Plan

PLANNING = "Make a plan"
"""The title of what an agent does in its plan mode."""


class _Span(msgspec.Struct):
    """A meta-action that is being filled."""

    id: str
    title: str
    source: MetaActionSource
    parent: "_Span | None" = None
    intent: str | None = None
    step: str | None = None
    said: str | None = None
    status: MetaActionStatus | None = None
    members: list[Draft] = msgspec.field(default_factory=list)
    used: bool = False


class Turns:
    """Puts actions into turns, steps of plans and blocks of sub-agents."""

    def __init__(self) -> None:
        self._spans: list[_Span] = []
        self._turn: _Span | None = None
        self._step: _Span | None = None
        self._blocks: list[_Span] = []
        self._dropped: _Span | None = None
        self._current: str | None = None
        self._statuses: dict[str, str] = {}
        self._approved: set[str] = set()
        self._let_pass: _Span | None = None

    def _open(self, title: str, source: MetaActionSource, parent: _Span | None = None) -> _Span:
        span = _Span(f"meta-{len(self._spans) + 1}", brief(title), source, parent)
        self._spans.append(span)
        return span

    def begin(self, prompt: str, abandoned: bool) -> None:
        """A new instruction begins a new turn."""
        self._turn = self._open(prompt, MetaActionSource.TurnSegmented)
        self._turn.intent = brief(prompt, 500)
        if abandoned:
            self._turn.status = MetaActionStatus.MetaAbandoned
        self._step = self._dropped = None
        self._blocks = []
        if self._current in self._approved or self._current == PLANNING:
            self._current = None

    def say(self, text: str) -> None:
        """The agent told the person something: the last of it is the outcome that it claims for the turn."""
        if self._turn is not None:
            self._turn.said = brief(text, 500)

    def interrupt(self) -> None:
        """The person stopped the agent: the turn did not come to its end."""
        if self._turn is not None and self._turn.status is None:
            self._turn.status = MetaActionStatus.MetaPartial

    def add(self, draft: Draft, abandoned: bool = False) -> None:
        """Put an action where the session stands."""
        span = self._blocks[-1] if self._blocks else self._place(abandoned)
        span.members.append(draft)
        draft.meta_action_id = span.id

    def _place(self, abandoned: bool) -> _Span:
        """Where the main thread stands: in a step of the plan, on a branch left behind, or in the turn itself."""
        if self._turn is None:
            self._turn = self._open("Before the first recorded instruction", MetaActionSource.TurnSegmented)
        dead = self._turn.status is MetaActionStatus.MetaAbandoned
        if not abandoned:
            if dead:
                self._turn = self._open("Continued after a rewind", MetaActionSource.TurnSegmented)
                self._step = None
            self._dropped = None
            return self._stepping() or self._turn
        if dead:
            return self._turn
        if self._dropped is None:
            self._step = None
            self._dropped = self._open("Abandoned by a rewind", MetaActionSource.TurnSegmented, self._turn)
            self._dropped.status = MetaActionStatus.MetaAbandoned
        return self._dropped

    def _stepping(self) -> _Span | None:
        """The step of the plan that is in progress, opened with its first action."""
        if self._current is None:
            return None
        if self._step is None or self._step.step != self._current:
            self._step = self._open(self._current, MetaActionSource.PlanDeclared, self._turn)
            self._step.step = self._current
        return self._step

    @property
    def block(self) -> str:
        """The id of the sub-agent's block that actions are put into; empty for the main thread."""
        return self._blocks[-1].id if self._blocks else ""

    def begin_block(self, title: str, abandoned: bool = False) -> None:
        """What follows was done by a sub-agent; one that a sub-agent started has its block within that one's."""
        parent = self._blocks[-1] if self._blocks else self._place(abandoned)
        self._blocks.append(self._open(f"Sub-agent: {title}", MetaActionSource.TurnSegmented, parent))

    def end_block(self) -> None:
        """The sub-agent is done."""
        self._blocks.pop()

    def plan(self, plan: Plan) -> None:
        """The plan has a new state: from now on the step in progress is the one that actions serve."""
        self._statuses |= {item.title: item.status for item in plan.items}
        self._current = next((item.title for item in plan.items if item.status == "in_progress" and item.title), None)
        self._step = None

    def begin_planning(self) -> None:
        """The agent went into its plan mode: what follows in this turn serves making a plan, until one is approved."""
        self._current, self._step = PLANNING, None

    def declare(self, text: str) -> None:
        """The person approved a plan that has no steps: what follows in this turn serves it, until steps are stated."""
        if self._current == PLANNING:
            self._let_pass = self._step
        lines = (line.strip(" #*-\t") for line in text.splitlines())
        self._current = brief(next(filter(None, lines), "")) or None
        self._step = None
        if self._current is not None:
            self._approved.add(self._current)

    def written(self) -> tuple[MetaAction, ...]:
        """The meta-actions; those without any action are left out."""
        for span in self._spans:
            if span.members:
                held: _Span | None = span
                while held is not None and not held.used:
                    held.used = True
                    held = held.parent
        last: dict[str | None, _Span] = {span.step: span for span in self._spans if span.step is not None}
        return tuple(self._meta(span, last) for span in self._spans if span.used)

    def _meta(self, span: _Span, last: dict[str | None, _Span]) -> MetaAction:
        status, outcome = span.status, f"The agent said: {span.said}" if span.said else None
        if span.step == PLANNING and span.step not in self._statuses:
            done = span is self._let_pass
            status = MetaActionStatus.MetaCompleted if done else MetaActionStatus.MetaPartial
            outcome = "The person approved the plan." if done else "No plan was approved in it."
        elif span.step in self._approved and span.step not in self._statuses:
            outcome = "The person approved this plan before."
        elif span.step is not None:
            stated = self._statuses.get(span.step, "")
            done = stated == "completed" and last[span.step] is span
            status = MetaActionStatus.MetaCompleted if done else MetaActionStatus.MetaPartial
            outcome = f"Marked {stated!r} by the agent." if last[span.step] is span else "Taken up again later."
        return MetaAction(
            id=span.id,
            title=span.title or "(empty instruction)",
            intent=span.intent,
            action_ids=tuple(draft.id for draft in span.members),
            outcome=outcome,
            status=status,
            source=span.source,
            parent_id=span.parent.id if span.parent else None,
            produced_artifact_ids=tuple(dict.fromkeys(made for draft in span.members for made in draft.outputs)),
        )


def together(events: Iterable[Event]) -> dict[str, list[str]]:
    """The titles of the delegations that one message made, by what they have in common."""
    groups: dict[str, list[str]] = {}
    for event in events:
        if not isinstance(event, Call) or not isinstance(event.operation, Delegation) or not event.operation.together:
            continue
        if event.result is None or not event.result.refused:
            groups.setdefault(event.operation.together, []).append(event.operation.title)
    return groups
