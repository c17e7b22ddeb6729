"""The generated page on reports: the kinds of matters, read off the table that the formats use."""

import textwrap

from tollens.core.report.kinds import KINDS
from tollens.plugins.formats import annotations, code_quality, junit, markdown, sarif
from tools.markdown import page, table

_INTRODUCTION = (
    "What `tollens report` writes. Every form tells the same matters, made of one review of each trace: those of level "
    "`error` stand against the work, and there is one exactly where the gate does not pass; those of level `warning` "
    "are open, in doubt or not decided; those of level `note` are aside. What is not told as a matter is a pass only "
    "where the record holds what establishes it."
)

_FORMS = (
    (
        "`markdown`",
        "GitHub Markdown. One screen, and what is left folded below it. The first line is hidden and holds the key of "
        "`--key`, by which the next report finds this one: `<!-- tollens:report KEY -->`.",
        f"{markdown.MOST_BYTES:,} bytes in UTF-8, below the 65,536 characters of GitHub",
    ),
    (
        "`text`",
        "What stands against the work, a line each, as `tollens review --gate` says it.",
        "none",
    ),
    (
        "`sarif`",
        "SARIF 2.1.0 with errata 01, one run for all traces. A location is the changed file that the record names, "
        "with a line where a recorded change numbers it, or else the file of the trace, with the line of the element "
        "where the file is laid out as tollens writes it; the logical location has the JSON pointer. The fingerprints "
        "`tollens/v1` and `primaryLocationLineHash` are made of what a matter is about, not of its words.",
        f"{sarif.MOST_RESULTS:,} results; GitHub takes 25,000, and shows 5,000 of them",
    ),
    (
        "`junit`",
        "JUnit XML as Jenkins reads it, a suite a trace, which the class of each case names as well. A failure stands "
        "against the work, an error could not be told "
        "and stands against it, and what is open, in doubt or does not apply is skipped.",
        f"{junit.MOST_CASES:,} cases of one trace",
    ),
    (
        "`github`",
        "Workflow commands of GitHub Actions: `::error`, `::warning` and `::notice` with `file`, `line` and `title`; "
        "file and line as in SARIF.",
        f"{annotations.MOST} of each level, as many as a step may show",
    ),
    (
        "`codequality`",
        "A code quality report of GitLab: `major` for what stands against the work, then `minor` and `info`.",
        f"{code_quality.MOST:,} issues",
    ),
    (
        "`json`",
        "The reports whole: [Output of report](json.md#output-of-report).",
        "none",
    ),
)


def reports_page() -> str:
    """The page."""
    cut = (
        "Where there is a limit, what is least grave is left out first, and the report says how much. Text of a trace "
        "is cut to a line; it is escaped for the form that it stands in, so that it is shown and does nothing."
    )
    kinds = (
        "Their names are permanent. Beside them stand [the rules of validation](rules.md) and "
        "[the faults of reading](wire-faults.md) under their codes."
    )
    return page(
        "Reports",
        _INTRODUCTION,
        ["## Forms\n", f"{textwrap.fill(cut, 120)}\n"],
        table(("form", "what it is", "limit"), _FORMS),
        ["## Kinds of matters\n", f"{textwrap.fill(kinds, 120)}\n"],
        table(
            ("kind", "what", "what it means", "section"),
            (
                (f"`{kind.name}`", kind.title, kind.help, f"§{kind.section}" if kind.section else "")
                for kind in KINDS.values()
            ),
        ),
    )
