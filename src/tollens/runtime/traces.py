"""Traces in and out of files and text, and judged: what `tollens.load`, `dump`, `validate`, `evaluate` … are."""

import os
from typing import TYPE_CHECKING, Any

from tollens.core.diagnostics import Report
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.model.trace import Trace
from tollens.core.wire.document import Document
from tollens.runtime import files
from tollens.runtime.collector import paused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tollens.core.derive.evaluation import Evaluation

YAML_NAMES = (".yaml", ".yml")


def load(path: str | os.PathLike[str]) -> Document:
    """Read a trace file: JSON or, with the extra `yaml`, YAML; any version from 1.0; `-` is standard input.

    Raises:
        WorldError: The file cannot be read.
        UnreadableError: It is no JSON or YAML object; says why, and where.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "trace.json"
    ...     dump(loads('{"trace_id": "t1"}'), path)
    ...     load(path).trace.trace_id
    't1'
    """
    name = os.fspath(path)
    return loads(files.read(name), yaml=may_be_yaml(name))


def may_be_yaml(name: str) -> bool:
    """Whether a file that does not look like JSON is read as YAML: by its name, or as standard input has none."""
    return name.endswith(YAML_NAMES) or name == files.STANDARD


def is_json(data: bytes) -> bool:
    """Whether bytes begin as JSON does, and so are read as nothing else."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[", b"")


def loads(text: bytes | str, *, yaml: bool = False) -> Document:
    """Read a trace from text.

    Args:
        text: JSON, or YAML. Text whose first character is a brace or bracket is JSON.
        yaml: Whether other text is YAML.

    Raises:
        UnreadableError: It is no JSON or YAML object; says why, and where.
        MisuseError: It is no text.

    >>> loads('{"trace_id": "t1", "x_vendor": 1}').value["x_vendor"]
    1
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if not isinstance(data, bytes):
        raise MisuseError(
            f"text is bytes or str, not {type(data).__name__}", "Use `load` for a file, `Document.of` for a JSON value."
        )
    if not yaml or is_json(data):
        with paused():
            return Document.read(data)
    from tollens.core.wire.careful import repeated_member
    from tollens.runtime.yaml_files import read_yaml

    value, repeated = read_yaml(data)
    return Document.of(value, tuple(map(repeated_member, repeated)))


def dumps(trace: Trace | Document) -> bytes:
    """The text of a trace file: a Document as it was read, a Trace in the normal form; indented JSON, UTF-8.

    Raises:
        MisuseError: It holds NaN or an infinity, which no JSON can.

    >>> dumps(loads('{"trace_id": "t1", "x_vendor": 1.0}')).decode().splitlines()
    ['{', '  "trace_id": "t1",', '  "x_vendor": 1.0', '}']
    """
    from tollens.core.wire.encode import pretty, to_value

    return trace.to_bytes() if isinstance(trace, Document) else pretty(to_value(trace))


def dump(trace: Trace | Document, path: str | os.PathLike[str]) -> None:
    """Write a trace file, all or nothing; YAML where the name says so.

    Raises:
        WorldError: The file cannot be written; the old one stands.
        MisuseError: It holds NaN or an infinity, which no JSON can.
    """
    name = os.fspath(path)
    if name.endswith(YAML_NAMES):
        from tollens.core.wire.encode import to_value
        from tollens.runtime.yaml_files import write_yaml

        data = write_yaml(trace.value if isinstance(trace, Document) else to_value(trace))
    else:
        data = dumps(trace)
    files.write(name, data)


def validate(trace: Document | Trace | dict[str, Any] | bytes | str) -> Report:
    """Check a trace against the wire format and every semantic rule (§17.3).

    Args:
        trace: A Document, a Trace, a JSON value, or JSON text. A file is `validate(load(path))`.

    Returns:
        All findings; text that is no JSON object is a finding too.

    >>> validate('{"trace_id": "t1"}').counts["error"] > 0
    True
    """
    from tollens.core.diagnostics import Diagnostic
    from tollens.core.validate.check import validate as check
    from tollens.core.wire.encode import to_value

    try:
        match trace:
            case Document():
                document = trace
            case bytes() | str():
                document = loads(trace)
            case Trace():
                document = Document.of(to_value(trace))
            case _:
                document = Document.of(trace)
    except UnreadableError as error:
        return Report(None, (Diagnostic("WIRE001", "error", "", error.message, "2.2", error.advice),))
    return check(document)


def evaluate(trace: Document | Trace, engines: "Mapping[str, str] | None" = None) -> "Evaluation":
    """Say what holds in a trace: which results are fresh, what is contested, and what became of goals and policies.

    Read-only and deterministic: nothing but the trace, the engines that are named and the model languages that are
    installed decide.

    Args:
        trace: A Document, or a Trace.
        engines: The current version of engines by name; a result of an older one is Stale.

    >>> evaluation = evaluate(loads('{"trace_id": "t1", "goals": [{"goal_id": "g", "intent": "cap it"}]}'))
    >>> [(goal.goal_id, goal.reached) for goal in evaluation.resolution.goals]
    [('g', False)]
    """
    from tollens.core.derive.evaluation import evaluate as judge
    from tollens.core.wire.encode import to_value
    from tollens.plugins.languages import language_of

    document = trace if isinstance(trace, Document) else Document.of(to_value(trace))
    evaluation = judge(document, language_of, engines or {})
    if not document.trace.policies:
        return evaluation
    from msgspec.structs import replace

    from tollens.core.policy.own import own_verdicts

    return replace(evaluation, policies=own_verdicts(evaluation))
