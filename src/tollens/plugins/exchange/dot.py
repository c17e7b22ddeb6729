"""The lineage as a graph for Graphviz: artifacts, and what each was made from (§3.2, §7.3).

What bears on whether an artifact still counts is said in its label and by the form of its outline, and by colour only
besides. Everything from the trace is escaped: in a label a backslash and an ampersand mean something to Graphviz.
"""

from collections.abc import Iterator, Sequence

from tollens.core.derive.review.provenance import MISSING, REFERENCE, Provenance, Relative, lineage_of_all, provenance
from tollens.plugins.exchange import Asked, Told, Written
from tollens.plugins.text.printable import clip

MANY = 5000
"""Artifacts from which on Graphviz takes half a minute and more, and four times that for twice as many."""

_WIDTH = 48
"""Characters of a line of a label."""

_LONGEST = 300
"""Columns of any other text: Graphviz refuses a graph in which a string has more than 16,384 bytes."""

_NOTHING = {
    "meta_action": "the meta-action names nothing that it produced",
    "goal": "no artifact is evidence for the goal",
}
"""Why an element has no lineage; an artifact has one."""

_SHAPES = {
    "UserInstruction": "invhouse",
    "UserApproval": "house",
    "Formalization": "component",
    "FormalModel": "component",
    "VerificationGoal": "hexagon",
    "VerificationResult": "octagon",
    "StateSpaceAnalysisResult": "octagon",
    "ConformanceResult": "octagon",
    "CoSimulationResult": "octagon",
    "CarriedForward": "septagon",
    "GeneratedTests": "note",
    "CommandResult": "cds",
    "Diff": "tab",
    "Commit": "folder",
    "Residual": "parallelogram",
    REFERENCE: "cylinder",
    MISSING: "none",
}
"""Type of an artifact to the shape of its node; a box where nothing is said."""


class Dot:
    """The DOT language."""

    title = "the lineage as a graph for Graphviz"
    restrictable = True

    def write(self, asked: Asked) -> Written:
        """Draw the whole lineage, or that of one element."""
        evaluation = asked.evaluate()
        established = evaluation.established
        nodes: Sequence[Relative]
        subject: frozenset[str]
        told: list[Told] = []
        if asked.around is None:
            nodes, subject = lineage_of_all(established), frozenset()
        else:
            found = provenance(evaluation, asked.around, asked.depth)
            nodes, subject = _nodes(found), frozenset(each.artifact_id for each in found.subject)
            if not subject:
                told.append(Told(f"nothing is drawn: {_NOTHING[found.kind]}"))
        text = "\n".join(_lines(nodes, subject, established.index.trace.trace_id))
        if len(nodes) > MANY:
            long = "Graphviz will take long; --around ID restricts it to the lineage of one element"
            told.append(Told(f"{len(nodes)} artifacts: {long}"))
        return Written(text.encode("utf-8", "backslashreplace"), tuple(told))


def _nodes(found: Provenance) -> Sequence[Relative]:
    """Each once, also where something derives from itself and so is on both sides."""
    every = (*found.ancestors, *found.subject, *found.descendants)
    return tuple({each.artifact_id: each for each in every}.values())


def _lines(nodes: Sequence[Relative], subject: frozenset[str], title: str) -> Iterator[str]:
    names = {each.artifact_id: f"n{place}" for place, each in enumerate(nodes)}
    yield "digraph lineage {"
    yield f"  graph [rankdir=TB, label={_quoted(_cut(title))}, labelloc=t, fontname=sans];"
    yield "  node [shape=box, fontname=sans, fontsize=10];"
    yield "  edge [arrowsize=0.7];"
    for each in nodes:
        yield f"  {names[each.artifact_id]} [{_drawn(each, each.artifact_id in subject)}];"
    for each in nodes:
        for parent in each.derived_from:
            if parent in names:
                yield f"  {names[parent]} -> {names[each.artifact_id]};"
    yield "}\n"


def _drawn(each: Relative, asked_for: bool) -> str:
    """The attributes of a node."""
    kind = f"{each.type} {each.status}".strip()
    bearing = tuple(_bearing(each))
    texts = (each.artifact_id, kind, *((each.name,) if each.name and each.name != each.artifact_id else ()))
    told = (*texts, *(text for text, _ in bearing))
    label = "\\n".join(_escaped(_cut(text, _WIDTH)) for text in told)
    stated = {
        "label": f'"{label}"',
        "tooltip": _quoted(" - ".join(_cut(text) for text in told)),
    }
    if each.type in _SHAPES:
        stated["shape"] = _SHAPES[each.type]
    styles = list(dict.fromkeys(style for _, style in bearing))
    if asked_for:
        styles.append("bold")
    if styles:
        stated["style"] = f'"{",".join(styles)}"'
    if each.contested_by is not None:
        stated |= {"peripheries": "2", "color": '"#b00020"'}
    elif bearing:
        stated["color"] = '"#8a5a00"'
    return ", ".join(f"{name}={value}" for name, value in stated.items())


def _bearing(each: Relative) -> Iterator[tuple[str, str]]:
    """What bears on whether it still counts, each with the style of its outline."""
    if each.contested_by is not None:
        yield f"CONTESTED by {each.contested_by}", "bold"
    if each.freshness is not None and each.freshness != "Fresh":
        yield each.freshness.upper(), "dashed"
    if each.replaced_by is not None:
        yield f"replaced by {each.replaced_by}", "dotted"


def _cut(text: str, width: int = _LONGEST) -> str:
    """The text on one line of so many columns, and of no more than twice as many characters: some take no column."""
    return clip(text, width)[: 2 * width]


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    r"""A printable text inside quotes: nothing in it ends them, or is an escape or an entity to Graphviz.

    >>> _escaped(r'a"b\N&lt;')
    'a\\"b\\\\N&amp;lt;'
    """
    return text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')


PLUGIN = Dot()
