"""From the tree of the grammar to a line: its commands with their words, and its groups, loops and conditions."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from tollens.plugins.sessions.shell.grammar import parsed
from tollens.plugins.sessions.shell.joining import SIMPLE, Element, Level
from tollens.plugins.sessions.shell.line import (
    Block,
    Body,
    Cases,
    Choice,
    Command,
    Hidden,
    Line,
    Loop,
    Not,
    Pipeline,
    Run,
)
from tollens.plugins.sessions.shell.quoting import substituted, text_of, unquoted
from tollens.plugins.sessions.shell.redirection import REDIRECTS, Redirected, end_of
from tollens.plugins.sessions.shell.wrappers import Inner, script_of, unwrapped
from tollens.plugins.sessions.words import names

if TYPE_CHECKING:
    from tree_sitter import Node

DEPTH = 20
"""Most groups, loops, conditions and scripts within one another that are looked into."""


_ENDING = names("exit exec set")
"""Commands that a subshell keeps from ending, or changing, the whole line."""

_UNFOLLOWED = names("trap return alias unalias shopt enable eval coproc")
"""Commands after which a status may be anything, or a name mean anything."""

_JUMPS = names("break continue")

_RESERVED = names("{ } ! if then elif else fi for while until do done case esac select function in [[ ]]")
"""Words that begin no command: where the grammar finds one as a command, the shell finds an error."""


def parse(text: str) -> Line:
    r"""Take a shell line apart.

    >>> [command.words for command in parse("cd src && pytest -q 'a b' | tail -3").commands]
    [('cd', 'src'), ('pytest', '-q', 'a b'), ('tail', '-3')]
    >>> [(command.words, command.writes) for command in parse("cat > a.py <<'EOF'\npytest\nEOF").commands]
    [(('cat',), ('a.py',))]
    """
    return _Reading().line(text)


class _Reading:
    """Reads one line, and the scripts within it."""

    def __init__(self) -> None:
        self._data = b""
        self._commands: list[Command] = []
        self._pipelines: list[Pipeline] = []
        self._defined: set[str] = set()
        self._opaque = False
        self._unread = ""
        self._depth = 0
        self._around = Inner(())

    def line(self, text: str) -> Line:
        """The whole line."""
        body = self._script(text.strip(), whole=True)
        return Line(
            tuple(self._commands), tuple(self._pipelines), body, self._opaque, self._unread, frozenset(self._defined)
        )

    def _script(self, text: str, whole: bool = False) -> Block:
        """A text of its own: the line, or a script that a shell in it is given."""
        found = parsed(text)
        if found is None:
            return self._give_up(text)
        outer, self._data = self._data, found.data
        nodes: Sequence[Node] = found.root.children
        if found.root.has_error:  # a shell runs nothing of a text line with an error, and nothing after it
            wrong = next((node.start_byte for node in nodes if node.has_error), 0)
            start = found.data.rfind(b"\n", 0, wrong) + 1
            self._give_up(found.data[start:].decode("utf-8", "replace"))
            nodes = [node for node in nodes if node.end_byte <= start]
        block = self._whole(nodes) if whole else self._block(nodes)
        self._data = outer
        return block

    def _give_up(self, text: str) -> Block:
        self._opaque, self._unread = True, self._unread or text or " "
        return Block()

    def _whole(self, nodes: Sequence["Node"]) -> Block:
        """The statements of a line; a line that is nothing but one group or one script is what that holds."""
        for _ in range(DEPTH):
            only = nodes[0] if len(nodes) == 1 else None
            if only is None or only.type not in ("subshell", "compound_statement") or _is_arithmetic(only):
                break
            nodes = only.children[1:-1]
        if len(nodes) == 1 and nodes[0].type == "command":
            script = self._script_in(self._simple(Element(nodes[0])))
            if script is not None and self._depth < DEPTH:
                self._depth += 1
                block = self._script(script, whole=True)
                self._depth -= 1
                return block
        return self._block(nodes, top=True)

    def _block(self, nodes: Iterable["Node"], top: bool = False) -> Block:
        """Statements that stand on one level."""
        level = Level(lambda pipe: self._pipeline(pipe, top))
        block = level.block(nodes)
        self._opaque = self._opaque or level.odd
        return block

    def _pipeline(self, pipe: list[Element], top: bool) -> Body:
        """One pipeline; one that is a single group, loop or condition is what that is."""
        before = len(self._pipelines)
        members: list[int | None] = []
        body: Body = Hidden()
        negated = False
        for element in pipe:
            inner = self._compound(element)
            if inner is None:
                command, negates = self._negation(self._simple(element))
                script = self._script_in(command)
                if script is not None:
                    inner = self._inner_script(script, command.inner)
                else:
                    negated = negated or (negates and element is pipe[0])
                    self._see(command)
                    self._commands.append(command)
            members.append(None if inner is not None else len(self._commands) - 1)
            body = inner if inner is not None else Hidden()
        text = self._written(pipe)
        if members != [None]:
            self._pipelines.append(Pipeline(tuple(members), text))
            body = Run(len(self._pipelines) - 1)
        if top:
            last = len(self._pipelines) - (members != [None])
            for at in range(before, last):
                self._pipelines[at] = msgspec.structs.replace(self._pipelines[at], within=text)
        return Not(body) if negated else body

    def _written(self, pipe: list[Element]) -> str:
        """A pipeline as it is written, up to the end of its last command or here document."""
        nodes = [node for element in pipe for node in element.nodes()]
        end = max(end_of(node) for node in nodes)
        return self._data[min(node.start_byte for node in nodes) : end].decode("utf-8", "replace").strip()

    def _see(self, command: Command) -> None:
        """Take note of a command that changes what others mean."""
        first, really = command.words[:1], command.run[:1]
        if first and first[0] in _RESERVED and command.words[-1] != "]]":
            self._opaque = True
        if _UNFOLLOWED.intersection((*first, *really)) or (first != really and _ENDING.intersection(really)):
            self._opaque = True
        if really and really[0] in (".", "source") and not is_profile(command.run):
            self._opaque = True
        if really and really[0] == "alias":
            self._defined.update(word.split("=", 1)[0] for word in command.run[1:])

    @staticmethod
    def _negation(command: Command) -> tuple[Command, bool]:
        """`time !` before a pipeline negates it; the grammar takes that for an argument."""
        words = command.words
        at = 2 if words[:2] == ("time", "-p") else 1
        if words[:1] != ("time",) or words[at : at + 1] != ("!",):
            return command, False
        rest = words[:at] + words[at + 1 :]
        return msgspec.structs.replace(command, words=rest, inner=unwrapped(rest)), True

    @staticmethod
    def _script_in(command: Command) -> str | None:
        """The script that a command gives to a shell, unless its output goes to a file or it is fed by `xargs`."""
        if command.writes or command.inner.fed or (command.given is not None and not command.exact):
            return None
        return script_of(command.run, command.given)

    def _inner_script(self, script: str, inner: Inner) -> Body:
        """What a script of its own does: a subshell, as far as the line is concerned."""
        if self._depth >= DEPTH:
            self._give_up(script)
            return Hidden()
        outer, self._around = self._around, _joined(self._around, inner)
        self._depth += 1
        first = len(self._commands)
        body: Body = self._script(script)
        self._depth -= 1
        self._around = outer
        return Hidden() if self._keeps(first, _ENDING) else body

    def _keeps(self, first: int, kept: frozenset[str]) -> bool:
        """Whether a command since then is one of these."""
        return any(kept.intersection(command.words[:1]) for command in self._commands[first:])

    def _compound(self, element: Element) -> Body | None:
        """A group, loop or condition; `None` for a simple command."""
        node = element.node
        if node is None or node.type in SIMPLE or _is_arithmetic(node):
            return None
        if self._depth >= DEPTH:
            self._give_up(text_of(node, self._data))
            return Hidden()
        self._depth += 1
        first = len(self._commands)
        body = self._compound_body(node)
        self._depth -= 1
        if element.redirects:
            self._commands.append(self._simple(Element(redirects=element.redirects)))
            self._pipelines.append(Pipeline((len(self._commands) - 1,), self._commands[-1].text))
        looping = isinstance(body, Loop | Cases) or node.type == "if_statement"
        if (node.type == "subshell" and self._keeps(first, _ENDING)) or (looping and self._keeps(first, _JUMPS)):
            return Hidden()
        return body

    def _compound_body(self, node: "Node") -> Body:
        children = node.children
        match node.type:
            case "subshell" | "compound_statement" | "do_group":
                return self._block(children[1:-1])
            case "if_statement":
                return self._choice(node)
            case "while_statement":
                group = children[-1]
                until = children[0].type == "until"
                return Loop(condition=self._block(children[1:-1]), body=self._block(group.children[1:-1]), until=until)
            case "for_statement" | "c_style_for_statement":
                self._heads(children[:-1])
                return Loop(self._block(children[-1].children[1:-1]))
            case "case_statement":
                items = [child for child in children if child.type == "case_item"]
                self._heads(child for child in children if child.type != "case_item")
                return Cases(tuple(self._case(item) for item in items))
            case "function_definition":
                self._defined.update(text_of(child, self._data) for child in children if child.type == "word")
        self._opaque = True
        return Hidden()

    def _heads(self, nodes: Iterable["Node"]) -> None:
        """What the head of a loop or of `case` substitutes is run as well."""
        inner = tuple(text for node in nodes for text in substituted(node, self._data))
        if inner:
            self._commands.append(Command((), text=" ".join(f"$({text})" for text in inner), substituted=inner))
            self._pipelines.append(Pipeline((len(self._commands) - 1,), self._commands[-1].text))

    def _case(self, item: "Node") -> Block:
        closing = next((at for at, child in enumerate(item.children) if child.type == ")"), -1)
        return self._block(child for child in item.children[closing + 1 :] if child.type not in (";;", ";&", ";;&"))

    def _choice(self, node: "Node") -> Body:
        """The arms of `if`, `elif` and `else`."""
        arms: list[tuple[Block, Block]] = []
        other = Block()
        arms.append(self._arm(node.children[1:]))
        for child in node.children:
            if child.type == "elif_clause":
                arms.append(self._arm(child.children[1:]))
            elif child.type == "else_clause":
                other = self._block(child.children[1:])
        return Choice(tuple(arms), other)

    def _arm(self, nodes: Sequence["Node"]) -> tuple[Block, Block]:
        then = next((at for at, node in enumerate(nodes) if node.type == "then"), len(nodes))
        rest = [node for node in nodes[then + 1 :] if node.type not in ("elif_clause", "else_clause", "fi")]
        return self._block(nodes[:then]), self._block(rest)

    def _simple(self, element: Element) -> Command:
        """A simple command with its redirections."""
        words: list[str] = []
        redirects = list(element.redirects)
        node = element.node
        if node is not None:
            words = self._words(node, redirects)
            words += self._lost(node, element.redirects)
        words += [unquoted(argument, self._data) for argument in element.arguments]
        found = Redirected()
        for redirect in redirects:
            words += found.take(redirect, self._data)
        inner = tuple(
            text
            for each in [*([node] if node else []), *redirects, *element.arguments]
            for text in substituted(each, self._data)
        )
        text = (
            text_of(node, self._data) if node is not None else " ".join(text_of(each, self._data) for each in redirects)
        )
        return Command(
            tuple(words),
            _joined(self._around, unwrapped(tuple(words))),
            text,
            tuple(found.writes),
            tuple(found.adds),
            found.mute,
            found.given,
            found.exact,
            inner,
            tuple(found.outs),
        )

    def _lost(self, node: "Node", redirects: list["Node"]) -> list[str]:
        """Words between a command and its redirections that the grammar leaves out (`python - <<EOF`)."""
        following = min((redirect.start_byte for redirect in redirects), default=node.end_byte)
        return self._data[node.end_byte : following].decode("utf-8", "replace").replace("\\\n", " ").split()

    def _words(self, node: "Node", redirects: list["Node"]) -> list[str]:
        """The words of a simple command; its redirections are put with the others."""
        if node.type in ("variable_assignment", "variable_assignments"):
            return []
        if node.type == "test_command" or node.type == "compound_statement":
            first = text_of(node.children[0], self._data)
            return [first, text_of(node, self._data)[len(first) :].strip(), "]]" if first == "[[" else "]"]
        words: list[str] = []
        for child in node.children:
            if child.type in REDIRECTS:
                redirects.append(child)
            elif child.type == "variable_assignment" and not words:
                continue
            elif child.type == "subshell":
                self._opaque = True
            elif child.type != "comment":
                words.append(unquoted(child, self._data))
        return words


def is_profile(words: tuple[str, ...]) -> bool:
    """Whether `source` reads a file that sets up an environment, which ends nothing and redefines nothing.

    >>> is_profile((".", ".venv/bin/activate")), is_profile(("source", "./fix.sh"))
    (True, False)
    """
    return len(words) > 1 and words[1].endswith(_PROFILES)


_PROFILES = ("/activate", "rc", "profile", ".env", "/env", "nvm.sh", "/export.sh", "/setup.bash")


def _joined(around: Inner, inner: Inner) -> Inner:
    """A command within a script, with what is so of the shell around it."""
    return Inner(inner.words, around.elsewhere or inner.elsewhere, around.timed or inner.timed, around.fed or inner.fed)


def _is_arithmetic(node: "Node") -> bool:
    return node.type == "compound_statement" and bool(node.children) and node.children[0].type == "(("
