"""What the record of a session as a whole leaves open: what is not in it, and what was changed and never tested."""

from tollens.core.derive.record.account import CaptureReport
from tollens.core.model import ResidualSeverity
from tollens.plugins.sessions.assembly.acts import Acts
from tollens.plugins.sessions.assembly.ending import Ending
from tollens.plugins.sessions.assembly.files import is_document
from tollens.plugins.sessions.assembly.gaps import Gaps


def state_gaps(report: CaptureReport, ending: Ending, acts: Acts, gaps: Gaps) -> None:
    """State the gaps of the session as a whole; `acts` are all performed."""
    damaged = report.records.damaged
    if damaged:
        places = (f"{each.file}:{each.line}" if each.file else str(each.line) for each in damaged[:10])
        lines = ", ".join(dict.fromkeys(places))
        more = " and further ones" if len(damaged) > 10 else ""
        gaps.limitation(
            f"Records of the session file that could not be read: {len(damaged)} (line {lines}{more}).",
            ResidualSeverity.MediumResidual,
        )
    if report.found.results_without_call:
        gaps.limitation(
            f"Results without a call in the file: {report.found.results_without_call}; part of it is missing.",
            ResidualSeverity.MediumResidual,
        )
    if report.found.emptied:
        gaps.limitation(
            f"Content destroyed: {report.found.emptied} messages of the session have none; what was said and done "
            "in them is not known.",
            ResidualSeverity.MediumResidual,
        )
    if not report.found.prompts:
        gaps.limitation("No instruction of a person is in the session file.", ResidualSeverity.MediumResidual)
    if ending.end == "cut off":
        gaps.limitation(f"The record of the session is not whole: {ending.reason}.", ResidualSeverity.MediumResidual)
    if acts.unanswered:
        gaps.unverified(
            f"This agent's record holds no results: {len(acts.unanswered)} calls may or may not have been "
            f"carried out, the last of them: {_listed(acts.unanswered[-10:])}.",
            ResidualSeverity.MediumResidual,
            "Compare the files with the record, for example with `git diff`, and run the tests.",
        )
    if acts.files.abandoned:
        names = ", ".join(list(acts.files.abandoned)[:10])
        gaps.unverified(
            f"Changes on an abandoned branch may still be in the files: {names}.",
            ResidualSeverity.MediumResidual,
            "Compare these files with what the kept branch shows of them.",
        )
    _untested(acts, gaps)


def _untested(acts: Acts, gaps: Gaps) -> None:
    """Files whose last change is followed by no test run with a known outcome, and what may have changed files."""
    tested = acts.shells.last_known_tests
    unfollowed = dict.fromkeys(f"`{command}`" for at, command in acts.files.unfollowed if at > tested)
    if unfollowed:
        gaps.unverified(
            "No test run with a known outcome is recorded after what may have changed files: "
            f"{_listed(list(unfollowed))}.",
            ResidualSeverity.MediumResidual,
            "Look at what changed, for example with `git diff`, and run the tests again.",
        )
    open_changes = {
        path: change.diff_id
        for path, change in acts.files.modified.items()
        if change.known and change.at > tested and not is_document(path)
    }
    if not open_changes:
        return
    gaps.unverified(
        f"No test run with a known outcome is recorded after the last change of: {_listed(list(open_changes))}.",
        ResidualSeverity.MediumResidual,
        "Run the tests that cover these files.",
        related=tuple(open_changes.values()),
    )


def _listed(found: list[str]) -> str:
    """The first ten, and how many more there are."""
    return ", ".join(found[:10]) + (f" and {len(found) - 10} more" if len(found) > 10 else "")
