"""Two branches of work over small models, and what merging them says."""

from typing import Any

from tests.unit.core.derive import traces
from tollens.core.merge import CheckReport, Merged, check_merge, merge, parents
from tollens.core.merge.account import Bucket
from tollens.core.merge.report import ResultReport
from tollens.core.wire.document import Document
from tollens.plugins.languages import language_of

CARRIED, AGAIN, RENEWED = Bucket.CarriedForward, Bucket.NeedsRereasoning, Bucket.Reestablished

Step = list[dict[str, Any]]
"""The artifacts that one action makes."""


def model(name: str, text: str, language: str = "iml", payload: Any = None, **members: Any) -> Step:
    """A model is formalized."""
    held = {"model_language": language, "formal_code": text, **(payload or {})}
    return [traces.artifact(name, "FormalModel", held, **members)]


def proof(name: str, symbol: str | None, of: str, verdict: str = "proved", **members: Any) -> Step:
    """A goal about a symbol of a model is stated and answered."""
    about = {} if symbol is None else {"target_symbol": symbol}
    return [traces.goal(f"{name}-goal", of, **about), traces.answer(name, verdict, f"{name}-goal", **members)]


def diff(name: str, summary: str = "", **members: Any) -> Step:
    """Something is edited."""
    return [traces.artifact(name, "Diff", summary=summary, **members)]


def branch(name: str, *steps: Step, **members: Any) -> Document:
    """A trace in which each step is an action that makes its artifacts."""
    actions, artifacts = [], []
    for number, made in enumerate(steps, 1):
        outputs = [artifact["artifact_id"] for artifact in made]
        actions.append(traces.action(number, "Verify", f"step {number}", "reasoning", outputs=outputs))
        artifacts += [{"producer_action_id": number, "derived_from": [], **artifact} for artifact in made]
    return traces.document(trace_id=name, actions=actions, artifacts=artifacts, **members)


def merged(ours: Document, theirs: Document, base: Document | None = None, **given: Any) -> Merged:
    """The merge of two branches."""
    asked = {"trace_id": "merged", "at": "2026-01-02T00:00:00Z", "by": "someone", "engines": {}, **given}
    return merge(parents(ours, theirs, base), language_of, **asked)


def checked(
    made: Document, ours: Document, theirs: Document, base: Document | None = None, **given: Any
) -> CheckReport:
    """What is recomputed of a merged trace."""
    return check_merge(parents(ours, theirs, base), made, language_of, **{"engines": {}, **given})


def results(ours: Document, theirs: Document, base: Document | None = None, **given: Any) -> dict[str, ResultReport]:
    """What became of each result, by its id in the merged trace; the account holds when it is recomputed, too."""
    made = merged(ours, theirs, base, **given)
    assert made.report.total
    found = checked(made.document, ours, theirs, base, **given)
    assert found.holds, found.diagnostics
    assert found.total
    return {result.merged_id: result for result in made.report.results}


def buckets(ours: Document, theirs: Document, base: Document | None = None, **given: Any) -> dict[str, Bucket]:
    """The bucket of each result."""
    return {name: result.bucket for name, result in results(ours, theirs, base, **given).items()}
