"""The kinds of matters that a report tells, each explained once. Their names are permanent: other tools keep them."""

from functools import cache
from typing import NamedTuple


class Kind(NamedTuple):
    """One kind of matter.

    Attributes:
        name: Permanent.
        title: In one line, what is found where there is such a matter.
        help: What it means, and what to do about it.
        section: Of the specification; empty where none applies.
    """

    name: str
    title: str
    help: str
    section: str = ""


_ALL = (
    Kind(
        "unread-trace",
        "The trace could not be read",
        "The file is missing, may not be read, or is no trace. Nothing is known of the work that it should tell of.",
    ),
    Kind(
        "unchecked-policies",
        "The policies could not be checked",
        "A policy that was asked for cannot be read, or there was nothing to check, which is no pass. "
        "`tollens check` says which policy it is.",
        "13.5",
    ),
    Kind(
        "blocked",
        "An acceptance item of a goal is blocked",
        "What the item asks for is refuted, contested or failed. The goal is not reached before that is answered.",
        "18.3",
    ),
    Kind(
        "refuted",
        "A claim is refuted",
        "A verification found a counterexample. Mend the code, the model or the claim, and verify again.",
    ),
    Kind(
        "failed",
        "A result or a check speaks against the work",
        "A check, a conformance result or a recorded evaluation failed and nothing later answers it. Mend the work and "
        "establish it again.",
    ),
    Kind(
        "violated-policy",
        "A policy does not hold over the trace",
        "Mend what violates the policy, and check again. `tollens check` lists every place.",
        "13.5",
    ),
    Kind(
        "undecided-policy",
        "A policy cannot be decided over the trace",
        "The record does not say enough to tell whether the policy holds; what is not recorded is not taken for done.",
        "13.5",
    ),
    Kind(
        "disabled-policy",
        "A policy was not checked",
        "The project, or the file of the policy, switched it off. The reason is the one that is given there.",
        "13.5",
    ),
    Kind(
        "doubtful-policy",
        "The formula of a policy may not say what was meant",
        "The static check found something in it that is odd, such as a name that nobody knows. `tollens policy lint` "
        "says what, and what to write instead.",
        "13.5",
    ),
    Kind(
        "unused-setting",
        "The project's file speaks of a policy that is not here",
        "Its id may be misspelt, so that another policy is not as grave, or as switched off, as is meant.",
        "13.5",
    ),
    Kind(
        "contested",
        "A claim is contested",
        "Counter-evidence stands against a claim, or against what it rests on. Refute the defeater, establish the "
        "claim again, or have a reviewer waive the defeater with a reason.",
        "13.2",
    ),
    Kind(
        "detached",
        "A result is about something that is gone",
        "The definition that the result is about is in no current model. Establish it anew for what took its place.",
        "18.3",
    ),
    Kind(
        "stale",
        "A result no longer fits what it is about",
        "What the result rests on was changed after it. Establish the result again over what is there now.",
        "18.3",
    ),
    Kind(
        "critical-gap",
        "A critical gap is open",
        "A gap of critical severity was declared and not closed. Close it by its check, or have a reviewer waive it.",
        "13.5",
    ),
    Kind(
        "blocking-review-item",
        "A review item bars approval",
        "A reviewer asked for something that bars approval until it is resolved or waived.",
        "14.3",
    ),
    Kind(
        "signature",
        "The signatures do not pass",
        "The signatures that are asked for are missing, not valid, or not of the parties that are trusted. "
        "`tollens verify` says which.",
        "12.4",
    ),
    Kind(
        "open-item",
        "An acceptance item of a goal is not established",
        "Nothing stands against it, and nothing establishes it. The goal is not reached without it.",
        "18.3",
    ),
    Kind(
        "open-gap",
        "A gap is open",
        "Something is declared as not established. The gap names the check that closes it, where there is one.",
        "13.1",
    ),
    Kind(
        "no-gap-declared",
        "No gap is declared",
        "That the record declares no gap is not to say that there is none; it is to be reviewed by itself.",
        "13.2",
    ),
    Kind(
        "doubted-claim",
        "A result is in doubt",
        "It spoke for the work when it was made. Since then something changed, was redone or could not be read that "
        "bears on it. Establish it again.",
    ),
    Kind(
        "open-claim",
        "A result leaves the question open",
        "Its verdict says neither that the claim holds nor that it does not. It is no pass.",
    ),
    Kind(
        "unknown-check",
        "How a check ended is not known",
        "The record holds no exit status and no whole summary of it. Run the check by itself, and record how it ends.",
        "9.1",
    ),
    Kind(
        "failed-command",
        "A command failed and did not pass later",
        "It checks nothing by itself, so it stands against nothing; its failure may still explain something.",
        "9.1",
    ),
    Kind(
        "untested-change",
        "A change was not tested since",
        "The change comes after the last test run that passed, or no test run passed. Run the tests that cover it.",
    ),
    Kind(
        "open-review-item",
        "A review item is open",
        "A reviewer asked for something that does not bar approval, and it is not settled.",
        "14.3",
    ),
    Kind(
        "unfinished-work",
        "The work did not complete",
        "The record ends without saying that the work was completed.",
        "6.1",
    ),
    Kind(
        "unrecognized",
        "Some elements are not recognized",
        "They could not be read as what they should be, and are evidence for nothing. `tollens validate` lists them.",
        "17.3",
    ),
    Kind(
        "incomplete-capture",
        "The session was not captured whole",
        "The trace was made from a session, and some of it is missing from the record.",
    ),
)

KINDS = {kind.name: kind for kind in _ALL}
"""Every kind by its name. Beside them stand the rules of validation, under their codes."""


@cache
def kind_of(name: str) -> Kind:
    """The kind of that name: one of those above, a rule of the specification, or a fault of reading."""
    from tollens.core.validate.rule import rules
    from tollens.core.wire.explanations import EXPLANATIONS

    if name in KINDS:
        return KINDS[name]
    if name in EXPLANATIONS:
        return Kind(name, *EXPLANATIONS[name])
    rule = next(rule for rule in rules() if rule.code == name)
    return Kind(name, rule.title, f"{rule.prose} {rule.hint}", rule.section)
