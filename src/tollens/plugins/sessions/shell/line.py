"""A shell line taken apart: which simple commands it has, how they are joined, and which files it writes to.

Reads what deciding about exit statuses needs: quoting, `&&`, `||`, `;`, pipes, background, redirections, here
documents, substitutions. It expands nothing and never guesses: what it does not follow (loops, conditionals, groups
within a line) makes the line *opaque*, for which no status is attributed to any command.
"""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

Connector = Literal["", ";", "&&", "||"]

LIMIT = 100_000
"""Most characters of a line that is read; a longer one is opaque and has no commands."""

_CONTROL = frozenset({"if", "for", "while", "until", "case", "select", "function", "coproc", "[[", "{"})
_FOLLOWING = frozenset({"then", "else", "elif", "fi", "do", "done", "esac", "}", "]]", "in"})
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
_PLAIN = re.compile(r"[^\s\\'\"$`<>;&|()#]+")
_REDIRECTION = re.compile(r"<<<|<>|<&|>>|>&|>\||[<>]")
_SUBSTITUTION = re.compile(r"\\.|\$\(|`", re.DOTALL)
_ARITHMETIC = re.compile(r"\([^()`]*\)\)")
"""The rest of `$((…))` after its first parenthesis, where nothing can be run within it."""

_HERE = re.compile(r"<<(-?)[ \t]*(?:'([^'\n]*)'|\"([^\"\n]*)\"|\\?([^\s<>|&;()'\"]+))")


class Command(msgspec.Struct, frozen=True):
    """A simple command.

    Attributes:
        words: Its words, unquoted, without redirections and leading assignments; none if it is nothing but those.
        writes: Files that its output is redirected to.
    """

    words: tuple[str, ...]
    writes: tuple[str, ...] = ()


class Pipeline(msgspec.Struct, frozen=True):
    """Commands joined by pipes.

    Attributes:
        connector: How it is joined to the one before; empty for the first.
        negated: `!` stands before it.
        background: `&` stands after it, or after the list joined by `&&` and `||` that it is in.
    """

    commands: tuple[Command, ...]
    connector: Connector = ""
    negated: bool = False
    background: bool = False


class Line(msgspec.Struct, frozen=True):
    """A whole shell line, possibly of several text lines.

    Attributes:
        opaque: It has control flow or text that was not followed.
        substituted: The lines within its substitutions, such as `$(…)`.
    """

    pipelines: tuple[Pipeline, ...]
    opaque: bool = False
    substituted: tuple[str, ...] = ()

    @property
    def commands(self) -> tuple[Command, ...]:
        """All simple commands, in order."""
        return tuple(command for pipeline in self.pipelines for command in pipeline.commands)


def parse(text: str) -> Line:
    r"""Take a shell line apart.

    >>> [command.words for command in parse("cd src && pytest -q 'a b' | tail -3").commands]
    [('cd', 'src'), ('pytest', '-q', 'a b'), ('tail', '-3')]
    >>> parse("cat > a.py <<'EOF'\npytest\nEOF").commands
    (Command(words=('cat',), writes=('a.py',)),)
    """
    text = text.strip()
    if len(text) > LIMIT:
        return Line((), opaque=True)
    if text.startswith("(") and _past_substitution(text, 1) == len(text):
        text = text[1:-1]
    parser = _Parser(text)
    parser.run()
    return Line(tuple(parser.pipelines), parser.opaque, tuple(parser.substituted))


