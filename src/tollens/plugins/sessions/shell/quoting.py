"""Words of a shell line as the command gets them, as far as that is known without expanding anything."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED_WITHIN = re.compile(r'\\(["\\$`\n])')
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r", "\n": ""}
_SUBSTITUTIONS = frozenset({"command_substitution", "process_substitution"})


def text_of(node: "Node", data: bytes) -> str:
    """A node as it is written."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def unquoted(node: "Node", data: bytes) -> str:
    """A word without its quotes; what the shell would still expand stands as it is written."""
    if node.type in ("concatenation", "command_name"):
        return "".join(_part(part, data) for part in node.children)
    return _part(node, data)


def _part(node: "Node", data: bytes) -> str:
    text = text_of(node, data)
    match node.type:
        case "word" | "number" | "extglob_pattern":
            return _ESCAPED.sub(lambda found: "" if found[1] == "\n" else found[1], text)
        case "raw_string":
            return text[1:-1]
        case "string":
            return _ESCAPED_WITHIN.sub(lambda found: "" if found[1] == "\n" else found[1], text[1:-1])
        case "ansi_c_string":
            return _ESCAPED.sub(lambda found: _CONTROLS.get(found[1], found[1]), text[2:-1])
        case "concatenation":
            return "".join(_part(part, data) for part in node.children if part.type != "concatenation")
    return text


def substituted(node: "Node", data: bytes) -> Iterator[str]:
    """The lines within the outermost substitutions of a node."""
    left = [node]
    while left:
        each = left.pop()
        if each.type in _SUBSTITUTIONS:
            text = text_of(each, data)
            yield text[1:-1] if text.startswith("`") else text[2:-1]
        else:
            left.extend(reversed(each.children))
