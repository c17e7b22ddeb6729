"""Commits of a session: what the output of a shell line, or the exit status of `git commit`, shows of them."""

from collections.abc import Sequence

from tollens.core.model import CommitArtifact, JsonObject, ResidualSeverity
from tollens.plugins.sessions.assembly.extracts import Left, brief
from tollens.plugins.sessions.assembly.files import Files
from tollens.plugins.sessions.assembly.gaps import Gaps
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.assembly.staging import Staging
from tollens.plugins.sessions.shell.line import Command
from tollens.plugins.sessions.shell.testing_output import NOTHING_SEEN, commits_in

Shown = tuple[str, str, str]
"""A commit as git prints it: branch, hash, message."""


def shown_commits(output: str, steps: int) -> list[list[Shown]]:
    """The commits that an output prints, for each of the commands that commit, in order.

    Those that cannot be told apart are all with the last one.

    >>> shown_commits("[main 4f2a9c1] a fix", 1)
    [[('main', '4f2a9c1', 'a fix')]]
    """
    seen = (output.seen or NOTHING_SEEN).commits if isinstance(output, Left) else commits_in(output)
    shown = [(branch, commit, message[:500]) for branch, commit, message in seen]
    if len(shown) != steps:
        return [[] for _ in range(steps - 1)] + [shown]
    return [[each] for each in shown]


class Commits:
    """Turns commits into artifacts, with what was put forward for them."""

    def __init__(self, ledger: Ledger, files: Files, gaps: Gaps, places: Places) -> None:
        self._ledger = ledger
        self._files = files
        self._gaps = gaps
        self._places = places
        self._staging = Staging()

    def see(self, commands: Sequence[tuple[Command, str | None]]) -> None:
        """Take in commands that were run, each with its folder."""
        self._staging.see(commands)

    def add(self, draft: Draft, shown: Sequence[Shown], success: bool | None) -> None:
        """A commit that the output or the exit status proves is an artifact; one that neither shows is a gap."""
        if not shown and success is None:
            self._gaps.unverified(
                "Whether the commit was made is not recorded.",
                ResidualSeverity.MediumResidual,
                "Look for it with `git log`.",
                draft,
            )
        if not shown and not success:
            return
        paths, whole = self._staging.taken(self._files.has)
        changes = self._files.committed(paths)
        named: list[str] | None = [self._places.shown(path) for path in paths] if whole and len(shown) < 2 else None
        facts: list[dict[str, object]] = [
            {"branch": branch, "commit": commit, "message": message} for branch, commit, message in shown
        ]
        for fact in facts or [{"commit": None}]:
            fact["files"] = named
            self._ledger.add(
                CommitArtifact(
                    artifact_id=self._ledger.new_id("commit"),
                    name=brief(f"commit {fact.get('commit') or ''} {fact.get('message') or ''}".strip()),
                    producer_action_id=draft.id,
                    derived_from=changes,
                    metadata=JsonObject.of(fact),
                ),
                draft,
            )