class _Parser:
    """Reads a line once, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.pipelines: list[Pipeline] = []
        self.opaque = False
        self.substituted: list[str] = []
        self._word: list[str] = []
        self._in_word = False
        self._quoted = False
        self._begun = False
        self._words: list[str] = []
        self._writes: list[str] = []
        self._redirect = ""
        self._commands: list[Command] = []
        self._connector: Connector = ""
        self._negated = False
        self._here: list[tuple[str, bool]] = []

    def run(self) -> None:
        """Read to the end."""
        while self.at < len(self.text):
            self._step(self.text[self.at])
        self._end_pipeline(";")

    def _step(self, char: str) -> None:
        if char in " \t\r":
            self._end_word()
            self.at += 1
        elif char == "\n":
            self._end_word()
            if self._begun or not self._commands:  # a pipe at the end of a text line goes on with the next one
                self._end_pipeline(";")
            self.at += 1
            self._skip_here_documents()
        elif char == "#" and not self._in_word:
            self.at = _or_end(self.text, self.text.find("\n", self.at))
        elif char in "\\'\"$`":
            self._quote(char)
        elif char in "<>":
            self._redirection(char)
        elif char in ";&|()":
            self._operator(char)
        else:
            plain = _PLAIN.match(self.text, self.at)
            self._add(plain[0] if plain else char)
            self.at = plain.end() if plain else self.at + 1

    def _add(self, text: str) -> None:
        self._word.append(text)
        self._in_word = True

    def _quote(self, char: str) -> None:
        """A quoted or substituted part of a word."""
        text, start = self.text, self.at
        if char == "\\":
            following = text[start + 1 : start + 2]
            self.at += 2
            if following != "\n":
                self._add(following)
                self._quoted = True
            return
        if char == "'":
            end = _or_end(text, text.find("'", start + 1))
            self._add(text[start + 1 : end])
            self._quoted, self.at = True, end + 1
        elif char == '"':
            end = _past_double_quotes(text, start + 1)
            inside = text[start + 1 : end - 1]
            self._add(re.sub(r'\\(["\\$`])', r"\1", inside))
            self.substituted.extend(_substitutions(inside))
            self._quoted, self.at = True, end
        elif char == "`":
            end = _or_end(text, text.find("`", start + 1))
            self._add(text[start : end + 1])
            self.substituted.append(text[start + 1 : end])
            self.at = end + 1
        else:
            end = _past_substitution(text, start + 2) if text[start + 1 : start + 2] == "(" else start + 1
            self._add(text[start:end])
            self.substituted.extend(_substitutions(text[start:end]))
            self.at = end
        self.opaque = self.opaque or self.at > len(text)  # a quote that nothing closes

    def _redirection(self, char: str) -> None:
        found = _HERE.match(self.text, self.at) if not self.text.startswith("<<<", self.at) else None
        descriptor = "".join(self._word) if self._in_word and not self._quoted else ""
        if descriptor.isdigit() or descriptor == "&":
            self._word, self._in_word = [], False
        else:
            self._end_word()
        if found:
            self._here.append(_delimiter(found))
            self.at = found.end()
            return
        operator = _REDIRECTION.match(self.text, self.at)
        self.at = operator.end() if operator else self.at + 1
        if self.text.startswith("(", self.at):  # process substitution: a word, not a file
            end = _past_substitution(self.text, self.at + 1)
            self._add(self.text[self.at - 1 : end])
            self.substituted.append(self.text[self.at + 1 : end - 1])
            self.at = end
            return
        self._redirect = "write" if char == ">" and descriptor != "2" else "other"

    def _operator(self, char: str) -> None:
        double = self.text[self.at : self.at + 2]
        if double in ("&&", "||"):
            self._end_pipeline("&&" if double == "&&" else "||")
            self.at += 2
        elif double == "|&":
            self._end_command()
            self.at += 2
        elif double == "&>":
            self._end_word()
            self._add("&")
            self.at += 1
        elif char == "|":
            self._end_command()
            self.at += 1
        elif char in "()" or double == ";;":
            self.opaque = True
            self._end_pipeline(";")
            self.at += 1
        else:
            if char == "&" and self._redirect:  # `2>&1`: the target is a descriptor
                self._add("&")
            else:
                self._end_pipeline(";", background=char == "&")
            self.at += 1

    def _end_word(self) -> None:
        if not self._in_word:
            return
        word, quoted = "".join(self._word), self._quoted
        self._word, self._in_word, self._quoted = [], False, False
        opens = not self._words or (not self._commands and self._words in (["time"], ["time", "-p"]))
        if word == "!" and opens and not quoted and not self._redirect:
            self._negated = not self._negated
            return
        self._begun = True
        if self._redirect:
            if self._redirect == "write" and not word.isdigit() and not word.startswith("&"):
                self._writes.append(word)
            self._redirect = ""
            return
        if not self._words and not quoted:
            if word in _CONTROL or word in _FOLLOWING:
                self.opaque = True
                return
            if _ASSIGNMENT.match(word):
                return
        elif not self._words and _ASSIGNMENT.match(word):
            return
        self._words.append(word)

    def _end_command(self) -> None:
        self._end_word()
        self._redirect = ""
        if self._begun:
            self._commands.append(Command(tuple(self._words), tuple(self._writes)))
        self._words, self._writes, self._begun = [], [], False

    def _end_pipeline(self, following: Connector, background: bool = False) -> None:
        self._end_command()
        if self._commands:
            joined: Connector = self._connector if self.pipelines else ""
            self.pipelines.append(Pipeline(tuple(self._commands), joined, self._negated, background))
            self._connector = following
            if background:
                self._send_to_background()
        elif following != ";":
            self._connector = following
        self._commands, self._negated = [], False

    def _send_to_background(self) -> None:
        """`a && b &` puts both into the background."""
        at = len(self.pipelines) - 1
        while self.pipelines[at].connector in ("&&", "||"):
            at -= 1
            self.pipelines[at] = msgspec.structs.replace(self.pipelines[at], background=True)

    def _skip_here_documents(self) -> None:
        """Step over the bodies that the line just ended announces: they are text, not commands."""
        for delimiter, tabs in self._here:
            self.at = _past_here_document(self.text, self.at, delimiter, tabs)
        self._here = []


def _substitutions(text: str) -> Iterator[str]:
    """The lines within the substitutions of a text; plain arithmetic, `$((…))`, is none."""
    at = 0
    while found := _SUBSTITUTION.search(text, at):
        at = found.end()
        if found[0] == "`":
            end = _or_end(text, text.find("`", at))
            yield text[at:end]
            at = end + 1
        elif found[0] == "$(" and (plain := _ARITHMETIC.match(text, at)):
            at = plain.end()
        elif found[0] == "$(":
            end = _past_substitution(text, at)
            yield text[at : end - 1]
            at = end


def _or_end(text: str, position: int) -> int:
    return len(text) if position < 0 else position


def _past_double_quotes(text: str, at: int) -> int:
    """The position after the closing quote of a string whose inside begins at `at`."""
    while at < len(text):
        char = text[at]
        if char == '"':
            return at + 1
        if char == "\\":
            at += 2
        elif char == "$" and text[at + 1 : at + 2] == "(":
            at = _past_substitution(text, at + 2)
        else:
            at += 1
    return len(text) + 1


def _past_substitution(text: str, at: int) -> int:
    """The position after the parenthesis that closes the one before `at`; follows quotes and here documents.

    One stack instead of recursion: `(` stands for an open parenthesis, `"` for an open string.
    """
    stack = ["("]
    here: list[tuple[str, bool]] = []
    while at < len(text) and stack:
        char = text[at]
        found = _HERE.match(text, at) if char == "<" and stack[-1] == "(" and text[at : at + 3] != "<<<" else None
        if found:
            here.append(_delimiter(found))
            at = found.end()
        elif char == "\n" and here and stack[-1] == "(":
            at += 1
            for delimiter, tabs in here:
                at = _past_here_document(text, at, delimiter, tabs)
            here = []
        elif char == "\\":
            at += 2
        elif char == "'" and stack[-1] == "(":
            at = _or_end(text, text.find("'", at + 1)) + 1
        else:
            _nest(stack, char, text[at - 1 : at])
            at += 1
    return min(at, len(text)) if not stack else len(text)


def _nest(stack: list[str], char: str, before: str) -> None:
    """Open or close a level of nesting: within a string only `$(` opens one."""
    if char == '"' and stack[-1] == '"':
        stack.pop()
    elif char == '"' or (char == "(" and (stack[-1] == "(" or before == "$")):
        stack.append(char)
    elif char == ")" and stack[-1] == "(":
        stack.pop()


def _delimiter(found: re.Match[str]) -> tuple[str, bool]:
    """The word that ends a here document, and whether tabs may stand before it."""
    return next(group for group in found.groups()[1:] if group is not None), found[1] == "-"


def _past_here_document(text: str, at: int, delimiter: str, tabs: bool) -> int:
    """The position after the line that closes a here document whose body begins at `at`."""
    while at < len(text):
        end = _or_end(text, text.find("\n", at))
        line = text[at:end]
        if (line.lstrip("\t") if tabs else line).rstrip("\r") == delimiter:
            return end
        at = end + 1
    return len(text)
