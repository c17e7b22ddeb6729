"""The option that the verbs share which decide freshness: what is the current version of an engine (§18.3)."""

from tollens.core.errors import MisuseError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_engines(parser: "ArgumentParser") -> None:
    """Declare the option."""
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=VERSION",
        help="the current version of an engine: results of an older one are stale (may be repeated)",
    )


def engines(arguments: "Namespace") -> dict[str, str]:
    """The current version of each engine that was named.

    Raises:
        MisuseError: An option is not of the form NAME=VERSION, or one engine is given two versions.
    """
    found: dict[str, str] = {}
    for given in arguments.engine:
        name, _, version = given.partition("=")
        if not name or not version:
            raise MisuseError(f"--engine {given!r} names no version", "Write --engine NAME=VERSION.")
        if found.setdefault(name, version) != version:
            raise MisuseError(f"--engine gives {name!r} two versions", "Give the current one.")
    return found
