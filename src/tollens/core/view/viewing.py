"""Makes the view document of a trace, or of two: everything is evaluated here, so that a page only has to show it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.derive.comparison.comparing import compare
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.worklist import worklist
from tollens.core.policy.own import Own
from tollens.core.view.changes import file_stories
from tollens.core.view.document import VERSION, Manifest, View
from tollens.core.view.lineage import lineage
from tollens.core.view.packing import PER_BLOCK, cut, json_of
from tollens.core.view.policies import policy_stories
from tollens.core.view.story import story
from tollens.core.view.words import words
from tollens.core.wire.document import Document

_IN_BLOCKS = ("actions", "artifacts")
"""The members of a trace that have blocks of their own."""

_TITLE = 120
"""Characters of a title."""


class Judged(NamedTuple):
    """A trace to be shown.

    Attributes:
        file: Name of its file, for a person.
        document: As it was read.
        evaluation: What holds in it, its policies among that.
        policies: The same policies, with all that their verdicts rest on.
    """

    file: str
    document: Document
    evaluation: Evaluation
    policies: tuple[Own, ...]


class Made(NamedTuple):
    """A view document.

    Attributes:
        view: As a value.
        texts: Its blocks by name, as JSON.
    """

    view: View
    texts: Mapping[str, bytes]


def view(judged: Judged, generator: str, before: Judged | None = None) -> Made:
    """Make the view document.

    Args:
        judged: The trace to show; of two the newer one.
        generator: Name and version of the program.
        before: The earlier trace, where two are compared.
    """
    evaluation, value = judged.evaluation, judged.document.value
    made = review(evaluation)
    actions, artifacts = (_elements(value, name) for name in _IN_BLOCKS)
    elements = {**dict(cut("actions", actions)), **dict(cut("artifacts", artifacts))}
    shown = View(
        manifest=Manifest(
            version=VERSION,
            generator=generator,
            file=judged.file,
            before=None if before is None else before.file,
            trace_id=made.trace_id,
            title=_title(made, judged.file),
            spec_version=made.spec_version,
            actions=len(actions),
            artifacts=len(artifacts),
            per_block=PER_BLOCK,
            blocks={},
        ),
        review=made,
        steps=worklist(evaluation, made.gate.reasons),
        story=story(evaluation.index, made),
        lineage=tuple(lineage(evaluation.established)),
        policies=tuple(policy_stories(judged.policies)),
        changes=tuple(file_stories(evaluation, made)),
        rest={name: held for name, held in value.items() if name not in _IN_BLOCKS or not isinstance(held, list)},
        words=words(elements.values()),
        actions=tuple(actions),
        artifacts=tuple(artifacts),
        comparison=None if before is None else compare(before.evaluation, evaluation),
        before=None if before is None else review(before.evaluation),
    )
    texts = {**dict(_members(shown)), **elements}
    sizes = {name: len(text) for name, text in texts.items()}
    manifest = msgspec.structs.replace(shown.manifest, blocks=sizes)
    return Made(msgspec.structs.replace(shown, manifest=manifest), texts)


def _elements(value: Mapping[str, Any], name: str) -> Sequence[Any]:
    held = value.get(name)
    return held if isinstance(held, list) else []


def _members(shown: View) -> Iterator[tuple[str, bytes]]:
    """The members that are a block each, in the order in which a page asks for them."""
    for name in View.__struct_fields__:
        held = getattr(shown, name)
        if name not in ("manifest", *_IN_BLOCKS) and held is not None:
            yield name, json_of(held)


def _title(made: Review, file: str) -> str:
    """What a window that shows it is called: the first line of what was asked."""
    asked = made.asked.text or next((one.text for one in made.instructions), "")
    first = " ".join(next(iter(asked.strip().splitlines()), "").split())
    title = first or made.trace_id or file
    return title if len(title) <= _TITLE else title[: _TITLE - 1] + "…"
