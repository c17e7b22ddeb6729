"""Secrets are taken out of what a session says before anything else sees it: string leaves only, by typed rules.

Each secret becomes a marker with its kind and a number; one secret has one marker within a file, so that equality
survives. Identities (uuids, call ids, commit hashes) are no secrets and stay.
"""

import re
from collections import Counter
from functools import partial
from typing import NamedTuple

from tollens.plugins.sessions.words import names


class Rule(NamedTuple):
    """A kind of secret. The group `secret` of the pattern is what is replaced.

    Attributes:
        signs: A text without any of these holds no such secret: looking for them is much faster than the pattern.
    """

    kind: str
    signs: tuple[str, ...]
    pattern: re.Pattern[str]


_KEY_SIGNS = tuple(
    sorted(
        names("sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox AIza AKIA ASIA npm_ pypi- hf_ _live_ _test_ SG. eyJ")
    )
)

RULES: tuple[Rule, ...] = (
    Rule(
        "private key",
        ("PRIVATE KEY",),
        re.compile(
            r"(?P<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----.*?"
            r"(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z))",
            re.DOTALL,
        ),
    ),
    Rule(
        "AWS secret",
        ("AWS", "aws", "Aws"),
        re.compile(r"(?i)aws_?secret_?(?:access_?)?key[\"']?\s{0,9}[:=]\s{0,9}[\"']?(?P<secret>[A-Za-z0-9/+=]{30,})"),
    ),
    Rule(
        "API key",
        _KEY_SIGNS,
        re.compile(
            r"(?P<secret>(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}"
            r"|glpat-[\w-]{20,}|xox[abposr]-[A-Za-z0-9-]{10,}|AIza[\w-]{35}|(?:AKIA|ASIA)[0-9A-Z]{16}"
            r"|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}|hf_[A-Za-z0-9]{30,}|[srp]k_(?:live|test)_[A-Za-z0-9]{16,}"
            r"|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,}))"
        ),
    ),
    Rule(
        "bearer token",
        ("earer", "EARER", "asic", "ASIC"),
        re.compile(
            r"(?i)\b(?:bearer|authorization[\"']?\s{0,9}:\s{0,9}[\"']?basic)\s{1,9}"
            r"(?P<secret>[A-Za-z0-9._~+/=-]{12,})"
        ),
    ),
    Rule(
        "password in a URL",
        ("://",),
        re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"']{0,200}:(?P<secret>[^\s/@\"']{1,500})@"),
    ),
    Rule(
        "assigned secret",
        ("PASSW", "SECRET", "TOKEN", "KEY"),
        re.compile(
            r"\b[A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY)\s{0,3}=\s{0,3}[\"']?"
            r"(?P<secret>[^\s\"'$<`,;(){}\[\]]{8,})"
        ),
    ),
)

_SHORTEST = 8
"""No secret of any rule has fewer characters with what tells it."""

IDENTITIES = frozenset(
    {"uuid", "parentUuid", "logicalParentUuid", "leafUuid", "messageId", "sessionId", "requestId", "id", "tool_use_id"}
    | {"sourceToolAssistantUUID", "sourceToolUseID", "toolUseID", "parentToolUseID", "agentId", "signature"}
)
"""Members whose strings are names of things, compared with one another: never changed."""


class Redactor:
    """Takes secrets out of the values of one file.

    Attributes:
        counts: How many places were replaced, by kind.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._markers: dict[str, str] = {}

    def text(self, text: str) -> str:
        """The text without its secrets.

        >>> Redactor().text("Authorization: Bearer abcdefghijkl0123")
        'Authorization: Bearer [redacted: bearer token 1]'
        """
        if len(text) < _SHORTEST:
            return text
        for kind, signs, pattern in RULES:
            for sign in signs:
                if sign in text:
                    text = pattern.sub(partial(self._mark, kind), text)
                    break
        return text

    def value(self, value: object) -> object:
        """A JSON value without the secrets of its string leaves. Walks without recursion; the value is changed."""
        if isinstance(value, str):
            return self.text(value)
        waiting: list[dict[str, object] | list[object]] = [value] if isinstance(value, dict | list) else []
        while waiting:
            holder = waiting.pop()
            if isinstance(holder, dict):
                for name, held in holder.items():
                    holder[name] = held if name in IDENTITIES else self._held(held, waiting)
            else:
                holder[:] = [self._held(held, waiting) for held in holder]
        return value

    def _held(self, held: object, waiting: list[dict[str, object] | list[object]]) -> object:
        """A held value without secrets; a list or an object is put to those that wait for their turn."""
        if isinstance(held, dict | list):
            waiting.append(held)
        return self.text(held) if isinstance(held, str) else held

    def _mark(self, kind: str, found: re.Match[str]) -> str:
        secret = found["secret"]
        if secret.startswith("[redacted"):
            return found[0]
        self.counts[kind] += 1
        marker = self._markers.setdefault(secret, f"[redacted: {kind} {len(self._markers) + 1}]")
        start, end = found.span("secret")
        return found[0][: start - found.start()] + marker + found[0][end - found.start() :]
