// The types of the view document, generated from src/tollens/core/view/document.py; do not edit.

/** A value of the trace as it stands in its file. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** What stands at the head of a page. */
export interface Manifest {
  /** Of the document. */
  readonly version: number;
  /** Name and version of the program that made it. */
  readonly generator: string;
  /** Name of the trace's file; of the newer one where there are two. */
  readonly file: string;
  /** Name of the earlier trace's file; null where there is one trace. */
  readonly before: string | null;
  readonly trace_id: string;
  readonly title: string;
  readonly spec_version: string | null;
  /** How many the trace has. */
  readonly actions: number;
  /** How many the trace has. */
  readonly artifacts: number;
  /** How many of them stand in a block `actions/N` or `artifacts/N`; the last may have fewer. */
  readonly per_block: number;
  /** Every block by name, with the size in bytes of its JSON. */
  readonly blocks: { readonly [name: string]: number };
}

/** One thing that stands against the work. */
export interface Reason {
  /** Its kind. */
  readonly cause: "blocked" | "blocking review item" | "contested" | "critical gap" | "detached" | "failed" | "invalid" | "refuted" | "signature" | "stale" | "undecided policy" | "violated policy";
  /** The id of what it is about: of a goal and its item as `goal/item`; of the defeater, where that contests no claim of an artifact; empty for the whole trace. */
  readonly subject: string;
  /** What it is, for a person. */
  readonly text: string;
}

/** The answer of the gate. */
export interface Gate {
  /** Whether nothing stands against the work. */
  readonly passed: boolean;
  /** Everything that does, the most consequential first. */
  readonly reasons: readonly Reason[];
}

/** What set the work going, or how it ended. */
export interface RecordedEvent {
  /** Of the event; empty where the record has none that is recognized. */
  readonly type: string;
  /** What was asked; of an ending, why it was. */
  readonly text: string;
  /** Of an ending, the summary that is recorded: in a captured session what the agent said last. */
  readonly closing_words: string;
}

/** Something a person asked for in the course of the work. */
export interface Instruction {
  readonly artifact_id: string;
  readonly text: string;
  readonly action_id: number | null;
}

/** One file that was changed. */
export interface ChangedFile {
  /** As the record names it; the action's label where it names no file. */
  readonly path: string;
  /** What was done, in order, without repetition: `created`, `edited`, `renamed`, `deleted`, `in a command`, or `listed`. */
  readonly how: readonly string[];
  /** The actions that did it, in order. */
  readonly action_ids: readonly number[];
  /** Every change of it belongs to an abandoned meta-action (§8.4); it may still be in the file. */
  readonly abandoned: boolean;
}

/** One commit that the record holds. */
export interface Commit {
  readonly name: string;
  readonly summary: string;
  readonly artifact_id: string | null;
  readonly action_id: number | null;
  /** Whether the record names the files in it, or the changes that it is derived from. */
  readonly files_known: boolean;
}

/** An action that may have changed files which the record does not name. */
export interface Unfollowed {
  readonly action_id: number;
  /** What of it may have; empty where that cannot be read. */
  readonly commands: readonly string[];
}

/** What was changed. */
export interface Changes {
  readonly files: readonly ChangedFile[];
  readonly commits: readonly Commit[];
  /** Files changed after the last passing test run; all of them where no test run passed. */
  readonly unchecked: readonly string[];
  /** Actions that may have changed files which the record does not name. */
  readonly unfollowed: readonly Unfollowed[];
  /** Ids of those of them after the last passing test run; likewise. */
  readonly unchecked_actions: readonly number[];
}

/** One command that was run. */
export interface Run {
  /** Of the action. */
  readonly action_id: number;
  /** The action's type, such as `RunTests`. */
  readonly type: string;
  /** The command line, or what stands for it in the record. */
  readonly command: string;
  /** `failed` when any exit status is not 0 or any status word says so; `passed` when an exit status of 0 or, where none is recorded, a status word says so, and nothing contradicts or is unreadable; else `unknown`. */
  readonly outcome: "failed" | "passed" | "unknown";
  /** The exit status, the worst if there are several. */
  readonly exit_code: number | null;
  /** The status words of the record. */
  readonly said: readonly string[];
  /** The last line of its recorded output. */
  readonly last_line: string;
  /** The working directory, where the record states it. */
  readonly folder: string;
  /** The abandoned meta-action that it is part of (§8.4). */
  readonly abandoned: string | null;
  /** The action that ran the same command in the same folder later and passed. */
  readonly passed_later: number | null;
  /** A later command of the same line changed files of the work, or may have. */
  readonly overtaken: boolean;
}

