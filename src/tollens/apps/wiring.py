"""The one place that picks implementations: which reader a file gets, and in which format a trace is written."""

from typing import TYPE_CHECKING, Any, NamedTuple

from tollens.core.errors import UnreadableError
from tollens.core.wire.document import Document
from tollens.runtime import files
from tollens.runtime.databases import is_database
from tollens.runtime.traces import YAML_NAMES, evaluate, loads, may_be_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tollens.core.derive.evaluation import Evaluation
    from tollens.core.derive.freshness.stamping import Printed, Stamps
    from tollens.core.derive.record.account import CaptureReport
    from tollens.core.derive.review.symbols import SymbolAccount, UnknownSymbol
    from tollens.core.merge import CheckReport, Merged, Parents
    from tollens.core.model import Trace
    from tollens.core.policy.checking import Checked, Given, Terms
    from tollens.core.policy.engine import Shared
    from tollens.core.policy.gallery import Published
    from tollens.core.policy.record import Settings
    from tollens.core.policy.trials import Trial
    from tollens.core.view.viewing import Judged

_GLANCE = 64 << 20
_LINES = 100
"""Bytes and lines within which a second record must begin."""

_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How text that is UTF-16 or UTF-32 begins."""

_OF_A_TRACE = frozenset({"trace_id", "spec_version", "actions", "artifacts"})


class Opened(NamedTuple):
    """A trace to look at, and how it was made from a session if it was."""

    document: Document
    report: "CaptureReport | None"


def load(name: str) -> Document:
    """Read a trace file, JSON or YAML; `-` is standard input.

    Raises:
        UnreadableError: It is no trace; a session is named as such.
    """
    return load_from(files.read(name), name)


def load_from(data: bytes, name: str) -> Document:
    """Read a trace from the bytes of the file `name`, which is not opened; a session is named as such.

    Raises:
        UnreadableError: It is no trace.
    """
    if not name.endswith(YAML_NAMES) and _has_a_record_a_line(data):
        raise UnreadableError(
            "it holds a JSON record a line, as agents' sessions do, and not one trace",
            "tollens capture FILE -o TRACE makes a trace of a session; tollens review takes either.",
        )
    return read_trace(name, data)


def read_trace(name: str, data: bytes) -> Document:
    """Read a trace from the bytes of the file `name`."""
    return loads(data, yaml=may_be_yaml(name))


def open_any(name: str) -> Opened:
    """Read a trace, or capture an agent's session.

    Raises:
        UnreadableError: It is neither; says what it looks like.
    """
    if files.is_folder(name) or is_database(name):
        from tollens.apps.capturing import chosen, file_origins, private

        found = chosen(file_origins(name, lambda _: lambda percent: None), None, None, private())
        return Opened(found.document, found.report)
    data = files.read(name)
    if not name.endswith(YAML_NAMES) and _has_a_record_a_line(data):
        return captured(data, name)
    try:
        document = read_trace(name, data)
    except UnreadableError as unread:
        if name.endswith(YAML_NAMES):
            raise
        try:
            return captured(data, name)
        except UnreadableError as uncaptured:
            raise unread if data.lstrip().startswith((b"{", *_WIDE)) else uncaptured from None
    if _OF_A_TRACE.isdisjoint(document.written() or document.value):
        return captured(data, name)
    return Opened(document, None)


def evaluated(document: Document, engines: "Mapping[str, str]") -> "Evaluation":
    """What holds in a trace, by the model languages that are installed, and what became of its policies."""
    return evaluate(document, engines)


def judged(document: Document, file: str, engines: "Mapping[str, str]") -> "Judged":
    """As `evaluated`, with all that the verdicts on the policies rest on, and what the file is called."""
    from msgspec.structs import replace

    from tollens.core.derive.evaluation import evaluate as judge
    from tollens.core.policy.own import own_policies
    from tollens.core.view.viewing import Judged
    from tollens.plugins.languages import language_of

    evaluation = judge(document, language_of, engines)
    own = own_policies(evaluation) if document.trace.policies else ()
    return Judged(file, document, replace(evaluation, policies=tuple(one.verdict for one in own)), own)


def without_policies(document: Document) -> "Evaluation":
    """As `evaluated`, for those who judge policies themselves."""
    from tollens.core.derive.evaluation import evaluate as judge
    from tollens.plugins.languages import language_of

    return judge(document, language_of)


def checked(
    document: Document,
    asked: "Sequence[Given]",
    terms: "Terms",
    settings: "Settings",
    evaluation: "Evaluation | None" = None,
) -> "Checked":
    """Policies over a trace, with those that it holds itself.

    Args:
        document: The trace.
        asked: Those that are asked for, each once.
        terms: How they are checked.
        settings: How they are read.
        evaluation: Of the trace, where it was judged already.
    """
    from tollens.core.policy.checking import Unread, check, given, of_trace
    from tollens.core.policy.derived import shared_of

    own = of_trace(document.trace, document.beside("policies"))
    held = [one if isinstance(one, Unread) else given(one, terms) for one in own]
    read = [one for one in (*asked, *held) if not isinstance(one, Unread)]
    over = shared(document, read, settings) if evaluation is None else shared_of(document, evaluation, settings)
    return check(asked, held, over, terms)


def shared(document: Document, policies: "Sequence[Given]", settings: "Settings") -> "Shared":
    """A trace, ready for policies."""
    from tollens.core.policy.derived import shared_over

    return shared_over(document, policies, settings, without_policies)


def tried(policy: "Published", types: tuple[str, ...] = ()) -> "tuple[Trial, ...]":
    """A policy on its own examples; `types` are type names that are used on purpose."""
    from tollens.core.policy.trials import tried as tried_on

    return tried_on(policy, without_policies, types)


def about_symbol(evaluation: "Evaluation", name: str) -> "SymbolAccount | UnknownSymbol":
    """What is known about a symbol, by the model languages that are installed."""
    from tollens.core.derive.review.symbols import symbol_account
    from tollens.plugins.languages import language_of

    return symbol_account(evaluation, language_of, name)


def fingerprint_of(document: Document, symbol: str, model: str | None) -> "Printed":
    """The fingerprint of a symbol, by the model languages that are installed."""
    from tollens.core.derive.freshness.stamping import printed
    from tollens.core.graph.index import Index
    from tollens.plugins.languages import language_of

    return printed(Index(document.trace), language_of, symbol, model)


def stamps_of(document: Document) -> "Stamps":
    """The fingerprints that results lack, by the model languages that are installed."""
    from tollens.core.derive.freshness.stamping import stamps
    from tollens.core.graph.index import Index
    from tollens.plugins.languages import language_of

    return stamps(Index(document.trace), language_of)


def parents_of(ours: Document, theirs: Document, base: Document | None, kind: str) -> "Parents":
    """Two traces that come together."""
    from tollens.core.merge import parents

    return parents(ours, theirs, base, kind)


def merged(
    parents: "Parents",
    *,
    trace_id: str,
    at: str,
    by: str,
    engines: "Mapping[str, str]",
    renewed: "Sequence[Document]" = (),
) -> "Merged":
    """Two traces as one, by the model languages that are installed."""
    from tollens.core.merge import merge
    from tollens.plugins.languages import language_of

    return merge(parents, language_of, trace_id=trace_id, at=at, by=by, engines=engines, renewed=renewed)


def merge_checked(
    parents: "Parents", document: Document, engines: "Mapping[str, str]", renewed: "Sequence[Document]"
) -> "CheckReport":
    """What is recomputed of a merged trace, by the model languages that are installed."""
    from tollens.core.merge import check_merge
    from tollens.plugins.languages import language_of

    return check_merge(parents, document, language_of, engines=engines, renewed=renewed)


def _has_a_record_a_line(data: bytes) -> bool:
    """Whether the first two lines with something on them both begin with a brace, which those of a trace never do."""
    lines = (line.lstrip(b"\xef\xbb\xbf \t\r") for line in data[:_GLANCE].split(b"\n", _LINES))
    first = [line for line in lines if line][:2]
    return len(first) == 2 and all(line.startswith(b"{") for line in first)


def captured(data: bytes, name: str) -> Opened:
    """Make a trace of an agent's session, with what lies beside the file `name`, which was read already."""
    from tollens.apps.capturing import captures_of, only

    found = only(captures_of(data, name), name)
    return Opened(found.document, found.report)


def serialized_trace(trace: "Trace", name: str) -> bytes:
    """As `serialized`, of a trace that was made here: its JSON value, several times as large, is not made."""
    from tollens.core.wire.encode import pretty_trace, to_value

    return serialized(to_value(trace), name) if name.endswith(YAML_NAMES) else pretty_trace(trace)


_LONG = 10_000
"""Actions from which on a trace is written piece by piece."""


def trace_in_pieces(trace: "Trace", name: str) -> "Iterator[bytes] | None":
    """As `serialized_trace`, piece by piece; `None` where the trace is small or the format is written as a whole."""
    if name.endswith(YAML_NAMES) or len(trace.actions) < _LONG:
        return None
    from tollens.core.wire.encode import pretty_pieces

    return pretty_pieces(trace)


def serialized(value: Any, name: str, to: str | None = None) -> bytes:
    """The bytes of a trace's JSON value in the format `to`, or in the one that the name of its file says."""
    if to == "yaml" or (to is None and name.endswith(YAML_NAMES)):
        from tollens.runtime.yaml_files import write_yaml

        return write_yaml(value)
    from tollens.core.wire.encode import pretty

    return pretty(value)
