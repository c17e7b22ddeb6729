"""Lists of a trace that are none, so that nothing of them could be read: no policy can be decided over such a trace.

The lenient reading has an empty list in their place (§16.4). To take it for one would let every prohibition pass.
"""

import msgspec

from tollens.core.model.trace import Trace

_LISTS = tuple(field.encode_name for field in msgspec.structs.fields(Trace) if field.default == ())
"""The members of a trace that are lists, in the order of the text."""


def damaged_lists(value: object) -> tuple[str, ...]:
    """The lists of a trace that are something else; what is absent or null holds nothing, and is none of them.

    Args:
        value: The JSON value of the trace.

    >>> damaged_lists({"actions": [], "artifacts": {"a1": {}}, "goals": None})
    ('artifacts',)
    """
    if not isinstance(value, dict):
        return ()
    return tuple(name for name in _LISTS if not isinstance(value.get(name), list | None))
