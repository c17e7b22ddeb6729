"""On which lines of its file the elements of a trace begin, where the file is laid out as tollens writes it.

A report that names a line is shown there. Only the layout is looked at, two blanks for each level and a line for each
element: a text of JSON holds no end of line, so a line that begins so is what it seems. Of a file that is laid out
otherwise no line is known.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

_LIST = re.compile(rb'^  "(\w+)": \[$', re.MULTILINE)
_ELEMENT = re.compile(rb"^    [^ \]}\r]", re.MULTILINE)
_END = b"\n  ]"


def lines_of_elements(data: bytes) -> Mapping[str, Sequence[int]]:
    r"""The lines, from 1 on, on which the elements of each list of the outermost object begin.

    Args:
        data: The file.

    >>> lines_of_elements(b'{\n  "goals": [\n    {\n      "goal_id": "g"\n    },\n    {}\n  ]\n}\n')
    {'goals': [3, 6]}
    """
    found: dict[str, Sequence[int]] = {}
    line, seen = 1, 0
    for begin in _LIST.finditer(data):
        line += data.count(b"\n", seen, begin.start())
        seen = begin.start()
        end = data.find(_END, begin.end())
        name = begin[1].decode("ascii", "replace")
        # Of a member that is there twice it is not clear which one counts.
        found[name] = () if name in found or end < 0 else list(_lines(data, begin.start(), end, line))
    return found


def _lines(data: bytes, start: int, end: int, line: int) -> Iterator[int]:
    """The lines of the elements between two places, of which the first is on a line."""
    seen = start
    for element in _ELEMENT.finditer(data, start, end):
        line += data.count(b"\n", seen, element.start())
        seen = element.start()
        yield line
