// The types of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.
// They describe the normal form, in which every list is present and an absent option is null.
// A trace that was read leniently may hold any other JSON value in place of a list's element: look at its tag first.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export type JsonObject = { readonly [member: string]: Json };

/** What an event marks (§6.1). */
export type EventType =
  | "TaskReceived"
  | "TriggeredByEvent"
  | "ProcessCompleted"
  | "ProcessAborted"
  | "ProcessInterrupted";

/** How the process began (`trigger`) or ended (`outcome`) (§6.1). */
export interface Event {
  readonly type: EventType;
  readonly description: string | null;
  readonly summary: string | null;
  readonly from_user: string | null;
  readonly reason: string | null;
}

/** What a piece of evidence refers to (§9.1). */
export type EvidenceType =
  | "FileRef"
  | "UrlRef"
  | "CommandOutput"
  | "SearchResult";

/** A pointer to what backs an action (§9.1). `exit_code` is the status of the command that `ref_` names. */
export interface Evidence {
  readonly type: EvidenceType;
  readonly ref: string;
  readonly exit_code: number | null;
}

/** How sure an observation is (§9.2). */
export type Confidence =
  | "high"
  | "medium"
  | "low";

/** A statement drawn from what an action saw (§9.2). `derived_from` names artifacts. */
export interface Observation {
  readonly observation_id: string | null;
  readonly derived_from: readonly string[];
  readonly statement: string;
  readonly confidence: Confidence | null;
}

/** Whether running the tool again gives the same (§8.3). */
export type Determinism =
  | "deterministic"
  | "mixed"
  | "nondeterministic";

/** The tool behind an action (§8.3). */
export interface ExecutionMetadata {
  readonly tool: string | null;
  readonly version: string | null;
  readonly method: string | null;
  readonly determinism: Determinism | null;
  readonly duration_ms: number | null;
  readonly cost: number | null;
}

/** How far something can be reproduced (§12.1). */
export type ReproducibilityStatus =
  | "not_reproducible"
  | "partially_reproducible"
  | "reproducible";

/** How an action is repeated (§12.2). */
export type ReproductionKind =
  | "deterministic_replay"
  | "tool_reexecution"
  | "procedural_replay"
  | "manual_reproduction"
  | "not_reproducible";

/** What a procedure is written as (§12.2). */
export type ReproductionProcedureKind =
  | "command"
  | "workflow"
  | "reference"
  | "manual";

/** The steps that repeat an action (§12.2). */
export interface ReproductionProcedure {
  readonly kind: ReproductionProcedureKind;
  readonly command: string | null;
  readonly working_directory: string | null;
  readonly arguments: readonly string[];
  readonly steps: readonly string[];
  readonly reference: string | null;
}

/** What a repeat should give (§12.2). */
export interface ExpectedOutput {
  readonly artifact_ids: readonly string[];
  readonly result_summary: string | null;
}

/** Reproducibility of one action (§12.2). */
export interface ActionReproducibility {
  readonly status: ReproducibilityStatus;
  readonly reproduction_kind: ReproductionKind;
  readonly input_artifact_ids: readonly string[];
  readonly environment_id: string | null;
  readonly procedure: ReproductionProcedure;
  readonly expected_output: ExpectedOutput | null;
  readonly limitations: readonly string[];
  readonly notes: string | null;
}

/** What every action has (§8.1). */
export interface ActionCommon {
  readonly id: number;
  readonly label: string;
  readonly rationale: string;
  readonly detail: string | null;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly observations: readonly Observation[];
  readonly execution: ExecutionMetadata | null;
  readonly reproducibility: ActionReproducibility | null;
  readonly meta_action_id: string | null;
}

/** Ordinary work (§8.1). */
export type ActivityActionType =
  | "ReadFile"
  | "SearchCode"
  | "SearchWeb"
  | "AnalyzeCode"
  | "ExploreDirectory"
  | "ReadDocumentation"
  | "EditFile"
  | "CreateFile"
  | "DeleteFile"
  | "RenameFile"
  | "RunCommand"
  | "RunTests"
  | "TypeCheck"
  | "Lint"
  | "ManualVerification"
  | "GitStatus"
  | "GitDiff"
  | "GitCommit"
  | "AskUser"
  | "ReportProgress"
  | "Explain"
  | "FormulatePlan"
  | "DecomposeTask"
  | "EstimateImpact";