/** A way that was not taken. */
export interface Rejected {
  readonly label: string;
  /** Why; empty where that is not recorded. */
  readonly because: string;
}

/** One decision. */
export interface Decision {
  /** The gateway that records it. */
  readonly action_id: number;
  /** Of that action. */
  readonly type: string;
  /** What was decided, or asked. */
  readonly label: string;
  /** The ways that were taken; empty where no choice is recorded. */
  readonly chosen: readonly string[];
  /** Those that were not. */
  readonly rejected: readonly Rejected[];
  /** On what it rests, as recorded: the basis of the decision, or else the rationale of the action. */
  readonly basis: string;
  /** The tool behind it; empty where the record names none. Who decided is told by the basis, if at all. */
  readonly by: string;
  /** Ids of what it took into account. */
  readonly inputs: readonly string[];
}

/** Something that a person refused (§8.1, Reject). */
export interface Refusal {
  readonly action_id: number;
  readonly label: string;
}

/** One verdict that the record holds. */
export interface Claim {
  /** In the specification's words: `proved`, `refuted`, `passed`, …; `empty` for an analysis that has no regions, which claims nothing. */
  readonly verdict: string;
  /** What it is about. */
  readonly subject: string;
  /** What gave it: an engine, a command, a person; empty where the record does not say. */
  readonly by: string;
  /** Where it stands. */
  readonly artifact_id: string | null;
  /** Where it stands. */
  readonly action_id: number | null;
  /** The counterexample, the note, the size of the analysis. */
  readonly detail: string;
  /** The open defeater against it or against what it rests on. */
  readonly contested_by: string | null;
  /** What that defeater contests: an artifact, a policy, or `action N`. */
  readonly contested_at: string | null;
  /** A later answer to the same question. */
  readonly replaced_by: string | null;
  /** The artifact that carries it over a merge, provably untouched (§15.3). */
  readonly carried_by: string | null;
  /** What puts it in doubt: an open residual which says that a merge disturbed it, a later version of what it is about, an element that bears on it and is not recognized, or that its step was abandoned. */
  readonly doubted_by: string | null;
  /** Number of files changed after it; counted for checks that were run and for approvals. */
  readonly outdated: number;
  /** Number of actions after it that may have changed files which the record does not name; likewise. */
  readonly unfollowed: number;
  /** It is an approval of something else than a change, such as a plan. */
  readonly beside: boolean;
  /** It is the end of a check that was run. */
  readonly ran: boolean;
  /** What it says about the work once all of the above is counted in. */
  readonly weight: "against" | "for" | "open";
  /** Of a recorded evaluation, its policy. */
  readonly policy_id: string | null;
  /** How strong its evidence is at most, by what gave it, or weaker where that says so of itself; empty where it shows nothing. The strongest first: `proof`, `sat`, `tests`, `static_analysis`, `attested`. */
  readonly strength: "" | "attested" | "proof" | "sat" | "static_analysis" | "tests";
  /** Of a reasoning result: `Fresh`, `Stale` or `Detached` (§18.3); null for any other claim. */
  readonly freshness: string | null;
  /** How that was decided, by the words that a [Verdict](#verdict) explains; empty where there is none. */
  readonly basis: string;
}

/** One entry of the surface that is no defeater. */
export interface Gap {
  readonly residual_id: string;
  readonly kind: string;
  readonly severity: string;
  /** `open` where the residual does not say. */
  readonly status: string;
  /** Its own words; that they could not be read, where there are none to be read. */
  readonly statement: string;
  readonly target: string;
  readonly suggested_check: string;
  readonly source: string;
  /** Ids of the artifacts that it is about; those that a defeater contests. */
  readonly about: readonly string[];
  /** A later residual that replaces this one (§7.3). */
  readonly superseded_by: string | null;
  /** Whether it is outstanding: its status is `open`, and nothing supersedes it. */
  readonly open: boolean;
}

/** Counter-evidence against a claim (§13.2). */
export interface Defeater {
  readonly residual_id: string;
  readonly kind: string;
  readonly severity: string;
  readonly status: string;
  readonly statement: string;
  readonly target: string;
  readonly suggested_check: string;
  readonly source: string;
  readonly about: readonly string[];
  readonly superseded_by: string | null;
  /** Whether it stands: its status is `open` or `acknowledged`, and nothing supersedes it. */
  readonly open: boolean;
  /** `rebuts`, `undermines`, `undercuts`, or empty where it is not said. */
  readonly attacks: string;
  /** Ids of the artifacts that it cites. */
  readonly counter_evidence: readonly string[];
}

