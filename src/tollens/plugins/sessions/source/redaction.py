"""Secrets are taken out of what a session says before anything else sees it: string leaves only, by typed rules.

Each secret becomes a marker with its kind and a tag, which is the same for the same secret, so that equality survives.
The tag is computed with a key: who does not have it can neither guess a secret nor confirm a guess. Signatures and
images stay as they are, and no rule finds ids, digests or hashes of commits.
"""

import copy
import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Callable, Collection
from functools import cached_property, partial

import orjson

from tollens.plugins.sessions.source.screens import ESCAPED, NEEDED, SCREENS, Sweep, searching, sweep
from tollens.plugins.sessions.source.secrets import KEY_BODY, ON_REQUEST, RULES, SECRET_NAME, Rule

_SHORTEST = 8
"""No secret of any rule has fewer characters with what tells it, save those on request."""

_LONGEST_MEMBER = 600
"""Most characters of a string that is judged together with the name of its member."""

_TAG = 10
"""Hexadecimal digits of a tag: enough to tell the secrets of many captures apart."""

_OPAQUE = frozenset({"signature", "thoughtSignature", "thought_signature", "encrypted_content"})
"""Members that hold signatures and ciphertexts: changed, they would be worth nothing."""

_KEYS, _VALUES = ("key", "name"), frozenset({"value", "stringValue", "string_value"})
"""Members of an object that is a pair: its name, and its value, which is judged by that name."""

_PASSWORD_NAME = re.compile(r"(?a)(?:(?:^|[_.-])(?i:password|passwd|passphrase)|(?<=[a-z])(?:Password|Passphrase))$")
_PASSWORD = re.compile(
    r"(?!(?i:string|text|password|passwd|passphrase|required|optional|hidden|input|null|none|true|false|undefined)\Z)"
    r"[^\s$<{\[*.%][^\s*]{3,199}"
)
"""A member that is a password by its name alone, and what may be one: no word of a form, and no variable."""

_ESCAPED = re.compile(ESCAPED.encode())

SWEPT = 500_000
"""Bytes from which on a sweep is worth the time that its library takes to load."""

_KEY_EDGE = r"-----? ?(BEGIN|END) [A-Z0-9 ]{0,30}PRIVATE KEY"
_KEY_LINE = rf"{KEY_BODY}*"


