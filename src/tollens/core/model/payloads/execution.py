"""§10.8 to §10.10: generated tests, command results, reproduction bundles."""

import msgspec

from tollens.core.model.base import JsonObject, Record
from tollens.core.model.payloads.analysis import WitnessModel

CommandResultPayload = JsonObject
"""`command_result_payload` (§10.9): open; `command`, `exit_code`, `status` and `output` are the members in use."""


class GeneratedTest(Record, frozen=True, kw_only=True):
    """One test (§10.8). `region_index` counts the regions of the source analysis from 0."""

    name: str
    region_index: int | None = None
    constraints: tuple[str, ...] = ()
    inputs: WitnessModel | None = None
    expected: WitnessModel | None = None
    code: str


class GeneratedTestsPayload(Record, frozen=True, kw_only=True):
    """Tests made from the regions of an analysis (§10.8)."""

    function_: str = msgspec.field(name="function")
    language: str
    source_analysis_artifact_id: str
    tests: tuple[GeneratedTest, ...] = ()


class ReproductionBundlePayload(Record, frozen=True, kw_only=True):
    """What is needed to replay the actions `entry_action_ids` (§10.10)."""

    entry_action_ids: tuple[int, ...] = ()
    artifact_ids: tuple[str, ...] = ()
    environment_ids: tuple[str, ...] = ()
    notes: str | None = None