/** Ordinary work (§8.1). */
export interface ActivityAction extends ActionCommon {
  readonly category: "activity";
  readonly request: JsonObject | null;
  readonly result: JsonObject | null;
  readonly result_summary: string | null;
  readonly type: ActivityActionType;
}

/** Decisions, splits and loops (§8.1). */
export type GatewayActionType =
  | "ExclusiveDecision"
  | "ParallelSplit"
  | "EventBasedDecision"
  | "LoopGateway";

/** One way that a gateway could have gone (§8.1). `next_action_id` is the action that follows if chosen. */
export interface DecisionOption {
  readonly label: string;
  readonly chosen: boolean;
  readonly rejected_because: string | null;
  readonly next_action_id: number | null;
}

/** A decision, split or loop (§8.1). */
export interface GatewayAction extends ActionCommon {
  readonly category: "gateway";
  readonly type: GatewayActionType;
  readonly decision_basis: string | null;
  readonly supporting_inputs: readonly string[];
  readonly options: readonly DecisionOption[];
}

/** Formal reasoning (§8.1). */
export type ReasoningActionType =
  | "Formalize"
  | "DefineVerificationGoal"
  | "Verify"
  | "StateSpaceAnalysis"
  | "ConformanceCheck"
  | "CoSimulate"
  | "GenerateTests";

/** Formal reasoning (§8.1); underspecified without a tool (§8.3). */
export interface ReasoningAction extends ActionCommon {
  readonly category: "reasoning";
  readonly request: JsonObject | null;
  readonly result: JsonObject | null;
  readonly result_summary: string | null;
  readonly type: ReasoningActionType;
}

/** Review, approval and audit (§8.1). */
export type GovernanceActionType =
  | "EvaluatePolicy"
  | "CreateReviewItem"
  | "AcknowledgeReviewItem"
  | "ResolveReviewItem"
  | "AddComment"
  | "RequestApproval"
  | "Approve"
  | "Reject"
  | "CreateSnapshot"
  | "RecordAudit"
  | "LinkTrace";

/** Review, approval or audit (§8.1). */
export interface GovernanceAction extends ActionCommon {
  readonly category: "governance";
  readonly request: JsonObject | null;
  readonly result: JsonObject | null;
  readonly result_summary: string | null;
  readonly type: GovernanceActionType;
}

/** An action, told apart by `category` (§8.1, §16.3). */
export type Action =
  | ActivityAction
  | GatewayAction
  | ReasoningAction
  | GovernanceAction;

/** Whether the intent was achieved (§8.4). */
export type MetaActionStatus =
  | "completed"
  | "partial"
  | "abandoned";

/** How the grouping was determined, most faithful first (§8.4). */
export type MetaActionSource =
  | "plan_declared"
  | "turn_segmented"
  | "intent_inferred";

/** A unit of intent (§8.4). `action_ids` is a contiguous, ordered slice of the timeline. */
export interface MetaAction {
  readonly id: string;
  readonly title: string;
  readonly intent: string | null;
  readonly action_ids: readonly number[];
  readonly outcome: string | null;
  readonly status: MetaActionStatus | null;
  readonly source: MetaActionSource | null;
  readonly parent_id: string | null;
  readonly produced_artifact_ids: readonly string[];
  readonly residual_ids: readonly string[];
  readonly tags: readonly string[];
}

/** A semantic tag that policies read (§7.1); any other string is a `CustomArtifactRole`. */
export type ArtifactRole =
  | "formal_model"
  | "approved_reference"
  | "reasoning_goal"
  | "reasoning_result"
  | "proof"
  | "counterexample"
  | "state_space_analysis"
  | "generated_test"
  | "audit_evidence"
  | (string & {});

/** What every artifact has (§7.1). Artifacts are immutable; evolution is `revision` and `supersedes` (§7.3). */
export interface ArtifactCommon {
  readonly artifact_id: string;
  readonly artifact_role: ArtifactRole | null;
  readonly name: string | null;
  readonly format: string | null;
  readonly revision: number | null;
  readonly producer_action_id: number | null;
  readonly derived_from: readonly string[];
  readonly supersedes: string | null;
  readonly content_ref: string | null;
  readonly summary: string | null;
  readonly component_id: string | null;
  readonly metadata: JsonObject | null;
}

