"""Finding the one entry of a list of the trace that is to say something else from now on (§14.2, §14.3)."""

from typing import Any

from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities
from tollens.core.model import Trace, Unrecognized
from tollens.core.validate.wording import quoted


def only(trace: Trace, member: str, key: str, name: str) -> tuple[int, Any]:
    """The entry of that id, with its position.

    Args:
        trace: The trace.
        member: The list, such as `review_items`.
        key: The member of an entry that holds its id.
        name: The id.

    Raises:
        MisuseError: There is none, there are several, or it cannot be read.
    """
    noun = member.removesuffix("s").replace("_", " ")
    found = [position for position, said in identities(getattr(trace, member), key) if said == name]
    if not found:
        raise MisuseError(f"there is no {noun} {quoted(name)} in this trace", "tollens review TRACE --all lists them.")
    if len(found) > 1:
        raise MisuseError(f"{len(found)} {noun}s have the id {quoted(name)}", "Give each an id of its own first.")
    entry = getattr(trace, member)[found[0]]
    if isinstance(entry, Unrecognized):
        raise MisuseError(
            f"the {noun} {quoted(name)} cannot be read: {'; '.join(entry.faults[:1])}",
            "tollens validate TRACE says what is wrong with it.",
        )
    return found[0], entry
