"""The part of the wiring that is about agents' sessions: where one lies, who reads it, which of several is meant."""

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from tollens.core.derive.record.account import CaptureReport
from tollens.core.errors import MisuseError, UnreadableError, WorldError
from tollens.core.model import Trace
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins import sessions
from tollens.plugins.sessions.places import Around, stated
from tollens.runtime import chance, databases, files, session_databases, spooling
from tollens.runtime.collector import paused
from tollens.runtime.links import links_in
from tollens.runtime.sessions import Given, beside, given, transcripts

if TYPE_CHECKING:
    from tollens.runtime.latest import Newest

LARGE = 1 << 25
"""Bytes from which on a file is read piece by piece: below that, reading it once as a whole is faster."""

PACKED = 1 << 22
"""Bytes from which on a compressed file is: much more may come out of it."""

PIECEMEAL = 1 << 20
"""Bytes from which on a plain file whose values are kept is: it is never there as a whole beside them."""

_HEAD = 8
"""How many bytes show whether a file is compressed."""

SHORTEST_KEY = 16
"""Least bytes of a key that is given: fewer can be tried out."""

_TOLD = 20
"""Most sessions that a message lists."""


Privacy = sessions.Privacy
Links = sessions.Links
NO_LINKS = Links()


def links_of(folder: str | None) -> Links:
    """The links of a project's folder as they are now; none where no folder is given.

    Raises:
        WorldError: It is no folder.
    """
    return NO_LINKS if folder is None else links_in(folder)


class Captured(NamedTuple):
    """A session as a trace, the account of how it became one, and what it was called."""

    trace: Trace
    report: CaptureReport
    name: str

    @property
    def document(self) -> Document:
        """The trace as a document, made anew each time."""
        return Document.of(to_value(self.trace))


