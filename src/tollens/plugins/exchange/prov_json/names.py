"""Qualified names: valid whatever the ids of a trace hold, and different for different things."""

from tollens.core.graph.index import Index

VOCABULARY = "https://ponens.dev/ns#"
"""Where the words of the specification stand, as its companion on interchange has it."""

TRACES = "urn:ponens-trace:"
"""What is in front of the id of a trace; what is in one follows it after another colon."""

_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.")


def escaped(text: str) -> str:
    """The text as a part of a name: all but letters of ASCII, digits, `_`, `-` and `.` is percent-encoded, as UTF-8.

    Half of a surrogate pair is encoded like a character; a full stop at the end, where no name may have one, is, too.

    >>> escaped("src/é x."), escaped("vr-bound")
    ('src%2F%C3%A9%20x%2E', 'vr-bound')
    """
    data = text.encode("utf-8", "surrogatepass")
    body = "".join(chr(byte) if byte in _SAFE else f"%{byte:02X}" for byte in data)
    return f"{body[:-1]}%2E" if body.endswith(".") else body


class Names:
    """The names of what is in one trace.

    Attributes:
        astray: Ids that are referred to and that nothing in the trace has.
    """

    def __init__(self, index: Index) -> None:
        self._trace = escaped(index.trace.trace_id)
        self._index = index
        self._known: dict[str, str] = {}
        self.astray: set[tuple[str, str]] = set()

    @property
    def prefixes(self) -> dict[str, str]:
        """Prefix to namespace."""
        return {"ponens": VOCABULARY, "trace": TRACES, "in": f"{TRACES}{self._trace}:"}

    @property
    def trace(self) -> str:
        """Of the trace itself."""
        return f"trace:{self._trace}"

    def other(self, trace_id: str) -> str:
        """Of another trace."""
        return f"trace:{escaped(trace_id)}"

    def element(self, kind: str, *parts: str) -> str:
        """Of an element of the trace, by its kind and its id."""
        return f"in:{'/'.join((kind, *map(escaped, parts)))}"

    def artifact(self, name: str) -> str:
        """What an id of an artifact or reference artifact names."""
        if name not in self._known:
            index = self._index
            if name not in index.artifact_at and name not in index.reference_ids:
                self.astray.add(("artifact", name))
            reference = name not in index.artifact_at and name in index.reference_ids
            self._known[name] = self.element("reference" if reference else "artifact", name)
        return self._known[name]

    def action(self, number: int) -> str:
        """What an id of an action names."""
        if number not in self._index.action_at:
            self.astray.add(("action", str(number)))
        return f"in:action/{number}"

    def meta_action(self, name: str) -> str:
        """What an id of a meta-action names."""
        if name not in self._index.meta_at:
            self.astray.add(("meta-action", name))
        return self.element("meta-action", name)
