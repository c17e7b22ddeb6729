"""The contents of a trace as text, a line an element, and one element whole."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tollens.core.derive.record.contents import UNRECOGNIZED, ActionLine, ArtifactLine, Contents, Element, MetaLine
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, columns, one_line, wrap

_BAD = frozenset({UNRECOGNIZED, "failed", "refuted", "mismatched", "error"})
_GOOD = frozenset({"passed", "proved", "matched"})


def lines(name: str, held: Contents, width: int) -> Iterator[Line]:
    """The whole record in its own order."""
    yield (("head", clip(name, width)),)
    facts = {
        "trace": held.trace_id,
        "spec": held.spec_version or "not stated",
        "assistant": held.assistant,
        "model": held.model,
        "time": held.timestamp,
        "trigger": held.trigger,
        "outcome": held.outcome,
    }
    for fact, text in facts.items():
        yield ("dim", f"  {fact:<11}"), clip(text, width - 13)
    if held.meta_actions:
        yield from _table("Meta-actions", [_meta(meta) for meta in held.meta_actions], width)
    yield from _table("Actions", [_action(action) for action in held.actions], width)
    yield from _table("Artifacts", [_artifact(artifact) for artifact in held.artifacts], width)
    if held.others:
        yield ()
        counts = ", ".join(_counted(number, name) for name, number in held.others.items())
        for line in wrap(f"And: {counts}. --json has all of the lists above; the file has the rest.", width):
            yield (("dim", line),)


def _counted(number: int, name: str) -> str:
    """So many elements of the list of that name, in words.

    >>> _counted(1, "policies"), _counted(2, "review_items")
    ('1 policy', '2 review items')
    """
    if number == 1:
        name = {"policies": "policy", "files_modified": "file_modified"}.get(name, name.removesuffix("s"))
    return f"{number} {name.replace('_', ' ')}"


def element(found: Element, width: int) -> Iterator[Line]:
    """One element: its links, then its members as they stand in the file."""
    yield ("head", f"{found.kind} {one_line(found.id)}"), ("dim", f"  at {found.path}")
    for fault in found.faults:
        yield (("bad", f"  not recognized: {one_line(fault)}"),)
    for word, names in (("made by", found.made_by), ("used by", found.used_by)):
        for number, line in enumerate(wrap(", ".join(names), width - 12) if names else ()):
            yield ("dim", f"  {'' if number else word:<10}"), line
    yield ()
    yield from _members(found.value)


def _members(value: Any) -> Iterator[Line]:
    """A JSON value as indented lines: long texts on lines of their own, nothing cut."""
    waiting: list[tuple[int, str, Any]] = [(1, "", value)]
    while waiting:
        depth, name, item = waiting.pop()
        indent = "  " * depth
        head = f"{indent}{one_line(name)}: " if name else indent
        if isinstance(item, dict | list) and item:
            if name:
                yield (("head", head.rstrip()),)
            inner = item.items() if isinstance(item, dict) else ((f"[{at}]", part) for at, part in enumerate(item))
            deeper = depth + 1 if name else depth
            waiting.extend((deeper, str(part), child) for part, child in reversed(list(inner)))
        elif isinstance(item, str) and "\n" in item:
            yield (("head", head.rstrip()),)
            for line in item.split("\n"):
                yield (f"{indent}  │ {line}",)
        else:
            yield ("head", head), _scalar(item)


def _scalar(item: Any) -> str:
    if isinstance(item, str):
        return item
    words = {None: "null", True: "true", False: "false"}
    if item is None or isinstance(item, bool):
        return words[item]
    return {"dict": "{}", "list": "[]"}.get(type(item).__name__) or repr(item)


class _Row(NamedTuple):
    """Id, type, status, what it is, its links."""

    name: str
    kind: str
    status: str
    text: str
    aside: str


def _table(title: str, rows: list[_Row], width: int) -> Iterator[Line]:
    yield ()
    yield ("head", title), ("dim", f"  {len(rows)}")
    sizes = [
        min(most, max((columns(one_line(row[at])) for row in rows), default=0)) for at, most in enumerate((18, 24, 13))
    ]
    for row in rows:
        name, kind, status = (_padded(cell, size) for cell, size in zip(row[:3], sizes, strict=True))
        room = width - columns(f"  {name}{kind}{status}")
        aside = clip(row.aside, max(room // 3, room - columns(row.text) - 2)) if row.aside else ""
        middle = clip(row.text, room - (columns(aside) + 2 if aside else 0))
        gap = " " * (room - columns(middle) - columns(aside))
        yield ("dim", f"  {name}"), kind, (_tone(row.status), status), middle, ("dim", f"{gap}{aside}")


def _padded(text: str, size: int) -> str:
    """A cell and the gap after it; nothing where the whole column is empty."""
    if not size:
        return ""
    shown = clip(text, size)
    return shown + " " * (size + 2 - columns(shown))


def _tone(word: str) -> Tone:
    return "bad" if word in _BAD else "good" if word in _GOOD else "dim"


def _meta(meta: MetaLine) -> _Row:
    span = f"{meta.action_ids[0]}–{meta.action_ids[-1]}" if meta.action_ids else "no actions"
    within = f"in {meta.parent_id}" if meta.parent_id else ""
    return _Row(meta.id, span, meta.status, meta.title, " · ".join(filter(None, (within, meta.source))))


def _action(action: ActionLine) -> _Row:
    ends = f"{_few(action.inputs)} → {_few(action.outputs)}" if action.inputs or action.outputs else ""
    return _Row("?" if action.id is None else str(action.id), action.type, action.outcome, action.label, ends)


def _artifact(artifact: ArtifactLine) -> _Row:
    made = f"action {artifact.producer_action_id}" if artifact.producer_action_id is not None else ""
    parents = f"from {_few(artifact.derived_from)}" if artifact.derived_from else ""
    replaced = f"replaces {artifact.supersedes}" if artifact.supersedes else ""
    aside = " · ".join(filter(None, (made, parents, replaced)))
    return _Row(artifact.artifact_id or "?", artifact.type, artifact.status, artifact.name, aside)


def _few(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:3]) or "nothing"
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
