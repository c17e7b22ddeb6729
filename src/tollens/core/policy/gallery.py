"""Policies as files hold them: the record of the policy companion (§6.1), or the form that galleries publish.

A gallery's policy says `id` for `policy_id`, and no scope, kind or severity where the usual one is meant. Nothing that
could change a verdict is skipped: a severity that is none, a condition of `applies_when` that nobody knows, or a
reasoner that the text gives no meaning are refused or told.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from tollens.core.errors import MisuseError
from tollens.core.model.base import Json, Word, json_type
from tollens.core.model.policies import Policy, PolicyKind, PolicyScope, PolicySelector, PolicySeverity
from tollens.core.policy.words import constructors, fold
from tollens.core.validate.wording import quoted

W = TypeVar("W", bound=Word)

Status = Literal["passed", "failed", "not_applicable", "unknown"]
STATUSES: tuple[Status, ...] = ("passed", "failed", "not_applicable", "unknown")

_EXPECTED: dict[str, tuple[Status, ...]] = {"passes": ("passed", "not_applicable"), "fails": ("failed",)}
"""List of examples to the verdicts that an example in it may have, where it does not say which."""


class Example(NamedTuple):
    """A trace that a policy was written with, and its verdict.

    Attributes:
        title: What happens in it.
        trace: Its JSON value, in which what the example is not about may be left out; `None` where only words stand.
        expected: The verdicts that are right.
        high_stakes_paths: Of the project that the example is set in.
    """

    title: str
    trace: Mapping[str, Any] | None
    expected: tuple[Status, ...]
    high_stakes_paths: tuple[str, ...] = ()


class Published(NamedTuple):
    """A policy as a file holds it.

    Attributes:
        policy: What is checked.
        source: The file, pack or trace that it is from.
        rationale: Why there is such a policy.
        category: What a gallery files it under.
        pack: The pack that it is of.
        tags: Words to find it by.
        examples: Those that it was written with.
        disabled: The file says that it is not to be checked.
        ignored: Members that ask for more than the formula, and that are not checked.
    """

    policy: Policy
    source: str
    rationale: str = ""
    category: str = ""
    pack: str = ""
    tags: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    disabled: bool = False
    ignored: tuple[str, ...] = ()


def published(value: object, source: str) -> tuple[Published, ...]:
    """The policies of a file: one object, a list of them, or a pack with the member `policies`.

    Args:
        value: The JSON value of the file.
        source: What to call it.

    Raises:
        MisuseError: It holds no policy, or one that cannot be read; says where.

    >>> (found,) = published({"id": "tested", "formula": "G(GitCommit → P(RunTests))"}, "a file")
    >>> found.policy.policy_id, found.policy.severity.value, found.policy.scope.value
    ('tested', 'warning', 'trace')
    """
    entries = list(_entries(value, source))
    if not entries:
        raise MisuseError(f"{source}: it holds no policy", 'A policy has the members "id" and "formula".')
    return tuple(_published(entry, place, source) for place, entry in entries)


def _entries(value: object, source: str) -> Iterator[tuple[str, object]]:
    listed, at = value, ""
    if isinstance(value, dict):
        if "formula" in value or "policies" not in value:
            yield "", value
            return
        listed, at = value["policies"], "/policies"
    if not isinstance(listed, list):
        raise MisuseError(f"{source}: expected a policy or a list of policies, got {json_type(listed)}")
    yield from ((f"{at}/{number}", entry) for number, entry in enumerate(listed))


def _published(value: object, place: str, source: str) -> Published:
    read = _Reader(value, f"{source}{f' {place}' if place else ''}")
    return Published(
        policy=policy_of(value, read.where),
        source=source,
        rationale=read.text("rationale") or "",
        category=read.text("category") or "",
        pack=read.text("pack") or "",
        tags=read.texts("tags"),
        examples=tuple(_examples(read)),
        disabled=read.flag("disabled"),
        ignored=beyond_the_formula(read.held),
    )


_BEYOND = ("reasoner", "oracle")


def beyond_the_formula(value: object) -> tuple[str, ...]:
    """The members of a policy that ask for more than its formula, and to which the text gives no meaning."""
    held = value if isinstance(value, dict) else {}
    return tuple(name for name in _BEYOND if held.get(name) not in (None, "", [], {}))


def policy_of(value: object, where: str) -> Policy:
    """One policy, in either form.

    Args:
        value: Its JSON value.
        where: What to call it in a refusal.

    Raises:
        MisuseError: It has no id or no formula, or a word in it is none that can stand there.
    """
    read = _Reader(value, where)
    _refuse_misspelt(read)
    name = read.text("policy_id") or read.text("id")
    if name is None:
        raise MisuseError(f"{where}: the policy has no id", 'Give it one: "id".')
    if read.held.get("formula") in (None, "", {}, []):
        raise MisuseError(f"{where}: the policy {quoted(name)} has no formula", 'Give it one: "formula".')
    try:
        formula = Json.of(read.held["formula"])
    except (ValueError, TypeError, RecursionError):
        raise MisuseError(f"{where}: the formula of {quoted(name)} cannot be read") from None
    return Policy(
        policy_id=name,
        name=read.text("name") or name,
        description=read.text("description"),
        severity=read.word("severity", PolicySeverity, PolicySeverity.Warning),
        scope=read.word("scope", PolicyScope, PolicyScope.TraceScope),
        kind=read.word("kind", PolicyKind, PolicyKind.TraceInvariant),
        applies_when=_selector(read),
        formula=formula,
        reference_artifact_id=next(filter(None, map(read.text, _REFERENCES)), None),
    )


_DECIDING = ("policy_id", "formula", "severity", "applies_when", "disabled", *_BEYOND)
"""Members that a verdict or the gate depends on."""


def _refuse_misspelt(read: "_Reader") -> None:
    """Refuse a member that is nearly one that counts: passed over, it would leave what nobody wrote in its place."""
    for said in read.held:
        if said not in _DECIDING:
            near = get_close_matches(said[:64].casefold(), _DECIDING, n=1, cutoff=0.8)
            if near:
                raise MisuseError(f"{read.where}: a policy has no member {quoted(said)}", f'Did you mean "{near[0]}"?')


_REFERENCES = ("reference_artifact_id", "reference_model_id", "reference_model")


def severity_of(value: object) -> PolicySeverity:
    """How much a policy that cannot be read may matter: as much as it says, or as any policy can."""
    try:
        return _Reader(value, "").word("severity", PolicySeverity, PolicySeverity.ErrorSeverity)
    except MisuseError:
        return PolicySeverity.ErrorSeverity


class _Reader:
    """Reads members of an object, and refuses those of another kind."""

    def __init__(self, value: object, where: str, what: str = "a policy") -> None:
        if not isinstance(value, dict):
            raise MisuseError(f"{where}: {what} is an object, not {json_type(value)}")
        self.held: dict[str, Any] = value
        self.where = where

    def text(self, name: str) -> str | None:
        """Text that is not blank."""
        said = self.held.get(name)
        if said is None:
            return None
        if not isinstance(said, str):
            raise MisuseError(f"{self.where}: {name} is text, not {json_type(said)}")
        return said if said.strip() else None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        said = self.held.get(name)
        if said is None:
            return ()
        if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
            raise MisuseError(f"{self.where}: {name} is a list of texts")
        return tuple(said)

    def flag(self, name: str) -> bool:
        """Whether something is said to be so."""
        said = self.held.get(name, False)
        if not isinstance(said, bool):
            raise MisuseError(f"{self.where}: {name} is true or false, not {json_type(said)}")
        return said

    def word(self, name: str, family: type[W], usual: W) -> W:
        """A word of an enumeration, in any of its spellings."""
        said = self.text(name)
        if said is None:
            return usual
        for constructor, word in constructors(family).items():
            if fold(said) in (fold(constructor), fold(word)):
                return family[constructor]
        known = ", ".join(constructors(family).values())
        raise MisuseError(f"{self.where}: {quoted(said)} is no {name} of a policy", f"It is one of {known}.")


_CONDITIONS = frozenset(field.encode_name for field in msgspec.structs.fields(PolicySelector))


def _selector(read: _Reader) -> PolicySelector | None:
    said = read.held.get("applies_when")
    if said is None:
        return None
    inner = _Reader(said, read.where, "applies_when")
    for name in said:
        if name not in _CONDITIONS:
            known = ", ".join(sorted(_CONDITIONS))
            raise MisuseError(
                f"{inner.where}: applies_when: nobody knows the condition {quoted(name)}", f"It has {known}."
            )
    return PolicySelector(
        **{name: inner.text(name) for name in sorted(_CONDITIONS - {"path_matches_any"})},
        path_matches_any=inner.texts("path_matches_any"),
    )


def _examples(read: _Reader) -> Iterator[Example]:
    said = read.held.get("examples")
    if said is None:
        return
    if not isinstance(said, dict):
        raise MisuseError(f"{read.where}: examples is an object with the lists passes and fails")
    for name, expected in _EXPECTED.items():
        listed = said.get(name)
        for example in listed if isinstance(listed, list) else [] if listed is None else [listed]:
            yield _example(example, expected, f"{read.where}: examples {name}")


def _example(value: object, expected: tuple[Status, ...], where: str) -> Example:
    if isinstance(value, str):
        return Example(value, None, expected)
    read = _Reader(value, where, "an example")
    trace = read.held.get("trace")
    if trace is not None and not isinstance(trace, dict):
        raise MisuseError(f"{where}: trace is an object, not {json_type(trace)}")
    status = read.text("status")
    if status is not None and status not in STATUSES:
        raise MisuseError(f"{where}: {quoted(status)} is no verdict", f"It is one of {', '.join(STATUSES)}.")
    exact = tuple(one for one in STATUSES if one == status) or expected
    return Example(read.text("title") or "", trace, exact, read.texts("high_stakes_paths"))
