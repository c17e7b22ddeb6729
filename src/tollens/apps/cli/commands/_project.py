"""The options that the verbs of policies share: which file of a project counts."""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_project(parser: "ArgumentParser") -> None:
    """Declare which project's file counts."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--project", metavar="FILE", help="the project's file; the nearest tollens.toml when not given")
    which.add_argument("--no-project", action="store_true", help="take no project's file into account")
