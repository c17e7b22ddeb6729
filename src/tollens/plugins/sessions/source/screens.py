"""Screens: what a text must hold for a rule to find a secret in it, looked for at the speed of memory.

A screen finds a superset of what its rules find. It also judges records by their lines of JSON, where a quotation mark
stands behind a backslash. There are two ways to look:

- *one by one* (`searching`): a regular expression of the standard library for each screen, in one line or one text.
- *all at once* (`Sweep`): one pass over any number of lines for everything that a screen begins with, by the library
  Hyperscan where it is installed. Only lines in which something was found are then looked at one by one.
"""

import importlib
import re
from collections.abc import Iterable
from typing import Any

SCREENS: dict[str, tuple[str, ...]] = {
    "b": (r"[b]earer[\\\s\"':=,]", r"[b]asic[\\\s]", r"mariad[b]"),
    "c": (r"se[c]ret", r"[c]url\b", r"[c]redential"),
    "g": (
        r"[g]h[pousr]_~[a-z0-9]{30}",
        r"[g]ithub_pat_",
        r"[g]lpat-",
        r"[g]ocspx-",
        r"s[g]\.~[\w-]{16}",
        r"[?&;]si[g]=",
        r"[?&-]si[g]nature=",
        r"lo[g]in[\s\\]",
    ),
    "k": (
        r"to[k]en~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ ]*[:=,>}]",
        r"[ -]to[k]en[\s\"'\\]",
        r"api[k]ey",
        r"api.[k]ey",
        r"private[k]ey",
        r"private.[k]ey",
        r"access[k]ey",
        r"access.[k]ey",
        r"signing.[k]ey",
        r"encryption.[k]ey",
        r"account[k]ey",
        r"coo[k]ie~[\"'\\]{0,8}\s{0,3}[:,}]~[\"'\\]*\s*[:,}]",
        r"s[k]-~[a-z0-9_-]{20}",
        r"[srp][k]_live_",
        r"[srp][k]_test_",
        r"dc[k]r_pat_",
        r"hoo[k]s\.slack",
    ),
    "p": (r"ssh[p]ass", r"--[p]ass[=\s\\]", r"[p]assphrase", r"[p]ass~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ ]*[:=,>}]"),
    "v": (r"h[v]s\.", r"do[op]_[v]1_", r"pri[v]ate key"),
    "w": (r"pass[w]ord", r"pass[w]d", r"p[w]d~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ ]*[:=,>}]"),
    "x": (r"[x]ox[abposr]-", r"[x]app-"),
    "y": (r"[y]a29\.", r"p[y]pi-", r"m[y]sql"),
    "_": (
        r"npm[_]~[a-z0-9+/\\]{16}",
        r"hf[_]~[a-z0-9+/\\]{16}",
        r"whsec[_]~[a-z0-9+/\\]{16}",
        r"shpat[_]~[a-z0-9+/\\]{16}",
        r"shpca[_]~[a-z0-9+/\\]{16}",
        r"shppa[_]~[a-z0-9+/\\]{16}",
        r"shpss[_]~[a-z0-9+/\\]{16}",
        r"lin_api[_]~[a-z0-9+/\\]{16}",
        r"[_]auth~\s{0,2}=~\s*=",
    ),
    "url": (r"[:]\\?/\\?/~[^\s/@\"']{0,700}@",),
    "A": (r"[A][KS]IA~[0-9A-Z]{16}", r"[A]Iza~[\w-]{35}", r":[A]A~[\w-]{32}"),
    "S": (r"-[S]", r"-[a-z][S]"),
    "J": (r"ey[J]~[\w-]{10,2000}+\.eyJ",),
    "home": (r"/[h]ome/", r"[/\\][u]sers[/\\]", r"-[h]ome-", r"-[u]sers-"),
    "email": (r"[@]",),
}
"""What each screen looks for, in lower-case text; those with names in upper case in the text as it is.

The letter in brackets is looked for first, as rare a one as there is, because that is what a regular expression finds
at the speed of memory; what stands before it, which has one length, is asked for afterwards. A sweep looks for what
stands before a `~`, because long repetitions cost it much: the rest is asked for where that was found, or, where that
is found often, it looks for what stands behind a second `~` as well instead.
"""

NEEDED = {"url": "@", "email": "@"}
"""A letter without which a screen finds nothing, where it is rarer than the one that the screen begins with."""

ESCAPED = r"\\u00[2-7]"
"""A letter that need not be escaped: behind it a screen may not see what the string says."""

_PARTS = re.compile(r"(.*?)\[(.)\]([\w -]*)(.*)")
"""What stands before the letter, the letter, the plain letters behind it, and the rest."""


def searching(name: str) -> str:
    """A screen as a regular expression of the standard library.

    >>> searching("x")
    'x(?:ox(?:[abposr]-)|app-)'
    """
    found: dict[str, dict[str, list[str]]] = {}
    for row in SCREENS[name]:
        parts = _PARTS.fullmatch("".join(row.split("~")[:2]))
        assert parts is not None
        before, letter, run, rest = parts.groups()
        behind = f"(?<={before}{letter}{run})" if before else ""
        found.setdefault(letter, {}).setdefault(run, []).append(behind + rest)
    letters = (
        letter + _either(run + (_either(rests) if rests != [""] else "") for run, rests in runs.items())
        for letter, runs in found.items()
    )
    return "|".join(letters)


def _either(choices: Iterable[str]) -> str:
    listed = list(choices)
    return listed[0] if listed == [""] else f"(?:{'|'.join(listed)})"


class Sweep:
    """Finds where one of several screens may find something, in any number of lines at once.

    Args:
        names: Of the screens.
    """

    def __init__(self, names: Iterable[str]) -> None:
        library: Any = importlib.import_module("hyperscan")
        rows = [(row, not name.isupper()) for name in names for row in SCREENS[name]] + [(ESCAPED, False)]
        self._rests = [_rest(row, fold) for row, fold in rows]
        self._database = library.Database()
        self._database.compile(
            expressions=[_rough(row).encode() for row, _ in rows],
            flags=[library.HS_FLAG_DOTALL | (library.HS_FLAG_CASELESS if fold else 0) for _, fold in rows],
        )

    def places(self, text: bytes) -> list[int]:
        """Where something was found: positions of last bytes, in order."""
        ends: set[int] = set()

        def found(number: int, start: int, end: int, flags: int, context: object) -> None:
            rest = self._rests[number]
            if rest is None or rest.match(text, end):
                ends.add(end - 1)

        self._database.scan(text, match_event_handler=found)
        return sorted(ends)


def sweep(names: Iterable[str]) -> Sweep | None:
    """A sweep for these screens; `None` where the library is not installed."""
    try:
        return Sweep(names)
    except ImportError:
        return None


def _rough(row: str) -> str:
    """A row of a screen as a sweep looks for it."""
    plain = _PARTS.sub(r"\1\2\3\4", row)
    whole, *rest = plain.split("~")
    return whole + (rest[1] if len(rest) == 2 else "")


def _rest(row: str, fold: bool) -> re.Pattern[bytes] | None:
    """What has to follow where a sweep found the beginning of a row; `None` where it found all that it looks for."""
    parts = row.split("~")
    return re.compile(parts[1].encode(), re.ASCII | (re.IGNORECASE if fold else 0)) if len(parts) == 2 else None
