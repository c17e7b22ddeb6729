"""The part of the wiring that is about agents' sessions: where one lies, who reads it, which of several is meant."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollens.core.derive.record.account import CaptureReport
from tollens.core.errors import MisuseError, UnreadableError, WorldError
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins import sessions
from tollens.plugins.sessions.places import Around, stated
from tollens.runtime import chance, files
from tollens.runtime.latest import HEAD, Pattern, newest, project_folders, within
from tollens.runtime.sessions import Given, beside, given

SHORTEST_KEY = 16
"""Least bytes of a key that is given: fewer can be tried out."""

_TOLD = 20
"""Most sessions that a message lists."""


class Captured(NamedTuple):
    """A session as a trace, and the account of how it became one."""

    document: Document
    report: CaptureReport


def private(*, redact: bool = True, also: Sequence[str] = (), key_file: str | None = None) -> sessions.Privacy:
    """What a capture may keep of a session.

    Args:
        redact: Secrets are taken out.
        also: Kinds of secrets that are taken out on request.
        key_file: A file with the key that makes the same secret the same marker in every capture; else it is by chance.

    Raises:
        MisuseError: There is no such kind, or the key is too short to be one.
    """
    unknown = [kind for kind in also if kind not in sessions.ON_REQUEST]
    if unknown:
        raise MisuseError(
            f"{unknown[0]!r} is nothing that can be taken out on request", f"Give {' or '.join(sessions.ON_REQUEST)}."
        )
    key = chance.key() if key_file is None else files.read(key_file, limit=1 << 20).strip()
    if len(key) < SHORTEST_KEY:
        raise MisuseError(
            f"the key in {key_file!r} has fewer than {SHORTEST_KEY} bytes, which could be guessed",
            "Make one: openssl rand -hex 32 > FILE",
        )
    return sessions.Privacy(key, frozenset(also), redact)


def captures(name: str, format: str | None = None, privacy: sessions.Privacy | None = None) -> tuple[Captured, ...]:
    """A trace for each session of a file, of a folder, or of standard input.

    Args:
        name: Of the file or folder; `-` is standard input.
        format: Name of the session format; without it, the format is recognized.
        privacy: What may be kept; without it, as `private` has it.
    """
    return _captured(given(name, sessions.names_beside), name, format, privacy or private())


def captures_of(data: bytes, name: str, format: str | None = None) -> tuple[Captured, ...]:
    """As `captures`, of the file `name` that was read already; what lies beside it is read."""
    return _captured(beside(name, data, sessions.names_beside), name, format, private())


def _captured(found: Given, name: str, format: str | None, privacy: sessions.Privacy) -> tuple[Captured, ...]:
    parts = [sessions.Part(*each) for each in found.beside]
    made = sessions.captures(found.data, name=name, format=format, beside=parts, left=found.left, privacy=privacy)
    return tuple(Captured(Document.of(to_value(each.trace)), each.report) for each in made)


def latest(agent: str | None, folder: str, home: str, environment: Mapping[str, str]) -> str:
    """The file of the newest session of the project that a folder is in; of its other working trees, if it has none.

    Args:
        agent: The name of the agent's session format; without it, the agents whose places are known.
        folder: A folder of the project, absolute.
        home: The home folder of the person.
        environment: The variables that agents heed.

    Raises:
        WorldError: There is none; says where was looked.
        MisuseError: There is no such agent, or it is not known where it keeps sessions.
    """
    formats = sessions.placed(agent)
    looked: dict[str, None] = {}
    for folders in project_folders(folder, environment):
        places = [place for each in formats for place in each.places(Around(home, folders, environment))]
        looked |= dict.fromkeys(f"{place.folder}/{place.pattern}" for place in places)

        def fits(head: bytes, states: bool, folders: tuple[str, ...] = folders) -> bool:
            named = stated(sessions.beginning(head, HEAD))
            return within(named, folders) if named else not states

        found = newest([Pattern(*place) for place in places], fits) if folders else None
        if found is not None:
            return found
    names = " or ".join(each.name for each in formats)
    raise WorldError(
        f"no session of {names} is found for the project {folder!r}", f"Looked at: {', '.join(looked) or 'nothing'}"
    )


def only(found: Sequence[Captured], name: str) -> Captured:
    """The one session that is there.

    Raises:
        UnreadableError: There are several.
    """
    if len(found) == 1:
        return found[0]
    raise UnreadableError(
        f"{name} holds {len(found)} sessions, and each is a trace of its own: {_listed(found)}",
        "tollens capture --session ID takes one of them; --all -o FOLDER takes each.",
    )


def chosen(found: Sequence[Captured], session: str, name: str) -> Captured:
    """The session with this id, or with an id that begins so.

    Raises:
        MisuseError: There is none, or there are several.
    """
    exact = [each for each in found if each.report.session_id == session]
    fitting = exact or [each for each in found if session and each.report.session_id.startswith(session)]
    if len(fitting) == 1:
        return fitting[0]
    wrong = f"{len(fitting)} sessions begin with" if fitting else "there is no session"
    raise MisuseError(f"{name}: {wrong} {session[:100]!r}", f"In it: {_listed(fitting or found)}")


def _listed(found: Sequence[Captured]) -> str:
    names = ", ".join(each.report.session_id or "(without an id)" for each in found[:_TOLD])
    return names + (f" and {len(found) - _TOLD} more" if len(found) > _TOLD else "")


def file_names(found: Sequence[Captured]) -> list[str]:
    """A name of a file for each trace, by its id: plain, within the folder whatever the id, no two alike.

    Names are told apart without regard to case, as some systems do.
    """
    names: list[str] = []
    taken: set[str] = set()
    for each in found:
        stem = re.sub(r"[^A-Za-z0-9._-]", "-", str(each.document.trace.trace_id))[:120].lstrip(".") or "trace"
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(f"{name}.json")
    return names
