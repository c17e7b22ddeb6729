"""The newest session of the project that one works in, for the verbs that take one."""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Sequence

    from tollens.apps.capturing import Origin
    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document


def configure(parser: "ArgumentParser") -> None:
    """Declare the option."""
    parser.add_argument(
        "--latest",
        metavar="AGENT",
        nargs="?",
        const="",
        help="the newest session of the project that one works in, of this agent or of any that is installed",
    )


def newest(
    agent: str, output: "Output", told: "Callable[[str], Callable[[int], None]]"
) -> "tuple[Sequence[Origin], str | None]":
    """What holds the newest session, and the id of the one that is meant where it holds others as well; it is named.

    Args:
        agent: The agent; empty for any.
        output: Where it is named.
        told: As in `file_origins`.
    """
    from tollens.apps import capturing
    from tollens.runtime import files, latest

    home, environment = latest.surroundings()
    found = capturing.latest(agent or None, files.here(), home, environment)
    output.note(f"the newest session: {found.within + ' in ' if found.within else ''}{found.path}")
    if files.is_folder(found.path):  # it is the session, and holds none
        return [capturing.file_origin(found.path, told(found.path))], found.within or None
    return capturing.file_origins(found.path, told), found.within or None


def opened(agent: str, output: "Output") -> "tuple[str, Document]":
    """The newest session as a trace, and its name."""
    from tollens.apps import capturing

    def told(name: str) -> "Callable[[int], None]":
        return lambda percent: output.progress(f"reading {name} {percent} %")

    origins, meant = newest(agent, output, told)
    found = capturing.chosen(origins, meant, None, capturing.private())
    return found.name, found.document
