"""Generated items as Python text."""

from tests.laws._merging.items import Said

_LAYOUTS = ("  # note", "  # def f0(x): return 9", "   ", "")


def written(said: Said, layout: int) -> str:
    """An item as text: in a layout other than 0 with a comment, or with a body on a line of its own."""
    return _laid_out(_ITEMS[said[0]](*said[1:]), layout)


def counted(said: Said) -> str:
    """An item as text whose functions count how often they are called, so that none runs for ever."""
    head, sign, body = _ITEMS[said[0]](*said[1:]).partition(": return ")
    return f"{head}: return _step() or ({body})" if sign else head


def _laid_out(text: str, layout: int) -> str:
    if not layout or not text:
        return text
    if layout % 3 == 0 and ": return " in text and "lambda" not in text:
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        return text.replace(": return ", f":\n{indent}return ", 1)
    return text + _LAYOUTS[layout % len(_LAYOUTS)]


def expression(said: Said) -> str:
    """An expression as text."""
    return _EXPRESSIONS[said[0]](*said[1:])


_EXPRESSIONS = {
    "number": str,
    "name": str,
    "global": str,
    "call": lambda name, argument: f"{name}({expression(argument)})",
    "infix": lambda sign, a, b: f"({expression(a)} {sign} {expression(b)}{' % 97' if sign == '*' else ''})",
    "if": lambda a, b, c, d: f"({expression(c)} if {expression(a)} < {expression(b)} else {expression(d)})",
    "function": lambda p, a, c: f"(lambda {p}: {expression(c)})({expression(a)})",
    "comprehension": lambda p, a, c: f"sum([{expression(c)} for {p} in (1, {expression(a)})])",
    "of file": lambda file, name: f"{file}.{name}",
    "call of file": lambda file, name, argument: f"{file}.{name}({expression(argument)})",
    "call by text": lambda file, name, a: f"getattr({file}, '{name[0]}' + '{name[1:]}')({expression(a)})",
    "made": lambda name, a, method, b: f"{name}({expression(a)}).{method}({expression(b)})",
    "by text": lambda name, a, method, b: f"getattr({name}({expression(a)}), '{method}')({expression(b)})",
    "total": lambda name: f"sum({name})",
    "of class": lambda name, data: f"{name}.{data}",
    "added": lambda name, a, b: f"({name}({expression(a)}) + {expression(b)})",
    "own": lambda method, argument: f"self.{method}({expression(argument)})",
    "own data": lambda name: f"self.{name}",
}


def _decorated(name: str, decorator: str, parameter: str, body: Said) -> str:
    return f"@{decorator}\ndef {name}({parameter}): return {expression(body)}"


_ITEMS = {
    "def": lambda name, parameter, body: f"def {name}({parameter}): return {expression(body)}",
    "with default": lambda name, p, g, default, body: f"def {name}({p}, {g}={default}): return {expression(body)}",
    "decorator": lambda name, body: f"def {name}(of): return lambda x: of(x) + {expression(body)}",
    "decorated": _decorated,
    "constant": lambda name, body: f"{name} = {expression(body)}",
    "list": lambda name: f"{name} = []",
    "appended": lambda name, body: f"{name}.append({expression(body)})",
    "appended of": lambda file, name, body: f"{file}.{name}.append({expression(body)})",
    "added to": lambda name, body: f"{name} += {expression(body)}",
    "class": lambda name, base: f"class {name}({base}):\n    'a class'",
    "init": lambda name, body: f"    def {name}(self, x): self.v = {expression(body)}",
    "method": lambda name, parameter, body: f"    def {name}(self, {parameter}): return {expression(body)}",
    "data": lambda name, body: f"    {name} = {expression(body)}",
    "end": lambda: "",
    "from": lambda also, name, file: f"from {file} import {name} as {also}",
    "import": lambda also, file: f"import {file} as {also}",
    "note": lambda number: f"# note {number}",
}
"""How each kind of item is written, given its members."""
