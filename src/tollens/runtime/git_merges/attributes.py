# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118, PTH120
"""The lines of gitattributes that say which files are traces."""

import os
from collections.abc import Sequence

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime import files
from tollens.runtime.git import Repository

DEFAULT = ("*.trace.json",)
"""Names that traces have where none are given."""

_SETS = ("merge=tollens", "diff=tollens")


def line_of(pattern: str) -> str:
    r"""The line that makes the files of a pattern traces.

    Raises:
        MisuseError: Git takes no such pattern.

    >>> line_of("*.trace.json")
    '*.trace.json merge=tollens diff=tollens'
    >>> line_of("my traces/*")
    '"my traces/*" merge=tollens diff=tollens'
    """
    if not pattern.strip() or not pattern.isprintable():
        raise MisuseError(f"{pattern!r} is no pattern of files", "Write one as in .gitignore, such as 'traces/*.json'.")
    if pattern.startswith(("!", "[attr]")):
        raise MisuseError(f"git takes no pattern that begins like {pattern!r}", "Say which files are traces.")
    if any(character.isspace() for character in pattern) or pattern.startswith(('"', "#")):
        escaped = pattern.replace("\\", "\\\\").replace('"', '\\"')
        pattern = f'"{escaped}"'
    return " ".join((pattern, *_SETS))


def add(path: str, patterns: Sequence[str]) -> tuple[str, ...]:
    """Add the lines that are missing at the end, where they win; the lines.

    Raises:
        WorldError: The file cannot be read or written.
    """
    missing: list[str] = []

    def added(data: bytes) -> bytes:
        held = {tuple(line.split()) for line in os.fsdecode(data).splitlines()}
        missing.extend(line for line in map(line_of, patterns) if tuple(line.split()) not in held)
        end = b"" if not data or data.endswith(b"\n") else b"\n"
        return data + (end + os.fsencode("".join(f"{line}\n" for line in missing)) if missing else b"")

    if files.exists(path):
        files.rewrite(path, added)
        return tuple(missing)
    data = added(b"")
    files.make_folder(os.path.dirname(path))
    files.write(path, data)
    return tuple(missing)


def remove(path: str) -> tuple[str, ...]:
    """Take away the lines that `add` writes; the lines. A file that holds nothing else goes as well.

    Raises:
        WorldError: The file cannot be read or written.
    """
    if not files.exists(path):
        return ()
    gone: list[str] = []
    left: list[bytes] = []

    def cut(data: bytes) -> bytes:
        kept = []
        for line in data.splitlines(keepends=True):
            words = tuple(os.fsdecode(line).split())
            if words[-2:] == _SETS and not words[0].startswith("#"):
                gone.append(" ".join(words))
            else:
                kept.append(line)
        left.append(b"".join(kept))
        return left[0]

    files.rewrite(path, cut)
    if gone and not left[0].strip():
        files.remove(path)
    return tuple(gone)


def of_user(folder: str) -> str:
    """The file of attributes that a user has for all repositories."""
    from tollens.runtime.git import git

    asked = git(folder, "config", "--global", "--type=path", "--get", "core.attributesFile", fine=range(256))
    stated = os.fsdecode(asked.stdout).removesuffix("\n")
    if asked.status == 0 and stated:
        return stated
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")  # noqa: PTH111
    if not os.path.isabs(home):  # noqa: PTH117
        raise WorldError("it is not known where your settings are", "Set HOME, or core.attributesFile of git.")
    return os.path.join(home, "git", "attributes")


def traces_among(place: Repository, names: bytes) -> list[str]:
    """Those of some files of a repository that its attributes make traces.

    Args:
        place: The repository.
        names: Paths from the folder of `place`, each with a NUL behind it.
    """
    if not names:
        return []
    said = place.run("check-attr", "-z", "--stdin", "merge", stdin=names).stdout.split(b"\0")
    return [os.fsdecode(name) for name, value in zip(said[::3], said[2::3], strict=False) if value == b"tollens"]
