"""What `tollens check` and `tollens policy` print as JSON: member by member, held against their output by a test."""

import textwrap

from tools.markdown import table

Rows = tuple[tuple[str, str, str], ...]

OUTPUTS: dict[str, tuple[str, Rows]] = {
    "check": (
        "One object; with several traces a list of them, in the order of the arguments. A trace that cannot be read "
        "has one, too, with the gate `unchecked`, and the exit status is 2.",
        (
            ("file", "string", "As given on the command line."),
            ("gate", "`passed` or `blocked` or `unchecked`", "As the exit status 0, 1 or 2."),
            ("message", "string", "The same in a sentence."),
            ("policies", "list of [verdicts](#verdict-of-a-policy)", "In the order in which they were given."),
            ("disabled", "list of objects", "`policy_id`, `reason` and `source` of each that was switched off."),
            ("faults", "int", "Errors of the trace itself; absent where it has none."),
            ("unused", "list of string", "Ids that the project's file has and no policy here; absent without any."),
            ("residuals", "list of objects", "With `--residuals`: the payload of each (§13.4)."),
        ),
    ),
    "policy list": (
        "A list of objects.",
        (
            ("policy_id", "string", "Its identity."),
            ("name", "string", "For a person; the id where the file states none."),
            ("severity", "`error` or `warning` or `info`", "How much a violation matters."),
            ("level", "string or null", "The least level of the language that has its formula; null if unreadable."),
            ("category", "string", "What a gallery files it under; may be empty."),
            ("source", "string", "The file or pack that it is from."),
            ("examples", "int", "Examples that can be run."),
        ),
    ),
    "policy show": (
        "A list of objects with the members of `policy list`, and:",
        (
            ("policy", "object", "As a trace holds it."),
            ("rationale", "string", "Why there is such a policy."),
            ("tags", "list of string", "Words to find it by."),
            ("examples", "list of objects", "`title`, `expected` (a list of verdicts) and `trace` of each."),
            ("diagnostics", "list of [Diagnostic](#diagnostic)", "What the static check says of its formula."),
            ("fault", "string", "Why its formula cannot be read; empty where it can."),
        ),
    ),
    "policy lint": (
        "A list of objects.",
        (
            ("policy_id", "string", "Its identity."),
            ("source", "string", "The file or pack that it is from."),
            ("level", "string or null", "As in `policy list`."),
            ("fault", "string", "Why its formula cannot be read; empty where it can."),
            ("diagnostics", "list of [Diagnostic](#diagnostic)", "What the static check says of its formula."),
        ),
    ),
    "policy test": (
        "A list of objects, each with `policy_id` and the list `examples` of objects:",
        (
            ("policy_id", "string", "Of the policy."),
            ("example", "string", "What happens in it."),
            ("expected", "list of string", "The verdicts that are right."),
            ("status", "string", "The verdict; empty where the example is words only."),
            ("agrees", "bool or null", "Whether it is right; null where nothing was run."),
            ("message", "string", "The verdict in a sentence."),
            ("violating_action_ids", "list of int", "Where it is violated."),
        ),
    ),
    "policy explain": (
        "A list of objects. With `--trace` each has `file`, `status` and `message`, too, and each line of the outline "
        "`at`: how often and where its part is true, false or unknown, or null where that cannot be said of the part "
        "alone.",
        (
            ("policy_id", "string", "Its identity."),
            ("formula", "string", "As it is read."),
            ("outline", "list of objects", "`depth` and `text` of each line."),
            ("diagnostics", "list of [Diagnostic](#diagnostic)", "What the static check says of its formula."),
        ),
    ),
}
"""Verb to how its output begins, and the members of its objects."""

VERDICT: Rows = (
    ("policy_id", "string", "Its identity."),
    ("name", "string", "For a person; the text of a formula of the command line."),
    ("severity", "`error` or `warning` or `info`", "As the project has it, or else the policy."),
    ("status", "`passed` or `failed` or `not_applicable` or `unknown`", "The verdict."),
    ("applicable", "bool or null", "Whether what it is about occurs; null where that cannot be told."),
    ("violating_action_ids", "list of int", "The actions at which it is violated, in order."),
    ("violating_artifact_ids", "list of string", "What these produced, and artifacts that violate it themselves."),
    ("evidence_action_ids", "list of int", "The actions at which it demands something and is met."),
    ("evidence_artifact_ids", "list of string", "What these produced."),
    ("undetermined", "list of objects", "`fact`, `why` and `action_ids` of each fact that was missing."),
    ("message", "string", "The verdict in a sentence."),
    ("elements", "list of objects", "`kind` and `id` of what it is violated by, where it speaks of elements."),
    ("source", "string", "`--formula`, the file, the pack, or `the trace`."),
    ("blocking", "bool", "Whether the gate is shut by it."),
    ("diagnostics", "list of [Diagnostic](#diagnostic)", "What the static check says of its formula."),
)


def policies_json() -> list[str]:
    """The sections of the page on JSON."""
    made: list[str] = []
    for verb, (words, rows) in OUTPUTS.items():
        made += [f"## Output of {verb}\n", f"{textwrap.fill(words, 120)}\n", *_members(rows)]
        if verb == "check":
            made += ["### Verdict of a policy\n", *_members(VERDICT)]
    return made


def _members(rows: Rows) -> list[str]:
    return list(table(("member", "type", "what"), [(f"`{name}`", kind, what) for name, kind, what in rows]))
