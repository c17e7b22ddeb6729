"""What a shell line did to the files of a session, as far as its result shows; the rest may be anything."""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from tollens.plugins.sessions.assembly.extracts import brief
from tollens.plugins.sessions.assembly.paths import Places, joined
from tollens.plugins.sessions.shell.changing import Effect, hidden
from tollens.plugins.sessions.shell.line import Line
from tollens.plugins.sessions.shell.writing import is_plain

MOST = 20
"""Most commands that are named there; further ones are counted."""

_MOVES = frozenset({"cd", "pushd", "popd"})


class Footprint(NamedTuple):
    """What a line, or a step of it, did to files.

    Attributes:
        sure: The files that it wrote, moved or deleted, each with the position of the command.
        named: The files that it names, whether or not it surely changed them.
        unfollowed: The commands that may have changed files that are not named, with their positions.
    """

    sure: tuple[tuple[int, str], ...]
    named: tuple[tuple[int, str], ...]
    unfollowed: tuple[tuple[int, str], ...]

    @property
    def told(self) -> list[str]:
        """The unfollowed commands as the record names them."""
        commands = list(dict.fromkeys(command for _, command in self.unfollowed))
        more = [f"(further commands: {len(commands) - MOST})"] if len(commands) > MOST else []
        return commands[:MOST] + more

    def of(self, positions: Container[int]) -> "Footprint":
        """The part that is due to some of the commands."""
        return Footprint(*(tuple(each for each in part if each[0] in positions) for part in self))

    def overtakes(self, position: int, known: Callable[[str], bool]) -> bool:
        """Whether files of the work changed, or may have, after the command at a position had run."""
        return any(at > position for at, _ in self.unfollowed) or any(
            at > position and known(path) for at, path in self.sure
        )


def footprint(
    line: Line, done: Sequence[Effect], ended: Callable[[int], bool | None], cwd: str, places: Places
) -> Footprint:
    """What a line did to files.

    Args:
        line: The line.
        done: What each of its commands does to files.
        ended: Whether the command at a position succeeded; `None` where that is not known.
        cwd: The folder that it was run in; empty where it is not recorded.
        places: What lies within the project; a file outside that may have been written is none of the work.
    """
    sure: list[tuple[int, str]] = []
    named: list[tuple[int, str]] = []
    unfollowed: list[tuple[int, str]] = []
    for position, (command, effect, folder) in enumerate(
        zip(line.commands, done, folders(line, ended, cwd), strict=True)
    ):
        proven = bool(effect.named) and ended(position) is True
        doubtful = effect.others
        for stated in effect.named:
            absolute = stated.startswith("/")
            path = joined(folder or "", stated)
            if absolute or folder is not None:
                named.append((position, path))
            if proven and (absolute or folder is not None):
                sure.append((position, path))
            elif not (absolute and places.outside(path)):
                doubtful = True
        if doubtful:
            written = "".join(f" > {path}" for path in command.writes)
            unfollowed.append((position, brief(f"{' '.join(command.words)}{written}".strip() or "a redirection")))
        unfollowed.extend((position, brief(inner)) for inner in hidden(command))
    if line.unread:
        unfollowed.append((len(line.commands), "a line that was not taken apart"))
    return Footprint(tuple(sure), tuple(named), tuple(unfollowed))


def folders(line: Line, ended: Callable[[int], bool | None], cwd: str) -> Iterator[str | None]:
    """The folder that each command ran in, if it ran; `None` where that is not known."""
    top = {pipeline.members[0] for pipeline in line.pipelines if not pipeline.within and len(pipeline.members) == 1}
    folder: str | None = cwd
    for position, command in enumerate(line.commands):
        yield folder
        words = command.words
        if _MOVES.intersection((*words[:1], *command.run[:1])):
            plain = words[:1] == ("cd",) and len(words) == 2 and is_plain(words[1]) and not words[1].startswith("-")
            followed = plain and folder is not None and position in top and ended(position) is True
            folder = joined(folder or "", words[1]) if followed else None