/** A gap that was computed from the trace and stands nowhere in it. */
export interface DerivedGap {
  /** Made of the kind and of what it is about: the same gap has the same id each time. */
  readonly residual_id: string;
  readonly kind: "coverage" | "detached_evidence" | "low_confidence" | "policy_evaluation" | "replay_limitation" | "stale_evidence";
  /** As of a declared residual: impact, not probability. */
  readonly severity: string;
  /** What is not established, for a person. */
  readonly statement: string;
  /** What would close it. */
  readonly suggested_check: string;
  /** Id of the artifact that it is about; empty where it is about none. */
  readonly target: string;
  /** What of the model it is about, where that is known. */
  readonly symbol: string | null;
  /** Ids of the artifacts that it concerns, its target among them; of a policy evaluation that of the policy. */
  readonly about: readonly string[];
}

/** Whether one reasoning result still applies, and how that was decided. */
export interface Verdict {
  /** The result. */
  readonly artifact_id: string;
  /** `Fresh`, `Stale` or `Detached`. */
  readonly verdict: "Fresh" | "Stale" | "Detached";
  /** How it was decided, by one of these words. `checksum`: the stored checksum was recomputed; `model`: the model that the result was computed over was compared with the current one; `text`: likewise, of a language that cannot be read here, as text; `textual`: the stored checksum was recomputed as the reference implementation does; `order`: no fingerprint, so the later edits decide; `absent`: the target is in no current model; `moved`: its component defines another name now; `engine`: the engine has advanced; `reference`: what was conformed to was replaced; `task`: the fingerprint is about another symbol than the goal; `unread`: a model could not be read; `unclear`: the record does not say which model is current; `disturbed`: a residual asks for it to be established again, as a merge does; `unverifiable`: there is nothing to compare with. */
  readonly basis: "absent" | "checksum" | "disturbed" | "engine" | "model" | "moved" | "order" | "reference" | "task" | "text" | "textual" | "unclear" | "unread" | "unverifiable";
  /** The same as a sentence. */
  readonly reason: string;
  /** What of the model the result is about; `None` for all of its target. */
  readonly symbol: string | null;
  /** Names of definitions that differ, sorted; the first few of them. */
  readonly changed: readonly string[];
  /** Where the target seems to have gone: a definition that reads the same but for names. */
  readonly moved_to: string | null;
}

/** One acceptance item, resolved. */
export interface ResolvedItem {
  /** As authored; where the item stands, if it states none. */
  readonly acceptance_id: string;
  /** `Change`, `Property`, `Obligation` or `Gap`; what is written there, where it is none of these. */
  readonly kind: string;
  /** As authored. */
  readonly label: string;
  /** `AcceptTodo`, `AcceptDoing`, `AcceptDone` or `AcceptBlocked`. */
  readonly status: string;
  /** Ids of the artifacts, evaluations (by their policy) and residuals that were found for it. */
  readonly evidence: readonly string[];
  /** Of a refutation. */
  readonly counterexample: string | null;
  /** Why it is not done, or on whose word it is. */
  readonly reason: string;
  /** It is bound to nothing: its authored status is all there is. */
  readonly manual: boolean;
  /** The goal is not reached without it. */
  readonly required: boolean;
  /** What a Done rests on where that is less than uncontested, current evidence that states its target: `absence` (a `not` of something for which there is no evidence), `met` (evidence that may be contested or outdated), `text` (a change that names its symbol in words), `model` (a formal model that lists the symbol); else empty. */
  readonly basis: string;
}

/** One goal, resolved. */
export interface ResolvedGoal {
  /** As authored; where the goal stands, if it states none. */
  readonly goal_id: string;
  /** As authored. */
  readonly intent: string;
  /** The authored status, such as `GoalActive`; empty where none is stated or it cannot be read. */
  readonly status: string;
  /** Share of its items that are done, one in the doing counting half; 0 without items. */
  readonly progress: number;
  /** Whether it has items, and all that are required are done. */
  readonly reached: boolean;
  /** Whether another than its authors approved what it asks for; null where no review is recorded. */
  readonly certified: boolean | null;
  /** False where a recorded evaluation fails over its cone; null where nothing says so, since policies are not evaluated here. */
  readonly governed: boolean | null;
  /** Ids of the actions that produced its evidence. */
  readonly cone: readonly number[];
  /** Number of its open gaps. */
  readonly open_gaps: number;
  /** Declared residuals, then those that outdated evidence reopens. */
  readonly open_gap_ids: readonly string[];
  /** Its items, in order. */
  readonly acceptance: readonly ResolvedItem[];
}

