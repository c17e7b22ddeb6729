"""Makes the view document of a trace, or of two: everything is evaluated here, so that a page only has to show it."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from tollens.core.derive.comparison.comparing import compare
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.worklist import worklist
from tollens.core.policy.own import Own
from tollens.core.view.changes import file_stories
from tollens.core.view.document import VERSION, Manifest
from tollens.core.view.lineage import lineage
from tollens.core.view.packing import IN_BLOCKS, PER_BLOCK, json_of, raw_blocks
from tollens.core.view.policies import policy_stories
from tollens.core.view.story import story
from tollens.core.view.words import words
from tollens.core.wire.document import Document

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
        manifest: Its head.
        valid: Whether the trace is.
        texts: Its blocks by name, as JSON.
    """

    manifest: Manifest
    valid: bool
    texts: Mapping[str, bytes]

    def json(self) -> bytes:
        """All of it as one object, that of a `View`, as compact JSON."""
        members = {"manifest": json_of(self.manifest)}
        members |= {name: text for name, text in self.texts.items() if "/" not in name}
        for name in IN_BLOCKS:
            blocks = (text[1:-1] for block, text in self.texts.items() if block.startswith(f"{name}/"))
            members[name] = b"[%b]" % b",".join(blocks)
        return json_of({name: msgspec.Raw(text) for name, text in members.items()})


def view(judged: Judged, generator: str, before: Judged | None = None) -> Made:
    """Make the view document.

    Args:
        judged: The trace to show; of two the newer one.
        generator: Name and version of the program.
        before: The earlier trace, where two are compared.
    """
    evaluation = judged.evaluation
    made = review(evaluation)
    own = dict(raw_blocks(judged.document))
    derived: dict[str, object] = {
        "review": made,
        "steps": worklist(evaluation, made.gate.reasons),
        "story": story(evaluation.index, made),
        "lineage": tuple(lineage(evaluation.established)),
        "policies": tuple(policy_stories(judged.policies)),
        "changes": tuple(file_stories(evaluation, made)),
        "words": words(text for name, text in own.items() if "/" in name),
    }
    if before is not None:
        derived |= {"comparison": compare(before.evaluation, evaluation), "before": review(before.evaluation)}
    texts = {**{name: json_of(held) for name, held in derived.items()}, **own}
    manifest = Manifest(
        version=VERSION,
        generator=generator,
        file=judged.file,
        before=None if before is None else before.file,
        trace_id=made.trace_id,
        title=_title(made, judged.file),
        spec_version=made.spec_version,
        actions=made.actions,
        artifacts=made.artifacts,
        per_block=PER_BLOCK,
        blocks={name: len(text) for name, text in texts.items()},
    )
    return Made(manifest, made.valid, texts)


def _title(made: Review, file: str) -> str:
    """What a window that shows it is called: the first line of what was asked."""
    asked = made.asked.text or next((one.text for one in made.instructions), "")
    first = " ".join(next(iter(asked.strip().splitlines()), "").split())
    title = first or made.trace_id or file
    return title if len(title) <= _TITLE else title[: _TITLE - 1] + "…"
