"""What to do next as text: a number for each step, why, what to do, and a command line to begin with."""

from collections.abc import Iterator, Sequence

from tollens.core.derive.review.worklist import Step
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, wrap

LIMIT = 10
"""Steps shown, unless all are asked for."""

_TONES: dict[str, Tone] = {"fix": "bad", "establish": "warn", "refresh": "warn"}
_MOST_SUBJECTS = 6


def lines(name: str, steps: Sequence[Step], width: int, limit: int | None = LIMIT) -> Iterator[Line]:
    """The steps.

    Args:
        name: Of the file.
        steps: What to show, the most consequential first.
        width: Columns.
        limit: Most steps; `None` for all.
    """
    told = clip_start(name, max(20, width - 40))
    if not steps:
        yield ("head", told), ("dim", "  nothing in the record asks for more; that is not a verdict on the work")
        return
    yield ("head", told), ("dim", f"  {len(steps)} step{'' if len(steps) == 1 else 's'}")
    for number, step in enumerate(steps[:limit], start=1):
        yield from _step(number, step, name, width)
    if limit is not None and len(steps) > limit:
        yield ()
        yield (("dim", f"… and {len(steps) - limit} more: --all shows them"),)


def _step(number: int, step: Step, name: str, width: int) -> Iterator[Line]:
    head = f"{number:>3}  "
    indent = " " * len(head)
    yield ()
    severity = f" ({step.severity})" if step.severity else ""
    word = f"{step.kind:<10} "
    label = wrap(step.label, width - len(head) - len(word))
    yield head, (_TONES.get(step.kind, "dim"), word), label[0] if label else ""
    for line in label[1:]:
        yield (f"{indent}{'':<{len(word)}}{line}",)
    for line in wrap(f"why: {step.why}{severity}", width - len(indent)):
        yield (("dim", f"{indent}{line}"),)
    for line in wrap(f"do: {step.do}", width - len(indent)):
        yield (f"{indent}{line}",)
    if step.command:
        yield (("head", f"{indent}{_with_file(step.command, name)}"),)
    subjects = [each for each in (step.subject, *step.also) if each]
    if subjects and subjects != [step.label]:
        more = f" and {len(subjects) - _MOST_SUBJECTS} more" if len(subjects) > _MOST_SUBJECTS else ""
        about = f"about {', '.join(subjects[:_MOST_SUBJECTS])}{more}"
        yield (("dim", f"{indent}{clip(about, width - len(indent))}"),)


def _with_file(command: str, name: str) -> str:
    """The command line for this file, where its name needs no quoting."""
    plain = all(character.isalnum() or character in "_./-" for character in name) and not name.startswith("-")
    return command.replace(" TRACE", f" {name}", 1) if plain else command