/** One policy of the trace, evaluated. */
export interface PolicyVerdict {
  /** Of the policy. */
  readonly policy_id: string;
  /** Of the policy. */
  readonly name: string;
  /** Of the policy. */
  readonly severity: string;
  /** `passed`, `failed`, `not_applicable` or `unknown`: over the trace as it is. */
  readonly status: string;
  /** The status of its last evaluation in the trace; empty where none is recorded. */
  readonly recorded: string;
  /** The verdict in a sentence. */
  readonly message: string;
  /** Where it is violated. */
  readonly violating_action_ids: readonly number[];
  /** Where it is violated. */
  readonly violating_artifact_ids: readonly string[];
  /** It is of severity error, and violated or undecided. */
  readonly blocking: boolean;
  /** As it is printed; empty where it cannot be read. */
  readonly formula: string;
  /** At how many actions it demands something and is met; `tollens check --json` lists them. */
  readonly met: number;
  /** What could not be decided of an undecided one, and why, in sentences. */
  readonly undetermined: readonly string[];
}

/** A review item that is not settled (§14.3). */
export interface OpenItem {
  readonly review_item_id: string;
  readonly title: string;
  readonly status: string;
  readonly blocking: boolean;
  readonly author: string;
}

/** What one signature record states, unverified. */
export interface StatedSignature {
  /** Who is said to have signed; empty where nobody is named. */
  readonly signer: string;
  /** The backend that it names. */
  readonly algo: string;
  /** As stated; null where they are not. */
  readonly key_id: string | null;
  /** As stated; null where they are not. */
  readonly signed_at: string | null;
  /** As stated; null where they are not. */
  readonly role: string | null;
  /** As stated; null where they are not. */
  readonly disposition: string | null;
  /** Whether a trusted timestamp stands beside it, unverified like the rest. */
  readonly timestamped: boolean;
  /** Whether the content hash that it states is that of the trace as it is, in the form in use here; null where readers disagree on what that content is. */
  readonly covers: boolean | null;
  /** Why it does not cover the trace, or why that cannot be told; empty where it does. */
  readonly detail: string;
}

/** How the session ended, on what that rests, and what the file does not have of it, in sentences. */
export interface Completeness {
  readonly end: "aborted" | "completed" | "cut off" | "interrupted" | "unknown";
  readonly reason: string;
  readonly missing: readonly string[];
}

/** A name and how often it occurred. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** A piece of a file that is no record, with its line, counted from 1; `file` where it is one beside the session. */
export interface Damage {
  readonly line: number;
  readonly reason: string;
  readonly file: string;
}

/** What became of the records. `skipped` is by type and reason. */
export interface Records {
  readonly total: number;
  readonly used: number;
  readonly skipped: readonly Count[];
  readonly damaged: readonly Damage[];
}

/** How much of each is in the file. */
export interface Found {
  /** Of a person; machine text is counted in `machine_texts`. */
  readonly prompts: number;
  readonly machine_texts: number;
  /** Tool calls in the agent's own messages; those reported as progress of sub-agents are `subagent_calls`. */
  readonly calls: number;
  readonly subagent_calls: number;
  /** Results that the file marks as errors, refused calls among them. */
  readonly error_results: number;
  readonly refused: number;
  readonly calls_without_result: number;
  readonly results_without_call: number;
  readonly interrupts: number;
  readonly compactions: number;
  /** Records that are copies of earlier ones; they count once. */
  readonly repeats: number;
  /** Calls on branches that were rewound. */
  readonly abandoned: number;
  /** Sub-agents whose records are in other files. */
  readonly elsewhere: number;
  /** Messages of which nothing but the frame is left, as a failed compaction leaves them. */
  readonly emptied: number;
}

/** A further file of the session: its name within the session's folder, and digest and size of its bytes. */
export interface Beside {
  readonly name: string;
  readonly digest: string;
  readonly size: number;
}

