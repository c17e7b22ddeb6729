"""Text to syntax tree, under limits that do not depend on who calls."""

import ast
import warnings

LONGEST = 4 << 20
"""Characters of the longest text that is read; a syntax tree takes some hundred times that in memory."""

DEEPEST = 400
"""Levels of the deepest tree that is read. The limits of `ast.parse` itself depend on the interpreter and on how deep
its caller stands, so one text could have two checksums; these do not."""


def tree(text: str) -> ast.Module | None:
    """The syntax tree of a text, or nothing where it is no Python or passes a limit."""
    if len(text) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None
    return module if _is_shallow(module) else None


def expression(text: str) -> ast.expr | None:
    """The expression that a text is, such as a quoted annotation, or nothing."""
    module = tree(f"({text}\n)")
    if module is None or len(module.body) != 1:
        return None
    statement = module.body[0]
    return statement.value if isinstance(statement, ast.Expr) else None


def _is_shallow(module: ast.Module) -> bool:
    level: list[ast.AST] = [module]
    for _ in range(DEEPEST):
        if not level:
            return True
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return not level
