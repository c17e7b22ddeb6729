"""Secrets are taken out of what a session says before anything else sees it: string leaves only, by typed rules.

Each secret becomes a marker with its kind and a number; one secret has one marker within a file, so that equality
survives. Identities (uuids, call ids, commit hashes) are no secrets and stay.
"""

import re
from collections import Counter
from functools import partial
from typing import NamedTuple

from tollens.plugins.sessions.words import names


class SecretKind(NamedTuple):
    """A kind of secret. The group `secret` of the pattern is what is replaced.

    Attributes:
        signs: A text without any of these holds no such secret: looking for them is much faster than the pattern.
    """

    kind: str
    signs: tuple[str, ...]
    pattern: re.Pattern[str]


_KEY_SIGNS = tuple(
    sorted(
        names(
            "sk- ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xox xapp- AIza ya29. GOCSPX- AKIA ASIA npm_ pypi- hf_ "
            "_live_ _test_ whsec_ SG. eyJ dop_v1_ doo_v1_ shpat_ shpca_ shppa_ shpss_ hvs. dckr_pat_ lin_api_ :AA "
            "AGE-SECRET-KEY- hooks.slack.com/services/"
        )
    )
)

_NAMED = (
    "(?:password|passwd|passphrase|secret|api[_-]?key|auth[_-]?token|access[_-]?token|secret[_-]?key|private[_-]?key)"
)
_NAME_SIGNS = tuple(
    sorted(
        names(
            "passw Passw PASSW passphrase Passphrase PASSPHRASE secret Secret SECRET api_key api-key apikey apiKey "
            "ApiKey API_KEY API-KEY APIKEY auth_token auth-token authToken AUTH_TOKEN access_token access-token "
            "accessToken ACCESS_TOKEN private_key private-key privateKey PRIVATE_KEY"
        )
    )
)
_MIXED = r"(?=[^\s\"']{0,200}[0-9])(?=[^\s\"']{0,200}[A-Za-z])"
"""Letters and digits: what people choose as a secret, and words of code rarely are."""

KINDS: tuple[SecretKind, ...] = (
    SecretKind(
        "private key",
        ("PRIVATE KEY",),
        re.compile(
            r"(?P<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----.*?"
            r"(?:-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|\Z))",
            re.DOTALL,
        ),
    ),
    SecretKind(
        "private key",
        ("PRIVATE KEY",),
        re.compile(
            r"\A(?P<secret>(?:[ \t]*(?:\d{1,6}[\t→])?[A-Za-z0-9+/=]{1,80}[ \t\r]*\n){1,200}"
            r"[ \t]*(?:\d{1,6}[\t→])?-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)"
        ),
    ),
    SecretKind(
        "AWS secret",
        ("AWS", "aws", "Aws"),
        re.compile(r"(?i)aws_?secret_?(?:access_?)?key[\"']?\s{0,9}[:=]\s{0,9}[\"']?(?P<secret>[A-Za-z0-9/+=]{30,})"),
    ),
    SecretKind(
        "API key",
        _KEY_SIGNS,
        re.compile(
            r"(?P<secret>(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,}"
            r"|glpat-[\w-]{20,}|xox[abposr]-[A-Za-z0-9-]{10,}|AIza[\w-]{35}|(?:AKIA|ASIA)[0-9A-Z]{16}"
            r"|npm_[A-Za-z0-9]{36}|pypi-[\w-]{40,}|hf_[A-Za-z0-9]{30,}|[srp]k_(?:live|test)_[A-Za-z0-9]{16,}"
            r"|xapp-[A-Za-z0-9-]{10,}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,}|whsec_[A-Za-z0-9+/=]{20,}|do[op]_v1_[a-f0-9]{40,}"
            r"|shp(?:at|ca|pa|ss)_[A-Za-z0-9]{20,}|hvs\.[\w-]{20,}|dckr_pat_[\w-]{20,}|lin_api_[A-Za-z0-9]{30,}"
            r"|AGE-SECRET-KEY-1[A-Z0-9]{40,}|\d{8,10}:AA[\w-]{32,34}(?![\w-])"
            r"|hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}"
            r"|SG\.[\w-]{16,}\.[\w-]{16,}|eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,}))"
        ),
    ),
    SecretKind(
        "bearer token",
        ("earer", "EARER", "asic", "ASIC", "uthorization", "UTHORIZATION"),
        re.compile(
            r"(?i)\b(?:bearer|authorization[\"']?\s{0,9}:\s{0,9}[\"']?(?:basic|token))\s{1,9}"
            r"(?P<secret>[A-Za-z0-9._~+/=-]{12,})"
        ),
    ),
    SecretKind(
        "password in a URL",
        ("://",),
        re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"']{0,200}:(?P<secret>[^\s/\"']{1,500})@"),
    ),
    SecretKind(
        "token in a URL",
        ("://",),
        re.compile(r"://(?P<secret>[A-Za-z0-9_-]{20,500})(?=(?::[^\s/@\"']{0,500})?@)"),
    ),
    SecretKind(
        "header with a secret",
        ("-KEY", "-Key", "-key", "OKEN", "oken", "OOKIE", "ookie"),
        re.compile(
            r"(?i)\b(?:x-api-key|api-key|x-auth-token|private-token|set-cookie|cookie)[\"']?\s{0,3}:\s{0,3}[\"']?"
            r"(?P<secret>[^\s\"'$<]{12,})"
        ),
    ),
    SecretKind(
        "assigned secret",
        ("PASSW", "SECRET", "TOKEN", "KEY"),
        re.compile(
            r"\b[A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|(?:SECRET|PRIVATE|ACCESS|SIGNING|ENCRYPTION)_KEY)"
            r"(?:=|\s{0,3}=\s{0,3}(?=[\"']))(?:\"(?=[^\"\n$`]{6,}\")|'(?=[^'\n]{6,}'))?"
            r"(?P<secret>(?<=\")[^\"\n]+|(?<=')[^'\n]+|[^\s\"'$<`,;(){}\[\]]{6,}(?![\w([.]))"
        ),
    ),
    SecretKind(
        "assigned secret",
        _NAME_SIGNS,
        re.compile(
            rf"(?i){_NAMED}[\"']?\s{{0,3}}[:=]\s{{0,3}}[\"'](?P<secret>{_MIXED}[^\s\"'$<`(){{}}\[\]]{{8,500}})[\"']"
        ),
    ),
    SecretKind(
        "assigned secret",
        ("passw", "Passw", "PASSW", "secret", "Secret", "uthToken", "ccountKey"),
        re.compile(
            rf"(?:(?i:passw(?:or)?d|secret)\s{{0,1}}[:=]\s{{0,1}}|_authToken=|AccountKey=)"
            rf"(?P<secret>{_MIXED}[A-Za-z0-9_~+/=!@#%^&*-]{{8,500}})(?![.(\[\w])"
        ),
    ),
    SecretKind(
        "secret on a command line",
        ("--pass", "--token", "--api", "--secret", "--client", "curl", "machine"),
        re.compile(
            r"(?:--(?:password|passwd|token|api-?key|secret|client-secret|auth-token|access-token)(?:=|\s{1,3})[\"']?"
            r"|\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user)\s{0,3}[\"']?[^\s:\"']{1,100}:"
            r"|\bmachine\s{1,3}\S{1,200}\s{1,3}login\s{1,3}\S{1,200}\s{1,3}password\s{1,3})"
            r"(?P<secret>[^\s\"'$<`-][^\s\"'$<`]{5,500})"
        ),
    ),
)

