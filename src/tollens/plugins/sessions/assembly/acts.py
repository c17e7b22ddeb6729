"""Tool calls as actions: which action of §8.1 each operation is, and what its result adds to the record.

A call that was refused is a Reject and nothing else; a call without a result leaves a gap; a failed call has no
artifact. Only what came back with success changes the files of the session.
"""

import msgspec

from tollens.core.derive.record.changes import NO_RESULT, UNFOLLOWED
from tollens.core.model import (
    ActionType,
    DecisionOption,
    Evidence,
    EvidenceType,
    ExecutionMetadata,
    GatewayActionType,
    GovernanceActionType,
    JsonObject,
    PlanArtifact,
    ResidualSeverity,
    SearchResultsArtifact,
    UserApprovalArtifact,
)
from tollens.plugins.sessions.assembly.extracts import OUTPUT, RATIONALE, WORDS, brief, digest, extract, shortened
from tollens.plugins.sessions.assembly.files import Files
from tollens.plugins.sessions.assembly.gaps import Gaps
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.naming import named
from tollens.plugins.sessions.assembly.other_tools import may_change_files
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.assembly.requests import request_of, undone
from tollens.plugins.sessions.assembly.shelling import Shells
from tollens.plugins.sessions.assembly.verdicts import ShellLine, read_line
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
    Call,
    Changes,
    Choice,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    FollowUp,
    Move,
    Operation,
    OtherTool,
    Plan,
    Removal,
    Result,
    Search,
    Shell,
)
from tollens.plugins.sessions.shell.segments import main_of

UNSTATED = "The session states no reason."
"""The rationale where the agent said nothing before a call."""

BY_THE_PERSON = "The person ran this, not the agent."
"""The rationale of a shell line that the person ran."""


def is_done(result: Result | None) -> bool:
    """Whether a call was carried out and came to its end without an error."""
    return result is not None and not (result.refused or result.failed or result.interrupted)


