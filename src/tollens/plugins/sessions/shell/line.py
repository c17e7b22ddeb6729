"""A shell line taken apart: its simple commands, how they are joined, and which files their output goes to.

Nothing is expanded and nothing guessed: what could not be read, or may change how the rest is read (functions,
aliases, `eval`, `trap`), makes the line *opaque*, for which no status is attributed to any command.
"""

from typing import Literal, NamedTuple

import msgspec

from tollens.plugins.sessions.shell.wrappers import Inner

Connector = Literal["", "&&", "||"]


class Command(msgspec.Struct, frozen=True):
    """A simple command.

    Attributes:
        words: Its words, unquoted, without redirections and leading assignments; none if it is nothing but those.
        inner: The command that really runs, its wrappers looked through.
        text: As it is written.
        writes: Files that its output is redirected to.
        adds: Those of them that keep what they hold (`>>`).
        mute: Its standard output goes elsewhere than to that of the line.
        given: The text of a here document or here string that it reads.
        exact: Nothing in `given` is still to be expanded.
        substituted: The lines within its substitutions, such as `$(…)`.
        outs: Those of `writes` that its standard output alone goes to.
    """

    words: tuple[str, ...]
    inner: Inner = Inner(())
    text: str = ""
    writes: tuple[str, ...] = ()
    adds: tuple[str, ...] = ()
    mute: bool = False
    given: str | None = None
    exact: bool = True
    substituted: tuple[str, ...] = ()
    outs: tuple[str, ...] = ()

    @property
    def run(self) -> tuple[str, ...]:
        """The words of the command that really runs."""
        return self.inner.words


class Pipeline(msgspec.Struct, frozen=True):
    """Commands joined by pipes.

    Attributes:
        members: The position of each command; `None` for a group, a loop or a condition.
        text: As it is written.
        within: As the statement is written that it is in, where that is a group, a loop, a condition or a script.
    """

    members: tuple[int | None, ...]
    text: str = ""
    within: str = ""


class Run(NamedTuple):
    """A pipeline in its place, by its number."""

    pipeline: int


class Not(NamedTuple):
    """`!` before a command."""

    body: "Body"


class Chain(NamedTuple):
    """What `&&` and `||` join, each part with how it is joined to those before it."""

    parts: "tuple[tuple[Connector, Body], ...]"
    background: bool = False


class Block(NamedTuple):
    """What runs one after the other."""

    chains: tuple[Chain, ...] = ()


class Choice(NamedTuple):
    """`if`: conditions with what runs if they are met, and what runs if none is."""

    arms: tuple[tuple[Block, Block], ...]
    other: Block = Block()


class Loop(NamedTuple):
    """`for`, `while`, `until`: without a condition, it may run any number of times."""

    body: Block
    condition: Block | None = None
    until: bool = False


class Cases(NamedTuple):
    """`case`: one of these runs, or none."""

    bodies: tuple[Block, ...]


class Hidden(NamedTuple):
    """What is not followed: it ends in one way or the other, and ends nothing else."""


Body = Run | Not | Block | Choice | Loop | Cases | Hidden


class Line(msgspec.Struct, frozen=True):
    """A whole shell line, possibly of several text lines.

    Attributes:
        commands: All simple commands, in order.
        pipelines: All pipelines; those within another stand before it.
        body: What runs when.
        opaque: Statuses are not attributed to commands.
        unread: A part of it that could not be read.
        defined: Names that it gives a meaning of its own.
    """

    commands: tuple[Command, ...]
    pipelines: tuple[Pipeline, ...] = ()
    body: Block = Block()
    opaque: bool = False
    unread: str = ""
    defined: frozenset[str] = frozenset()
