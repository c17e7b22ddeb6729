"""Screens: what a text must hold for a rule to find a secret in it, looked for at the speed of memory.

A screen finds a superset of what its rules find. It also judges records by their lines of JSON, where a quotation mark
stands behind a backslash. There are two ways to look:

- *one by one* (`searching`): a regular expression of the standard library for each screen, in one line or one text.
- *all at once* (`Sweep`): one pass over any number of lines for the plainest part of all that screens look for, by the
  library Hyperscan where it is installed. Only lines in which something was found are then looked at one by one.
"""

import importlib
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

SCREENS: dict[str, tuple[str, ...]] = {
    "b": (r"[b]earer[\\\s\"':=,]", r"[b]asic[\\\s]", r"mariad[b]", r"jd[b]c:oracle", r"at[b]b~[a-z0-9]{32}"),
    "c": (
        r"se[c]ret",
        r"[c]url\b",
        r"[c]redential",
        r"redis-[c]li",
        r"whse[c]_~[a-z0-9+/\\]{16}",
        r"dis[c]ord~[a-z]{0,3}\.com/api/webhooks/",
    ),
    "g": (
        r"[g]h[pousr]_~[a-z0-9]{30}",
        r"[g]ithub_pat_",
        r"[g]lpat-",
        r"[g]ldt-",
        r"[g]lrt-",
        r"[g]lptt-",
        r"[g]lsoat-",
        r"[g]lft-",
        r"[g]lcbt-",
        r"[g]lsa_",
        r"[g]lc_~[a-z0-9_+/=]{32}",
        r"fi[g]d_",
        r"[g]ocspx-",
        r"s[g]\.~[\w-]{16}",
        r"[?&;]si[g]=",
        r"[?&-]si[g]nature=",
        r"lo[g]in[\s\\]",
    ),
    "k": (
        r"to[k]en~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ :=,>}]",
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
        r"coo[k]ie~[\"'\\]{0,8}\s{0,3}[:,}]~[\"'\\\s:,}]",
        r"s[k]-~[a-z0-9_-]{20}",
        r"[srp][k]_live_",
        r"[srp][k]_test_",
        r"dc[k]r_pat_",
        r"hoo[k]s\.slack",
        r"gs[k]_~[a-z0-9]{40}",
        r"hcai[k]_",
        r"nra[k]-~[a-z0-9-]{27}",
        r"pma[k]-~[a-z0-9-]{27}",
        r"hr[k]u-~[a-z0-9-]{27}",
        r"[k]ey-~[a-f0-9]{32}",
        r"s[k]~[a-f0-9]{32}",
        r"[?&][k]ey=",
        r"_[k]ey=",
        r"preshared[k]ey",
        r"[k]ty[\\\"]",
    ),
    "p": (
        r"n[p]m_~[a-z0-9+/\\]{16}",
        r"sh[p]at_~[a-z0-9+/\\]{16}",
        r"sh[p]ca_~[a-z0-9+/\\]{16}",
        r"sh[p]pa_~[a-z0-9+/\\]{16}",
        r"sh[p]ss_~[a-z0-9+/\\]{16}",
        r"lin_a[p]i_~[a-z0-9+/\\]{16}",
        r"na[p]i_~[a-z0-9]{60}",
        r"nf[p]_~[a-z0-9]{36}",
        r"sb[p]_~[a-f0-9]{40}",
        r"[p]scale_",
        r"da[p]i~[a-f0-9]{32}",
        r"[p]ul-~[a-f0-9]{40}",
        r"sq0at[p]-",
        r"sq0cs[p]-",
        r"d[p]\.pt\.~[a-z0-9]{40}",
        r"d[p]\.st\.",
        r"o[p]s_ey",
        r"seed.[p]hrase",
        r"_[p]at=",
        r"ssh[p]ass",
        r"--[p]ass[=\s\\]",
        r"[p]assphrase",
        r"[p]ass~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ :=,>}]",
    ),
    "v": (
        r"h[v]s\.",
        r"h[v]b\.",
        r"h[v]r\.",
        r"do[op]_[v]1_",
        r"pri[v]ate.key",
        r"pri[v]ate-lines",
        r"atlas[v]1\.",
    ),
    "w": (r"pass[w]ord", r"pass[w]d", r"p[w]d~[\"'\\ ]{0,10}[:=,>}]~[\"'\\ :=,>}]"),
    "x": (
        r"[x]ox[abposr]-",
        r"[x]app-",
        r"[x]ai-~[a-z0-9]{60}",
        r"ppl[x]-",
        r"inde[x]\.docker\.io",
    ),
    "y": (
        r"[y]a29\.",
        r"p[y]pi-",
        r"m[y]sql",
        r"rub[y]gems_",
        r"sntr[y]s_",
        r"sntr[y]u_",
        r"fl[y]v1 fm2_",
        r"o[y]2~[a-z0-9]{43}",
    ),
    "z": (r"authori[z]ation~[\"'\\]{0,8}\s{0,3}[:,}]~[\"'\\\s:,}]",),
    "_": (
        r"hf[_]~[a-z0-9+/\\]{16}",
        r"ntn[_]~[a-z0-9]{40}",
        r"r8[_]~[a-z0-9]{37}",
        r"[_]auth~\s{0,2}=~[\s=]",
    ),
    "url": tuple(rf"[:]{slashes}~[^\s/@\"']{{0,700}}@" for slashes in ("//", r"\\/\\/", r"\\//", r"/\\/")),
    "A": (r"[A]TATT3", r"LT[A]I~[A-Za-z0-9]{16}", r"[A][KS]IA~[0-9A-Z]{16}", r"[A]Iza~[\w-]{35}", r":[A]A~[\w-]{32}"),
    "S": (r"-[S]", r"-[a-z][S]"),
    "J": (r"ey[J]~[\w-]{10,2000}+\.eyJ", r"ey[J]~[\w-]{10,2000}+\.[\w-]{10,2000}+\.[\w-]{10,100}+\."),
    "home": (r"/[h]ome/", r"[/\\][u]sers[/\\]", r"-[h]ome-", r"-[u]sers-"),
    "email": (r"[@]",),
}
"""What each screen looks for, in lower-case text; those with names in upper case in the text as it is.

The letter in brackets is looked for first, as rare a one as there is, because that is what a regular expression finds
at the speed of memory; what stands before it, which has one length, is asked for afterwards. A sweep looks for plain
letters out of what stands before the first `~`, with what stands behind a second `~`: the letters of which one must
follow. It has those because the first part alone is found often.
"""

