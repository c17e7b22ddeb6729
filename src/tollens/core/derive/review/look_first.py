"""What stands out in a review, the gravest first: the line that a reader sees before all others."""

from collections.abc import Iterator

from tollens.core.derive.review.report import Review
from tollens.core.derive.review.wording import counted
from tollens.core.model import EventType, Freshness


def look_first(made: Review) -> Iterator[str]:
    """What stands out, the gravest first."""
    if not made.valid:
        yield f"{counted(made.counts['error'], 'error')}: this is no valid trace"
    yield from _goals(made)
    yield from _disputes(made)
    yield from _policies(made)
    failures = [run for run in made.runs if run.outcome == "failed" and run.passed_later is None]
    if failures:
        yield f"{counted(len(failures), 'command')} failed and did not pass later"
    unknown = sum(run.checks and run.outcome == "unknown" for run in made.runs)
    if unknown:
        yield f"{counted(unknown, 'check')} with an unknown end"
    yield from _open_matters(made)
    if made.outcome.type != EventType.ProcessCompleted.value:
        why = f", {made.outcome.text}" if made.outcome.text else ""
        yield f"the work did not complete: {made.outcome.type or 'no outcome'}{why}"
    if made.unrecognized:
        yield f"{counted(made.unrecognized, 'element')} not recognized"
    if made.capture is not None and not made.capture.whole:
        yield "the session was not captured whole"


def _goals(made: Review) -> Iterator[str]:
    blocked = sum(item.status == "AcceptBlocked" for goal in made.goals for item in goal.acceptance)
    if blocked:
        yield f"{counted(blocked, 'acceptance item')} blocked"


def _policies(made: Review) -> Iterator[str]:
    blocking = [policy.status for policy in made.policies if policy.blocking]
    for status, word in (("failed", "violated"), ("unknown", "undecided")):
        number = blocking.count(status)
        if number:
            yield f"{number} {'policy' if number == 1 else 'policies'} {word}"


def _disputes(made: Review) -> Iterator[str]:
    against = [claim for claim in made.claims if claim.weight == "against"]
    disputed = sum(claim.contested_by is not None for claim in against)
    # A check that failed is told with the commands that did not pass later.
    others = sum(claim.contested_by is None and not claim.ran for claim in against)
    if disputed:
        yield f"{counted(disputed, 'result')} contested"
    standing = sum(reason.cause == "contested" for reason in made.gate.reasons) - disputed
    if standing:
        yield f"{counted(standing, 'further defeater')} open"
    if others:
        yield f"{counted(others, 'result')} against the work"
    replaced = {claim.artifact_id for claim in made.claims if claim.replaced_by is not None}
    outdated = {
        kind: sum(each.verdict is kind and each.artifact_id not in replaced for each in made.freshness)
        for kind in (Freshness.Detached, Freshness.Stale)
    }
    for kind, number in outdated.items():
        if number:
            yield f"{counted(number, 'result')} {kind.value.lower()}"
    doubted = sum(claim.doubted_by is not None and claim.weight == "open" for claim in made.claims)
    if doubted > sum(outdated.values()):
        yield f"{counted(doubted - sum(outdated.values()), 'result')} in doubt"


def _open_matters(made: Review) -> Iterator[str]:
    for severity in ("critical", "high"):
        number = sum(gap.open and gap.severity == severity for gap in made.gaps)
        if number:
            yield f"{counted(number, f'{severity} gap')} open"
    blocking = sum(item.blocking for item in made.review_items)
    if blocking:
        yield f"{counted(blocking, 'blocking review item')} open"
    yield from _untested(made)


def _untested(made: Review) -> Iterator[str]:
    files, actions = len(made.changes.unchecked), len(made.changes.unchecked_actions)
    changed = [f"{counted(files, 'file')} changed"] if files else []
    changed += [f"{counted(actions, 'action')} may have changed files"] if actions else []
    if changed and made.last_passing_tests is None:
        yield f"{' and '.join(changed)}, and no passing test run is recorded"
    elif changed:
        yield f"{' and '.join(changed)} after the last passing test run"
