"""Every exception that the package raises on purpose.

    TollensError                 the one to catch
    ├── UnreadableError          the bytes are no trace: no UTF-8, no JSON, no object, past a limit
    ├── MisuseError              the caller asked for something that makes no sense
    │   └── PolicySyntaxError    a text is no formula of the policy language; says where and what was expected
    ├── MissingExtraError        an optional dependency is not installed; names its `pip install`
    └── WorldError               a file, process or network failed

A trace that breaks a rule raises none of them: it yields Diagnostics, which are values.
"""


class TollensError(Exception):
    """Base of all errors of the package.

    Args:
        message: What is wrong, and where.
        advice: What a person can do about it.
    """

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


class UnreadableError(TollensError):
    """The bytes are no trace.

    Attributes:
        line, column: Where, counted from 1, when that is known.
    """

    def __init__(self, message: str, advice: str = "", line: int | None = None, column: int | None = None) -> None:
        super().__init__(message, advice)
        self.line = line
        self.column = column


class MisuseError(TollensError):
    """The caller asked for something that makes no sense."""


class PolicySyntaxError(MisuseError):
    """A text, or a tree in JSON, is no formula of the policy language.

    Attributes:
        position: Where the fault begins, in characters from 0; in a tree, 0.
        expected: What could stand there, in words; empty where nothing could.
    """

    def __init__(self, message: str, advice: str = "", position: int = 0, expected: str = "") -> None:
        super().__init__(message, advice)
        self.position = position
        self.expected = expected


class MissingExtraError(TollensError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional part of tollens", f'pip install "tollens[{extra}]"')


class WorldError(TollensError):
    """A file, process or network failed."""
