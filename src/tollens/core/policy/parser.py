"""From text to the syntax tree: operator precedence with a stack of its own, so that depth is only memory.

Every operand waits on one stack and every operator or bracket that is not complete on another. What an operand is, a
term or a formula, is known only when something takes it: `a` is an atom under `¬` and a name before `<`.
"""

from typing import Literal

import msgspec

from tollens.core.errors import PolicySyntaxError
from tollens.core.policy.building import (
    Counted,
    Operand,
    as_formula,
    as_term,
    between,
    compared,
    fault,
    joined,
    prefixed,
    quantified,
)
from tollens.core.policy.operators import BY_NAME, OPEN, Operator
from tollens.core.policy.syntax import (
    Comprehension,
    Empty,
    Field,
    Formula,
    FunctionCall,
    Name,
    Node,
    Number,
    PredicateCall,
    SetLiteral,
    Term,
    Text,
    TypeCall,
)
from tollens.core.policy.tokens import Token, nearest_operator, tokens
from tollens.core.policy.vocabulary import is_set
from tollens.core.validate.wording import quoted


class _Waiting(msgspec.Struct):
    """An operator without its right operand, or a bracket that is open.

    Attributes:
        row: The operator; `None` for brackets and for the head of a quantifier, which nothing outbinds.
        token: Where it began.
        count: How many times an operator that chains as one has been met.
        items: The complete items of a list, or the term of a comprehension.
        variable: Of a quantifier.
        source: Of a quantifier whose head is complete.
    """

    what: Literal["operator", "head", "group", "call", "type", "count", "set", "guard"]
    token: Token
    row: Operator | None = None
    count: int = 1
    items: list[Term] = []
    variable: str = ""
    source: Term | None = None

    @property
    def strength(self) -> int:
        """How tightly it binds; less than any operator for what must be closed."""
        return self.row.strength if self.row else OPEN - 1


_CLOSED_BY = {"group": ")", "call": ")", "type": ")", "count": ")", "set": "}", "guard": "}", "head": "."}