/** What a person asked for (§7.1). */
export interface UserInstructionArtifact extends ArtifactCommon {
  readonly artifact_type: "UserInstruction";
}

/** Source code as it stood (§7.1). */
export interface SourceCodeArtifact extends ArtifactCommon {
  readonly artifact_type: "SourceCode";
}

/** A document that was read or written (§7.1). */
export interface DocumentationArtifact extends ArtifactCommon {
  readonly artifact_type: "Documentation";
}

/** What a search found (§7.1). */
export interface SearchResultsArtifact extends ArtifactCommon {
  readonly artifact_type: "SearchResults";
}

/** A note of the agent's analysis (§7.1). */
export interface AnalysisNoteArtifact extends ArtifactCommon {
  readonly artifact_type: "AnalysisNote";
}

/** A plan of the work (§7.1). */
export interface PlanArtifact extends ArtifactCommon {
  readonly artifact_type: "Plan";
}

/** How far source code was carried into the model language (§10.1). */
export type FormalizationStatus =
  | "transparent"
  | "opaque"
  | "failed";

/** Source code and the formal text made of it (§10.1). */
export interface FormalizationPayload {
  readonly status: FormalizationStatus;
  readonly src_lang: string;
  readonly src_code: string;
  readonly formal_code: string;
  readonly model_language: string | null;
  readonly symbols: readonly string[];
  readonly src_code_ref?: string;
  readonly formal_code_ref?: string;
}

/** Source code carried into a model language (§10.1). */
export interface FormalizationArtifact extends ArtifactCommon {
  readonly artifact_type: "Formalization";
  readonly payload: FormalizationPayload;
}

/** A model text and the symbols it defines (§10.2). */
export interface FormalModelPayload {
  readonly model_language: string;
  readonly formal_code: string;
  readonly symbols: readonly string[];
  readonly scope: string | null;
  readonly formal_code_ref?: string;
}

/** A formal model (§10.2). */
export interface FormalModelArtifact extends ArtifactCommon {
  readonly artifact_type: "FormalModel";
  readonly payload: FormalModelPayload;
}

/** What is asked of the reasoner (§10.3). */
export type VerificationGoalKind =
  | "verify"
  | "instance"
  | "theorem"
  | "lemma"
  | "axiom";

/** What is known of one property (§10.3). */
export type PropertyStatus =
  | "pending"
  | "proved"
  | "refuted"
  | "unknown";

/** One property of a verification goal or proof (§10.3). */
export interface PropertyItem {
  readonly name: string;
  readonly status: PropertyStatus;
  readonly src: string;
  readonly note: string | null;
}

/** A goal put to a reasoner about `target_artifact_id` (§10.3). */
export interface VerificationGoalPayload {
  readonly goal_id: number;
  readonly goal_revision: number | null;
  readonly kind: VerificationGoalKind;
  readonly description: string;
  readonly src: string;
  readonly target_artifact_id: string;
  readonly target_symbol: string | null;
  readonly properties: readonly PropertyItem[];
}

/** A goal for a reasoner (§10.3). */
export interface VerificationGoalArtifact extends ArtifactCommon {
  readonly artifact_type: "VerificationGoal";
  readonly payload: VerificationGoalPayload;
}

/** The reasoner's verdict (§10.4). */
export type VerificationResultStatus =
  | "proved"
  | "refuted"
  | "sat"
  | "unknown";

/** The goal was proved (§10.4). */
export interface ProvedResult {
  readonly proof_pp: string;
  readonly properties: readonly PropertyItem[];
}

/** The goal was refuted (§10.4). */
export interface RefutedResult {
  readonly counterexample: string;
}

/** What a satisfying model is (§10.4). */
export type SatModelType =
  | "instance_model"
  | "counterexample_model";

/** A satisfying model in the model language (§10.4). */
export interface SatModel {
  readonly m_type: SatModelType;
  readonly src: string;
}

/** A model satisfies the goal; never a proof (§10.4). */
export interface SatResult {
  readonly model: SatModel;
}

/** The reasoner could not tell (§10.4). */
export interface UnknownResult {
  readonly note: string | null;
}

