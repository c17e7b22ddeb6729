"""§12.1 to §12.3: whether and how the work can be repeated."""

from tollens.core.model.base import JsonObject, Record, Word


class ReproducibilityStatus(Word):
    """How far something can be reproduced (§12.1)."""

    NotReproducible = "not_reproducible"
    PartiallyReproducible = "partially_reproducible"
    Reproducible = "reproducible"


class TraceReproducibility(Record, frozen=True, kw_only=True):
    """Reproducibility of the whole trace (§12.1). `entrypoints` are commands or references to start from."""

    status: ReproducibilityStatus
    entrypoints: tuple[str, ...] = ()
    required_artifact_ids: tuple[str, ...] = ()
    required_environment_ids: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    notes: str | None = None


class ReproductionKind(Word):
    """How an action is repeated (§12.2)."""

    DeterministicReplay = "deterministic_replay"
    ToolReexecution = "tool_reexecution"
    ProceduralReplay = "procedural_replay"
    ManualReproduction = "manual_reproduction"
    NotReproducibleKind = "not_reproducible"


class ReproductionProcedureKind(Word):
    """What a procedure is written as (§12.2)."""

    CommandProcedure = "command"
    WorkflowProcedure = "workflow"
    ReferenceProcedure = "reference"
    ManualProcedure = "manual"


class ReproductionProcedure(Record, frozen=True, kw_only=True):
    """The steps that repeat an action (§12.2)."""

    kind: ReproductionProcedureKind
    command: str | None = None
    working_directory: str | None = None
    arguments: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    reference: str | None = None


class ExpectedOutput(Record, frozen=True, kw_only=True):
    """What a repeat should give (§12.2)."""

    artifact_ids: tuple[str, ...] = ()
    result_summary: str | None = None


class ActionReproducibility(Record, frozen=True, kw_only=True):
    """Reproducibility of one action (§12.2)."""

    status: ReproducibilityStatus
    reproduction_kind: ReproductionKind
    input_artifact_ids: tuple[str, ...] = ()
    environment_id: str | None = None
    procedure: ReproductionProcedure
    expected_output: ExpectedOutput | None = None
    limitations: tuple[str, ...] = ()
    notes: str | None = None


class ExecutionEnvironmentKind(Word):
    """What an environment is (§12.3)."""

    Toolchain = "toolchain"
    Container = "container"
    Service = "service"
    ExternalSystem = "external_system"


class EnvironmentComponent(Record, frozen=True, kw_only=True):
    """A named part of an environment (§12.3)."""

    name: str
    version: str | None = None


EnvironmentConfiguration = JsonObject
"""`environment_configuration` (§12.3): open."""


class ExecutionEnvironment(Record, frozen=True, kw_only=True):
    """Where actions ran (§12.3)."""

    environment_id: str
    kind: ExecutionEnvironmentKind
    name: str
    components: tuple[EnvironmentComponent, ...] = ()
    configuration: EnvironmentConfiguration | None = None
    notes: str | None = None
