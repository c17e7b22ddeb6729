"""The lineage of an element as two trees: what it was made from, and what came of it.

An artifact that is reached by several ways stands once with all below it, and by its name alone wherever it is met
again. Lineages are as deep as the work was long, so that the indentation ends at a third of the width; from there on
the depth is a number.
"""

from collections.abc import Iterator, Mapping, Sequence

from tollens.core.derive.review.provenance import MISSING, Provenance, Relative
from tollens.plugins.text.lines import Line, Span, Tone, fitted
from tollens.plugins.text.printable import clip, clip_start, columns, wrap

LIMIT = 100
"""Lines of each tree, unless all are asked for."""

_STEP = 2
"""Columns of one level."""

_BAD = frozenset({"refuted", "failed", "mismatched", "unrecognized", MISSING})
_GOOD = frozenset({"proved", "passed", "matched"})


def lines(name: str, found: Provenance, width: int, limit: int | None = LIMIT) -> Iterator[Line]:
    """The lineage.

    Args:
        name: Of the file.
        found: What to show.
        width: Columns.
        limit: Most lines of each tree; `None` for all.
    """
    yield fitted((("head", clip(found.id, width // 2)), ("dim", f"  in {clip_start(name, width // 2)}")), width)
    if found.kind == "meta_action":
        yield (clip(f"meta-action: {found.title}", width),)
        yield (("dim", clip("produced " + _listed(found), width)),)
    elif found.kind == "goal":
        yield (clip(f"goal: {found.title}", width),)
        yield (("dim", clip("evidence: " + _listed(found), width)),)
    else:
        yield from _facts(found.subject[0], width)
        yield from _versions(found, width)
    if found.cyclic:
        yield (("bad", "It derives from itself, which a lineage must not (§3.2)."),)
    roots = [each.artifact_id for each in found.subject]
    everything = {each.artifact_id: each for each in (*found.subject, *found.ancestors, *found.descendants)}
    up = {each.artifact_id: _present(each.derived_from, everything) for each in everything.values()}
    yield from _section("Made from", len(found.ancestors), "nothing that is recorded")
    yield from _tree(roots, up, everything, width, limit)
    yield from _section("Came of it", len(found.descendants), "nothing")
    yield from _tree(roots, _children(found), everything, width, limit)


def _listed(found: Provenance) -> str:
    return ", ".join(each.artifact_id for each in found.subject) or "nothing"


def _present(names: Sequence[str], known: Mapping[str, Relative]) -> list[str]:
    return [name for name in names if name in known]


def _children(found: Provenance) -> dict[str, list[str]]:
    """What derives directly from each, in list order."""
    down: dict[str, list[str]] = {}
    for each in (*found.subject, *found.descendants):
        for parent in each.derived_from:
            down.setdefault(parent, []).append(each.artifact_id)
    return down


def _section(title: str, number: int, none: str) -> Iterator[Line]:
    yield ()
    yield ("head", title), ("dim", f"  {number}" if number else f"  {none}")


def _facts(subject: Relative, width: int) -> Iterator[Line]:
    told = [subject.type, subject.status, subject.name, *_where(subject)]
    yield (clip(" · ".join(filter(None, told)), width),)
    for tone, text in _bearing(subject):
        yield ((tone, clip(text, width)),)


def _where(relative: Relative) -> Iterator[str]:
    if relative.action_id is not None:
        yield f"action {relative.action_id}"
    if relative.meta_action_id is not None:
        yield relative.meta_action_id


def _bearing(relative: Relative) -> Iterator[tuple[Tone, str]]:
    """What bears on whether it still counts."""
    if relative.contested_by is not None:
        yield "bad", f"contested by {relative.contested_by}"
    if relative.freshness is not None:
        yield ("good" if relative.freshness == "Fresh" else "bad"), relative.freshness.lower()
    if relative.replaced_by is not None:
        yield "warn", f"replaced by {relative.replaced_by}"


def _versions(found: Provenance, width: int) -> Iterator[Line]:
    if len(found.versions) > 1:
        for line in wrap(f"versions: {', '.join(found.versions)}; current: {', '.join(found.current)}", width):
            yield (("dim", line),)


def _tree(
    roots: Sequence[str],
    below: Mapping[str, Sequence[str]],
    known: Mapping[str, Relative],
    width: int,
    limit: int | None,
) -> Iterator[Line]:
    """Everything below the roots, depth first; the roots themselves are not shown."""
    shown = set(roots)
    first = dict.fromkeys(name for root in roots for name in below.get(root, ()) if name not in shown)
    waiting = [(name, 0) for name in reversed(first)]
    printed = 0
    while waiting:
        if limit is not None and printed == limit:
            yield (("dim", "  … and more: --all shows them"),)
            return
        name, depth = waiting.pop()
        again = name in shown
        yield _row(known[name], depth, width, again=again)
        printed += 1
        if not again:
            shown.add(name)
            waiting.extend((child, depth + 1) for child in reversed(below.get(name, ())) if child in known)


def _row(relative: Relative, depth: int, width: int, *, again: bool) -> Line:
    deepest = width // 3 // _STEP
    indent = "  " * (min(depth, deepest) + 1) + (f"[{depth}] " if depth > deepest else "")
    if again:
        return (indent, clip(relative.artifact_id, width - len(indent) - 7), ("dim", " (above)"))
    name = clip(relative.artifact_id, max(12, width // 3))
    tone: Tone = "bad" if relative.status in _BAD or relative.type in _BAD else "dim"
    kind: list[Span] = ["  ", (tone if relative.type in _BAD else "dim", relative.type)]
    if relative.status:
        kind += [" ", ("good" if relative.status in _GOOD else tone, relative.status)]
    for bears, text in _bearing(relative):
        kind += [("dim", " · "), (bears, clip(text, width // 2))]
    used = columns(indent) + columns(name) + sum(columns(span if isinstance(span, str) else span[1]) for span in kind)
    aside = clip(" · ".join(_where(relative)), max(0, width - used - 2))
    room = width - used - columns(aside) - 4
    text = clip(relative.name, room) if relative.name and room > 8 else ""
    return (indent, name, *kind, f"  {text}" if text else "", ("dim", f"  {aside}" if columns(aside) > 1 else ""))