/** The account of one capture. */
export interface CaptureReport {
  /** Name of the session format. */
  readonly format: string;
  readonly completeness: Completeness;
  readonly records: Records;
  /** What the caller calls the file, without folders, so that the trace does not depend on where the file lay; `digest` and `size` (bytes) are over the file as given. */
  readonly file: string;
  readonly digest: string;
  readonly size: number;
  readonly session_id: string;
  /** Of the agent, in the order of their appearance. */
  readonly versions: readonly string[];
  readonly found: Found;
  /** Names that the capture did not know. */
  readonly unknown_records: readonly Count[];
  /** Names that the capture did not know. */
  readonly unknown_tools: readonly Count[];
  /** Names that the capture did not know. */
  readonly unknown_fields: readonly Count[];
  /** Secrets that were taken out, by kind. */
  readonly redacted: readonly Count[];
  /** Nobody looked for secrets: the capture was told not to. */
  readonly secrets_kept: boolean;
  /** `full`, or `digest` where texts, outputs, patches and contents of files were left out. */
  readonly content: "digest" | "full";
  /** What had to be repaired or is odd about the times. */
  readonly notes: readonly string[];
  /** The first 1,000 further files that were read; `records` counts those that they hold. */
  readonly beside: readonly Beside[];
}

/** One finding about one place of a file. */
export interface Diagnostic {
  /** Permanent name of the rule, such as `LIN003`. */
  readonly code: string;
  /** `error` makes the file invalid; `warning` and `info` do not. */
  readonly severity: "error" | "info" | "warning";
  /** JSON pointer (RFC 6901) into the file as read; empty for the whole of it. */
  readonly path: string;
  /** What is wrong there, in one sentence. */
  readonly message: string;
  /** The section of the specification, such as `7.3`; empty where none applies. */
  readonly section: string;
  /** What to do about it; may be empty. */
  readonly hint: string;
}

/** What a reviewer needs to know of one trace: the value that every rendering of a review reads. */
export interface Review {
  /** Of this value; raised when a member is renamed or removed. */
  readonly version: string;
  readonly trace_id: string;
  readonly spec_version: string | null;
  readonly assistant: string;
  readonly model: string;
  readonly timestamp: string;
  /** Whether no finding of the validation is an error. */
  readonly valid: boolean;
  /** Findings by severity. */
  readonly counts: { readonly [name: string]: number };
  /** Whether anything stands against the work, and what. */
  readonly gate: Gate;
  /** What stands out, the gravest first; empty when nothing does. */
  readonly look_first: readonly string[];
  readonly asked: RecordedEvent;
  readonly instructions: readonly Instruction[];
  readonly outcome: RecordedEvent;
  readonly actions: number;
  readonly artifacts: number;
  readonly changes: Changes;
  readonly runs: readonly Run[];
  /** The last test run that passed, those of abandoned steps left out. */
  readonly last_passing_tests: number | null;
  /** What was decided, with the ways that were not taken, in the record's order. */
  readonly decisions: readonly Decision[];
  readonly refused: readonly Refusal[];
  /** What the record claims to have established, what is against the work first. */
  readonly claims: readonly Claim[];
  /** Number of gaps and defeaters on the residual surface. None at all is itself to be reviewed (§13.2). */
  readonly declared: number;
  readonly gaps: readonly Gap[];
  readonly defeaters: readonly Defeater[];
  /** The gaps that results reopen which no longer hold. */
  readonly derived: readonly DerivedGap[];
  /** The verdict on each reasoning result, in the record's order. */
  readonly freshness: readonly Verdict[];
  /** What became of each goal. */
  readonly goals: readonly ResolvedGoal[];
  /** What became of each policy of the trace: evaluated now, beside what is recorded. */
  readonly policies: readonly PolicyVerdict[];
  readonly review_items: readonly OpenItem[];
  /** Number of elements that could not be read as what they should be; none of them is evidence here. */
  readonly unrecognized: number;
  /** What the signatures state, unverified; `tollens verify` verifies them. Each is over the whole trace. */
  readonly signatures: readonly StatedSignature[];
  /** The account of the capture, where the trace was made from a session. */
  readonly capture: CaptureReport | null;
  /** Every finding of the validation, errors first. */
  readonly faults: readonly Diagnostic[];
}

/** One thing to do. */
export interface Step {
  /** 1 for the most consequential kind; by kind. */
  readonly priority: number;
  readonly kind: "close" | "confirm" | "decide" | "establish" | "fix" | "refresh";
  /** What it is about: the id of an artifact, residual, policy or review item, `goal/item` for a criterion, or empty for the whole trace. */
  readonly subject: string;
  /** Of a gap; empty for anything else. */
  readonly severity: string;
  /** What it is about, for a person. */
  readonly label: string;
  /** Why it is to be done. */
  readonly why: string;
  /** What to do: the check that closes it, where there is one. */
  readonly do: string;
  /** A command line to begin with, `TRACE` standing for the file; empty where none helps. */
  readonly command: string;
  /** Ids of what the record holds on it. */
  readonly evidence: readonly string[];
  /** Further subjects that the same step settles, because they have the same cause. */
  readonly also: readonly string[];
}

