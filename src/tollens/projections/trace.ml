(* The types of the Ponens Trace Specification 1.11, generated from the canonical model; do not edit.
   `json` and the abstract types hold what the text leaves open. *)

type json

type artifact_metadata

type command_result_payload

type divergence_point

type environment_configuration

type reference_payload

type witness_model

(* What an event marks (§6.1). *)
type event_type =
  | TaskReceived
  | TriggeredByEvent
  | ProcessCompleted
  | ProcessAborted
  | ProcessInterrupted

(* How the process began (`trigger`) or ended (`outcome`) (§6.1). *)
type event =
  { typ : event_type
  ; description : string option
  ; summary : string option
  ; from_user : string option
  ; reason : string option
  }

(* What a piece of evidence refers to (§9.1). *)
type evidence_type =
  | FileRef
  | UrlRef
  | CommandOutput
  | SearchResult

(* A pointer to what backs an action (§9.1). `exit_code` is the status of the command that `ref_` names. *)
type evidence =
  { typ : evidence_type
  ; ref_ : string
  ; exit_code : int option
  }

(* How sure an observation is (§9.2). *)
type confidence =
  | High
  | Medium
  | Low

(* A statement drawn from what an action saw (§9.2). `derived_from` names artifacts. *)
type observation =
  { observation_id : string option
  ; derived_from : string list
  ; statement : string
  ; confidence : confidence option
  }

(* Whether running the tool again gives the same (§8.3). *)
type determinism =
  | Deterministic
  | Mixed
  | Nondeterministic

(* The tool behind an action (§8.3). *)
type execution_metadata =
  { tool : string option
  ; version : string option
  ; method_ : string option
  ; determinism : determinism option
  ; duration_ms : int option
  ; cost : float option
  }

(* How far something can be reproduced (§12.1). *)
type reproducibility_status =
  | NotReproducible
  | PartiallyReproducible
  | Reproducible

(* How an action is repeated (§12.2). *)
type reproduction_kind =
  | DeterministicReplay
  | ToolReexecution
  | ProceduralReplay
  | ManualReproduction
  | NotReproducibleKind

(* What a procedure is written as (§12.2). *)
type reproduction_procedure_kind =
  | CommandProcedure
  | WorkflowProcedure
  | ReferenceProcedure
  | ManualProcedure

(* The steps that repeat an action (§12.2). *)
type reproduction_procedure =
  { kind : reproduction_procedure_kind
  ; command : string option
  ; working_directory : string option
  ; arguments : string list
  ; steps : string list
  ; reference : string option
  }

(* What a repeat should give (§12.2). *)
type expected_output =
  { artifact_ids : string list
  ; result_summary : string option
  }

(* Reproducibility of one action (§12.2). *)
type action_reproducibility =
  { status : reproducibility_status
  ; reproduction_kind : reproduction_kind
  ; input_artifact_ids : string list
  ; environment_id : string option
  ; procedure : reproduction_procedure
  ; expected_output : expected_output option
  ; limitations : string list
  ; notes : string option
  }

(* What every action has (§8.1). *)
type action_common =
  { id : int
  ; label : string
  ; rationale : string
  ; detail : string option
  ; inputs : string list
  ; outputs : string list
  ; evidence : evidence list
  ; observations : observation list
  ; execution : execution_metadata option
  ; reproducibility : action_reproducibility option
  ; meta_action_id : string option
  }

(* Ordinary work (§8.1). *)
type activity_action_type =
  | ReadFile
  | SearchCode
  | SearchWeb
  | AnalyzeCode
  | ExploreDirectory
  | ReadDocumentation
  | EditFile
  | CreateFile
  | DeleteFile
  | RenameFile
  | RunCommand
  | RunTests
  | TypeCheck
  | Lint
  | ManualVerification
  | GitStatus
  | GitDiff
  | GitCommit
  | AskUser
  | ReportProgress
  | Explain
  | FormulatePlan
  | DecomposeTask
  | EstimateImpact

(* Decisions, splits and loops (§8.1). *)
type gateway_action_type =
  | ExclusiveDecision
  | ParallelSplit
  | EventBasedDecision
  | LoopGateway

(* One way that a gateway could have gone (§8.1). `next_action_id` is the action that follows if chosen. *)
type decision_option =
  { label : string
  ; chosen : bool
  ; rejected_because : string option
  ; next_action_id : int option
  }