/** Exactly one of the four results, each under its own tag (§10.4, §16.1). */
export type VerificationResultVariant =
  | { readonly proved: ProvedResult }
  | { readonly refuted: RefutedResult }
  | { readonly sat: SatResult }
  | { readonly unknown: UnknownResult };

/** The task that a reasoning result was computed over (§10.4a). */
export interface ReasoningFingerprint {
  readonly task_checksum: string;
  readonly task_shape: string | null;
  readonly target_symbol: string | null;
  readonly engine: string | null;
  readonly engine_version: string | null;
  readonly model_artifact_id: string | null;
  readonly model_revision: number | null;
}

/** What a reasoner answered to the goal `goal_artifact_id` (§10.4). */
export interface VerificationResultPayload {
  readonly goal_id: number;
  readonly goal_artifact_id: string;
  readonly status: VerificationResultStatus;
  readonly engine: string | null;
  readonly completed_at: string | null;
  readonly result: VerificationResultVariant;
  readonly fingerprint: ReasoningFingerprint | null;
}

/** A reasoner's answer to a goal (§10.4). */
export interface VerificationResultArtifact extends ArtifactCommon {
  readonly artifact_type: "VerificationResult";
  readonly payload: VerificationResultPayload;
}

/** One region of the state space: where it lies, what holds there, and a witness (§10.5). */
export interface Region {
  readonly constraints: readonly string[];
  readonly invariant: string | null;
  readonly model: Json | null;
  readonly model_eval: string | null;
}

/** How the behaviour of the target splits into regions (§10.5). `complete` says whether they cover it. */
export interface StateSpaceAnalysisResultPayload {
  readonly target_artifact_id: string;
  readonly target_symbol: string | null;
  readonly analysis_kind: string;
  readonly analysis_revision: number | null;
  readonly description: string | null;
  readonly complete: boolean | null;
  readonly regions: readonly Region[];
  readonly coverage_summary: string | null;
  readonly notes: string | null;
  readonly fingerprint: ReasoningFingerprint | null;
}

/** A split of a state space into regions (§10.5). */
export interface StateSpaceAnalysisResultArtifact extends ArtifactCommon {
  readonly artifact_type: "StateSpaceAnalysisResult";
  readonly payload: StateSpaceAnalysisResultPayload;
}

/** Whether the target conforms (§10.6). */
export type ConformanceStatus =
  | "passed"
  | "failed"
  | "partial"
  | "unknown";

/** The target artifact against an approved reference (§10.6). */
export interface ConformanceResultPayload {
  readonly reference_artifact_id: string;
  readonly target_artifact_id: string;
  readonly status: ConformanceStatus;
  readonly engine: string | null;
  readonly findings: readonly string[];
  readonly note: string | null;
  readonly fingerprint: ReasoningFingerprint | null;
}

/** The outcome of a conformance check (§10.6). */
export interface ConformanceResultArtifact extends ArtifactCommon {
  readonly artifact_type: "ConformanceResult";
  readonly payload: ConformanceResultPayload;
}

/** Whether a replay agreed with the recorded run (§10.7). */
export type CosimulationStatus =
  | "matched"
  | "mismatched"
  | "partial"
  | "error";

/** A model replayed beside recorded inputs (§10.7). */
export interface CosimulationResultPayload {
  readonly target_artifact_id: string;
  readonly input_artifact_ids: readonly string[];
  readonly status: CosimulationStatus;
  readonly engine: string | null;
  readonly replayed_steps: number | null;
  readonly divergence_points: readonly Json[];
  readonly summary: string | null;
  readonly observations: readonly string[];
  readonly fingerprint: ReasoningFingerprint | null;
}

/** The outcome of a co-simulation (§10.7). */
export interface CoSimulationResultArtifact extends ArtifactCommon {
  readonly artifact_type: "CoSimulationResult";
  readonly payload: CosimulationResultPayload;
}

/** One test (§10.8). `region_index` counts the regions of the source analysis from 0. */
export interface GeneratedTest {
  readonly name: string;
  readonly region_index: number | null;
  readonly constraints: readonly string[];
  readonly inputs: Json | null;
  readonly expected: Json | null;
  readonly code: string;
}

/** Tests made from the regions of an analysis (§10.8). */
export interface GeneratedTestsPayload {
  readonly function: string;
  readonly language: string;
  readonly source_analysis_artifact_id: string;
  readonly tests: readonly GeneratedTest[];
}

