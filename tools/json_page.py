"""The generated page on JSON output: what `--json` prints, read off the types that it is made of."""

import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from tollens.core.author.additions import Additions
from tollens.core.author.recording import Recorded, RecordingReport
from tollens.core.derive.comparison.report import Comparison
from tollens.core.derive.freshness.stamping import Printed, StampReport
from tollens.core.derive.freshness.verdicts import FreshnessReport
from tollens.core.derive.record.account import CaptureReport
from tollens.core.derive.record.contents import Contents, Element
from tollens.core.derive.residuals.unestablished import Unestablished
from tollens.core.derive.review.provenance import Provenance
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.resolved import Resolved
from tollens.core.derive.review.symbols import SymbolAccount, UnknownSymbol
from tollens.core.derive.review.worklist import Step
from tollens.core.integrity.binding import BindingStatus, BindReport, BoundTraces
from tollens.core.integrity.objects import CleaningReport, MoveReport, PutReport, StoreReport
from tollens.core.integrity.verdicts import Verification
from tollens.core.merge import CheckReport, MergeReport
from tollens.core.report.reporting import Reported
from tollens.core.view.document import View
from tollens.runtime.git_merges.install import GitSetup
from tollens.runtime.hashing import Hashed
from tollens.runtime.signing import SigningReport
from tools import docstrings
from tools.markdown import page, table
from tools.policies_json import policies_json

_OUTPUTS = (
    ("review", "The member `file`, then those of a", Review),
    (
        "report",
        "With `--format json`: the members `version`, which is `1`, `passed`, whether every trace passes, and "
        "`traces`, a list of",
        Reported,
    ),
    ("resolve", "The member `file`, then those of", Resolved),
    ("show", "The member `file`, then those of", Contents),
    ("show --action, show --artifact", "The member `file`, then those of an", Element),
    ("freshness", "The member `file`, then those of a", FreshnessReport),
    ("fingerprint --symbol", "The member `file`, then those of", Printed),
    ("fingerprint --stamp", "The member `file`, which was written, then those of a", StampReport),
    ("next", "The members `file` and `steps`, a list of", Step),
    ("residuals", "The member `file`, then those of", Unestablished),
    ("lineage", "The member `file`, then those of a", Provenance),
    ("symbol", "The members `file` and `known`, and, where it is true, those of a", SymbolAccount),
    ("symbol of an unknown name", "The members `file` and `known`, which is false, then those of an", UnknownSymbol),
    ("diff", "The member `files`, the two names as given, then those of a", Comparison),
    ("view", "The members of a", View),
    ("hash", "The member `file`, then those of", Hashed),
    ("verify", "The member `file`, then those of a", Verification),
    ("sign", "The member `file`, which was written, then those of a", SigningReport),
    ("bind", "The member `file`, then those of a", BindReport),
    ("status", "The member `file`, then those of a", BindingStatus),
    ("status --commit", "The members of", BoundTraces),
    ("git install", "The members of a", GitSetup),
    ("objects put", "The members of a", PutReport),
    ("objects externalize, objects inline", "The member `file`, which was written, then those of a", MoveReport),
    ("objects verify", "The members of a", StoreReport),
    ("objects gc", "The members of a", CleaningReport),
    ("merge", "The member `file`, which was written, then those of a", MergeReport),
    ("merge --check", "The member `file`, then those of a", CheckReport),
    ("record start, action, artifact, goal and residual", "The member `file`, then those of", Recorded),
    ("record finish, record recover", "The member `file`, which was written, then those of a", RecordingReport),
    ("capture", "The members `file` and `output` beside those of a", CaptureReport),
    (
        "capture --all",
        "The member `refused`, a list of `file` and `reason`, and the list `captures`, each as for `capture`: a",
        CaptureReport,
    ),
    (
        "goal set, goal drop, accept, residual, contest, certify, comment, review-item, link, succeed",
        "The member `file`, then those of",
        Additions,
    ),
)
"""Verb, how its object begins, and the type that the rest of it is."""


def json_page() -> str:
    """What `--json` prints."""
    introduction = (
        "What the verbs print with `--json`: UTF-8, the same bytes for the same input. Members are only added within a "
        "major version, never renamed or removed; readers should ignore those that they do not know."
    )
    judged = (
        "One object; with several files a list of them, in the order of the arguments. A file that cannot be read has "
        "an object, too, with one diagnostic and exit status 2."
    )
    entry = [
        ("`file`", "string", "As given on the command line."),
        ("`valid`", "bool", "Whether no diagnostic is an error."),
        ("`spec_version`", "string or null", "As the file states it."),
        ("`counts`", "object of int", "Number of diagnostics by severity; each of error, warning and info is present."),
        ("`diagnostics`", "list of [Diagnostic](#diagnostic)", "In the order of reading, then of the rules."),
    ]
    others = []
    for heading, words, root in _OUTPUTS:
        others += [f"## Output of {heading}\n", f"{words} [{root.__name__}](#{root.__name__.lower()}).\n"]
    kinds = dict.fromkeys(kind for _, _, root in _OUTPUTS for kind in _output_types(root))
    return page(
        "JSON output",
        introduction,
        ["## Output of validate\n", f"{textwrap.fill(judged, 120)}\n"],
        table(("member", "type", "what"), entry),
        policies_json(),
        others,
        ["## Types of these objects\n"],
        *(_output_type(kind) for kind in kinds),
    )


def _output_types(root: type) -> list[type]:
    """The record types that a record type is made of, itself first."""
    found: list[type] = []
    waiting: list[Any] = [msgspec.inspect.type_info(root)]
    while waiting:
        match waiting.pop(0):
            case msgspec.inspect.StructType(cls=cls, fields=fields) if cls not in found:
                found.append(cls)
                waiting += [field.type for field in fields]
            case msgspec.inspect.VarTupleType(item_type=item):
                waiting.append(item)
            case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
                waiting += types
    return found


def _output_type(kind: type) -> Iterator[str]:
    words = docstrings.attributes(kind)
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    yield f"### {kind.__name__}\n"
    listed = " Written as a list of its members, in this order." if info.array_like else ""
    yield f"{docstrings.summary(kind)}{listed}\n"
    rows = [(f"`{field.encode_name}`", _output_shape(field.type), words.get(field.name, "")) for field in info.fields]
    yield from table(("member", "type", "what"), rows)


_PLAIN_SHAPES: dict[type[msgspec.inspect.Type], str] = {
    msgspec.inspect.StrType: "string",
    msgspec.inspect.IntType: "int",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "bool",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.AnyType: "any JSON value",
}


def _output_shape(kind: msgspec.inspect.Type) -> str:
    if type(kind) in _PLAIN_SHAPES:
        return _PLAIN_SHAPES[type(kind)]
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return " or ".join(f"`{value}`" for value in values)
        case msgspec.inspect.EnumType(cls=cls):
            return " or ".join(f"`{member.value}`" for member in cls)
        case msgspec.inspect.VarTupleType(item_type=item):
            return f"list of {_output_shape(item)}"
        case msgspec.inspect.TupleType(item_types=items):
            return f"list of two: {' and '.join(_output_shape(item) for item in items)}"
        case msgspec.inspect.DictType(value_type=value):
            return f"object of {_output_shape(value)}"
        case msgspec.inspect.UnionType(types=types):
            return " or ".join(_output_shape(each) for each in types)
        case msgspec.inspect.StructType(cls=cls):
            return f"[{cls.__name__}](#{cls.__name__.lower()})"
        case _:
            raise TypeError(f"no words for {kind}")
