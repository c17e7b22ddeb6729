"""The generated pages of the documentation: rules, verbs, spellings, types, differences, decisions.

Each function returns the text of one page; `generate.py` writes them. A page is a walk over what the code itself is
made of, so a rule, verb or option without its documentation shows here, or fails a test.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tollens.apps.cli import commands
from tollens.apps.cli.parsing import Parser
from tollens.core.projections import shapes
from tollens.core.validate.rule import Rule, rules
from tollens.core.wire import spellings
from tollens.core.wire.explanations import EXPLANATIONS
from tools.json_page import json_page
from tools.markdown import page, table
from tools.packs_page import packs_page
from tools.policy_page import policy_page
from tools.python_page import python_page
from tools.reports_page import reports_page

ROOT = Path(__file__).resolve().parent.parent


def _sections(numbers: str) -> str:
    return ", ".join(f"§{number.strip()}" for number in numbers.split(",")) if numbers else ""


# ── rules ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def rules_page() -> str:
    """Every semantic rule: what it asks, why, and an example on each side."""
    every = rules()
    introduction = (
        f"The {len(every)} semantic rules that `tollens validate` checks after the strict reading (§17.3). A code "
        "is permanent. An error makes a trace invalid; a warning does not. Examples show only the members that "
        "are laid over a minimal trace. What the reader itself finds is on [another page](wire-faults.md)."
    )
    overview = table(
        ("code", "severity", "text", "rule"),
        (
            (f"[{rule.code}](#{rule.code.lower()})", rule.severity, _sections(rule.section), rule.title)
            for rule in every
        ),
    )
    return page("Rules", introduction, overview, *(_rule(rule) for rule in every))


def _rule(rule: Rule) -> Iterator[str]:
    yield f"## {rule.code}\n"
    yield f"**{rule.title}** ({rule.severity}, {_sections(rule.section)})\n"
    yield f"{rule.prose}\n"
    yield f"*What to do:* {rule.hint}\n"
    yield from _example("Right", rule.good)
    yield from _example("Wrong", rule.bad)


def _example(word: str, members: dict[str, Any]) -> Iterator[str]:
    if not members:
        yield f"{word}: the minimal trace as it is.\n"
        return
    yield f"{word}:\n"
    yield f"```json\n{_laid_out(members)}\n```\n"


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON with everything on one line that fits on one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 100 or not isinstance(value, dict | list) or not value:
        return flat
    deeper = indent + "  "
    if isinstance(value, list):
        inside = [f"{deeper}{_laid_out(item, deeper)}" for item in value]
        return "[\n" + ",\n".join(inside) + f"\n{indent}]"
    inside = [f"{deeper}{json.dumps(name)}: {_laid_out(item, deeper)}" for name, item in value.items()]
    return "{\n" + ",\n".join(inside) + f"\n{indent}}}"


# ── verbs ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def verbs_page() -> str:
    """Every verb with its arguments, in the groups of `tollens --help`."""
    introduction = (
        "Every verb of the command line, as `tollens VERB --help` tells it. `-` stands for standard input or "
        "output. Exit status: 0 all is well, 1 the trace is invalid, 2 it could not be done, 130 interrupted, 141 "
        "the reader of the output went away."
    )
    verbs = {name: commands.command(name) for name in commands.names()}
    parts = []
    for group, heading in commands.GROUPS.items():
        held = [name for name, module in verbs.items() if group == module.GROUP]
        parts.append([f"## {heading}\n", *(line for name in held for line in _verb(name))])
    return page("Verbs", introduction, *parts)


def _verb(name: str) -> Iterator[str]:
    module = commands.command(name)
    yield f"### {name}\n"
    yield f"{module.SUMMARY[0].upper()}{module.SUMMARY[1:]}.\n"
    explanation = "\n".join((module.__doc__ or "").strip().split("\n")[1:]).strip()
    if explanation:
        yield f"{explanation}\n"
    yield from table(("argument", "what"), ((_argument(a), a.help or "") for a in arguments_of(name)))
    yield "\n".join(["```sh", *module.EXAMPLES, "```", ""])


def arguments_of(verb: str) -> list[argparse.Action]:
    """The arguments of a verb, without `--help`."""
    return [a for a in Parser(verb)._actions if a.dest != "help"]


def _argument(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices:
        value = "|".join(str(choice) for choice in action.choices)
    if not action.option_strings:
        return f"`{value}{'…' if action.nargs in ('*', '+') else ''}`"
    shown = ", ".join(action.option_strings)
    return f"`{shown}`" if action.nargs == 0 else f"`{shown} {value}`"


# ── spellings ────────────────────────────────────────────────────────────────────────────────────────────────────────

_KINDS = {
    "word": "Words",
    "member": "Names of members",
    "number": "Numbers where the text has a string",
    "blob": "References in place of a text that was moved to an object store",
    "implied": "Payload members that an older artifact type implies",
}


def spellings_page() -> str:
    """Every alternative spelling that reading accepts."""
    introduction = (
        "Spellings that are accepted on reading beside the text's own. Each one that is read is remarked on once "
        "(WIRE021, information); none is ever written; `tollens upgrade` replaces them. The records "
        "[0019](../adr/0019-names-of-earlier-versions.md) and [0020](../adr/0020-other-alternatives.md) say why."
    )
    parts = []
    for kind, heading in _KINDS.items():
        rows = [
            (
                row.where,
                f"`{row.alternative}`",
                f"`{row.canonical}`" + (f" = {row.value}" if row.value else ""),
                row.origin,
            )
            for row in spellings.ROWS
            if row.kind == kind
        ]
        parts.append([f"## {heading}\n", *table(("where", "accepted", "read as", "origin"), rows)])
    inline = [(f"`{member}`", f"`{kind}`") for member, kind in spellings.INLINE_PAYLOADS.items()]
    lifted = ["## Payloads of version 1.0\n", "Members of an action that are read as artifacts of their own.\n"]
    return page("Accepted spellings", introduction, *parts, [*lifted, *table(("member", "artifact"), inline)])


# ── faults of reading, remarks of upgrading ──────────────────────────────────────────────────────────────────────────


def faults_page() -> str:
    """Every code that is no rule: what the reader and the upgrade say."""
    introduction = (
        "What the reader itself says, before any [rule](rules.md) is looked at, and what `tollens upgrade` says. Codes "
        "are permanent. Of the faults of reading WIRE005, WIRE020 and WIRE021 are information, WIRE030 is a warning, "
        "and the others are errors, which make a trace invalid; in a file of a later version WIRE012 and WIRE013 are "
        "warnings. Remarks of the upgrade from UPG020 on, except UPG022, say what it did; the others are warnings."
    )
    parts = []
    for heading, prefixes in (("Reading", ("WIRE", "FILE")), ("Upgrading", ("UPG",))):
        rows = [(code, *said) for code, said in EXPLANATIONS.items() if code.startswith(prefixes)]
        parts.append([f"## {heading}\n", *table(("code", "what is asked, or done", "why"), rows)])
    return page("Faults of reading", introduction, *parts)


# ── types ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def types_page() -> str:
    """Every type of the model with its members and words on the wire."""
    introduction = (
        "The canonical types, with their members and words as they stand in a file. `required` members must be "
        "there; `optional` ones may be absent or null; a `list` may be absent and is then empty, and is never "
        "null. Members that are not listed are kept and remarked on. In Python each type is a class of the same "
        "name in `tollens.core.model`; a member with another name there has it in parentheses."
    )
    every = shapes.every()
    return page("Types", introduction, *(_type(node) for node in every))


def _type(node: shapes.Named) -> Iterator[str]:
    yield f"## {node.name}\n"
    yield f"{node.doc}\n"
    match node:
        case shapes.Enumeration():
            yield from table(("constructor", "word"), ((c.name, f"`{c.word}`") for c in node.constructors))
            if node.other:
                yield f"Any other word is a {node.other}.\n"
        case shapes.Union():
            members = ((f"`{member.tag}`", f"[{member.name}](#{member.name.lower()})") for member in node.members)
            yield from table((f"`{node.tag_field}`", "constructor"), members)
        case shapes.Record():
            if node.exactly_one:
                yield "Exactly one of the members is given.\n"
            tag = [(f"`{node.tag_field}`", f"`{node.tag}`", "required")] if node.tag else []
            rows = [(_member(field), _shown(field.type), field.presence.value) for field in node.fields]
            if tag or rows:
                yield from table(("member", "type", "presence"), [*tag, *rows])


def _member(field: shapes.Field) -> str:
    return f"`{field.wire}`" if field.wire == field.name else f"`{field.wire}` (`{field.name}`)"


def _shown(node: shapes.Node) -> str:
    match node:
        case shapes.Fixed(words=words):
            return " or ".join(f"`{word}`" for word in words)
        case shapes.Open(object_only=object_only):
            return "any JSON object" if object_only else "any JSON value"
        case shapes.ListOf(item=item):
            return f"list of {_shown(item)}"
        case shapes.Record(name=name) | shapes.Union(name=name) | shapes.Enumeration(name=name):
            return f"[{name}](#{name.lower()})"
        case _:
            return shapes.word(node)


# ── differences and decisions ────────────────────────────────────────────────────────────────────────────────────────


def differences_page() -> str:
    """Where the model differs from the type blocks of the text, and why."""
    held = json.loads((ROOT / "tests/spec/differences.json").read_text("utf-8"))
    introduction = (
        "The model is compared with the type blocks of the text at every test run. These are all the differences, "
        "each deliberate."
    )
    rows = [(f"`{d['at']}`", d["text"] or "absent", d["model"] or "absent", d["reason"]) for d in held["differences"]]
    added = [(f"`{name}`", reason) for name, reason in held["added_types"].items()]
    return page(
        "Differences from the text",
        introduction,
        table(("place", "text", "model", "reason"), rows),
        ["## Types that the text does not define\n", *table(("type", "reason"), added)],
    )


def decisions_page() -> str:
    """The index of the decision records."""
    introduction = (
        "What was decided, with the options and their price. The first record says what the project is for, the "
        "next ten shape the code, and the others settle places where the text of the specification is silent or "
        "contradicts itself, or what a session does not say. A decision is changed by a new record that names the "
        "old one."
    )
    records = []
    for path in sorted((ROOT / "docs/adr").glob("[0-9]*.md")):
        lines = path.read_text("utf-8").splitlines()
        number, _, title = lines[0].removeprefix("# ").partition(". ")
        serves = next(line.removeprefix("Serves: ") for line in lines if line.startswith("Serves: "))
        records.append((f"[{number}]({path.name})", title, serves))
    return page("Decision records", introduction, table(("record", "decision", "serves"), records))


PAGES = {
    "docs/reference/rules.md": rules_page,
    "docs/reference/verbs.md": verbs_page,
    "docs/reference/json.md": json_page,
    "docs/reference/spellings.md": spellings_page,
    "docs/reference/wire-faults.md": faults_page,
    "docs/reference/types.md": types_page,
    "docs/reference/policy-language.md": policy_page,
    "docs/reference/packs.md": packs_page,
    "docs/reference/python.md": python_page,
    "docs/reference/reports.md": reports_page,
    "docs/reference/differences.md": differences_page,
    "docs/adr/README.md": decisions_page,
}
"""Path from the root of the repository to what makes the page."""
