"""What the redirections of a command say: the files that it writes, and the text that it is given."""

from typing import TYPE_CHECKING

from tollens.plugins.sessions.shell.quoting import text_of, unquoted
from tollens.plugins.sessions.words import names

if TYPE_CHECKING:
    from tree_sitter import Node

REDIRECTS = names("file_redirect heredoc_redirect herestring_redirect")
"""The kinds of nodes that are redirections."""

HERE_PARTS = names("<< <<- heredoc_start heredoc_body heredoc_end file_descriptor")
"""The parts of a here document; whatever else stands in one follows it on its own line."""


class Redirected:
    """What the redirections of a command say."""

    def __init__(self) -> None:
        self.writes: list[str] = []
        self.adds: list[str] = []
        self.outs: list[str] = []
        self.mute = False
        self.given: str | None = None
        self.exact = True

    def take(self, node: "Node", data: bytes) -> list[str]:
        """Take one in; gives words that the grammar put with it, and that are arguments of the command."""
        if node.type == "heredoc_redirect":
            self._here(node, data)
            return []
        named = [child for child in node.children if child.is_named and child.type != "file_descriptor"]
        if node.type == "herestring_redirect":
            self.given, self.exact = (unquoted(named[0], data) if named else ""), False
            return []
        operator = next((child.type for child in node.children if not child.is_named), "")
        descriptor = _descriptor(node, data)
        if operator == ">&-":
            self.mute = self.mute or descriptor in ("", "1")
            self.outs = [] if descriptor in ("", "1") else self.outs
        elif ">" in operator and named and operator != "<>":
            self._written(operator, named[0], descriptor, data)
        return [unquoted(word, data) for word in named[1:]]

    def _written(self, operator: str, target: "Node", descriptor: str, data: bytes) -> None:
        path = unquoted(target, data)
        if descriptor in ("", "1"):
            self.outs = [*self.outs, path] if operator in (">", ">>", ">|") else []
        self.mute = self.mute or (descriptor in ("", "1") and path not in ("1", "2", "/dev/stdout"))
        if target.type == "process_substitution" or (operator == ">&" and (path.isdigit() or path == "-")):
            return
        self.writes.append(path)
        if ">>" in operator:
            self.adds.append(path)

    def _here(self, node: "Node", data: bytes) -> None:
        parts = {child.type: child for child in node.children}
        start, body = parts.get("heredoc_start"), parts.get("heredoc_body")
        text = text_of(body, data) if body is not None else ""
        if "<<-" in parts:
            text = "\n".join(line.lstrip("\t") for line in text.split("\n"))
        quoted = start is not None and any(mark in text_of(start, data) for mark in "'\"\\")
        self.given, self.exact = text, quoted or not any(mark in text for mark in "$`\\")


def _descriptor(node: "Node", data: bytes) -> str:
    return next((text_of(child, data) for child in node.children if child.type == "file_descriptor"), "")


def end_of(node: "Node") -> int:
    """Where a node ends; a here document ends before what follows it on its own line, if anything does."""
    if node.type != "heredoc_redirect":
        return node.end_byte
    follows = any(child.is_named and child.type not in HERE_PARTS | REDIRECTS for child in node.children)
    start = next((child.end_byte for child in node.children if child.type == "heredoc_start"), node.end_byte)
    return start if follows else node.end_byte
