"""What stands on one level of a line, joined with the precedence that the shell gives it.

The grammar puts a redirection around everything before it, and what follows a here document inside it. So a level is
laid flat again, in the order in which it is written, and joined anew.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from tollens.plugins.sessions.shell.line import Block, Body, Chain, Connector, Not
from tollens.plugins.sessions.shell.redirection import HERE_PARTS, REDIRECTS
from tollens.plugins.sessions.words import names

if TYPE_CHECKING:
    from tree_sitter import Node

SIMPLE = names("command variable_assignment variable_assignments declaration_command unset_command test_command")
"""The kinds of nodes that are simple commands."""

_FLAT = names("program list pipeline redirected_statement negated_command")
_COMPOUND = ("_statement", "_definition", "subshell", "do_group")

Kind = Literal["element", "redirect", "argument", "operator"]


class Element(msgspec.Struct):
    """One member of a pipeline, with its redirections, and the words that follow a here document."""

    node: "Node | None" = None
    redirects: list["Node"] = msgspec.field(default_factory=list)
    arguments: list["Node"] = msgspec.field(default_factory=list)

    def nodes(self) -> list["Node"]:
        """All its nodes."""
        return [*([self.node] if self.node else ()), *self.redirects, *self.arguments]


def stream(nodes: Iterable["Node"]) -> Iterator[tuple[Kind, "Node"]]:
    """What stands on one level, in the order in which it is written."""
    left = list(reversed(list(nodes)))
    while left:
        node = left.pop()
        kind = node.type
        if kind in _FLAT:
            left.extend(reversed(node.children))
        elif kind in REDIRECTS:
            yield "redirect", node
            if kind == "heredoc_redirect":
                left.extend(reversed([child for child in node.children if child.type not in HERE_PARTS]))
        elif not node.is_named:
            yield "operator", node
        elif kind in SIMPLE or kind.endswith(_COMPOUND):
            yield "element", node
        elif kind != "comment":
            yield "argument", node


class Level:
    """Joins the parts of one level, as they come.

    Attributes:
        odd: An operator was met that no shell takes here.

    Args:
        pipeline: Gives what a pipeline of these members does; called in the order in which they are written.
    """

    def __init__(self, pipeline: Callable[[list[Element]], Body]) -> None:
        self.odd = False
        self._pipeline = pipeline
        self._chains: list[Chain] = []
        self._parts: list[tuple[Connector, Body]] = []
        self._pipe: list[Element] = []
        self._current: Element | None = None
        self._connector: Connector = ""
        self._negated = False

    def block(self, nodes: Iterable["Node"]) -> Block:
        """Join what stands on a level."""
        for kind, node in stream(nodes):
            if kind == "operator":
                self._operator(node.type)
            elif kind == "element":
                self._element(node)
            else:
                self._current = self._current or Element()
                part = self._current.redirects if kind == "redirect" else self._current.arguments
                part.append(node)
        self._end_chain()
        return Block(tuple(self._chains))

    def _element(self, node: "Node") -> None:
        """A command; one that no operator joins to that before it stands on a line of its own."""
        if self._current is not None and self._current.node is not None:
            self._end_chain()
        self._current = self._current or Element()
        self._current.node = node

    def _operator(self, operator: str) -> None:
        match operator:
            case "!":
                self._negated = not self._negated
            case "|" | "|&":
                self._end_element()
            case "&&" | "||":
                self._end_pipeline()
                self._connector = "&&" if operator == "&&" else "||"
            case ";" | "\n" | "&":
                self._end_chain(operator == "&")
            case _:
                self.odd = True

    def _end_element(self) -> None:
        if self._current is not None:
            self._pipe.append(self._current)
        self._current = None

    def _end_pipeline(self) -> None:
        self._end_element()
        if self._pipe:
            body = self._pipeline(self._pipe)
            connector: Connector = self._connector if self._parts else ""
            self._parts.append((connector, Not(body) if self._negated else body))
        self._pipe, self._connector, self._negated = [], "", False

    def _end_chain(self, background: bool = False) -> None:
        self._end_pipeline()
        if self._parts:
            self._chains.append(Chain(tuple(self._parts), background))
        self._parts = []