/** Tests made from an analysis (§10.8). */
export interface GeneratedTestsArtifact extends ArtifactCommon {
  readonly artifact_type: "GeneratedTests";
  readonly payload: GeneratedTestsPayload;
}

/** What a command printed and how it ended (§10.9). */
export interface CommandResultArtifact extends ArtifactCommon {
  readonly artifact_type: "CommandResult";
  readonly payload: JsonObject;
}

/** A change to files (§7.1). */
export interface DiffArtifact extends ArtifactCommon {
  readonly artifact_type: "Diff";
}

/** A person's approval (§7.1). */
export interface UserApprovalArtifact extends ArtifactCommon {
  readonly artifact_type: "UserApproval";
}

/** A commit (§7.1). */
export interface CommitArtifact extends ArtifactCommon {
  readonly artifact_type: "Commit";
}

/** What is needed to replay the actions `entry_action_ids` (§10.10). */
export interface ReproductionBundlePayload {
  readonly entry_action_ids: readonly number[];
  readonly artifact_ids: readonly string[];
  readonly environment_ids: readonly string[];
  readonly notes: string | null;
}

/** What is needed to replay some actions (§10.10). */
export interface ReproductionBundleArtifact extends ArtifactCommon {
  readonly artifact_type: "ReproductionBundle";
  readonly payload: ReproductionBundlePayload;
}

/** Why a prior result provably still holds (§15.3). */
export type CarriedForwardBasis =
  | "closure_disjoint"
  | "uninterpreted_opaque";

/** A prior result that the merge cannot have affected, with the witness to recompute it from (§15.3). */
export interface CarriedForwardPayload {
  readonly result_id: string;
  readonly basis: CarriedForwardBasis;
  readonly closure: readonly string[];
  readonly via_assumptions: readonly string[];
}

/** A prior result that a merge provably left untouched (§15.3). */
export interface CarriedForwardArtifact extends ArtifactCommon {
  readonly artifact_type: "CarriedForward";
  readonly payload: CarriedForwardPayload;
}

/** Why something is unestablished (§13.1). */
export type ResidualKind =
  | "assumption"
  | "unverified"
  | "out_of_scope"
  | "limitation"
  | "open_question"
  | "defeater"
  | "needs_rereasoning"
  | "coverage_regression";

/** What a Defeater attacks: the claim, the evidence, or the inference (§13.1). */
export type DefeaterKind =
  | "rebuts"
  | "undermines"
  | "undercuts";

/** Impact if wrong or left unaddressed, not probability (§13.2). */
export type ResidualSeverity =
  | "info"
  | "low"
  | "medium"
  | "high"
  | "critical";

/** What kind of thing a target is (§14.1). */
export type TargetType =
  | "trace"
  | "action"
  | "artifact"
  | "policy"
  | "policy_evaluation"
  | "reference_artifact";

/** What a comment, review item or residual is about (§14.1). An action's id stands as decimal text. */
export interface TargetRef {
  readonly target_type: TargetType;
  readonly target_id: string | null;
}

/** Who surfaced the residual (§13.1). */
export type ResidualSource =
  | "agent_declared"
  | "policy_derived"
  | "tool_inferred"
  | "reviewer_added";

/** Where the residual stands (§13.1). */
export type ResidualStatus =
  | "open"
  | "acknowledged"
  | "addressed"
  | "waived";

/** A declared gap, or, as a Defeater, counter-evidence against a claim (§13.1). */
export interface ResidualPayload {
  readonly kind: ResidualKind;
  readonly defeater_kind: DefeaterKind | null;
  readonly statement: string;
  readonly severity: ResidualSeverity | null;
  readonly target: TargetRef | null;
  readonly related_artifact_ids: readonly string[];
  readonly rationale: string | null;
  readonly suggested_check: string | null;
  readonly source: ResidualSource | null;
  readonly status: ResidualStatus | null;
  readonly introduced_by_action_id: number | null;
  readonly tags: readonly string[];
}

/** A declared gap or defeater (§13.1). The constructor is missing from the list in §7.1; §13 makes it one. */
export interface ResidualArtifact extends ArtifactCommon {
  readonly artifact_type: "Residual";
  readonly payload: ResidualPayload;
}