/** A meta-action (§8.4). */
export interface StoryUnit {
  readonly id: string;
  readonly title: string;
  /** As recorded; empty where they are not. */
  readonly intent: string;
  /** As recorded; empty where they are not. */
  readonly outcome: string;
  /** Likewise; `unrecognized` where it could not be read. */
  readonly status: string;
  /** On what the grouping rests, as recorded. */
  readonly source: string;
  /** The meta-action that this one is inside; null where none that could be read is known, or it would be inside itself. */
  readonly parent_id: string | null;
  /** Whether it, or one that it is inside, was given up. */
  readonly abandoned: boolean;
  /** Its own actions, those of inner meta-actions left out: runs of a first position and a length. */
  readonly actions: readonly (readonly [number, number])[];
}

/** One action, as a line of the story. */
export type StoryAction = readonly [
  /** Null where it states none. */
  id: number | null,
  /** `unrecognized` where it could not be read. */
  category: string,
  /** `unrecognized` where it could not be read. */
  type: string,
  label: string,
  /** Of a command how it ended, as the review tells it; of a reasoning step what its results say, the worst of them; empty where nothing of the kind is recorded. */
  outcome: "" | "failed" | "passed" | "unknown",
  /** Position in `units` of the innermost meta-action that it belongs to; -1 where there is none. */
  unit: number,
];

/** What was done. */
export interface Story {
  /** The meta-actions, in the order of the trace. */
  readonly units: readonly StoryUnit[];
  /** Every action, in the order of the trace. */
  readonly actions: readonly StoryAction[];
}

/** One artifact in the graph of what was made from what (§3.2). */
export type LineageNode = readonly [
  artifact_id: string,
  /** `unrecognized` where it could not be read. */
  type: string,
  name: string,
  /** That of its payload, such as `proved` or `open`. */
  status: string,
  /** Position of the action that made it; -1 where that is not known for sure. */
  maker: number,
  /** Positions of the artifacts that it derives from. */
  parents: readonly number[],
  /** Ids of what it derives from that is no artifact of the trace: references, or nothing at all. */
  outside: readonly string[],
  /** `Fresh`, `Stale` or `Detached`, of a reasoning result (§18.3). */
  freshness: string | null,
  /** The defeater that contests it or what it rests on (§13.2). */
  contested_by: string | null,
  /** The last later version that says to replace it (§7.3). */
  replaced_by: string | null,
];

/** A line of a formula in plain words, and how far it is inside. */
export type PlainLine = readonly [
  depth: number,
  text: string,
];

/** A policy, what it demands, and what it came to. */
export interface PolicyStory {
  /** Of the policy. */
  readonly policy_id: string;
  /** Of the policy. */
  readonly name: string;
  /** Of the policy. */
  readonly severity: string;
  /** `passed`, `failed`, `not_applicable` or `unknown`: over the trace as it is. */
  readonly status: string;
  /** The status of its last evaluation in the trace; empty where none is recorded. */
  readonly recorded: string;
  /** The verdict in a sentence. */
  readonly message: string;
  /** It is of severity error, and violated or undecided. */
  readonly blocking: boolean;
  /** As it is printed; empty where it cannot be read. */
  readonly formula: string;
  /** The formula in plain words; empty where it cannot be read. */
  readonly plain: readonly PlainLine[];
  /** Positions of the actions where it is violated, and of those that speak for it. */
  readonly violating: readonly number[];
  /** Ids of artifacts, likewise. */
  readonly violating_artifacts: readonly string[];
  /** Positions of the actions where it is violated, and of those that speak for it. */
  readonly evidence: readonly number[];
  /** Ids of artifacts, likewise. */
  readonly evidence_artifacts: readonly string[];
  /** What could not be decided, and so may change the verdict. */
  readonly undetermined: readonly string[];
}

/** A Diff artifact of a file. */
export interface DiffPlace {
  /** Its position. */
  readonly artifact: number;
  /** The action that made it; null where that is not known for sure. */
  readonly action_id: number | null;
  /** What it says to change; at most 100. */
  readonly symbols: readonly string[];
  /** How many further symbols there are. */
  readonly more: number;
}

/** What is claimed about one symbol. */
export interface SymbolEvidence {
  readonly symbol: string;
  /** Positions in the review's `claims`, and so the most consequential first; at most 20. */
  readonly claims: readonly number[];
  /** How many further ones there are. */
  readonly more: number;
}

