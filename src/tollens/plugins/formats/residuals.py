"""The residual surface as text: what is contested, what is open, what was reopened, and what became of gaps."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from tollens.core.derive.residuals.lifecycle import Lifecycle, Passage
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Defeater, Gap
from tollens.core.derive.residuals.unestablished import Unestablished
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, columns, one_line, wrap

_CANDIDATES = 10
"""Candidates listed, unless all are asked for."""

_WORD = 14
"""Columns of the word that begins an entry."""

_TONES: dict[str, Tone] = {"critical": "bad", "high": "bad", "medium": "warn"}

_CHANGES: tuple[tuple[str, str, Tone], ...] = (
    ("vanished", "no longer in the record, and nothing says that it was closed", "bad"),
    ("reopened", "settled once, and open again", "bad"),
    ("new", "open since the last trace", "warn"),
    ("open", "still open", "warn"),
    ("acknowledged", "accepted as a known gap", "dim"),
    ("closed", "addressed or waived", "good"),
)


def lines(name: str, found: Unestablished, width: int, *, everything: bool = False) -> Iterator[Line]:
    """The surface.

    Args:
        name: Of the file.
        found: What to show.
        width: Columns.
        everything: Whether what is settled is listed, too, and every candidate.
    """
    standing = [defeater for defeater in found.defeaters if defeater.open]
    gaps = [gap for gap in found.gaps if gap.open]
    reached: dict[str, list[str]] = {}
    for each in found.contested:
        reached.setdefault(each.at, []).append(each.artifact_id)
    settled = [entry for entry in (*found.defeaters, *found.gaps) if not entry.open]
    yield ("head", clip_start(name, max(20, width - 50))), ("dim", f"  {_summary(found, standing, gaps, settled)}")
    if not found.defeaters and not found.gaps:
        yield (("warn", "No residual is declared. That does not make the record complete (§13.2)."),)
    yield from _section("Contested", (line for each in standing for line in _defeater(each, reached, width)))
    yield from _section("Open gaps", (line for each in gaps for line in _gap(each, width)))
    yield from _section("Reopened", (line for each in found.derived_residuals for line in _derived(each, width)))
    listed = found.candidates if everything else found.candidates[:_CANDIDATES]
    yield from _section("Not declared", (line for each in listed for line in _derived(each, width)))
    if len(listed) < len(found.candidates):
        yield (("dim", f"  … and {len(found.candidates) - len(listed)} more: --all shows them"),)
    if everything:
        yield from _section("Settled", (line for each in settled for line in _gap(each, width, word=_settled(each))))
    if found.since is not None:
        yield from _since(found.since, width)


def _summary(found: Unestablished, standing: list[Defeater], gaps: list[Gap], settled: list[Defeater | Gap]) -> str:
    told = [
        f"{_count(len(standing), 'defeater')} standing",
        f"{_count(len(gaps), 'gap')} open",
        f"{len(settled)} settled",
    ]
    told += [f"{len(found.derived_residuals)} reopened"] if found.derived_residuals else []
    told += [f"{len(found.candidates)} not declared"] if found.candidates else []
    return ", ".join(told)


def _section(title: str, entries: Iterable[Line]) -> Iterator[Line]:
    empty = True
    for line in entries:
        if empty:
            yield ()
            yield (("head", title),)
            empty = False
        yield line


def _entry(word: str, tone: Tone, name: str, text: str, remark: str, width: int) -> Iterator[Line]:
    """A word and a name, the whole text below them, and what remains to be said."""
    head = f"  {clip(word, _WORD - 1):<{_WORD}}"
    aside = clip(remark, max(0, width - columns(head) - columns(one_line(name)) - 2)) if remark else ""
    yield (tone, head), clip(name, width - columns(head)), ("dim", f"  {aside}" if len(aside) > 1 else "")
    for line in wrap(text, width - _WORD - 2):
        yield (f"{'':<{_WORD + 2}}{line}",)


def _check(text: str, width: int) -> Iterator[Line]:
    lead = "check: "
    for number, line in enumerate(wrap(text, width - _WORD - 2 - len(lead)) if text else ()):
        yield (("dim", f"{'':<{_WORD + 2}}{'' if number else lead}{' ' * len(lead) if number else ''}{line}"),)


def _below(tone: Tone, text: str, width: int) -> Line:
    return ((tone, f"{'':<{_WORD + 2}}{clip(text, width - _WORD - 2)}"),)


def _defeater(defeater: Defeater, reached: Mapping[str, Sequence[str]], width: int) -> Iterator[Line]:
    seen = " · acknowledged, which answers nothing" if defeater.status == "acknowledged" else ""
    remark = f"{defeater.attacks or 'is against'} {defeater.against}{seen}"
    yield from _entry(defeater.severity, "bad", defeater.residual_id, defeater.statement, remark, width)
    below = (name for at in defeater.about for name in reached.get(at, ()) if name not in defeater.about)
    further = list(islice(below, width))  # a line holds no more
    if further:
        yield _below("bad", f"and what rests on it: {', '.join(further)}", width)
    if defeater.counter_evidence:
        yield _below("dim", f"evidence: {', '.join(defeater.counter_evidence)}", width)
    yield from _check(defeater.suggested_check, width)


def _gap(gap: Gap, width: int, word: str = "") -> Iterator[Line]:
    remark = " · ".join(filter(None, (gap.kind.replace("_", " "), gap.target, gap.source.replace("_", " "))))
    tone = "dim" if word else _TONES.get(gap.severity, "dim")
    yield from _entry(word or gap.severity, tone, gap.residual_id, gap.statement, remark, width)
    yield from _check("" if word else gap.suggested_check, width)


def _settled(gap: Gap) -> str:
    return gap.status if gap.superseded_by is None else "superseded"


def _derived(gap: DerivedGap, width: int) -> Iterator[Line]:
    remark = " · ".join(filter(None, (gap.kind.replace("_", " "), gap.target)))
    yield from _entry(gap.severity, _TONES.get(gap.severity, "dim"), gap.residual_id, gap.statement, remark, width)
    yield from _check(gap.suggested_check, width)


def _since(since: Lifecycle, width: int) -> Iterator[Line]:
    yield ()
    yield (("head", clip(f"Since {' → '.join(since.chain[:-1])}", width)),)
    for name in since.unlinked:
        told = f"the trace after {name} does not name it as its predecessor"
        yield (("warn", f"  {clip(told, width - 2)}"),)
    for change, told, tone in _CHANGES:
        passages: tuple[Passage, ...] = getattr(since, change)
        for passage in passages:
            word = passage.status if change == "closed" else change
            remark = " · ".join(filter(None, (told, passage.severity, passage.kind.replace("_", " "))))
            yield from _entry(word, tone, passage.residual_id, passage.statement, remark, width)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
