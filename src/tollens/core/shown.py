"""How a notebook asks a value for HTML, which the core cannot make: it passes the question on to whoever said it can.

Nothing is imported here, since every start of the program reads this.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from collections.abc import Callable

_ways: "list[Callable[[object], str]]" = []


def show_by(way: "Callable[[object], str]") -> None:
    """From now on `way` makes the HTML of values."""
    _ways[:] = [way]


def html_of(value: object) -> str | None:
    """The HTML of a value, or `None` where nobody can make it: then a notebook shows its `repr`."""
    return _ways[0](value) if _ways else None
