"""The options that the verbs of policies share: which are checked, how, and which file of a project counts."""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_project(parser: "ArgumentParser") -> None:
    """Declare which project's file counts."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--project", metavar="FILE", help="the project's file; the nearest tollens.toml when not given")
    which.add_argument("--no-project", action="store_true", help="take no project's file into account")


def add_policies(parser: "ArgumentParser") -> None:
    """Declare which policies are asked for, and how they are checked."""
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="SOURCE",
        help="a policy file, folder or pack (may be repeated)",
    )
    parser.add_argument(
        "--formula", action="append", default=[], metavar="TEXT", help="a formula that must hold (may be repeated)"
    )
    parser.add_argument(
        "--high-stakes", action="append", default=[], metavar="PATTERN", help="paths of high stakes (may be repeated)"
    )
    add_project(parser)
    parser.add_argument("--strict", action="store_true", help="policies of every severity block, and warnings on them")
    parser.add_argument("--allow-unknown", action="store_true", help="let policies pass that cannot be decided")
