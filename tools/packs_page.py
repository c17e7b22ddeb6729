"""The page of the packs: every policy that comes with tollens, with its formula and its reasons."""

import textwrap
from collections.abc import Iterator

from tollens.core.policy.checking import Terms, given
from tollens.core.policy.gallery import Published
from tollens.core.policy.level import level
from tollens.runtime.policy_files import Pack, pack, pack_names
from tools.markdown import page

_INTRODUCTION = (
    "These policies come with tollens, in packs. `tollens check TRACE --policy PACK` checks all of a pack, `PACK/ID` "
    "one of them, and a project names packs in its `tollens.toml`. Each has example traces that pass and fail, which "
    "are its tests: `tollens policy test`."
)


def packs_page() -> str:
    """The text of the page."""
    return page("Packs", _INTRODUCTION, *(_pack(pack(name)) for name in pack_names()))


def _pack(held: Pack) -> Iterator[str]:
    yield f"## {held.name}\n"
    yield _filled(f"{held.title}. {held.description}")
    for policy in held.policies:
        yield from _policy(policy)


def _policy(one: Published) -> Iterator[str]:
    policy = one.policy
    read = given(one, Terms())
    assert read.rule is not None
    yield f"### {policy.policy_id}\n"
    yield _filled(f"{policy.description} Severity: {policy.severity.value}; level: {level(read.rule.formula)}.")
    yield f"```text\n{policy.formula.value}\n```\n"
    yield _filled(one.rationale)
    for example in one.examples:
        yield f"- {' or '.join(example.expected).replace('_', ' ')}: {example.title}"
    yield ""


def _filled(text: str) -> str:
    """A paragraph."""
    return f"{textwrap.fill(text, 120, break_on_hyphens=False)}\n"