(* Formal reasoning (§8.1). *)
type reasoning_action_type =
  | Formalize
  | DefineVerificationGoal
  | Verify
  | StateSpaceAnalysis
  | ConformanceCheck
  | CoSimulate
  | GenerateTests

(* Review, approval and audit (§8.1). *)
type governance_action_type =
  | EvaluatePolicy
  | CreateReviewItem
  | AcknowledgeReviewItem
  | ResolveReviewItem
  | AddComment
  | RequestApproval
  | Approve
  | Reject
  | CreateSnapshot
  | RecordAudit
  | LinkTrace

(* The open request and result of an action (§8.2). On the wire its members stand on the action itself (§16.3). *)
type action_payload =
  { request : json option
  ; result : json option
  ; result_summary : string option
  }

(* What a gateway decided, and on what (§8.1). On the wire its members stand on the action itself. *)
type gateway_payload =
  { decision_basis : string option
  ; supporting_inputs : string list
  ; options : decision_option list
  }

(* An action, told apart by `category` (§8.1, §16.3). *)
type action =
  | ActivityAction of action_common * activity_action_type * action_payload option
  | GatewayAction of action_common * gateway_action_type * gateway_payload
  | ReasoningAction of action_common * reasoning_action_type * action_payload option
  | GovernanceAction of action_common * governance_action_type * action_payload option

(* Whether the intent was achieved (§8.4). *)
type meta_action_status =
  | MetaCompleted
  | MetaPartial
  | MetaAbandoned

(* How the grouping was determined, most faithful first (§8.4). *)
type meta_action_source =
  | PlanDeclared
  | TurnSegmented
  | IntentInferred

(* A unit of intent (§8.4). `action_ids` is a contiguous, ordered slice of the timeline. *)
type meta_action =
  { id : string
  ; title : string
  ; intent : string option
  ; action_ids : int list
  ; outcome : string option
  ; status : meta_action_status option
  ; source : meta_action_source option
  ; parent_id : string option
  ; produced_artifact_ids : string list
  ; residual_ids : string list
  ; tags : string list
  }

(* A semantic tag that policies read (§7.1); any other string is a `CustomArtifactRole`. *)
type artifact_role =
  | FormalModelRole
  | ApprovedReferenceRole
  | ReasoningGoalRole
  | ReasoningResultRole
  | ProofRole
  | CounterexampleRole
  | StateSpaceAnalysisRole
  | GeneratedTestRole
  | AuditEvidenceRole
  | CustomArtifactRole of string

(* What every artifact has (§7.1). Artifacts are immutable; evolution is `revision` and `supersedes` (§7.3). *)
type artifact_common =
  { artifact_id : string
  ; artifact_role : artifact_role option
  ; name : string option
  ; format : string option
  ; revision : int option
  ; producer_action_id : int option
  ; derived_from : string list
  ; supersedes : string option
  ; content_ref : string option
  ; summary : string option
  ; component_id : string option
  ; metadata : artifact_metadata option
  }

(* How far source code was carried into the model language (§10.1). *)
type formalization_status =
  | Transparent
  | Opaque
  | Failed

(* Source code and the formal text made of it (§10.1). *)
type formalization_payload =
  { status : formalization_status
  ; src_lang : string
  ; src_code : string
  ; formal_code : string
  ; model_language : string option
  ; symbols : string list
  ; src_code_ref : string option
  ; formal_code_ref : string option
  }

(* A model text and the symbols it defines (§10.2). *)
type formal_model_payload =
  { model_language : string
  ; formal_code : string
  ; symbols : string list
  ; scope : string option
  ; formal_code_ref : string option
  }

(* What is asked of the reasoner (§10.3). *)
type verification_goal_kind =
  | VerifyGoal
  | Instance
  | Theorem
  | Lemma
  | Axiom

(* What is known of one property (§10.3). *)
type property_status =
  | Pending
  | Proved
  | Refuted
  | UnknownProperty

(* One property of a verification goal or proof (§10.3). *)
type property_item =
  { name : string
  ; status : property_status
  ; src : string
  ; note : string option
  }

(* A goal put to a reasoner about `target_artifact_id` (§10.3). *)
type verification_goal_payload =
  { goal_id : int
  ; goal_revision : int option
  ; kind : verification_goal_kind
  ; description : string
  ; src : string
  ; target_artifact_id : string
  ; target_symbol : string option
  ; properties : property_item list
  }