/** One file that was changed. */
export interface FileStory {
  /** As the record names it; the name of a Diff that is of no one file, or of more than 50. */
  readonly path: string;
  /** What was done, in order, without repetition; empty where only a Diff tells of it. */
  readonly how: readonly string[];
  /** Every change of it belongs to an abandoned meta-action (§8.4). */
  readonly abandoned: boolean;
  /** It was changed after the last passing test run, or none passed. */
  readonly unchecked: boolean;
  /** The actions that did it, in order. */
  readonly action_ids: readonly number[];
  /** Its Diff artifacts, in the order of the trace. */
  readonly diffs: readonly DiffPlace[];
  /** What is claimed about each symbol that these change, which may be nothing, and about others that stand in the file. A result about all of a model is about no one symbol, and is not here. */
  readonly evidence: readonly SymbolEvidence[];
}

/** In which blocks a word occurs. */
export interface Words {
  /** Runs of 2 or more letters, digits and `_`, in lower case, of each the first 40; sorted. */
  readonly words: readonly string[];
  /** For each of them the numbers of the blocks that it occurs in, each as its distance from the one before; they count the blocks `actions/N` first, then `artifacts/N`. */
  readonly blocks: readonly (readonly number[])[];
  /** Words that are left out because they occur in more than half of the blocks. */
  readonly common: readonly string[];
}

/** One of the two traces. */
export interface Compared {
  readonly trace_id: string;
  /** Whether no finding of its validation is an error. */
  readonly valid: boolean;
  /** Number of its pieces of evidence that no later one of them replaces. */
  readonly pieces: number;
}

/** A piece of evidence as one of the traces has it. */
export interface Held {
  /** Where it stands; null where there is none, or it is not known for sure. */
  readonly artifact_id: string | null;
  /** Where it stands; null where there is none, or it is not known for sure. */
  readonly action_id: number | null;
  /** In the specification's words: `proved`, `refuted`, `passed`, …; `complete`, `incomplete` or `unstated` of an analysis; `approved`; `unrecognized` where it could not be read. */
  readonly verdict: string;
  /** What it is worth, the first that applies: `contested`, `refuted` (it speaks against the work), `detached`, `stale`, `doubted`, `undecided`, `holds`. */
  readonly standing: string;
  /** What puts it there, where that is not the verdict itself. */
  readonly why: string;
}

/** What became of one piece of evidence. */
export interface EvidenceChange {
  readonly change: "contested" | "doubted" | "forgotten" | "gained" | "lost" | "outdated" | "refuted" | "renewed" | "restated" | "strengthened" | "weakened";
  /** Whether less is established by it than before, or that cannot be told. */
  readonly loss: boolean;
  /** The type of the artifact; of a check that was run, the type of its action. */
  readonly type: string;
  /** What it is about, for a person. */
  readonly subject: string;
  /** As the first and the second trace have it; null where nothing stands for it. */
  readonly before: Held | null;
  /** As the first and the second trace have it; null where nothing stands for it. */
  readonly after: Held | null;
  readonly matched_by: "" | "carried" | "claim" | "id" | "succession";
  /** Why, as a sentence. */
  readonly reason: string;
}

/** What became of a gap or defeater that is declared (§13). */
export interface GapChange {
  /** `opened`, `reopened`, `closed` (addressed or waived), `acknowledged`, `vanished` (it was open, and the second trace does not have it), `lowered` (it is open, and its severity is less). */
  readonly change: "acknowledged" | "closed" | "lowered" | "opened" | "reopened" | "vanished";
  /** Whether it was dropped without being closed, is open again, or says itself that something fell: a critical gap, a defeater, what a merge disturbed. */
  readonly loss: boolean;
  /** As the last trace that has it says. */
  readonly residual_id: string;
  /** As the last trace that has it says. */
  readonly status: string;
  /** As the last trace that has it says. */
  readonly severity: string;
  /** As the first trace says; empty where it does not have it by that id. */
  readonly severity_before: string;
  /** As the last trace that has it says. */
  readonly kind: string;
  /** As the last trace that has it says. */
  readonly statement: string;
}

/** A goal as one of the traces has it; the members are those of `tollens resolve --json`. */
export interface GoalState {
  readonly status: string;
  readonly reached: boolean;
  readonly progress: number;
  readonly certified: boolean | null;
  readonly governed: boolean | null;
  readonly open_gaps: number;
}