/** An artifact, told apart by `artifact_type` (§7.1, §16.2). */
export type Artifact =
  | UserInstructionArtifact
  | SourceCodeArtifact
  | DocumentationArtifact
  | SearchResultsArtifact
  | AnalysisNoteArtifact
  | PlanArtifact
  | FormalizationArtifact
  | FormalModelArtifact
  | VerificationGoalArtifact
  | VerificationResultArtifact
  | StateSpaceAnalysisResultArtifact
  | ConformanceResultArtifact
  | CoSimulationResultArtifact
  | GeneratedTestsArtifact
  | CommandResultArtifact
  | DiffArtifact
  | UserApprovalArtifact
  | CommitArtifact
  | ReproductionBundleArtifact
  | CarriedForwardArtifact
  | ResidualArtifact;

/** What a reference is (§11.1); any other string is a `RefOther`. */
export type ReferenceArtifactType =
  | "RefFormalModel"
  | "RefDocumentation"
  | "RefContractModel"
  | "RefProtocolSpec"
  | (string & {});

/** What a reference's goal asks (§11.1). */
export type ReferenceVgKind =
  | "conformance"
  | "invariant"
  | "refinement";

/** A goal that comes with a reference (§11.1). */
export interface ReferenceVg {
  readonly vg_id: string;
  readonly description: string;
  readonly kind: ReferenceVgKind;
  readonly src: string;
}

/** An approved model, specification, interface or contract (§11.1). */
export interface ReferenceArtifact {
  readonly reference_artifact_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly domain: string;
  readonly version: string | null;
  readonly source: string | null;
  readonly artifact_type: ReferenceArtifactType;
  readonly format: string | null;
  readonly content_ref: string | null;
  readonly payload: Json | null;
  readonly verification_goals: readonly ReferenceVg[];
}

/** How much a violation matters. */
export type PolicySeverity =
  | "info"
  | "warning"
  | "error";

/** What a policy ranges over. */
export type PolicyScope =
  | "trace"
  | "action"
  | "artifact"
  | "module";

/** What sort of requirement a policy states. */
export type PolicyKind =
  | "trace_invariant"
  | "approval_requirement"
  | "reasoning_requirement"
  | "lineage_requirement"
  | "reference_integrity"
  | "conformance_requirement";

/** Narrows where a policy applies; every condition is optional, and an absent one holds everywhere. */
export interface PolicySelector {
  readonly action_type: string | null;
  readonly artifact_type: string | null;
  readonly artifact_role: string | null;
  readonly category: string | null;
  readonly path_matches: string | null;
  readonly path_matches_any: readonly string[];
}

/** A requirement on the whole record. `formula` is text of the policy language or its syntax tree as JSON. */
export interface Policy {
  readonly policy_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly severity: PolicySeverity;
  readonly scope: PolicyScope;
  readonly kind: PolicyKind;
  readonly applies_when: PolicySelector | null;
  readonly formula: Json;
  readonly reference_artifact_id: string | null;
}

/** The verdict of a policy. */
export type PolicyEvaluationStatus =
  | "passed"
  | "failed"
  | "unknown"
  | "not_applicable";

/** A recorded verdict, with what it rests on and what violates it. */
export interface PolicyEvaluation {
  readonly policy_id: string;
  readonly status: PolicyEvaluationStatus;
  readonly checked_at_action_id: number | null;
  readonly evidence_action_ids: readonly number[];
  readonly evidence_artifact_ids: readonly string[];
  readonly violating_action_ids: readonly number[];
  readonly violating_artifact_ids: readonly string[];
  readonly note: string | null;
}

/** What an environment is (§12.3). */
export type ExecutionEnvironmentKind =
  | "toolchain"
  | "container"
  | "service"
  | "external_system";

/** A named part of an environment (§12.3). */
export interface EnvironmentComponent {
  readonly name: string;
  readonly version: string | null;
}

/** Where actions ran (§12.3). */
export interface ExecutionEnvironment {
  readonly environment_id: string;
  readonly kind: ExecutionEnvironmentKind;
  readonly name: string;
  readonly components: readonly EnvironmentComponent[];
  readonly configuration: JsonObject | null;
  readonly notes: string | null;
}