class Acts:
    """Performs the calls of a session on the ledger, in their order.

    Attributes:
        files: What became of the files.
        plan: The plan as it stands.
        shells: What the shell lines showed.
        unanswered: The labels of the calls without a result, where the format records none, so that it is one gap.
    """

    def __init__(self, ledger: Ledger, places: Places, gaps: Gaps, records_results: bool = True) -> None:
        self.files = Files(ledger, places)
        self.plan: Plan | None = None
        self._ledger = ledger
        self._places = places
        self._gaps = gaps
        self.shells = Shells(ledger, self.files, gaps, places)
        self._by_call: dict[tuple[str, str], Draft] = {}
        self._agent = ""
        self._plans: dict[str, str] = {}
        self.unanswered: list[str] = []
        self._records_results = records_results
        self._plan_revision = 0

    def perform(self, call: Call, agent: str = "") -> tuple[Draft, ...]:
        """Record a call; gives its actions, mostly one.

        Args:
            call: The call.
            agent: The block of the sub-agent that made it; empty for the main one. Each has a plan of its own.
        """
        operation, result = call.operation, call.result
        self._agent = agent
        if isinstance(operation, FollowUp) and (started := self._by_call.get((call.file, operation.parent or ""))):
            self._follow(started, operation, result)
            if not operation.typed:
                return ()
        if isinstance(operation, Asking) and operation.choices:
            return self._asked(call, operation.choices)
        if isinstance(operation, Changes):
            parts = (msgspec.structs.replace(call, operation=part) for part in operation.parts)
            return tuple(draft for part in parts for draft in self.perform(part, agent))
        shell = read_line(operation) if isinstance(operation, Shell) else None
        if isinstance(operation, Shell) and shell is not None and result is not None and not result.refused:
            return self.shells.perform(
                operation, shell, call, result, lambda kind, label: self._draft(call, kind, label)
            )
        return self._act(call, shell)

    def _act(self, call: Call, shell: ShellLine | None) -> tuple[Draft, ...]:
        """Record a call that is one action, and what it stands for besides; of a shell line what was asked for."""
        operation, result = call.operation, call.result
        kind, label = named(operation, self._places)
        if shell is not None:
            kind = self.shells.kind_of(shell, main_of(shell.steps), call.cwd)
        if isinstance(operation, Approval) and result is not None and result.refused:
            return self._declined(call, operation, result, label)
        draft = self._draft(call, GovernanceActionType.Reject if result and result.refused else kind, label)
        if draft.request is not None and not is_done(result):
            draft.request |= undone(operation)
        if result is not None and result.refused:
            if isinstance(operation, Edit | Removal | Move):
                self.files.refer(draft, operation.path, counts=False)
            self._refused(draft, result, label)
            return (draft,)
        self._suspect(draft, operation)
        if result is None:
            self._unanswered(draft, call, label, shell)
        elif result.failed or result.interrupted:
            self._failed(draft, operation, result)
        else:
            return (draft, *self._done(draft, call, operation, result))
        return (draft,)

    def _draft(self, call: Call, kind: ActionType, label: str) -> Draft:
        unstated = BY_THE_PERSON if isinstance(call.operation, Shell) and call.operation.by_user else UNSTATED
        draft = self._ledger.action(kind, label, shortened(call.rationale, RATIONALE) or unstated)
        if call.call_id:
            self._by_call[(call.file, call.call_id)] = draft
        duration = call.result.duration_ms if call.result else None
        tool = call.operation.tool if isinstance(call.operation, OtherTool) else call.tool
        draft.execution = ExecutionMetadata(
            tool=brief(tool), duration_ms=duration if duration and duration > 0 else None
        )
        draft.request = request_of(call, self._places.root)
        if call.abandoned:
            draft.detail = "On a branch of the conversation that was abandoned by a rewind."
        return draft

    def _suspect(self, draft: Draft, operation: Operation) -> None:
        """What a sub-agent did elsewhere, or another tool with a path, may have changed files."""
        told = ""
        if isinstance(operation, Delegation) and operation.elsewhere:
            told = "the sub-agent's own steps"
        elif isinstance(operation, FollowUp):
            told = brief(operation.typed)
        elif isinstance(operation, OtherTool) and may_change_files(operation):
            told = brief(operation.tool)
        if told:
            self._may_have_changed(draft, told)

    def _may_have_changed(self, draft: Draft, told: str) -> None:
        if draft.request is not None:
            draft.request[UNFOLLOWED] = [told]
        self.files.suspect(draft, [(0, told)])

    def _unanswered(self, draft: Draft, call: Call, label: str, shell: ShellLine | None) -> None:
        """A call without a result: it may or may not have been carried out."""
        operation = call.operation
        draft.note("No result is recorded.")
        draft.result_summary = NO_RESULT
        severity, check = ResidualSeverity.LowResidual, ""
        match operation:
            case Edit(path=path) | Removal(path=path) | Move(path=path):
                shown = self.files.refer(draft, path, counts=False)
                self._may_have_changed(draft, label)
                severity, check = (
                    ResidualSeverity.MediumResidual,
                    f"Look at {shown}: it may or may not have been changed.",
                )
            case Shell(line=line):
                draft.evidence.append(Evidence(typ=EvidenceType.CommandOutput, ref_=brief(line, 1000)))
                if shell is not None:
                    self.shells.unanswered(draft, shell, call)
                severity, check = (
                    ResidualSeverity.MediumResidual,
                    f"Find out whether `{brief(line)}` was run, and what it did.",
                )
            case FileRead(path=path):
                self.files.refer(draft, path)
        if self._records_results:
            self._gaps.unverified(f"No result is recorded of: {label}.", severity, check, draft)
        else:
            self.unanswered.append(label)

    def _refused(self, draft: Draft, result: Result, label: str) -> None:
        draft.label = brief(f"Refused: {label}")
        draft.rationale = shortened(result.said, RATIONALE) or f"Refused by {result.refused}; no reason is recorded."
        draft.detail = " ".join(filter(None, [draft.detail, f"Not carried out: refused by {result.refused}."]))
        draft.result_summary = f"refused by {result.refused}"

    def _declined(self, call: Call, approval: Approval, result: Result, label: str) -> tuple[Draft, ...]:
        """A plan that was not let pass: the request with the plan, which supersedes none, then the refusal."""
        asked = self._draft(call, GovernanceActionType.RequestApproval, label)
        self._planned(asked, Plan(text=approval.plan), abandoned=True)
        asked.result_summary = "not approved"
        draft = self._draft(call, GovernanceActionType.Reject, label)
        draft.inputs.append(asked.outputs[-1])
        self._refused(draft, result, label)
        return (asked, draft)

    def _failed(self, draft: Draft, operation: Operation, result: Result) -> None:
        """A call that was carried out and gave an error, or was stopped: nothing of it counts as done."""
        if isinstance(operation, Edit | Removal | Move | FileRead):
            self.files.refer(draft, operation.path, counts=isinstance(operation, FileRead))
        word = "stopped" if result.interrupted else "failed"
        draft.result_summary = brief(f"{word}: {result.text}", 300)
        draft.note(f"The call {word}.")

    def _done(self, draft: Draft, call: Call, operation: Operation, result: Result) -> tuple[Draft, ...]:
        """Record what a successful call brought; gives further actions that it stands for."""
        match operation:
            case FileRead():
                self.files.read(draft, operation, call.abandoned)
            case Edit() | Removal() | Move():
                self._changed(draft, operation, call.abandoned)
            case Search():
                self._searched(draft, operation, result)
            case Fetch(url=url):
                draft.evidence.append(Evidence(typ=EvidenceType.UrlRef, ref_=brief(url, 1000)))
            case Plan():
                self._planned(draft, operation, call.abandoned)
            case Approval():
                return (self._approved(draft, operation, call),)
            case Delegation(elsewhere=elsewhere):
                if elsewhere:
                    draft.note("The sub-agent's own steps are not in this file.")
                    self._gaps.limitation(
                        f"What the sub-agent did is not in this file: {operation.title}.",
                        ResidualSeverity.MediumResidual,
                        "Capture the sub-agent's own transcript as well.",
                        draft,
                    )
        if isinstance(operation, Search | Fetch | Delegation | FollowUp | OtherTool):
            draft.result_summary = brief(result.text, 300) or None
            if result.kept_in is not None and draft.request is not None:
                draft.request["output_file"] = msgspec.to_builtins(result.kept_in)
        return ()

    def _changed(self, draft: Draft, operation: Edit | Removal | Move, abandoned: bool) -> None:
        match operation:
            case Edit(created=created):
                self.files.edit(draft, operation, abandoned)
                if created is None:
                    draft.note("Whether the file existed before is not recorded.")
            case Removal():
                self.files.remove(draft, operation, abandoned)
            case Move():
                self.files.move(draft, operation, abandoned)

    def _searched(self, draft: Draft, search: Search, result: Result) -> None:
        sought = brief(search.query or search.path, 1000)
        draft.evidence.append(Evidence(typ=EvidenceType.SearchResult, ref_=sought))
        facts: dict[str, object] = {"query": sought, "where": search.where, "result_digest": digest(result.text)}
        if search.path:
            facts["path"] = self._places.shown(search.path)
        facts |= extract("result", result.text, OUTPUT)
        found = SearchResultsArtifact(
            artifact_id=self._ledger.new_id("search"),
            name=brief(f"results for {sought}"),
            producer_action_id=draft.id,
            metadata=JsonObject.of(facts),
        )
        self._ledger.add(found, draft)

    def _planned(self, draft: Draft, plan: Plan, abandoned: bool) -> None:
        """A new state of the plan supersedes the one before it."""
        earlier = None if abandoned else self._plans.get(self._agent)
        self._plan_revision += 1
        facts: dict[str, object] = {"items": [{"title": item.title, "status": item.status} for item in plan.items]}
        if plan.left_out:
            facts["items_left_out"] = plan.left_out
        if plan.text:
            facts |= extract("text", plan.text, WORDS)
        identity = self._ledger.add(
            PlanArtifact(
                artifact_id=self._ledger.new_id("plan"),
                name="plan",
                summary=brief(plan.text, 300) or None,
                revision=self._plan_revision,
                producer_action_id=draft.id,
                supersedes=earlier,
                derived_from=(earlier,) if earlier else (),
                metadata=JsonObject.of(facts),
            ),
            draft,
        )
        if plan.items or not plan.text:
            done = sum(item.status == "completed" for item in plan.items)
            draft.result_summary = f"{done} of {len(plan.items)} steps done"
        if not abandoned:
            self._plans[self._agent] = identity
        if not abandoned and not self._agent:
            self.plan = plan

    def _approved(self, draft: Draft, approval: Approval, call: Call) -> Draft:
        """A plan that the person let pass: the request, then the approval."""
        self._planned(draft, Plan(text=approval.plan), call.abandoned)
        plan = draft.outputs[-1]
        draft.result_summary = "approved"
        approved = self._ledger.action(
            GovernanceActionType.Approve, "The plan is approved", "The person let the plan pass."
        )
        approved.detail = draft.detail
        approved.inputs.append(plan)
        approval_artifact = UserApprovalArtifact(
            artifact_id=self._ledger.new_id("approval"),
            name="approval of the plan",
            summary=brief(f"The person approved the plan: {approval.plan}", 300),
            producer_action_id=approved.id,
            derived_from=(plan,),
        )
        self._ledger.add(approval_artifact, approved)
        return approved

    def _asked(self, call: Call, choices: tuple[Choice, ...]) -> tuple[Draft, ...]:
        """Questions to the person; where they were refused, that stands after what was asked."""
        decisions = tuple(self._decide(call, choice) for choice in choices)
        if call.result is None or not call.result.refused:
            return decisions
        draft = self._draft(call, GovernanceActionType.Reject, "Ask the person")
        self._refused(draft, call.result, draft.label)
        return (*decisions, draft)

    def _decide(self, call: Call, choice: Choice) -> Draft:
        """A question to the person is a decision between its options (§8.1)."""
        draft = self._draft(call, GatewayActionType.ExclusiveDecision, brief(choice.question) or "Ask the person")
        answers = [] if choice.answer is None else [choice.answer]
        if choice.answer is not None and choice.answer not in choice.options:
            split = [part.strip() for part in choice.answer.split(",")]
            answers = split if all(part in choice.options for part in split) else answers
        options = dict.fromkeys((*choice.options, *answers))
        draft.options = tuple(DecisionOption(label=brief(label, 300), chosen=label in answers) for label in options)
        draft.decision_basis = "answer of the person" if answers else None
        if not answers:
            failed = call.result is not None and call.result.failed and not call.result.refused
            draft.note("The call failed." if failed else "No answer is recorded.")
            if call.result is None:
                self._gaps.unverified(
                    f"No answer is recorded to: {draft.label}", ResidualSeverity.LowResidual, "", draft
                )
        return draft

    def _follow(self, parent: Draft, follow: FollowUp, result: Result | None) -> None:
        """A later look at a running command belongs to the action that started it."""
        ended = f", exit status {result.status}" if result and result.status is not None else ""
        text = brief(result.text, 300) if result and result.text else "nothing recorded"
        parent.note(f"The running command was {follow.what} later{ended}: {text}")
