"""What an action works on: the files that its evidence and its request name (§8.2, §9.1)."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeGuard

from tollens.core.model.actions import KnownAction
from tollens.core.model.base import JsonObject
from tollens.core.model.evidence import Evidence, EvidenceType
from tollens.core.model.unrecognized import Kept
from tollens.core.policy.globs import matcher

_MEMBERS = ("target_path", "file_path", "path", "file", "notebook_path")

_FILE = EvidenceType.FileRef

_ODD = re.compile(r"[\\:#]|//|(?:^|/)\.(?:/|$)|/$")
"""What a path has that is not in its plain spelling."""

_LINES = re.compile(r"(?:#L?\d+(?:-L?\d+)?|:\d+(?:[-:]\d+)?)$")


@lru_cache(maxsize=1 << 16)
def file_name(path: str) -> str:
    r"""One spelling for a file, without the lines of it that are meant.

    >>> file_name("./src\\a.py:10-20"), file_name("src/a.py#L3"), file_name("a//b.py")
    ('src/a.py', 'src/a.py', 'a/b.py')
    """
    if not _ODD.search(path):
        return path
    plain = _LINES.sub("", path.replace("\\", "/"))
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    return ("/" if plain.startswith("/") else "") + "/".join(parts)


def files_of(action: KnownAction) -> tuple[str, ...]:
    """The files that an action names as what it works on, each once."""
    named = [item.ref_ for item in action.evidence if is_file(item)]
    if (request := getattr(action, "request", None)) is not None:  # which a gateway has not
        named += paths_of(request)
    return tuple(dict.fromkeys(map(file_name, named))) if named else ()


def is_file(item: Kept[Evidence]) -> TypeGuard[Evidence]:
    """Whether a piece of evidence names a file."""
    return type(item) is Evidence and item.typ is _FILE and item.ref_ != ""


def paths_of(request: JsonObject) -> list[str]:
    """The paths that a request names."""
    said = request.value
    return [path for member in _MEMBERS if isinstance(path := said.get(member), str) and path]


def may_name_more(action: KnownAction) -> bool:
    """Whether an action has evidence that could not be read, and may name a file or an exit code."""
    return not _READ.issuperset(map(type, action.evidence))


_READ = frozenset({Evidence})


def touches(files: Iterable[str], patterns: Iterable[str]) -> bool:
    """Whether one of the files matches one of the patterns.

    >>> touches(["src/payments/charge.py"], ["payments/"]), touches(["a/b"], ["*"])
    (True, False)
    """
    tests = [matcher(pattern) for pattern in patterns]
    return any(test(file) for file in files for test in tests)