(* The reasoner's verdict (§10.4). *)
type verification_result_status =
  | VrProved
  | VrRefuted
  | VrSat
  | VrUnknown

(* What a satisfying model is (§10.4). *)
type sat_model_type =
  | InstanceModel
  | CounterexampleModel

(* A satisfying model in the model language (§10.4). *)
type sat_model =
  { m_type : sat_model_type
  ; src : string
  }

(* Exactly one of the four results, each under its own tag (§10.4, §16.1). *)
type verification_result_variant =
  | ProvedResult of { proof_pp : string; properties : property_item list }
  | RefutedResult of { counterexample : string }
  | SatResult of { model : sat_model }
  | UnknownResult of { note : string option }

(* The task that a reasoning result was computed over (§10.4a). *)
type reasoning_fingerprint =
  { task_checksum : string
  ; task_shape : string option
  ; target_symbol : string option
  ; engine : string option
  ; engine_version : string option
  ; model_artifact_id : string option
  ; model_revision : int option
  }

(* What a reasoner answered to the goal `goal_artifact_id` (§10.4). *)
type verification_result_payload =
  { goal_id : int
  ; goal_artifact_id : string
  ; status : verification_result_status
  ; engine : string option
  ; completed_at : string option
  ; result : verification_result_variant
  ; fingerprint : reasoning_fingerprint option
  }

(* One region of the state space: where it lies, what holds there, and a witness (§10.5). *)
type region =
  { constraints : string list
  ; invariant : string option
  ; model : witness_model option
  ; model_eval : string option
  }

(* How the behaviour of the target splits into regions (§10.5). `complete` says whether they cover it. *)
type state_space_analysis_result_payload =
  { target_artifact_id : string
  ; target_symbol : string option
  ; analysis_kind : string
  ; analysis_revision : int option
  ; description : string option
  ; complete : bool option
  ; regions : region list
  ; coverage_summary : string option
  ; notes : string option
  ; fingerprint : reasoning_fingerprint option
  }

(* Whether the target conforms (§10.6). *)
type conformance_status =
  | ConformancePassed
  | ConformanceFailed
  | ConformancePartial
  | ConformanceUnknown

(* The target artifact against an approved reference (§10.6). *)
type conformance_result_payload =
  { reference_artifact_id : string
  ; target_artifact_id : string
  ; status : conformance_status
  ; engine : string option
  ; findings : string list
  ; note : string option
  ; fingerprint : reasoning_fingerprint option
  }

(* Whether a replay agreed with the recorded run (§10.7). *)
type cosimulation_status =
  | Matched
  | Mismatched
  | Partial
  | ErrorStatus

(* A model replayed beside recorded inputs (§10.7). *)
type cosimulation_result_payload =
  { target_artifact_id : string
  ; input_artifact_ids : string list
  ; status : cosimulation_status
  ; engine : string option
  ; replayed_steps : int option
  ; divergence_points : divergence_point list
  ; summary : string option
  ; observations : string list
  ; fingerprint : reasoning_fingerprint option
  }

(* One test (§10.8). `region_index` counts the regions of the source analysis from 0. *)
type generated_test =
  { name : string
  ; region_index : int option
  ; constraints : string list
  ; inputs : witness_model option
  ; expected : witness_model option
  ; code : string
  }

(* Tests made from the regions of an analysis (§10.8). *)
type generated_tests_payload =
  { function_ : string
  ; language : string
  ; source_analysis_artifact_id : string
  ; tests : generated_test list
  }

(* What is needed to replay the actions `entry_action_ids` (§10.10). *)
type reproduction_bundle_payload =
  { entry_action_ids : int list
  ; artifact_ids : string list
  ; environment_ids : string list
  ; notes : string option
  }

(* Why a prior result provably still holds (§15.3). *)
type carried_forward_basis =
  | ClosureDisjoint
  | UninterpretedOpaque

(* A prior result that the merge cannot have affected, with the witness to recompute it from (§15.3). *)
type carried_forward_payload =
  { result_id : string
  ; basis : carried_forward_basis
  ; closure : string list
  ; via_assumptions : string list
  }

(* Why something is unestablished (§13.1). *)
type residual_kind =
  | Assumption
  | Unverified
  | OutOfScope
  | Limitation
  | OpenQuestion
  | Defeater
  | NeedsRereasoning
  | CoverageRegression

(* What a Defeater attacks: the claim, the evidence, or the inference (§13.1). *)
type defeater_kind =
  | Rebuts
  | Undermines
  | Undercuts

(* Impact if wrong or left unaddressed, not probability (§13.2). *)
type residual_severity =
  | InfoResidual
  | LowResidual
  | MediumResidual
  | HighResidual
  | CriticalResidual

(* What kind of thing a target is (§14.1). *)
type target_type =
  | TraceTarget
  | ActionTarget
  | ArtifactTarget
  | PolicyTarget
  | PolicyEvaluationTarget
  | ReferenceArtifactTarget

(* What a comment, review item or residual is about (§14.1). An action's id stands as decimal text. *)
type target_ref =
  { target_type : target_type
  ; target_id : string option
  }

(* Who surfaced the residual (§13.1). *)
type residual_source =
  | AgentDeclared
  | PolicyDerived
  | ToolInferred
  | ReviewerAdded

(* Where the residual stands (§13.1). *)
type residual_status =
  | ResidualOpen
  | ResidualAcknowledged
  | ResidualAddressed
  | ResidualWaived

(* A declared gap, or, as a Defeater, counter-evidence against a claim (§13.1). *)
type residual_payload =
  { kind : residual_kind
  ; defeater_kind : defeater_kind option
  ; statement : string
  ; severity : residual_severity option
  ; target : target_ref option
  ; related_artifact_ids : string list
  ; rationale : string option
  ; suggested_check : string option
  ; source : residual_source option
  ; status : residual_status option
  ; introduced_by_action_id : int option
  ; tags : string list
  }

(* An artifact, told apart by `artifact_type` (§7.1, §16.2). *)
type artifact =
  | UserInstructionArtifact of artifact_common
  | SourceCodeArtifact of artifact_common
  | DocumentationArtifact of artifact_common
  | SearchResultsArtifact of artifact_common
  | AnalysisNoteArtifact of artifact_common
  | PlanArtifact of artifact_common
  | FormalizationArtifact of artifact_common * formalization_payload
  | FormalModelArtifact of artifact_common * formal_model_payload
  | VerificationGoalArtifact of artifact_common * verification_goal_payload
  | VerificationResultArtifact of artifact_common * verification_result_payload
  | StateSpaceAnalysisResultArtifact of artifact_common * state_space_analysis_result_payload
  | ConformanceResultArtifact of artifact_common * conformance_result_payload
  | CoSimulationResultArtifact of artifact_common * cosimulation_result_payload
  | GeneratedTestsArtifact of artifact_common * generated_tests_payload
  | CommandResultArtifact of artifact_common * command_result_payload
  | DiffArtifact of artifact_common
  | UserApprovalArtifact of artifact_common
  | CommitArtifact of artifact_common
  | ReproductionBundleArtifact of artifact_common * reproduction_bundle_payload
  | CarriedForwardArtifact of artifact_common * carried_forward_payload
  | ResidualArtifact of artifact_common * residual_payload

(* What a reference is (§11.1); any other string is a `RefOther`. *)
type reference_artifact_type =
  | RefFormalModel
  | RefDocumentation
  | RefContractModel
  | RefProtocolSpec
  | RefOther of string

(* What a reference's goal asks (§11.1). *)
type reference_vg_kind =
  | Conformance
  | Invariant
  | Refinement

(* A goal that comes with a reference (§11.1). *)
type reference_vg =
  { vg_id : string
  ; description : string
  ; kind : reference_vg_kind
  ; src : string
  }

(* An approved model, specification, interface or contract (§11.1). *)
type reference_artifact =
  { reference_artifact_id : string
  ; name : string
  ; description : string option
  ; domain : string
  ; version : string option
  ; source : string option
  ; artifact_type : reference_artifact_type
  ; format : string option
  ; content_ref : string option
  ; payload : reference_payload option
  ; verification_goals : reference_vg list
  }

(* How much a violation matters. *)
type policy_severity =
  | Info
  | Warning
  | ErrorSeverity

(* What a policy ranges over. *)
type policy_scope =
  | TraceScope
  | ActionScope
  | ArtifactScope
  | ModuleScope

(* What sort of requirement a policy states. *)
type policy_kind =
  | TraceInvariant
  | ApprovalRequirement
  | ReasoningRequirement
  | LineageRequirement
  | ReferenceIntegrity
  | ConformanceRequirement

(* Narrows where a policy applies; every condition is optional, and an absent one holds everywhere. *)
type policy_selector =
  { action_type : string option
  ; artifact_type : string option
  ; artifact_role : string option
  ; category : string option
  ; path_matches : string option
  ; path_matches_any : string list
  }

(* A requirement on the whole record. `formula` is text of the policy language or its syntax tree as JSON. *)
type policy =
  { policy_id : string
  ; name : string
  ; description : string option
  ; severity : policy_severity
  ; scope : policy_scope
  ; kind : policy_kind
  ; applies_when : policy_selector option
  ; formula : json
  ; reference_artifact_id : string option
  }

(* The verdict of a policy. *)
type policy_evaluation_status =
  | Passed
  | Failed
  | UnknownEvaluation
  | NotApplicable

(* A recorded verdict, with what it rests on and what violates it. *)
type policy_evaluation =
  { policy_id : string
  ; status : policy_evaluation_status
  ; checked_at_action_id : int option
  ; evidence_action_ids : int list
  ; evidence_artifact_ids : string list
  ; violating_action_ids : int list
  ; violating_artifact_ids : string list
  ; note : string option
  }

(* What an environment is (§12.3). *)
type execution_environment_kind =
  | Toolchain
  | Container
  | Service
  | ExternalSystem

(* A named part of an environment (§12.3). *)
type environment_component =
  { name : string
  ; version : string option
  }

(* Where actions ran (§12.3). *)
type execution_environment =
  { environment_id : string
  ; kind : execution_environment_kind
  ; name : string
  ; components : environment_component list
  ; configuration : environment_configuration option
  ; notes : string option
  }

(* Reproducibility of the whole trace (§12.1). `entrypoints` are commands or references to start from. *)
type trace_reproducibility =
  { status : reproducibility_status
  ; entrypoints : string list
  ; required_artifact_ids : string list
  ; required_environment_ids : string list
  ; limitations : string list
  ; notes : string option
  }

(* Whether a comment still stands (§14.2). *)
type comment_status =
  | Open
  | Resolved

(* A remark on some part of the trace; threads follow `thread_parent_id` (§14.2). *)
type comment =
  { comment_id : string
  ; author : string
  ; created_at : string
  ; body : string
  ; target : target_ref
  ; thread_parent_id : string option
  ; status : comment_status option
  ; resolved_at : string option
  ; tags : string list
  }

(* Where a review item stands (§14.3). *)
type review_item_status =
  | ReviewOpen
  | Acknowledged
  | ReviewResolved
  | Waived

(* A reviewer's demand on some part of the trace (§14.3). A `blocking` one holds up approval. *)
type review_item =
  { review_item_id : string
  ; author : string
  ; created_at : string
  ; title : string
  ; body : string option
  ; target : target_ref
  ; assignee : string option
  ; status : review_item_status
  ; blocking : bool option
  ; acknowledged_at : string option
  ; acknowledged_by : string option
  ; resolved_at : string option
  ; resolved_by : string option
  ; resolution_note : string option
  ; tags : string list
  }

(* The flat residual: an entry of the deprecated `residuals` list, and the form of the surface (§13.1, §13.7). *)
type residual =
  { kind : residual_kind
  ; defeater_kind : defeater_kind option
  ; statement : string
  ; severity : residual_severity option
  ; target : target_ref option
  ; related_artifact_ids : string list
  ; rationale : string option
  ; suggested_check : string option
  ; source : residual_source option
  ; status : residual_status option
  ; introduced_by_action_id : int option
  ; tags : string list
  ; residual_id : string
  }

(* Where a criterion stands (§18.1). *)
type acceptance_status =
  | AcceptTodo
  | AcceptDoing
  | AcceptDone
  | AcceptBlocked

(* What every acceptance item has (§18.1). *)
type acceptance_common =
  { acceptance_id : string
  ; label : string
  ; status : acceptance_status option
  ; formula : json option
  }

(* An edit to `symbol`, in `file` if given (§18.1). *)
type change_binding =
  { symbol : string
  ; file : string option
  }

(* A property that must hold, by symbol, by name, or by both (§18.1). *)
type property_binding =
  { symbol : string option
  ; property : string option
  }

(* A policy that must be satisfied (§18.1). *)
type obligation_binding =
  { policy_id : string
  }

(* A residual that must be closed (§18.1). *)
type gap_binding =
  { residual_id : string
  }

(* A criterion of a goal, told apart by `kind` (§18.1). *)
type acceptance_item =
  | ChangeAcceptance of acceptance_common * change_binding option
  | PropertyAcceptance of acceptance_common * property_binding option
  | ObligationAcceptance of acceptance_common * obligation_binding option
  | GapAcceptance of acceptance_common * gap_binding option

(* Where a goal stands, as authored (§18.1). *)
type goal_status =
  | GoalScratch
  | GoalActive
  | GoalDone
  | GoalAbandoned

(* An intent and what "done" means for it (§18.1). *)
type goal =
  { goal_id : string
  ; intent : string
  ; scope : string list
  ; acceptance : acceptance_item list
  ; status : goal_status option
  ; meta_action_id : string option
  }

(* How one trace relates to another (§15.1). *)
type trace_relationship =
  | Supersedes
  | Reruns
  | DerivedFrom
  | SameTask
  | SamePr
  | PolicyRecheckOf
  | ConformanceRecheckOf
  | ForkedFrom
  | RelatedTo

(* A typed edge between two traces (§15.1). *)
type trace_link =
  { link_id : string
  ; from_trace_id : string
  ; to_trace_id : string
  ; relationship : trace_relationship
  ; created_at : string option
  ; created_by : string option
  ; note : string option
  }

(* Where a trace stands in its chain (§15.2). *)
type chain_status =
  | Active
  | Superseded
  | Archived

(* A trace's place in its chain (§15.2). Traces are immutable; iteration is a linked successor. *)
type trace_lineage =
  { parent_trace_id : string option
  ; root_trace_id : string option
  ; chain_position : int option
  ; chain_status : chain_status option
  ; latest_descendant_trace_id : string option
  }

(* Counts over the record (§5.1). `meta_action_count` comes from §8.4. *)
type metrics =
  { total_actions : int option
  ; decision_points : int option
  ; parallel_blocks : int option
  ; loops : int option
  ; max_loop_iterations : int option
  ; meta_action_count : int option
  }

(* A Time-Stamping Authority's word that the signature existed by `time` (§12.4). *)
type rfc3161_timestamp =
  { standard : string
  ; tsa : string
  ; hash_alg : string
  ; message_imprint : string
  ; token : string
  ; time : string option
  }

(* A sign-off over a content hash (§12.4). *)
type signature =
  { signer : string
  ; content_hash : string
  ; algo : string
  ; signed_at : string
  ; signature : string
  ; key_type : string option
  ; key_id : string option
  ; public_key : string option
  ; namespace : string option
  ; bundle : string option
  ; oidc_issuer : string option
  ; transparency_log : string option
  ; role : string option
  ; disposition : string option
  ; timestamp : rfc3161_timestamp option
  ; statement_signature : string option
  }

(* Two-parent provenance of a merged trace, kept off the artifact lineage (§15.3). *)
type merge_event =
  { parents : string list
  ; base : string option
  ; kind : string
  }

(* The typed record of an agent's work session (§5). *)
type trace =
  { trace_id : string
  ; spec_version : string
  ; assistant : string
  ; model : string
  ; timestamp : string
  ; trigger : event
  ; actions : action list
  ; meta_actions : meta_action list
  ; outcome : event
  ; artifacts : artifact list
  ; reference_artifacts : reference_artifact list
  ; policies : policy list
  ; policy_evaluations : policy_evaluation list
  ; execution_environments : execution_environment list
  ; reproducibility : trace_reproducibility option
  ; comments : comment list
  ; review_items : review_item list
  ; residuals : residual list
  ; goals : goal list
  ; trace_links : trace_link list
  ; trace_lineage : trace_lineage option
  ; files_modified : string list
  ; metrics : metrics option
  ; content_hash : string option
  ; signatures : signature list
  ; merge : merge_event option
  ; repo : string option
  ; branch : string option
  ; commit_sha : string option
  }

(* What a criterion asks for (§18.1); the tag of an acceptance item. *)
type acceptance_kind =
  | Change
  | Property
  | Obligation
  | Gap

(* Whether a reasoning result still applies (§18.3). Derived, never stored in a trace. *)
type freshness =
  | Fresh
  | Stale
  | Detached

(* What verifying a signature yields (§12.4). *)
type signature_status =
  | Valid
  | Untrusted
  | Invalid
  | Tampered

(* What verifying a timestamp yields; named and commented in §12.4, defined nowhere. *)
type timestamp_verdict =
  | Valid
  | Untrusted
  | Invalid
  | Unknown

(* The verdict on one signature (§12.4). *)
type signature_verdict =
  { signer : string
  ; key_id : string option
  ; algo : string
  ; role : string option
  ; disposition : string option
  ; status : signature_status
  ; detail : string
  ; timestamp : timestamp_verdict option
  }
