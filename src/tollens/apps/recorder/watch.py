"""Policies asked before a step is done, over what was recorded so far."""

from typing import TYPE_CHECKING, Any

from tollens.core.author.recording import Recording
from tollens.core.model import EventType, Trace
from tollens.core.policy.monitor import Monitor
from tollens.core.wire.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tollens.core.model import Action
    from tollens.core.policy.monitor import Unfollowed, Violation
    from tollens.core.policy.verdict import Rule


class Watch:
    """Asks policies. What was recorded since the last question is taken in when the next one comes.

    Args:
        rules: The policies.
    """

    def __init__(self, rules: "Sequence[Rule]") -> None:
        self._rules = rules
        self._monitor: Monitor | None = None
        self._seen = (0, 0, 0)

    def would_violate(self, recording: Recording, proposed: dict[str, Any]) -> "tuple[Violation, ...]":
        """The policies that an action would violate.

        Args:
            recording: What happened so far.
            proposed: The action, as a JSON value without its number.
        """
        if not self._rules:
            return ()
        action = _read(recording, [{**proposed, "id": recording.next_action}], []).actions[0]
        return self._following(recording).would_violate(action)

    def unfollowed(self, recording: Recording) -> "tuple[Unfollowed, ...]":
        """The policies that cannot be followed step by step."""
        return self._following(recording).unfollowed if self._rules else ()

    def _following(self, recording: Recording) -> Monitor:
        """The monitor over all that was recorded.

        It goes on where it stopped if all that is new are actions that have ended, with what they made; what is still
        open may yet become something else, so that it is looked at anew each time.
        """
        actions, artifacts, goals = self._seen
        open_ = recording.report().unfinished
        new_actions = list(recording.actions.values())[actions:]
        new_artifacts = list(recording.artifacts.values())[artifacts:]
        numbers = {action["id"] for action in new_actions}
        fits = all(each.get("producer_action_id") in numbers for each in new_artifacts)
        if self._monitor is None or open_ or goals != len(recording.goals) or not fits:
            found = Monitor(self._rules, recording.document(closed=False).trace)
            self._monitor = None if open_ else found
        else:
            found = self._monitor
            self._feed(found, _read(recording, new_actions, new_artifacts))
        self._seen = (len(recording.actions), len(recording.artifacts), len(recording.goals))
        return found

    def _feed(self, monitor: Monitor, new: Trace) -> None:
        for action in new.actions:
            made = [each for each in new.artifacts if getattr(each, "producer_action_id", None) == _number(action)]
            monitor.feed(action, made)


def _number(action: "Action") -> int | None:
    return getattr(action, "id", None)


def _read(recording: Recording, actions: list[Any], artifacts: list[Any]) -> Trace:
    """Some actions and artifacts of the recording as a trace."""
    outcome = {"type": EventType.ProcessInterrupted.value}
    value = {**recording.head, "outcome": outcome, "actions": actions, "artifacts": artifacts}
    return Document.of(value).trace
