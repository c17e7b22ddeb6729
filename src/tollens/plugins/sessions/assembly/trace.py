"""Events to a trace: the one place where a session of any agent becomes the record of §5.

Ids count up, times come from the session, and nothing is claimed that an event does not show: how a session ended is
told by its last events, and what stays open is written down as Residual artifacts.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tollens.core.derive.record.account import ARTIFACT, Beside, CaptureReport, Completeness
from tollens.core.model import (
    AnalysisNoteArtifact,
    ArtifactRole,
    DecisionOption,
    GatewayActionType,
    GovernanceActionType,
    JsonObject,
    Metrics,
    ResidualSeverity,
    Trace,
    UserInstructionArtifact,
)
from tollens.core.wire.versions import CURRENT
from tollens.plugins.sessions.assembly.acts import UNSTATED, Acts, is_done
from tollens.plugins.sessions.assembly.ending import Closing, Ending, beginning_of, ending_of
from tollens.plugins.sessions.assembly.extracts import OUTPUT, RATIONALE, WORDS, brief, extract, shortened
from tollens.plugins.sessions.assembly.gaps import Gaps
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.assembly.shortfalls import state_gaps
from tollens.plugins.sessions.assembly.turns import Turns, together
from tollens.plugins.sessions.assembly.withholding import withheld, without_arguments
from tollens.plugins.sessions.events import (
    Approval,
    Call,
    Command,
    Compaction,
    Delegation,
    Event,
    Interrupt,
    Loose,
    Orphan,
    Plan,
    Planning,
    Prompt,
    Queued,
    Said,
    Session,
    Shell,
    Trouble,
)
from tollens.plugins.sessions.links import NO_LINKS, Links
from tollens.plugins.sessions.privacy import Content
from tollens.plugins.sessions.report import counted
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.plugins.sessions.source.strangers import Stranger

UNKNOWN_MODEL = "unknown"
NO_TIME = "unknown"
"""Where a session states no model or no time, the trace says so."""


MOST_BESIDE = 1_000
MOST_NOTES = 20
"""Most files beside a session, and notes on them, that the account lists."""


class Capture(NamedTuple):
    """A session as a trace, and the account of how it became one."""

    trace: Trace
    report: CaptureReport


def assemble(
    session: Session,
    source: Source,
    redactor: Redactor,
    content: Content = "full",
    links: Links = NO_LINKS,
    strangers: Sequence[Stranger] = (),
) -> Capture:
    """Put a session together.

    Args:
        session: As a format read it. Its events go one by one where nobody else holds them: those of a large session
            and its trace need not be there at once.
        source: What it was read from.
        redactor: What took the secrets out.
        content: What becomes of texts, outputs, patches and contents of files.
        links: The links of the project.
        strangers: Records of types that are not known, to be kept as they are.
    """
    events = [*reversed(session.events)]
    session = msgspec.structs.replace(session, events=())
    return _Assembly(session, source, redactor, content, links).capture(events, strangers)


class _Assembly:
    """Goes through the events once."""

    def __init__(self, session: Session, source: Source, redactor: Redactor, content: Content, links: Links) -> None:
        self._session = session
        self._source = source
        self._redactor = redactor
        self._content: Content = content
        self._ledger = Ledger()
        self._gaps = Gaps(self._ledger)
        self._places = Places(session.root, links)
        self._acts = Acts(self._ledger, self._places, self._gaps, session.records_results)
        self._turns = Turns()
        self._waiting: list[tuple[str, tuple[str, ...]]] = []
        self._instruction: str | None = None
        self._together: dict[str, list[str]] = {}
        self._closing = Closing()
        self._first: Prompt | None = None

    def capture(self, events: list[Event], strangers: Sequence[Stranger]) -> Capture:
        """The trace and the report.

        Args:
            events: The last first; taken off the list one by one.
            strangers: As for `assemble`.
        """
        self._together = together(reversed(events))
        while events:
            event = events.pop()
            event = withheld(event) if self._content == "digest" else event
            self._closing.see(event)
            self._take(event)
        torn = self._source.torn if self._session.torn is None else self._session.torn
        ending = ending_of(self._closing.events, torn, self._session.states_ends)
        report = self._report(ending)
        state_gaps(report, ending, self._acts, self._gaps)
        self._gaps.write()
        for stranger in strangers:
            self._keep(stranger)
        self._ledger.add(
            AnalysisNoteArtifact(
                artifact_id=ARTIFACT,
                artifact_role=ArtifactRole("audit_evidence"),
                name="capture report",
                format="application/json",
                summary=f"What became of the {report.records.total} records of the session file.",
                metadata=JsonObject.of(msgspec.to_builtins(report)),
            )
        )
        return Capture(self._trace(ending), report)

    def _take(self, event: Event) -> None:
        match event:
            case Prompt():
                self._instruct(event)
            case Call():
                self._call(event)
            case Said(text=text, abandoned=False):
                self._turns.say(text)
            case Command(text=text, abandoned=abandoned):
                self._instruction = None
                self._turns.begin(text, abandoned)
            case Queued(text=text):
                self._note(f"The person queued a message that is in no prompt: {brief(text, 2_000)}")
            case Orphan():
                self._keep_orphan(event)
            case Interrupt(abandoned=abandoned):
                if not abandoned:
                    self._turns.interrupt()
                self._note_last("The person interrupted the agent after this.")
            case Compaction(trigger=trigger):
                self._compact(trigger)
            case Trouble(text=text):
                self._note_last(brief(f"The service behind the agent failed after this: {text}", 300))
            case Loose(calls=calls):
                self._turns.begin_block("started by a call that is not in the file")
                self._perform(*calls)
                self._turns.end_block()

    def _note_last(self, statement: str) -> None:
        """Note something at the last action, if there is one; the ending and the report tell it in any case."""
        if self._ledger.drafts:
            self._ledger.drafts[-1].note(statement)

    def _instruct(self, prompt: Prompt) -> None:
        if self._first is None or (self._first.abandoned and not prompt.abandoned):
            self._first = prompt
        facts: dict[str, object] = {"line": prompt.line, **extract("text", prompt.text, WORDS)}
        if prompt.injected:
            facts |= extract("injected", prompt.injected, OUTPUT)
        if prompt.abandoned:
            facts["abandoned"] = True
        identity = self._ledger.new_id("instruction")
        self._ledger.add(
            UserInstructionArtifact(
                artifact_id=identity,
                name=brief(prompt.text),
                summary=f"{'Abandoned by a rewind: ' if prompt.abandoned else ''}{shortened(prompt.text, WORDS)}",
                metadata=JsonObject.of(facts),
            )
        )
        self._instruction = identity
        self._turns.begin(prompt.text, prompt.abandoned)

    def _call(self, call: Call) -> None:
        """A call of the main thread, and what it started as one block."""
        self._split(call)
        self._perform(call)
        if call.abandoned:
            return
        if isinstance(call.operation, Planning) and is_done(call.result):
            self._turns.begin_planning()
        elif isinstance(call.operation, Plan) and self._acts.plan is not None:
            self._turns.plan(self._acts.plan)
        elif isinstance(call.operation, Approval) and is_done(call.result):
            self._turns.declare(call.operation.plan)

    def _split(self, call: Call) -> None:
        """Parts of the work that one message gave to several sub-agents: a parallel split stands before the first."""
        group = self._together.pop(call.operation.together, []) if isinstance(call.operation, Delegation) else []
        if len(group) < 2:
            return
        label = f"Give parts of the work to {len(group)} sub-agents at once"
        draft = self._ledger.action(
            GatewayActionType.ParallelSplit, label, shortened(call.rationale, RATIONALE) or UNSTATED
        )
        titles = dict.fromkeys(brief(title, 300) for title in group)
        draft.options = tuple(DecisionOption(label=title, chosen=True) for title in titles)
        self._place(draft, call.abandoned)

    def _perform(self, *calls: Call) -> None:
        """Calls with what they started, and so on: each block stands whole, where its call was made."""
        waiting: list[Call | None] = [*reversed(calls)]
        while waiting:
            call = waiting.pop()
            if call is None:
                self._turns.end_block()
                continue
            by_agent = not (isinstance(call.operation, Shell) and call.operation.by_user)
            for draft in self._acts.perform(call, self._turns.block):
                self._place(draft, call.abandoned, by_agent)
            if call.children:
                title = call.operation.title if isinstance(call.operation, Delegation) else call.tool
                self._turns.begin_block(title, call.abandoned)
                waiting.append(None)
                waiting.extend(reversed(call.children))

    def _place(self, draft: Draft, abandoned: bool = False, by_agent: bool = True) -> None:
        """Put an action into its turn; the agent's first one in a turn takes the instruction as its input."""
        self._turns.add(draft, abandoned)
        if self._instruction is not None and by_agent:
            draft.inputs.insert(0, self._instruction)
            self._instruction = None
        for statement, derived_from in self._waiting:
            draft.note(statement, *derived_from)
        self._waiting = []

    def _compact(self, trigger: str) -> None:
        draft = self._ledger.action(
            GovernanceActionType.CreateSnapshot,
            "The history was compacted",
            "The agent's view of the conversation was replaced by a summary.",
        )
        draft.detail = f"Trigger: {brief(trigger)}." if trigger else None
        self._place(draft, by_agent=False)
        self._gaps.limitation(
            "What the agent knew after this point rests on a summary of the history before it.",
            ResidualSeverity.LowResidual,
            "",
            draft,
        )

    def _keep_orphan(self, orphan: Orphan) -> None:
        """A result without a call is kept as a note, and an observation of the action before it, or else after it."""
        word = "A failed result" if orphan.failed else "A result"
        where = f"line {orphan.line}" + (f" of {orphan.file}" if orphan.file else "")
        statement = f"{word} on {where} has no call in the file: {brief(orphan.text, 300)}"
        known = {"line": orphan.line, "call_id": orphan.call_id[:200], "failed": orphan.failed}
        note = AnalysisNoteArtifact(
            artifact_id=self._ledger.new_id("orphan"),
            name=brief(statement),
            summary=statement,
            metadata=JsonObject.of(known | extract("output", orphan.text, OUTPUT)),
        )
        self._ledger.add(note)
        self._note(statement, note.artifact_id)

    def _note(self, statement: str, *derived_from: str) -> None:
        """Note something at the action before it, else at the first that follows."""
        if self._ledger.drafts:
            self._ledger.drafts[-1].note(statement, *derived_from)
        else:
            self._waiting.append((statement, derived_from))

    def _keep(self, stranger: Stranger) -> None:
        """A record of a type that is not known is kept as it is: the first of its type, and the report counts them."""
        self._ledger.add(
            AnalysisNoteArtifact(
                artifact_id=self._ledger.new_id("unknown"),
                name=brief(f"record of the unknown type {stranger.name}"),
                summary=f"The first record of a type that is not known, as it stands on line {stranger.line}.",
                metadata=JsonObject.of({"line": stranger.line} | extract("record", stranger.text, OUTPUT)),
            )
        )

    def _report(self, ending: Ending) -> CaptureReport:
        session, account, source = self._session, self._session.account, self._source
        torn = ["the end of the file is missing or damaged"] if source.torn and session.torn is not False else []
        torn += [f"the end of {each.name} is missing or damaged" for each in source.beside if each.torn]
        repaired = [f"{each.name}: {note}" for each in source.beside for note in each.notes]
        return CaptureReport(
            format=session.format,
            file=self._redactor.text(re.split(r"[/\\]", source.name)[-1]),
            digest=source.digest,
            size=source.size,
            session_id=session.session_id[:200],
            versions=tuple(version[:100] for version in session.versions[:100]),
            records=account.records,
            found=account.found,
            unknown_records=account.unknown_records,
            unknown_tools=account.unknown_tools,
            unknown_fields=account.unknown_fields,
            redacted=counted(self._redactor.counts),
            secrets_kept=self._redactor.off,
            content=self._content,
            completeness=Completeness(ending.end, ending.reason, (*torn, *source.left, *account.missing)),
            notes=(
                *source.origin,
                *account.notes,
                *repaired[:MOST_NOTES],
                *map(self._redactor.text, self._places.notes()),
            ),
            beside=tuple(Beside(each.name, each.digest, each.size) for each in source.beside[:MOST_BESIDE]),
        )

    def _trace(self, ending: Ending) -> Trace:
        session = self._session
        metas, modified, first = self._turns.written(), tuple(self._acts.files.modified), self._first
        del self._turns, self._acts  # they hold the drafts
        actions = tuple(self._ledger.frozen())
        return Trace(
            trace_id=self._identity(),
            spec_version=CURRENT,
            assistant=session.assistant,
            model=", ".join(session.models) or UNKNOWN_MODEL,
            timestamp=session.started or NO_TIME,
            trigger=beginning_of(
                first, session.command if self._content == "full" else without_arguments(session.command)
            ),
            actions=actions,
            meta_actions=metas,
            outcome=ending.outcome,
            artifacts=tuple(self._ledger.artifacts),
            files_modified=modified,
            metrics=Metrics(
                total_actions=len(actions),
                decision_points=sum(isinstance(action.type, GatewayActionType) for action in actions),
                parallel_blocks=sum(action.type is GatewayActionType.ParallelSplit for action in actions) or None,
                meta_action_count=len(metas),
            ),
            branch=session.branch or None,
            commit_sha=session.commit or None,
        )

    def _identity(self) -> str:
        """The id of the trace: the session's own, or the digest of the file where that is none or no plain name."""
        own = self._session.session_id
        name = own if re.fullmatch(r"[A-Za-z0-9._-]{1,100}", own) else self._source.digest.split(":")[1][:16]
        return f"{self._session.format}-{name}"
