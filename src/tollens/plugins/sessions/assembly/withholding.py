"""Contents left out: what was said, read, written and printed stands in the trace as its digest and its size.

What was done stays: types, tools, shell lines as far as one line shows them, paths, queries, addresses, steps of plans,
questions with their options, outcomes, counts and commits. What an output shows is told before it is left out, so that
the trace is the same in everything else.
"""

import msgspec

from tollens.plugins.sessions.assembly.extracts import Left, left, one_line
from tollens.plugins.sessions.assembly.verdicts import read_line
from tollens.plugins.sessions.events import (
    Approval,
    Call,
    Changes,
    Command,
    Delegation,
    Edit,
    Event,
    FileRead,
    Loose,
    Operation,
    Orphan,
    OtherTool,
    Plan,
    Prompt,
    Queued,
    Removal,
    Result,
    Said,
    Shell,
    Trouble,
)
from tollens.plugins.sessions.shell.asking import printed_answers
from tollens.plugins.sessions.shell.deeds import Deed
from tollens.plugins.sessions.shell.testing_output import Printed, Seen, commits_in, complains, read_output

_PLACES = frozenset(
    {"path", "file", "file_path", "filepath", "filename", "relative_path", "absolute_path"}
) | frozenset({"notebook_path", "target_file", "uri", "url", "query", "pattern"})
"""Arguments of tools that say where or what for, and stay."""


def withheld(event: Event) -> Event:
    """An event without contents."""
    match event:
        case Prompt(text=text, injected=injected):
            return msgspec.structs.replace(event, text=left(text), injected=left(injected))
        case Said(text=text) | Orphan(text=text) | Trouble(text=text):
            return msgspec.structs.replace(event, text=left(text))
        case Queued(text=text):
            return msgspec.structs.replace(event, text=left(text))
        case Command(text=text):
            return msgspec.structs.replace(event, text=without_arguments(text))
        case Call():
            return _call(event)
        case Loose(calls=calls):
            return msgspec.structs.replace(event, calls=tuple(map(_call, calls)))
    return event


def without_arguments(command: str) -> str:
    """A command of the agent's surface by its name alone.

    >>> without_arguments("/fix")
    '/fix'
    """
    name, space, arguments = command.partition(" ")
    return f"{name}{space}{left(arguments)}"


def _call(call: Call) -> Call:
    """A call and what it started, and so on, without contents; deep ones without recursion."""
    order: list[tuple[Call, int]] = []
    waiting = [(call, -1)]
    while waiting:
        each, parent = waiting.pop()
        order.append((each, parent))
        waiting.extend((child, len(order) - 1) for child in reversed(each.children))
    children: list[list[Call]] = [[] for _ in order]
    made = call
    for at in range(len(order) - 1, -1, -1):
        each, parent = order[at]
        made = msgspec.structs.replace(
            each,
            operation=without(each.operation),
            rationale=left(each.rationale),
            result=_result(each.result, each.operation),
            children=tuple(reversed(children[at])),
        )
        if parent >= 0:
            children[parent].append(made)
    return made


def _result(result: Result | None, operation: Operation) -> Result | None:
    if result is None:
        return None
    return result_without(result, operation if isinstance(operation, Shell) else None)


def result_without(result: Result, shell: Shell | None = None) -> Result:
    """A result without contents; of a shell line, with what it shows of the tests and commits of the line."""
    said = left(result.said)
    if isinstance(result.text, Left):
        return msgspec.structs.replace(result, said=said)
    return msgspec.structs.replace(result, text=left(result.text, _seen(result.text, shell)), said=said)


def _seen(text: str, shell: Shell | None) -> Seen | None:
    if shell is None or not text:
        return None
    read = read_line(shell)
    tests = any(each.deed is Deed.Tests for each in read.found)
    commits = any(step.deed is Deed.Commit for step in read.steps)
    checks = any(each.deed in (Deed.TypeCheck, Deed.Lint) for each in read.found)
    if not tests and not commits and not checks and not read.asked:
        return None
    printed = read_output(text) if tests else Printed()
    return Seen(
        printed, commits_in(text) if commits else (), printed_answers(read.asked, text), checks and complains(text)
    )


def without(operation: Operation) -> Operation:
    """An operation without contents."""
    replace = msgspec.structs.replace
    match operation:
        case Shell(command=command, shown="") if one_line(command) != command:
            return replace(operation, shown=one_line(command))
        case FileRead(content=content) if content is not None:
            return replace(operation, content=left(content))
        case Edit(patch=patch, before=before, after=after):
            return replace(
                operation,
                patch=left(patch),
                before=None if before is None else left(before),
                after=None if after is None else left(after),
            )
        case Removal(before=before) if before is not None:
            return replace(operation, before=left(before))
        case Changes(parts=parts):
            return replace(operation, parts=tuple(without(part) for part in parts))
        case Plan(text=text):
            return replace(operation, text=left(text))
        case Approval(plan=plan):
            return replace(operation, plan=left(plan))
        case Delegation(prompt=prompt):
            return replace(operation, prompt=left(prompt))
        case OtherTool(arguments=arguments):
            return replace(operation, arguments={name: _argument(name, held) for name, held in arguments.items()})
    return operation


def _argument(name: str, held: object) -> object:
    if held is None or isinstance(held, bool | int | float) or (isinstance(held, str) and name.casefold() in _PLACES):
        return held
    return left(held if isinstance(held, str) else msgspec.json.encode(held).decode())
