"""What a notebook shows of a trace, an evaluation or a report: the screen of `tollens review` or `tollens validate`."""

from tollens.core.derive.evaluation import Evaluation
from tollens.core.diagnostics import Report
from tollens.core.model.trace import Trace
from tollens.core.wire.document import Document
from tollens.plugins.text.lines import Line
from tollens.plugins.text.markup import markup
from tollens.runtime.traces import evaluate

MANY = 50_000
"""Actions and artifacts from which on a trace is not judged only to be shown: that would take seconds."""

_WIDTH = 100


def html(value: object) -> str:
    """The HTML of a Document, a Trace, an Evaluation or a Report."""
    match value:
        case Report():
            return markup(_report(value))
        case Evaluation():
            return markup(_review(value))
        case Document() | Trace():
            trace = value.trace if isinstance(value, Document) else value
            size = len(trace.actions) + len(trace.artifacts)
            return markup(_unjudged(trace) if size > MANY else _review(evaluate(value)))
    raise TypeError(f"a {type(value).__name__} is not shown")


def _review(evaluation: Evaluation) -> list[Line]:
    from tollens.core.derive.review.reviewing import review
    from tollens.plugins.formats import text

    return list(text.lines(_name(evaluation.trace), review(evaluation), _WIDTH))


def _report(report: Report) -> list[Line]:
    from tollens.core.validate.rule import rules
    from tollens.core.wire.explanations import EXPLANATIONS
    from tollens.plugins.formats import findings

    explained = EXPLANATIONS | {rule.code: (rule.title, rule.prose) for rule in rules()}
    readable = not any(found.code == "WIRE001" for found in report.diagnostics)
    return list(findings.lines("trace", report, readable, explained, _WIDTH))


def _unjudged(trace: Trace) -> list[Line]:
    counted = f"{len(trace.actions):,} actions, {len(trace.artifacts):,} artifacts"
    return [
        (("head", _name(trace)), f"  {counted}"),
        (("dim", "It is large, and was not judged to be shown: tollens.evaluate does that."),),
    ]


def _name(trace: Trace) -> str:
    return trace.trace_id or "a trace without an id"