/** Reproducibility of the whole trace (§12.1). `entrypoints` are commands or references to start from. */
export interface TraceReproducibility {
  readonly status: ReproducibilityStatus;
  readonly entrypoints: readonly string[];
  readonly required_artifact_ids: readonly string[];
  readonly required_environment_ids: readonly string[];
  readonly limitations: readonly string[];
  readonly notes: string | null;
}

/** Whether a comment still stands (§14.2). */
export type CommentStatus =
  | "open"
  | "resolved";

/** A remark on some part of the trace; threads follow `thread_parent_id` (§14.2). */
export interface Comment {
  readonly comment_id: string;
  readonly author: string;
  readonly created_at: string;
  readonly body: string;
  readonly target: TargetRef;
  readonly thread_parent_id: string | null;
  readonly status: CommentStatus | null;
  readonly resolved_at: string | null;
  readonly tags: readonly string[];
}

/** Where a review item stands (§14.3). */
export type ReviewItemStatus =
  | "open"
  | "acknowledged"
  | "resolved"
  | "waived";

/** A reviewer's demand on some part of the trace (§14.3). A `blocking` one holds up approval. */
export interface ReviewItem {
  readonly review_item_id: string;
  readonly author: string;
  readonly created_at: string;
  readonly title: string;
  readonly body: string | null;
  readonly target: TargetRef;
  readonly assignee: string | null;
  readonly status: ReviewItemStatus;
  readonly blocking: boolean | null;
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
  readonly resolved_at: string | null;
  readonly resolved_by: string | null;
  readonly resolution_note: string | null;
  readonly tags: readonly string[];
}

/** The flat residual: an entry of the deprecated `residuals` list, and the form of the surface (§13.1, §13.7). */
export interface Residual {
  readonly kind: ResidualKind;
  readonly defeater_kind: DefeaterKind | null;
  readonly statement: string;
  readonly severity: ResidualSeverity | null;
  readonly target: TargetRef | null;
  readonly related_artifact_ids: readonly string[];
  readonly rationale: string | null;
  readonly suggested_check: string | null;
  readonly source: ResidualSource | null;
  readonly status: ResidualStatus | null;
  readonly introduced_by_action_id: number | null;
  readonly tags: readonly string[];
  readonly residual_id: string;
}

/** Where a criterion stands (§18.1). */
export type AcceptanceStatus =
  | "AcceptTodo"
  | "AcceptDoing"
  | "AcceptDone"
  | "AcceptBlocked";

/** What every acceptance item has (§18.1). */
export interface AcceptanceCommon {
  readonly acceptance_id: string;
  readonly label: string;
  readonly status: AcceptanceStatus | null;
  readonly formula: Json | null;
}

/** An edit to `symbol`, in `file` if given (§18.1). */
export interface ChangeBinding {
  readonly symbol: string;
  readonly file: string | null;
}

/** Met when the edit has landed (§18.2). */
export interface ChangeAcceptance extends AcceptanceCommon {
  readonly kind: "Change";
  readonly binding: ChangeBinding | null;
}

/** A property that must hold, by symbol, by name, or by both (§18.1). */
export interface PropertyBinding {
  readonly symbol: string | null;
  readonly property: string | null;
}

/** Met when a matching goal is proved, fresh and uncontested (§18.2). */
export interface PropertyAcceptance extends AcceptanceCommon {
  readonly kind: "Property";
  readonly binding: PropertyBinding | null;
}

/** A policy that must be satisfied (§18.1). */
export interface ObligationBinding {
  readonly policy_id: string;
}

/** Met when the policy passed (§18.2). */
export interface ObligationAcceptance extends AcceptanceCommon {
  readonly kind: "Obligation";
  readonly binding: ObligationBinding | null;
}

/** A residual that must be closed (§18.1). */
export interface GapBinding {
  readonly residual_id: string;
}

/** Met when the residual is addressed or waived (§18.2). */
export interface GapAcceptance extends AcceptanceCommon {
  readonly kind: "Gap";
  readonly binding: GapBinding | null;
}

/** A criterion of a goal, told apart by `kind` (§18.1). */
export type AcceptanceItem =
  | ChangeAcceptance
  | PropertyAcceptance
  | ObligationAcceptance
  | GapAcceptance;

/** Where a goal stands, as authored (§18.1). */
export type GoalStatus =
  | "GoalScratch"
  | "GoalActive"
  | "GoalDone"
  | "GoalAbandoned";

