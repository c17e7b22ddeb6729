"""What a shell line did to the files of a session, as far as its result shows; the rest may be anything."""

from collections.abc import Callable
from typing import NamedTuple

from tollens.plugins.sessions.assembly.extracts import brief
from tollens.plugins.sessions.assembly.paths import Places, joined
from tollens.plugins.sessions.shell.changing import effects, hidden
from tollens.plugins.sessions.shell.commands import unwrapped
from tollens.plugins.sessions.shell.line import Line

MOST = 20
"""Most commands that are named there; further ones are counted."""


class Footprint(NamedTuple):
    """What a line did to files.

    Attributes:
        sure: The files that it wrote, moved or deleted, each with the position of the command.
        unfollowed: The commands that may have changed files that are not named, with their positions.
    """

    sure: tuple[tuple[int, str], ...]
    unfollowed: tuple[tuple[int, str], ...]

    @property
    def told(self) -> list[str]:
        """The unfollowed commands as the record names them."""
        commands = list(dict.fromkeys(command for _, command in self.unfollowed))
        more = [f"(further commands: {len(commands) - MOST})"] if len(commands) > MOST else []
        return commands[:MOST] + more

    def overtakes(self, position: int, known: Callable[[str], bool]) -> bool:
        """Whether files of the work changed, or may have, after the command at a position had run."""
        return any(at > position for at, _ in self.unfollowed) or any(
            at > position and known(path) for at, path in self.sure
        )


def footprint(line: Line, ended: Callable[[int], bool | None], cwd: str, places: Places) -> Footprint:
    """What a line did to files.

    Args:
        line: The line.
        ended: Whether the command at a position succeeded; `None` where that is not known.
        cwd: The folder that it was run in; empty where it is not recorded.
        places: What lies within the project; a file outside that may have been written is none of the work.
    """
    moves = any(unwrapped(command.words)[:1] in (("cd",), ("pushd",)) for command in line.commands)
    sure: list[tuple[int, str]] = []
    unfollowed: list[tuple[int, str]] = []
    for position, (command, effect) in enumerate(zip(line.commands, effects(line), strict=True)):
        paths = [(path, joined(cwd, path)) for path in effect.named]
        proven = bool(paths) and ended(position) is True
        doubtful = effect.others
        for stated, path in paths:
            absolute = stated.startswith("/")
            if proven and (absolute or not moves):
                sure.append((position, path))
            elif not (absolute and places.outside(path)):
                doubtful = True
        if doubtful:
            unfollowed.append((position, brief(" ".join(command.words) or "a redirection")))
    unfollowed.extend((len(line.commands), brief(inner)) for inner in hidden(line))
    return Footprint(tuple(sure), tuple(unfollowed))