def private(
    *,
    redact: bool = True,
    also: Sequence[str] = (),
    key_file: str | None = None,
    content: Literal["full", "digest"] = "full",
) -> Privacy:
    """What a capture may keep of a session.

    Args:
        redact: Secrets are taken out.
        also: Kinds of secrets that are taken out on request.
        key_file: A file with the key that makes the same secret the same marker in every capture; else it is by chance.
        content: What becomes of texts, outputs, patches and contents of files.

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
    return Privacy(key, frozenset(also), redact, content)


class Origin(NamedTuple):
    """Something that holds one session or several, and that was not read yet.

    Attributes:
        name: What to call it in messages.
        read: How it is read.
        label: What tells it from others in the name of a file.
        session_id: The session that it says to hold; empty where it says nothing.
        path: Of a file that can be read piece by piece; empty where there is none.
        told: Is given how much of the work is done, in hundredths.
        about: What else tells it from others to a person.
        looks: Whether it looks like a session that no other one started; asked only where one of several is meant.
    """

    name: str
    read: Callable[[], Given]
    label: str = ""
    session_id: str = ""
    path: str = ""
    told: Callable[[int], None] = lambda percent: None
    about: str = ""
    looks: Callable[[], bool] = lambda: True


def file_origin(name: str, told: Callable[[int], None] = lambda percent: None) -> Origin:
    """A file, a folder, or for `-` standard input; `told` as in `Origin`."""
    path = name if files.is_plain(name) else ""
    return Origin(name, lambda: given(name, sessions.names_beside), path=path, told=told)


def file_origins(name: str, told: Callable[[str], Callable[[int], None]]) -> list[Origin]:
    """A file, a folder that is a session, each session file right in a folder, or each session of a database.

    Args:
        name: Of the file or folder; `-` for standard input.
        told: For a name, what is given how much of the work is done.
    """
    if databases.is_database(name):
        return [
            Origin(f"{name}:{each.identity}", each.read, session_id=each.identity, about=each.about)
            for each in session_databases.held_in(name)
        ]
    inside = transcripts(name) if files.is_folder(name) else []
    if not inside:
        return [file_origin(name, told(name))]
    return [_in_folder(path, told(path)) for path in inside]


def _in_folder(path: str, told: Callable[[int], None]) -> Origin:
    """A file of a folder of sessions."""

    def looks() -> bool:
        from tollens.runtime.latest import HEAD

        return sessions.begins_a_session(files.head(path, HEAD))

    return file_origin(path, told)._replace(session_id=sessions.stem(path), looks=looks)


def git_origins(where: str, folder: str) -> list[Origin]:
    """What a text `REF`, `REF:PATH` or `REF:CHECKPOINT` means in the repository that a folder is in.

    Raises:
        MisuseError: It means nothing there.
    """
    from tollens.runtime.git_sessions import stored

    return [
        Origin(each.name, each.read, each.label, each.session_id)
        for each in stored(folder, where, sessions.names_beside)
    ]


def captures(
    origin: Origin, format: str | None = None, privacy: Privacy | None = None, links: Links = NO_LINKS
) -> tuple[Captured, ...]:
    """A trace for each session that is there.

    Args:
        origin: Where.
        format: Name of the session format; without it, the format is recognized.
        privacy: What may be kept; without it, as `private` has it.
        links: The links of the project, as `links_of` finds them.
    """
    terms = privacy or private()
    with contextlib.ExitStack() as held:  # without contents, a session of any size takes little memory
        found = _kept(origin, held) if terms.content == "full" else _large(origin, held)
        return _captured(found or origin.read(), origin.name, format, terms, links)


def _large(origin: Origin, held: contextlib.ExitStack) -> Given | None:
    """A session that is read piece by piece; `None` for a small one that was not read yet, or where none can be so."""
    file: files.Stored
    if origin.name == files.STANDARD:
        beginning, rest = spooling.standard_input(LARGE)
        if not _is_large(beginning, len(beginning)):
            return Given(beginning)
        file = spooling.Spooled(origin.name, spooling.whole(beginning, rest), origin.told)
        found = Given(held.enter_context(file))
    elif origin.path and _is_large(files.head(origin.path, _HEAD), files.size(origin.path)):
        file = held.enter_context(files.Stored(origin.path, origin.told))
        found = beside(origin.path, file, sessions.names_beside)
    else:
        return None
    packed = sessions.unpacked(
        file, lambda chunks: held.enter_context(spooling.Spooled(origin.name, chunks, origin.told))
    )
    return found if packed is None else found._replace(data=packed)


def _kept(origin: Origin, held: contextlib.ExitStack) -> Given | None:
    """A plain file of some size that is read but once, piece by piece; `None` for any other session."""
    if not origin.path or not PIECEMEAL <= files.size(origin.path) <= files.MAX_BYTES:
        return None
    file = held.enter_context(files.Stored(origin.path))
    return None if sessions.is_packed(file.at(0, _HEAD)) else beside(origin.path, file, sessions.names_beside)


def _is_large(head: bytes, size: int) -> bool:
    return size >= (PACKED if sessions.is_packed(head) else LARGE)


def captures_of(data: bytes, name: str, format: str | None = None) -> tuple[Captured, ...]:
    """As `captures`, of the file `name` that was read already; what lies beside it is read."""
    return _captured(beside(name, data, sessions.names_beside), name, format, private())


def _captured(
    found: Given, name: str, format: str | None, privacy: Privacy, links: Links = NO_LINKS
) -> tuple[Captured, ...]:
    with paused():
        made = sessions.captures(
            found.data,
            name=name,
            format=format,
            beside=[sessions.Part(*each) for each in found.beside],
            left=found.left,
            commit=found.commit,
            notes=found.notes,
            privacy=privacy,
            links=links,
        )
    return tuple(Captured(each.trace, each.report, name) for each in made)


def latest(agent: str | None, folder: str, home: str, environment: Mapping[str, str]) -> "Newest":
    """The newest session of the project that a folder is in; of its other working trees, if it has none.

    Args:
        agent: The name of the agent's session format; without it, the agents whose places are known.
        folder: A folder of the project, absolute.
        home: The home folder of the person.
        environment: The variables that agents heed.

    Raises:
        WorldError: There is none; says where was looked.
        MisuseError: There is no such agent, or it is not known where it keeps sessions.
    """
    from tollens.runtime.latest import HEAD, Pattern, newest, project_folders, within  # it starts git

    formats = sessions.placed(agent)
    looked: dict[str, None] = {}
    for folders in project_folders(folder, environment):
        places = [place for each in formats for place in each.places(Around(home, folders, environment))]
        looked |= dict.fromkeys(f"{place.folder}/{place.pattern}" for place in places)

        def fits(head: bytes, pattern: Pattern, folders: tuple[str, ...] = folders) -> bool:
            text = sessions.beginning(head, HEAD)
            if pattern.unless and re.search(pattern.unless, text):
                return False
            if pattern.holds:
                return re.search(pattern.holds, text) is not None
            named = stated(text)
            return within(named, folders) if named else not pattern.states

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
        f"{name} holds {len(found)} sessions, and each is a trace of its own: {_ids(found)}",
        "tollens capture --session ID takes one of them; --all -o FOLDER takes each.",
    )


def chosen(
    origins: Sequence[Origin], session: str | None, format: str | None, privacy: Privacy, links: Links = NO_LINKS
) -> Captured:
    """The one session that is meant.

    Args:
        origins: What may hold it.
        session: Its id, or how that begins; `None` where there is but one.
        format: The name of the session format.
        privacy: What may be kept.
        links: The links of the project, as `links_of` finds them.

    Raises:
        MisuseError: No session has this id, or several have.
        UnreadableError: There are several, and none is named.
    """
    if len(origins) == 1:
        found = captures(origins[0], format, privacy, links)
        return only(found, origins[0].name) if session is None else _named(found, session, origins[0].name)
    if session is None:
        likely = [each for each in origins if each.looks()]
        if len(likely) == 1:
            return only(captures(likely[0], format, privacy, links), likely[0].name)
        if not likely:
            raise UnreadableError(
                f"{len(origins)} files are there, and none looks like a session: "
                f"{_listed([each.name for each in origins])}",
                "Name the file that is one.",
            )
        origins = likely
    told = list(map(_told, origins))
    if session is None:
        raise UnreadableError(
            f"{len(origins)} sessions are there, and each is a trace of its own: {_listed(told)}",
            "tollens capture --session ID takes one of them; --all -o FOLDER takes each. A file has a path, too.",
        )
    fitting = [each for each in origins if each.session_id == session]
    fitting = fitting or [each for each in origins if session and each.session_id.startswith(session)]
    if len(fitting) != 1:
        wrong = f"{len(fitting)} of the sessions begin with" if fitting else "none of the sessions begins with"
        listed = _listed(list(map(_told, fitting)) or told)
        raise MisuseError(f"{wrong} {session[:100]!r}", f"They are: {listed}")
    found = captures(fitting[0], format, privacy, links)
    return found[0] if len(found) == 1 else _named(found, session, fitting[0].name)


def _named(found: Sequence[Captured], session: str, name: str) -> Captured:
    exact = [each for each in found if each.report.session_id == session]
    fitting = exact or [each for each in found if session and each.report.session_id.startswith(session)]
    if len(fitting) == 1:
        return fitting[0]
    wrong = f"{len(fitting)} sessions begin with" if fitting else "there is no session"
    raise MisuseError(f"{name}: {wrong} {session[:100]!r}", f"In it: {_ids(fitting or found)}")


def _told(origin: Origin) -> str:
    """A session as a message lists it."""
    return f"{origin.label} {origin.session_id}".strip() + (f" ({origin.about})" if origin.about else "")


def _ids(found: Sequence[Captured]) -> str:
    return _listed([each.report.session_id or "(without an id)" for each in found])


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_TOLD]) + (f" and {len(names) - _TOLD} more" if len(names) > _TOLD else "")


class FileNames:
    """Names of files for traces: plain, within the folder whatever the id, no two alike.

    Names are told apart without regard to case, as some systems do.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def of(self, label: str, trace_id: str) -> str:
        """A name for a trace, after the label of where it comes from and its id."""
        plain = re.sub(r"[^A-Za-z0-9._-]", "-", "-".join(filter(None, [label, trace_id])))[:160]
        stem = plain.lstrip(".") or "trace"
        name, number = stem, 1
        while name.casefold() in self._taken:
            number += 1
            name = f"{stem}-{number}"
        self._taken.add(name.casefold())
        return f"{name}.json"
