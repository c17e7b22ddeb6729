"""§17.3 Validation: what reading the file found, then every semantic rule over the trace that was read."""

from tollens.core.diagnostics import Diagnostic, Report, pointer
from tollens.core.graph.index import Index
from tollens.core.validate.rule import Finding, Rule, rules
from tollens.core.wire.document import Document
from tollens.core.wire.spellings import MEMBERS

FINDINGS_PER_RULE = 1_000
"""Findings of one rule that are given one by one; a last one says how many more there are."""

ALTERNATIVES = {row.canonical: row.alternative for rows in MEMBERS.values() for row in rows.values()}
"""Canonical member to the accepted alternative name that a file may use for it."""


def validate(document: Document) -> Report:
    """Judge a file: every fault of its shape, then every breach of a semantic rule.

    The rules run over the lenient reading, so a fault in one place does not hide what is wrong in another.
    Elements that could not be read are left out by every rule, but their ids count as known.
    """
    index = Index(document.trace, lambda: document.value)  # a file without findings needs no second reading
    found = list(document.faults)
    for rule in rules():
        count = 0
        for finding in rule.check(index):
            count += 1
            if count <= FINDINGS_PER_RULE:
                found.append(_diagnostic(rule, finding, index))
        if count > FINDINGS_PER_RULE:
            text = f"{count - FINDINGS_PER_RULE} more findings of this rule are not listed"
            found.append(_diagnostic(rule, Finding("", text), index))
    return Report(document.spec_version, tuple(found))


def _diagnostic(rule: Rule, finding: Finding, index: Index) -> Diagnostic:
    path = _path_in_file(finding.path, index.value)
    return Diagnostic(rule.code, rule.severity, path, finding.message, rule.section, finding.hint or rule.hint)


def _path_in_file(path: str, value: object) -> str:
    """The path by the names that the file uses, down to the first member that the file lacks.

    A rule names the canonical member; the file may use another name for it, or hold none of what leads to it.
    """
    parts: list[str | int] = []
    for part in path.split("/")[1:]:
        if isinstance(value, list) and part.isdigit() and int(part) < len(value):
            parts.append(int(part))
            value = value[int(part)]
        elif isinstance(value, dict):
            other = ALTERNATIVES.get(part, part)
            name = other if part not in value and other in value else part
            parts.append(name)
            if name not in value:
                break
            value = value[name]
        else:
            break
    return pointer(*parts)
