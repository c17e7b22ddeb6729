"""Generated items as IML text."""

from tests.laws._merging.items import Said

_LAYOUTS = ("  ", "\n  ", " (* note *) ", " (* let f0 = 9 *) ", ' (* "*)" *) ', "\t")


def written(said: Said, layout: int) -> str:
    """An item as text: in a layout other than 0 some blanks are wider, broken, or hold comments."""
    text = _ITEMS[said[0]](*said[1:])
    if not layout or said[0] in ("note", "module", "end"):
        return text
    words = text.split(" ")
    at = 1 + layout % max(len(words) - 1, 1)
    return " ".join(words[:at]) + _LAYOUTS[layout % len(_LAYOUTS)] + " ".join(words[at:])


def dotted(path: tuple[str, ...]) -> str:
    """A name with the modules before it."""
    return ".".join(path)


def called(path: tuple[str, ...]) -> str:
    """A name as it stands in an expression: an operator in parentheses."""
    *above, name = path
    return dotted((*above, name if name[0].isalpha() else f"( {name} )"))


def expression(said: Said) -> str:
    """An expression as text, in parentheses where it is more than a word."""
    return _EXPRESSIONS[said[0]](*said[1:])


def _record(fields: tuple[tuple[str, ...], ...], values: Said) -> str:
    return "{ " + " ; ".join(f"{dotted(f)} = {expression(v)}" for f, v in zip(fields, values, strict=True)) + " }"


def _constructed(path: tuple[str, ...], type_: tuple[str, ...], argument: Said) -> str:
    applied = f"({dotted(path)} {expression(argument)})" if argument else dotted(path)
    return f"({applied} : {dotted(type_)})" if type_ else applied


def _open(path: tuple[str, ...], dots: bool, inner: Said) -> str:
    text = expression(inner)
    return f"{dotted(path)}.( {text} )" if dots else f"( let open {dotted(path)} in {text} )"


def _cases(cases: Said, other: Said) -> str:
    arms = [f"{dotted(path)}{' ' + name if name else ''} -> {expression(body)}" for path, name, body in cases]
    return " | ".join([*arms, f"_ -> {expression(other)}"])


_EXPRESSIONS = {
    "number": str,
    "name": lambda name: name,
    "global": dotted,
    "call": lambda path, argument: f"({called(path)} {expression(argument)})",
    "infix": lambda sign, one, other: f"({expression(one)} {sign} {expression(other)})",
    "prefixed": lambda path, one, other: f"({called(path)} {expression(one)} {expression(other)})",
    "if": lambda a, b, c, d: f"(if ({expression(a)} < {expression(b)}) then {expression(c)} else {expression(d)})",
    "in": lambda name, value, body: f"(let {name} = {expression(value)} in {expression(body)})",
    "within": lambda name, p, value, body: f"(let {name} {p} = {expression(value)} in {expression(body)})",
    "untupled": lambda p, q, a, b, c: f"(let ( {p} , {q} ) = ({expression(a)} , {expression(b)}) in {expression(c)})",
    "applied": lambda p, q, a, b, c: f"((fun ( {p} , {q} ) -> {expression(c)}) ({expression(a)} , {expression(b)}))",
    "function": lambda p, a, c: f"((fun {p} -> {expression(c)}) {expression(a)})",
    "constructed": _constructed,
    "less": lambda one, other: f"(if ({expression(one)} < {expression(other)}) then 1 else 0)",
    "record": _record,
    "field": lambda record, path: f"({expression(record)}).{dotted(path)}",
    "unrecorded": lambda r, f, p, c: f"(match {expression(r)} with {{ {dotted(f)} = {p} ; _ }} -> {expression(c)})",
    "punned": lambda r, f, c: f"(match {expression(r)} with {{ {dotted(f)} ; _ }} -> {expression(c)})",
    "match": lambda value, cases, other: f"(match {expression(value)} with {_cases(cases, other)})",
    "opened": _open,
}

_ITEMS = {
    "let": lambda name, parameter, body: f"let {name} {parameter} = {expression(body)}",
    "let rec": lambda name, parameter, body: f"let rec {name} {parameter} = {expression(body)}",
    "constant": lambda name, body: f"let {name} = {expression(body)}",
    "operator": lambda name, one, other, body: f"let ( {name} ) {one} {other} = {expression(body)}",
    "pair": lambda one, other, a, b: f"let ( {one} , {other} ) = ({expression(a)} , {expression(b)})",
    "cases": lambda name, cases, other: f"let {name} z = (match z with {_cases(cases, other)})",
    "variant": lambda name, parts: (
        f"type {name} = {' | '.join(c + (f' of {dotted(a)}' if a else '') for c, a in parts)}"
    ),
    "record": lambda name, fields: f"type {name} = {{ {' ; '.join(f'{field} : int' for field in fields)} }}",
    "axiom": lambda name, word, outside, p, body: f"{word} {name} {p} = (({outside} {p}) = {expression(body)})",
    "module": lambda name: f"module {name} = struct",
    "end": lambda: "end",
    "alias": lambda name, path: f"module {name} = {dotted(path)}",
    "open": lambda path: f"open {dotted(path)}",
    "include": lambda path: f"include {dotted(path)}",
    "note": lambda number: f"(* note {number} *)",
}
"""How each kind of item is written, given its members."""