def parse(text: str) -> Formula:
    """The tree of a formula.

    Takes time linear in the length of the text and no recursion, so that nesting is bounded by the limit on the length
    (1,000,000 characters) alone.

    Raises:
        PolicySyntaxError: The text is no formula. Says where, what was expected, and the nearest thing that is known.

    >>> parse("G(GitCommit -> P RunTests)") == parse("G (GitCommit → P(RunTests))")
    True
    """
    return _Parser(text).formula()


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0
        self._operands: list[Operand] = []
        self._waiting: list[_Waiting] = []

    def formula(self) -> Formula:
        """The whole text as one formula."""
        wanted = True
        while self._here.kind != "end":
            wanted = self._operand() if wanted else self._operator()
        if wanted:
            raise self._expected(self._wanted())
        self._complete(OPEN)
        if self._waiting:
            raise self._unclosed(self._waiting[-1])
        return as_formula(self._operands.pop())

    # ── moving ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _here(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _push(self, node: Node, start: int | None = None, end: int | None = None) -> None:
        self._operands.append(Operand(node, node.start if start is None else start, node.end if end is None else end))

    # ── where an operand is wanted: each step returns whether one still is ───────────────────────────────────────

    def _operand(self) -> bool:
        token = self._here
        match token.kind:
            case "prefix":
                self._waiting.append(_Waiting("operator", self._take(), BY_NAME[token.text]))
                return True
            case "quantifier":
                return self._head(self._take())
            case "(":
                self._waiting.append(_Waiting("group", self._take()))
                return True
            case "{":
                return self._open_set(self._take())
            case "name":
                return self._name(self._take())
            case "number":
                whole = token.text.removeprefix("-").isdigit()
                value = int(token.text) if whole else float(token.text)
                self._push(Number(value, start=token.start, end=token.end))
            case "text":
                self._push(Text(token.text, start=token.start, end=token.end))
            case "empty":
                self._push(Empty(start=token.start, end=token.end))
            case _:
                raise self._expected(self._wanted())
        self._at += 1
        return False

    def _name(self, token: Token) -> bool:
        opening = self._here
        if opening.kind != "(":
            self._push(Name(token.text, start=token.start, end=token.end))
            return False
        self._take()
        if "-" in token.text:
            raise self._fault(
                token, f"{quoted(token.text)} cannot be called: its name has a hyphen", "a name without hyphens"
            )
        if token.text[0].isupper():
            self._waiting.append(_Waiting("type", token))
        elif token.text == "count":
            self._waiting.append(_Waiting("count", token))
        elif self._here.kind == ")":
            self._push(PredicateCall(token.text, (), start=token.start, end=self._take().end))
            return False
        else:
            self._waiting.append(_Waiting("call", token, items=[]))
        return True

    def _open_set(self, token: Token) -> bool:
        if self._here.kind == "}":
            self._push(SetLiteral((), start=token.start, end=self._take().end))
            return False
        self._waiting.append(_Waiting("set", token, items=[]))
        return True

    def _head(self, token: Token) -> bool:
        """The head of a quantifier, up to its source or its end."""
        variable = self._here
        if variable.kind != "name" or "-" in variable.text:
            raise self._expected(f"the variable of `{token.text}`")
        self._take()
        after = self._take()
        head = _Waiting("head", token, variable=variable.text)
        if after.kind == "comparison" and after.text == "∈":
            self._waiting.append(head)
        elif after.kind in ("dot", "field") or after.text == "→":
            self._begin_body(head, None)
        else:
            self._at -= 1
            raise self._expected("`∈` and a source, or `.` and the body")
        return True

    def _begin_body(self, head: _Waiting, source: Term | None) -> None:
        row = BY_NAME[head.token.text]
        self._waiting.append(_Waiting("operator", head.token, row, variable=head.variable, source=source))

    # ── where an operator is wanted ──────────────────────────────────────────────────────────────────────────────

    def _operator(self) -> bool:
        token = self._here
        match token.kind:
            case "infix":
                return self._infix(self._take())
            case "comparison":
                if self._waiting and self._waiting[-1].row and self._waiting[-1].row.fixity == "comparison":
                    raise self._fault(
                        token, "a comparison cannot be compared again", "a connective", "Join two with `∧`."
                    )
                self._waiting.append(_Waiting("operator", self._take(), BY_NAME[token.text]))
                return True
            case "field":
                return self._field(self._take())
            case "dot":
                return self._end_of_head(self._take())
            case ",":
                return self._comma(self._take())
            case "|":
                return self._bar(self._take())
            case ")" | "}":
                return self._close(self._take())
            case _:
                raise self._expected(self._after())

    def _infix(self, token: Token) -> bool:
        row = BY_NAME[token.text]
        self._complete(row.strength + (row.associates != "left"))
        top = self._waiting[-1] if self._waiting else None
        if top and top.what == "head" and row.name == "→":
            return self._end_of_head(token)
        if top and top.row is row and row.associates == "all":
            top.count += 1
        else:
            self._waiting.append(_Waiting("operator", token, row))
        return True

    def _field(self, token: Token) -> bool:
        name = self._take()
        owner = self._operands.pop()
        if not isinstance(owner.node, Name | Field | FunctionCall):
            hint = "Put a blank after the dot that ends the head of a quantifier."
            raise self._fault(token, "only a name, a field or a call has fields", "", hint)
        if name.kind != "name" or "-" in name.text:
            self._at -= 1
            raise self._expected("the name of a field")
        self._push(Field(owner.node, name.text, start=owner.start, end=name.end))
        return False

    def _end_of_head(self, token: Token) -> bool:
        self._complete(OPEN)
        if not self._waiting or self._waiting[-1].what != "head":
            hint = "A field is written without blanks around the dot: `r.severity`."
            raise self._fault(token, "no quantifier is here whose head the dot could end", self._after(), hint)
        self._begin_body(self._waiting.pop(), self._term())
        return True

    def _comma(self, token: Token) -> bool:
        self._complete(OPEN)
        if not self._waiting or self._waiting[-1].what not in ("call", "set"):
            raise self._fault(token, "found `,`", self._after())
        self._waiting[-1].items.append(self._term())
        return True

    def _bar(self, token: Token) -> bool:
        self._complete(OPEN)
        if not self._waiting or self._waiting[-1].what != "set" or self._waiting[-1].items:
            raise self._fault(token, "found `|`", self._after(), "Did you mean `∨` (`||`)?")
        opened = self._waiting.pop()
        self._waiting.append(_Waiting("guard", opened.token, items=[self._term()]))
        return True

    # ── closing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _close(self, token: Token) -> bool:
        self._complete(OPEN)
        if not self._waiting:
            raise self._fault(token, f"`{token.text}` closes nothing", "an operator or the end")
        opened = self._waiting[-1]
        if _CLOSED_BY[opened.what] != token.kind:
            raise self._fault(token, f"found `{token.text}`", self._after())
        self._waiting.pop()
        start, end = opened.token.start, token.end
        match opened.what:
            case "group":
                self._push(as_formula(self._operands.pop()), start, end)
            case "type":
                self._push(TypeCall(opened.token.text, as_formula(self._operands.pop()), start=start, end=end))
            case "count":
                self._push(self._counted(start, end))
            case "guard":
                self._push(Comprehension(opened.items[0], as_formula(self._operands.pop()), start=start, end=end))
            case "set":
                self._push(SetLiteral((*opened.items, self._term()), start=start, end=end))
            case _:
                self._push(self._called(opened.token.text, (*opened.items, self._term()), start, end))
        return False

    def _counted(self, start: int, end: int) -> Term:
        counted = self._operands.pop()
        node = counted.node
        if isinstance(node, Term) and is_set(node):
            return FunctionCall("count", node, start=start, end=end)
        return Counted(as_formula(counted), start=start, end=end)

    def _called(self, name: str, terms: tuple[Term, ...], start: int, end: int) -> Node:
        if len(terms) == 1:
            return FunctionCall(name, terms[0], start=start, end=end)
        return PredicateCall(name, terms, start=start, end=end)

    # ── completing operators ─────────────────────────────────────────────────────────────────────────────────────

    def _complete(self, strength: int) -> None:
        """Give every waiting operator that binds at least so tightly its right operand."""
        while self._waiting and self._waiting[-1].strength >= strength:
            waiting = self._waiting.pop()
            row = waiting.row
            if row is None:
                continue
            last = self._operands.pop()
            if row.fixity == "quantifier":
                made = quantified(row, waiting.token.start, waiting.variable, waiting.source, last)
            elif row.fixity == "prefix":
                made = prefixed(row, waiting.token.start, last)
            elif row.associates == "all":
                first = len(self._operands) - waiting.count
                made = joined(row, [*self._operands[first:], last])
                del self._operands[first:]
            elif row.fixity == "comparison":
                made = compared(row, self._operands.pop(), last)
            else:
                made = between(row, self._operands.pop(), last)
            self._operands.append(made)

    def _term(self) -> Term:
        return as_term(self._operands.pop())

    # ── refusing ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _wanted(self) -> str:
        """What may stand where an operand is wanted."""
        top = self._waiting[-1] if self._waiting else None
        if top and (top.what in ("call", "set", "head") or self._compares()):
            return "a term"
        return "a formula"

    def _compares(self) -> bool:
        """Whether the innermost operator that waits is a comparison."""
        row = self._waiting[-1].row if self._waiting else None
        return row is not None and row.fixity == "comparison"

    def _after(self) -> str:
        """What may stand where an operator is wanted."""
        for waiting in reversed(self._waiting):
            if not waiting.row:
                return f"an operator or `{_CLOSED_BY[waiting.what]}`"
        return "an operator or the end"

    def _expected(self, what: str) -> PolicySyntaxError:
        token = self._here
        found = "the end of the text" if token.kind == "end" else quoted(token.text)
        advice = nearest_operator(token.text) if token.kind == "name" and what.startswith("an operator") else ""
        return self._fault(token, f"found {found}", what, advice)

    def _unclosed(self, opened: _Waiting) -> PolicySyntaxError:
        end = self._tokens[-1]
        closing = _CLOSED_BY[opened.what]
        at = opened.token.start + 1
        if opened.what == "head":
            hint = "Write `.` with a blank after it between the source and the body."
            message = f"the head of `{opened.token.text}` at character {at} does not end"
            return self._fault(end, message, "`.` and the body", hint)
        sign = opened.token.text if opened.what in ("group", "set", "guard") else f"{opened.token.text}("
        return self._fault(end, f"the {quoted(sign)} that opens at character {at} is not closed", f"`{closing}`")

    def _fault(self, token: Token, message: str, expected: str = "", advice: str = "") -> PolicySyntaxError:
        return fault(token.start, message, expected, advice)