NEEDED = {"url": "@", "email": "@"}
"""A letter without which a screen finds nothing, where it is rarer than the one that the screen begins with."""

ESCAPED = r"\\u00[2-7]"
"""A letter that need not be escaped: behind it a screen may not see what the string says."""

_PARTS = re.compile(r"(.*?)\[(.)\]([\w -]*)(.*)")
"""What stands before the letter, the letter, the plain letters behind it, and the rest."""


def searching(name: str) -> str:
    """A screen as a regular expression of the standard library.

    >>> searching("S")
    'S(?:(?:(?<=-S)|(?<=-[a-z]S)))'
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
    """Finds where one of several screens may find something, in any number of lines of JSON at once.

    Args:
        names: Of the screens.
    """

    def __init__(self, names: Iterable[str]) -> None:
        library: Any = importlib.import_module("hyperscan")
        rows = [(row, not name.isupper()) for name in names for row in SCREENS[name]] + [(ESCAPED, False)]
        self._sought = [each for row, fold in rows for each in _sought(row, fold)]
        self._database = library.Database()
        # Letters alone are made ready twenty times as fast as patterns are.
        self._database.compile(
            expressions=[re.escape(each.letters).encode() for each in self._sought],
            flags=[library.HS_FLAG_CASELESS if each.fold else 0 for each in self._sought],
        )

    def places(self, text: bytes) -> list[int]:
        """Where something was found, in order."""
        found: set[int] = set()

        def seen(number: int, start: int, end: int, flags: int, context: object) -> None:
            sought = self._sought[number]
            begin = end - sought.end
            if begin >= 0 and sought.pattern.match(text, begin):
                found.add(begin)

        self._database.scan(text, match_event_handler=seen)
        return sorted(found)


def sweep(names: Iterable[str]) -> Sweep | None:
    """A sweep for these screens; `None` where the library is not installed."""
    try:
        return Sweep(names)
    except ImportError:
        return None


class _Sought(NamedTuple):
    """What a sweep looks for.

    Attributes:
        letters: That it finds.
        end: Where they end in what the row of a screen finds.
        row: The row as a pattern of the standard library.
        fold: Whether letters in upper case are meant as well.
    """

    letters: str
    end: int
    row: str
    fold: bool

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """What must be found as well; `re` keeps what it compiled, and most sessions need none."""
        return re.compile(self.row.encode(), re.ASCII | (re.IGNORECASE if self.fold else 0))


_MOST = 40
"""Most ways in which the letters of a row may be written out."""

_LETTER = re.compile(r"\\(.)|\[([^\]]+)\]|(.)")
_RANGE = re.compile(r"\\(.)|(.)-(.)|(.)")


def _sought(row: str, fold: bool) -> list[_Sought]:
    """The letters of a row that a sweep looks for: the longest run that can be written out."""
    head, *rest = row.split("~")
    choices = [_choices(letter) for letter in _LETTER.finditer("".join([head, *rest[1:]]))]
    best, end = [""], 0
    for start in range(len(choices)):
        run = [""]
        for at, letters in enumerate(choices[start:], start + 1):
            if not 0 < len(run) * len(letters) <= _MOST:
                break
            run = [before + letter for before in run for letter in letters]
            if len(run[0]) > len(best[0]):
                best, end = run, at
    return [_Sought(letters, end, "".join([head, *rest[:1]]), fold) for letters in best]


def _choices(letter: re.Match[str]) -> str:
    """What a letter of a row may be, as far as that can be written out; else nothing."""
    escaped, listed, plain = letter.groups()
    if listed is None:
        return (_SPACES if escaped == "s" else "" if escaped == "b" else escaped) if escaped else plain.replace(".", "")
    return "".join(map(_listed, _RANGE.finditer(listed)))


_SPACES = " "
"""White space, of which a string of JSON holds no other kind but escaped."""


def _listed(each: re.Match[str]) -> str:
    """What a part of a listing of letters stands for."""
    escaped, first, last, plain = each.groups()
    if first:
        return "".join(map(chr, range(ord(first), ord(last) + 1)))
    return (_SPACES if escaped == "s" else escaped) if escaped else plain