class Redactor:
    """Takes secrets out of the values of one session.

    Args:
        key: What tags are computed with; without one they are numbers in the order of appearance.
        also: Kinds on request: `home`, `email`.
        off: Nothing is taken out.
        swept: How many bytes a file has at least that is swept over before it is looked at line by line.

    Attributes:
        off: Nothing is taken out.
        counts: How many places were replaced, by kind.
    """

    def __init__(self, key: bytes = b"", also: Collection[str] = (), off: bool = False, swept: int = SWEPT) -> None:
        self.off = off
        self.counts: Counter[str] = Counter()
        self._key = key
        self._markers: dict[str, str] = {}
        wanted = [] if off else [rule for rule in RULES if rule.kind not in ON_REQUEST or rule.kind in also]
        self._shortest = 1 if set(also) & set(ON_REQUEST) else _SHORTEST
        self._swept = swept
        self._sweep: Sweep | None = None
        self._wanted = {name: rules for name in SCREENS if (rules := [rule for rule in wanted if name in rule.screens])}

    @cached_property
    def _screens(self) -> list[tuple[bool, Callable[[str], object], list[Rule]]]:
        """For each screen whether it looks at texts as they are, how it looks, and its rules."""
        return [
            (name.isupper(), re.compile(searching(name), re.ASCII).search, rules)
            for name, rules in self._wanted.items()
        ]

    @cached_property
    def _secret_name(self) -> Callable[[str], object]:
        """Tells names of members whose strings are judged together with the name."""
        return re.compile(SECRET_NAME).search

    @cached_property
    def _quick(self) -> list[tuple[bool, Callable[[bytes], object]]]:
        """For each screen whether it looks at lines as they are, and how it looks."""
        return [
            (name.isupper(), _quick(searching(name).encode(), NEEDED.get(name, "").encode())) for name in self._wanted
        ]

    def again(self) -> "Redactor":
        """One that takes out the same, for what was counted already."""
        same = copy.copy(self)
        same.counts = Counter()
        return same

    def places(self, text: bytes, whole: int) -> list[int] | None:
        """Where lines of JSON may hold secrets, in order; `None` if that is found out line by line.

        Args:
            text: The lines.
            whole: How many bytes there are in all: of few, nothing is gained.
        """
        if self.off or whole < self._swept:
            return [] if self.off else None
        if self._sweep is None:
            self._sweep = sweep(self._wanted)
        return None if self._sweep is None else self._sweep.places(text)

    def suspects(self, line: bytes) -> bool:
        """Whether a line of JSON may hold a secret: if not, none of its strings is looked at."""
        lower = line.lower()
        for as_it_is, search in self._quick:
            if search(line if as_it_is else lower):
                return True
        return not self.off and _ESCAPED.search(line) is not None

    def text(self, text: str) -> str:
        """The text without its secrets.

        >>> Redactor().text("Authorization: Bearer abcdefghijkl0123")
        'Authorization: Bearer [redacted:bearer-token:1]'
        """
        if len(text) < self._shortest or self._is_clear(text):
            return text
        lower = text.lower()
        found = {
            rule for as_it_is, search, rules in self._screens if search(text if as_it_is else lower) for rule in rules
        }
        for rule in RULES if found else ():
            if rule in found and rule.needs in lower:
                text = rule.pattern.sub(partial(self._mark, rule.kind), text)
        return text

    def _is_clear(self, text: str) -> bool:
        """Whether a sweep, where there is one, finds nothing in a text of ASCII on one line, as it knows no others."""
        return (
            self._sweep is not None and text.isascii() and text.isprintable() and not self._sweep.places(text.encode())
        )

    def value(self, value: object) -> object:
        """A JSON value without the secrets of its string leaves. Walks without recursion; the value is changed."""
        if isinstance(value, str):
            return self.text(value)
        waiting: list[tuple[dict[str, object] | list[object], str]] = []
        if isinstance(value, dict | list) and not self.off:
            waiting.append((value, ""))
        while waiting:
            holder, named = waiting.pop()
            if isinstance(holder, list):
                holder[:] = self._listed(holder, named, waiting)
                continue
            members = list(holder.items())
            image = _holds_image(holder)
            named = next((str(holder[key]) for key in _KEYS if isinstance(holder.get(key), str)), named)
            holder.clear()
            for name, held in members:
                told = named if name in _VALUES and named else name
                if isinstance(held, dict | list):
                    waiting.append((held, told))
                elif isinstance(held, str) and name not in _OPAQUE and not (image and name == "data"):
                    held = self._member(told, held)
                holder[self.text(name)] = held
        return value

    def _listed(
        self, held: list[object], named: str, waiting: list[tuple[dict[str, object] | list[object], str]]
    ) -> list[object]:
        """The elements of a list without secrets; a private key may go over many of them, a line in each."""
        kept: list[object] = []
        inside = False
        for element in held:
            if isinstance(element, dict | list):
                waiting.append((element, ""))
            if not isinstance(element, str):
                kept.append(element)
                continue
            edges = re.findall(_KEY_EDGE, element) if inside or "PRIVATE KEY" in element else []
            inside = inside and re.fullmatch(_KEY_LINE, element, re.ASCII) is not None
            kept.append(self._marker("private key", element) if inside else self._member(named, element))
            inside = edges[-1] == "BEGIN" if edges else inside
        return kept

    def _member(self, name: str, held: str) -> str:
        """A string without its secrets, its name taken into account: `"password": "…"`."""
        if len(held) <= _LONGEST_MEMBER and self._secret_name(name):
            before = f'"{name}": "'
            told = self.text(f'{before}{held}"')
            if told.startswith(before):
                cleaned = told[len(before) : -1]
                password = cleaned == held and _PASSWORD_NAME.search(name) and _PASSWORD.fullmatch(held)
                return self._marker("assigned secret", held) if password else cleaned
        return self._within(held) if held[:1] in ("{", "[") and "\\" in held else self.text(held)

    def _within(self, text: str) -> str:
        """A text without secrets that may be JSON: what stands escaped in that is looked at as what it means."""
        try:
            inner = orjson.loads(text)
            before = self.counts.total()
            told = orjson.dumps(self.value(inner)).decode()
        except (orjson.JSONDecodeError, orjson.JSONEncodeError):
            return self.text(text)
        return told if self.counts.total() > before else text

    def _mark(self, kind: str, found: re.Match[str]) -> str:
        secret = found["secret"]
        if secret.startswith("[redacted"):
            return found[0]
        start, end = found.span("secret")
        return found[0][: start - found.start()] + self._marker(kind, secret) + found[0][end - found.start() :]

    def _marker(self, kind: str, secret: str) -> str:
        """What stands for a secret."""
        self.counts[kind] += 1
        known = self._markers.get(secret)
        if known is None:
            number = str(len(self._markers) + 1)
            tag = hmac.new(self._key, secret.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:_TAG]
            known = f"[redacted:{kind.replace(' ', '-')}:{tag if self._key else number}]"
            self._markers[secret] = known
        return known


def _quick(screen: bytes, needed: bytes) -> Callable[[bytes], object]:
    """What looks through a line for a screen; only where it has the letters that are needed, if any are."""
    search = re.compile(screen, re.ASCII).search
    return (lambda line: needed in line and search(line)) if needed else search


def _holds_image(holder: dict[str, object]) -> bool:
    """Whether the data of an object are an image or the like, and no text."""
    stated = holder.get("media_type", holder.get("mimeType"))
    return isinstance(stated, str) and not stated.startswith("text/")