/** An intent and what "done" means for it (§18.1). */
export interface Goal {
  readonly goal_id: string;
  readonly intent: string;
  readonly scope: readonly string[];
  readonly acceptance: readonly AcceptanceItem[];
  readonly status: GoalStatus | null;
  readonly meta_action_id: string | null;
}

/** How one trace relates to another (§15.1). */
export type TraceRelationship =
  | "supersedes"
  | "reruns"
  | "derived_from"
  | "same_task"
  | "same_pr"
  | "policy_recheck_of"
  | "conformance_recheck_of"
  | "forked_from"
  | "related_to";

/** A typed edge between two traces (§15.1). */
export interface TraceLink {
  readonly link_id: string;
  readonly from_trace_id: string;
  readonly to_trace_id: string;
  readonly relationship: TraceRelationship;
  readonly created_at: string | null;
  readonly created_by: string | null;
  readonly note: string | null;
}

/** Where a trace stands in its chain (§15.2). */
export type ChainStatus =
  | "active"
  | "superseded"
  | "archived";

/** A trace's place in its chain (§15.2). Traces are immutable; iteration is a linked successor. */
export interface TraceLineage {
  readonly parent_trace_id: string | null;
  readonly root_trace_id: string | null;
  readonly chain_position: number | null;
  readonly chain_status: ChainStatus | null;
  readonly latest_descendant_trace_id: string | null;
}

/** Counts over the record (§5.1). `meta_action_count` comes from §8.4. */
export interface Metrics {
  readonly total_actions: number | null;
  readonly decision_points: number | null;
  readonly parallel_blocks: number | null;
  readonly loops: number | null;
  readonly max_loop_iterations: number | null;
  readonly meta_action_count: number | null;
}

/** A Time-Stamping Authority's word that the signature existed by `time` (§12.4). */
export interface Rfc3161Timestamp {
  readonly standard: "rfc3161";
  readonly tsa: string;
  readonly hash_alg: "sha256";
  readonly message_imprint: string;
  readonly token: string;
  readonly time: string | null;
}

/** A sign-off over a content hash (§12.4). */
export interface Signature {
  readonly signer: string;
  readonly content_hash: string;
  readonly algo: "gpg" | "sigstore" | "ssh";
  readonly signed_at: string;
  readonly signature: string;
  readonly key_type: string | null;
  readonly key_id: string | null;
  readonly public_key: string | null;
  readonly namespace: string | null;
  readonly bundle: string | null;
  readonly oidc_issuer: string | null;
  readonly transparency_log: string | null;
  readonly role: string | null;
  readonly disposition: string | null;
  readonly timestamp: Rfc3161Timestamp | null;
  readonly statement_signature: string | null;
}

/** Two-parent provenance of a merged trace, kept off the artifact lineage (§15.3). */
export interface MergeEvent {
  readonly parents: readonly string[];
  readonly base: string | null;
  readonly kind: string;
}

/** The typed record of an agent's work session (§5). */
export interface Trace {
  readonly trace_id: string;
  readonly spec_version: string;
  readonly assistant: string;
  readonly model: string;
  readonly timestamp: string;
  readonly trigger: Event;
  readonly actions: readonly Action[];
  readonly meta_actions: readonly MetaAction[];
  readonly outcome: Event;
  readonly artifacts: readonly Artifact[];
  readonly reference_artifacts: readonly ReferenceArtifact[];
  readonly policies: readonly Policy[];
  readonly policy_evaluations: readonly PolicyEvaluation[];
  readonly execution_environments: readonly ExecutionEnvironment[];
  readonly reproducibility: TraceReproducibility | null;
  readonly comments: readonly Comment[];
  readonly review_items: readonly ReviewItem[];
  readonly residuals: readonly Residual[];
  readonly goals: readonly Goal[];
  readonly trace_links: readonly TraceLink[];
  readonly trace_lineage: TraceLineage | null;
  readonly files_modified: readonly string[];
  readonly metrics: Metrics | null;
  readonly content_hash: string | null;
  readonly signatures: readonly Signature[];
  readonly merge: MergeEvent | null;
  readonly repo: string | null;
  readonly branch: string | null;
  readonly commit_sha: string | null;
}