_SHORTEST = 8
"""No secret of any rule has fewer characters with what tells it."""

IDENTITIES = frozenset(
    {"uuid", "parentUuid", "logicalParentUuid", "leafUuid", "messageId", "sessionId", "requestId", "id", "tool_use_id"}
    | {"sourceToolAssistantUUID", "sourceToolUseID", "toolUseID", "parentToolUseID", "agentId", "signature"}
    | {"projectHash", "sessionID", "messageID", "callID", "parentID", "projectID", "toolCallId"}
)
"""Members whose strings are names of things, compared with one another: not changed, save in what a tool was given."""

_GIVEN = frozenset({"input", "args", "arguments"})
"""The members that hold what a tool was given: any name may stand for anything there."""


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
        for kind, signs, pattern in KINDS:
            for sign in signs:
                if sign in text:
                    text = pattern.sub(partial(self._mark, kind), text)
                    break
        return text

    def value(self, value: object) -> object:
        """A JSON value without the secrets of its string leaves. Walks without recursion; the value is changed."""
        if isinstance(value, str):
            return self.text(value)
        waiting: list[tuple[dict[str, object] | list[object], bool]] = []
        if isinstance(value, dict | list):
            waiting.append((value, False))
        while waiting:
            holder, given = waiting.pop()
            if isinstance(holder, list):
                holder[:] = [self._held(held, given, waiting) for held in holder]
                continue
            members = list(holder.items())
            holder.clear()
            for name, held in members:
                kept = name in IDENTITIES and not given
                inner = given or name in _GIVEN
                holder[self.text(name)] = held if kept else self._held(held, inner, waiting)
        return value

    def _held(self, held: object, given: bool, waiting: list[tuple[dict[str, object] | list[object], bool]]) -> object:
        """A held value without secrets; a list or an object is put to those that wait for their turn."""
        if isinstance(held, dict | list):
            waiting.append((held, given))
        return self.text(held) if isinstance(held, str) else held

    def _mark(self, kind: str, found: re.Match[str]) -> str:
        secret = found["secret"]
        if secret.startswith("[redacted"):
            return found[0]
        self.counts[kind] += 1
        marker = self._markers.setdefault(secret, f"[redacted: {kind} {len(self._markers) + 1}]")
        start, end = found.span("secret")
        return found[0][: start - found.start()] + marker + found[0][end - found.start() :]