/** What became of one acceptance item of a goal. */
export interface ItemChange {
  readonly acceptance_id: string;
  readonly label: string;
  /** `fell` (it was done), `dropped` (the goal does not have it any more), `restated` (it asks for something else), `thinner` (it is done on less: see `basis` of `tollens resolve --json`, or on somebody's word only), `blocked`, `moved`, `rose` (it is done now), `added`. */
  readonly change: "added" | "blocked" | "dropped" | "fell" | "moved" | "restated" | "rose" | "thinner";
  /** Whether it was done, and what was done is not what is done now. */
  readonly loss: boolean;
  /** Its status; empty where the goal does not have it. */
  readonly before: string;
  /** Its status; empty where the goal does not have it. */
  readonly after: string;
  /** Ids of what it rests on. */
  readonly evidence_before: readonly string[];
  /** Ids of what it rests on. */
  readonly evidence_after: readonly string[];
  /** Why it is not done, as the second trace has it. */
  readonly reason: string;
}

/** What became of one goal. */
export interface GoalChange {
  /** `dropped`, `moved` or `added`. */
  readonly change: "added" | "dropped" | "moved";
  /** Whether it was reached and is not, an item of it is a loss, or what certified or governed it does so no more. */
  readonly loss: boolean;
  /** As the last trace that has it says. */
  readonly goal_id: string;
  /** As the last trace that has it says. */
  readonly intent: string;
  /** As the first and the second trace have it. */
  readonly before: GoalState | null;
  /** As the first and the second trace have it. */
  readonly after: GoalState | null;
  /** Those of its items that changed, losses first. */
  readonly items: readonly ItemChange[];
}

/** A policy as one of the traces has it. */
export interface PolicyState {
  /** Evaluated over the trace now: `passed`, `failed`, `not_applicable` or `unknown`; empty where the trace does not hold the policy. */
  readonly status: string;
  /** The status of its last evaluation in the trace; empty where there is none. */
  readonly recorded: string;
  /** Of the policy. */
  readonly severity: string;
  /** The defeater against it, its evaluation or what that rests on. */
  readonly contested_by: string | null;
}

/** What became of one policy. */
export interface PolicyChange {
  /** `dropped`, `restated` (it demands something else), `flipped` or `added`. */
  readonly change: "added" | "dropped" | "flipped" | "restated";
  /** Whether it holds no more, or what it said does not count any more. */
  readonly loss: boolean;
  readonly policy_id: string;
  readonly name: string;
  /** As the first and the second trace have it. */
  readonly before: PolicyState | null;
  /** As the first and the second trace have it. */
  readonly after: PolicyState | null;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** What changed in evidence from one trace to another. */
export interface Comparison {
  /** Whether evidence was lost: a row below is a loss, or the second trace is invalid and the first is not. */
  readonly loss: boolean;
  /** Number of rows that are. */
  readonly losses: number;
  /** Number of pieces of evidence of the first trace that stand in the second as they were. */
  readonly kept: number;
  /** Whether the two are versions of one trace, or the second names the first as what it came from; that they belong together otherwise rests on whoever asked. */
  readonly related: boolean;
  /** The two. */
  readonly before: Compared;
  /** The two. */
  readonly after: Compared;
  /** What changed; what did not is left out. Losses first. */
  readonly evidence: readonly EvidenceChange[];
  /** What changed; what did not is left out. Losses first. */
  readonly gaps: readonly GapChange[];
  /** What changed; what did not is left out. Losses first. */
  readonly goals: readonly GoalChange[];
  /** What changed; what did not is left out. Losses first. */
  readonly policies: readonly PolicyChange[];
}

/** The whole document: the manifest, and what each block holds. */
export interface View {
  readonly manifest: Manifest;
  readonly review: Review;
  readonly steps: readonly Step[];
  readonly story: Story;
  readonly lineage: readonly LineageNode[];
  readonly policies: readonly PolicyStory[];
  readonly changes: readonly FileStory[];
  /** The members of the trace as they stand in its file, without actions and artifacts. */
  readonly rest: { readonly [name: string]: Json };
  readonly words: Words;
  /** As they stand in the file. In a page they are cut into the blocks `actions/N` and `artifacts/N`. */
  readonly actions: readonly Json[];
  /** As they stand in the file. In a page they are cut into the blocks `actions/N` and `artifacts/N`. */
  readonly artifacts: readonly Json[];
  /** From the earlier trace to this one; only where two traces are shown. */
  readonly comparison?: Comparison | null;
  /** The review of the earlier trace; likewise. */
  readonly before?: Review | null;
}
