"""What the verbs share that do one of several things: which options go with which."""

from collections.abc import Mapping, Sequence

from tollens.core.errors import MisuseError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import Namespace


def refuse_unfit(arguments: "Namespace", doing: str, fitting: Mapping[str, Sequence[str]]) -> None:
    """Refuse an option that the thing asked for would ignore.

    Args:
        arguments: As parsed.
        doing: Which of the things is asked for.
        fitting: The options of each, by their names without dashes; a positional argument is one, too.

    Raises:
        MisuseError: Says which option, and what it goes with.
    """
    for option in dict.fromkeys(option for options in fitting.values() for option in options):
        if option not in fitting[doing] and getattr(arguments, option) not in (None, [], False):
            homes = " and ".join(one for one, options in fitting.items() if option in options)
            raise MisuseError(f"--{option} does not go with {doing}", f"It goes with {homes}.")


def required(arguments: "Namespace", option: str, doing: str, shown: str = "") -> str:
    """The value of an option that the thing asked for needs; `shown` is how help shows a positional argument.

    Raises:
        MisuseError: It is not given.
    """
    said = getattr(arguments, option)
    if said is None:
        message = f"{doing} needs {shown or f'--{option}'}"
        raise MisuseError(message, "The examples at the end of --help show how it is written.")
    return str(said)
