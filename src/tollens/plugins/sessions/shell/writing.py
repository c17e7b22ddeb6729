"""The files that file commands surely write, move or delete, by their words; nothing is expanded or guessed."""

import re
from collections.abc import Callable
from typing import NamedTuple

from tollens.plugins.sessions.words import names

EXPANDED = re.compile(r"[*?\[$`{~]")
"""What the shell would still expand in a word."""

_SED_RUNS = re.compile(r"(?:^|[;{}/\d$\s])[wW]\s|(?:^|[;{}\d$])\s*e(?:\s|$)|/[gpiIm\d]*e[gpiIm\d]*(?:$|[;}\n])")
"""Parts of a script of `sed` that write another file or run a command."""

_PERL_REPLACES = re.compile(r"s([/|,#!])(?:(?!\1)[^\\@]|\\.)*\1(?:(?!\1)[^\\@$]|\\.|\$\d)*\1[gimsx]*;?")
"""A script of Perl that replaces and does nothing else."""


def is_plain(path: str) -> bool:
    """Whether a path is a path as it is written: the shell expands nothing in it."""
    return bool(path) and not EXPANDED.search(path)


def written_files(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that a command writes, moves or deletes if it succeeds; `None` where it may change others.

    >>> written_files(("mv", "a", "b", "lib")), written_files(("sed", "-i.old", "s/a/b/", "x"))
    (('a', 'b', 'lib/a', 'lib/b'), ('x', 'x.old'))
    >>> written_files(("rm", "*.pyc")), written_files(("make",))
    (None, None)
    """
    if words[:1] == ("git",):
        return _by_git(words)
    writer = _WRITERS.get(words[0])
    return None if writer is None else writer(words)


def operands(words: tuple[str, ...]) -> tuple[str, ...]:
    """The plain arguments of a file command: no options, nothing that the shell would still expand."""
    arguments = words[2:] if words[:1] == ("git",) else words[1:]
    return tuple(word for word in arguments if word and not word.startswith("-") and not EXPANDED.search(word))


def sources(words: tuple[str, ...]) -> tuple[str, ...]:
    """What `mv`, `git mv` and `cp` move or copy into the last of their operands.

    >>> sources(("git", "mv", "a", "b"))
    ('a',)
    """
    return operands(words)[:-1] if words[:1] in (("mv",), ("cp",)) or words[:2] == ("git", "mv") else ()


def _is_folder(path: str) -> bool:
    return path.endswith(("/", ".", ".."))


def _all_plain(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The operands of a command that changes each of them, if the shell expands none and none is a folder."""
    given = operands(words)
    wanted = [word for word in words[2 if words[0] == "git" else 1 :] if word and not word.startswith("-")]
    return given if given and len(given) == len(wanted) and not any(map(_is_folder, given)) else None


def _taken(words: tuple[str, ...], allowed: frozenset[str]) -> tuple[tuple[str, ...], str] | None:
    """What is moved or copied, and where to; `None` where an option says otherwise or the shell expands anything."""
    arguments = words[2:] if words[:1] == ("git",) else words[1:]
    options = [word for word in arguments if word.startswith("-") and word != "--"]
    given = operands(words)
    if (
        not allowed.issuperset(options)
        or len(given) < 2
        or len(given) + len(options) + ("--" in arguments) != len(arguments)
    ):
        return None
    *taken, to = given
    return None if any(map(_is_folder, taken)) else (tuple(taken), to)


_MOVING = names("-f -v -fv -vf --force --verbose -T -k")
_COPYING = names("-f -v -p -fv -pv --force --verbose --preserve -T")


def _landed(taken: tuple[str, ...], to: str) -> tuple[str, ...]:
    """Where files come to lie: several, or what is put before a slash, lie in a folder."""
    if len(taken) == 1 and not _is_folder(to):
        return (to,)
    return tuple(f"{to.rstrip('/')}/{each.rpartition('/')[2]}" for each in taken)


def _moved(words: tuple[str, ...]) -> tuple[str, ...] | None:
    found = _taken(words, _MOVING)
    return None if found is None else (*found[0], *_landed(*found))


def _copied(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that a copy makes, not one of a folder."""
    found = _taken(words, _COPYING)
    return None if found is None else _landed(*found)


class Replacing(NamedTuple):
    """A call of `sed` that changes files in place.

    Attributes:
        scripts: In order.
        files: As they are written.
        suffix: Of the file that keeps what was there before.
    """

    scripts: tuple[str, ...]
    files: tuple[str, ...]
    suffix: str = ""


def replacing(words: tuple[str, ...]) -> Replacing | None:
    """What `sed -i` is told to do; `None` where it changes nothing in place, or is told more than is read here.

    >>> replacing(("sed", "-i", "-e", "s/a/b/", "--", "x"))
    Replacing(scripts=('s/a/b/',), files=('x',), suffix='')
    """
    scripts: list[str] = []
    plain: list[str] = []
    suffix: str | None = None
    left = list(reversed(words[1:]))
    while left:
        word = left.pop()
        option = _SED_OPTION.fullmatch(word)
        if option is None:
            return None
        if option["rest"] is not None:
            plain += [*left[::-1]] if word == "--" else [word]
            left = [] if word == "--" else left
        elif option["script"] is not None or option["expression"] is not None:
            script = option["script"] or option["expression"] or (left.pop() if left else "")
            scripts.append(script)
        elif option["suffix"] is not None or option["kept"] is not None or word == "--in-place":
            suffix = option["suffix"] or option["kept"] or ""
            if left[-1:] == [""]:
                left.pop()  # what BSD and macOS want
    if suffix is None or (not scripts and not plain):
        return None
    return Replacing(tuple(scripts or plain[:1]), tuple(plain if scripts else plain[1:]), suffix)


_SED_OPTION = re.compile(
    r"(?P<rest>--|[^-].*|-)"
    r"|-[nErsuz]*(?:e(?P<script>.*)|i(?P<suffix>.*))?"
    r"|--expression=(?P<expression>.+)|--in-place(?:=(?P<kept>.*))?"
    r"|--(?:regexp-extended|quiet|silent|separate|unbuffered|null-data|posix|debug)",
    re.DOTALL,
)


def _edited(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that `sed -i SCRIPT FILE…` changes in place, and those that keep what was there."""
    found = replacing(words)
    if found is None or any(map(_SED_RUNS.search, found.scripts)) or not all(map(is_plain, found.files)):
        return None
    if not found.files or any(map(_is_folder, found.files)) or any(mark in found.suffix for mark in "*/"):
        return None
    kept = tuple(f"{path}{found.suffix}" for path in found.files) if found.suffix else ()
    return (*found.files, *kept)


def _perl(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that `perl -pi -e 's/…/…/' FILE…` changes in place."""
    if len(words) < 4 or not re.fullmatch(r"-(?:0(?:777)?)?(?:pi|p)", words[1]):
        return None
    rest = words[2:] if words[1].endswith("i") else words[3:] if words[2] == "-i" else ()
    if rest[:1] != ("-e",) or len(rest) < 3 or not _PERL_REPLACES.fullmatch(rest[1]):
        return None
    files = rest[2:]
    return (
        files
        if all(map(is_plain, files)) and not any(word.startswith("-") or _is_folder(word) for word in files)
        else None
    )


def _by_git(words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that `git rm`, `git mv`, `git checkout -- FILE…` and `git restore FILE…` change."""
    first, arguments = words[1] if len(words) > 1 else "", words[2:]
    if first == "rm":
        return _all_plain(words) if not names("-n --dry-run --cached").intersection(arguments) else None
    if first == "mv":
        return _moved(words)
    if first == "checkout" and "--" in arguments:
        at = arguments.index("--")
        files = arguments[at + 1 :] if at <= 1 and not any(word.startswith("-") for word in arguments[:at]) else ()
    elif first == "restore":
        options = [word for word in arguments if word.startswith("-")]
        files = arguments[len(options) :] if set(options) <= {"--worktree", "-W", "--"} else ()
        files = () if any(word.startswith("-") for word in files) else files
    else:
        return None
    return files if files and all(map(_is_named_file, files)) else None


def _is_named_file(path: str) -> bool:
    """Whether a path has an ending, so that it is no folder of sources."""
    return is_plain(path) and re.search(r"[^/.]\.\w+$", path) is not None


_WRITERS: dict[str, Callable[[tuple[str, ...]], tuple[str, ...] | None]] = {
    "rm": _all_plain,
    "rmdir": _all_plain,
    "unlink": _all_plain,
    "mv": _moved,
    "tee": _all_plain,
    "touch": _all_plain,
    "cp": _copied,
    "sed": _edited,
    "gsed": _edited,
    "perl": _perl,
}
