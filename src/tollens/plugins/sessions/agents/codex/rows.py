"""The records of a rollout in one shape: from envelopes, bare (before September 2025), or all in one document."""

from typing import Any

import msgspec

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.source.objects import row_in
from tollens.plugins.sessions.source.records import Held
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.values import held, kind_of, string
from tollens.plugins.sessions.words import names

RECORDS = names(
    "session_meta response_item event_msg turn_context compacted world_state ghost_snapshot inter_agent_communication "
    "inter_agent_communication_metadata record_type/state"
)
"""Every type of record that is known; others are counted by name."""

ITEMS = names(
    "message agent_message reasoning function_call function_call_output custom_tool_call custom_tool_call_output "
    "local_shell_call local_shell_call_output web_search_call tool_search_call tool_search_output "
    "image_generation_call compaction compaction_summary compaction_trigger context_compaction ghost_snapshot "
    "additional_tools"
)
"""The types of what passed between the agent and the model (`response_item`)."""

OUTPUTS = names("function_call_output custom_tool_call_output local_shell_call_output tool_search_output")
"""Those that hold what came back from a call."""

EVENTS = names(
    "user_message agent_message agent_message_delta agent_reasoning agent_reasoning_raw_content "
    "agent_reasoning_section_break token_count task_started turn_started task_complete turn_complete turn_aborted "
    "thread_rolled_back context_compacted error stream_error warning guardian_warning guardian_assessment "
    "patch_apply_begin patch_apply_end patch_apply_updated mcp_tool_call_begin mcp_tool_call_end web_search_begin "
    "web_search_end exec_command_begin exec_command_end exec_command_output_delta terminal_interaction "
    "view_image_tool_call dynamic_tool_call_request dynamic_tool_call_response image_generation_begin "
    "image_generation_end collab_agent_spawn_begin collab_agent_spawn_end collab_agent_interaction_begin "
    "collab_agent_interaction_end collab_waiting_begin collab_waiting_end collab_close_begin collab_close_end "
    "collab_resume_begin collab_resume_end sub_agent_activity item_started item_completed turn_diff plan_update "
    "plan_delta exec_approval_request apply_patch_approval_request request_permissions request_user_input "
    "elicitation_request entered_review_mode exited_review_mode thread_goal_updated thread_name_updated "
    "thread_settings_applied session_configured shutdown_complete background_event deprecation_notice "
    "undo_started undo_completed model_reroute model_verification turn_moderation_metadata safety_buffering "
    "hook_started hook_completed mcp_startup_update mcp_startup_complete raw_response_item skills_update_available "
    "realtime_conversation_started realtime_conversation_sdp realtime_conversation_realtime "
    "realtime_conversation_closed"
)
"""The types of what the agent reported to its surface (`event_msg`)."""

KINDS = names(
    "UserMessage AgentMessage Reasoning Plan HookPrompt CommandExecution FileChange McpToolCall DynamicToolCall "
    "WebSearch ImageView ImageGeneration CollabAgentToolCall SubAgentActivity EnteredReviewMode ExitedReviewMode "
    "ContextCompaction Sleep Error TodoList"
)
"""The types of the items that are reported as completed; some are spelled with a small first letter."""

ENVELOPE = names("timestamp type payload ordinal")
"""Members of a record that are known; others are counted by name, as are those of its payload."""

MEMBERS = ENVELOPE | names(
    "type id role content phase name namespace arguments call_id output status input action summary encrypted_content "
    "internal_chat_message_metadata_passthrough metadata end_turn execution tools result revised_prompt author "
    "recipient ghost_commit replacement_history message"
)
"""Members of a `response_item` that are known, in an envelope or bare."""


class Row(msgspec.Struct, frozen=True):
    """One record.

    Attributes:
        line: Of the file, counted from 1.
        kind: The type of the record; `response_item` and `session_meta` for the bare ones; empty where it has none.
        what: The type of its payload; empty where that has none.
        payload: What it carries, its secrets already taken out.
        stamp: The time that it states.
        value: The whole record.
        stored: Where it is read from, if it is read from a large file each time.
    """

    line: int
    kind: str
    what: str
    payload: dict[str, Any]
    stamp: object
    value: dict[str, Any]
    stored: StoredEntry | None = None

    @property
    def name(self) -> str:
        """What the record is called where it is skipped."""
        return f"{self.kind[:60]}/{self.what[:60]}" if self.what else self.kind[:60]


def row_of(line: int, value: dict[str, Any], stored: StoredEntry | None = None) -> Row:
    """A record, whichever of the shapes it has; the arguments are as the attributes."""
    kind, stamp = string(value, "type"), value.get("timestamp")
    payload = value.get("payload")
    if kind and isinstance(payload, dict):
        return Row(line, kind, string(payload, "type"), payload, stamp, value, stored)
    if kind in ITEMS and "payload" not in value:
        return Row(line, "response_item", kind, value, stamp, value, stored)
    if not kind and is_bare_header(value):
        return Row(line, "session_meta", "", value, stamp, value, stored)
    if not kind and string(value, "record_type"):
        kind = f"record_type/{string(value, 'record_type')[:40]}"
    return Row(line, kind, "", held(value, "payload"), stamp, value, stored)


def kind_of_item(row: Row) -> str:
    """The type of the item that a record reports as completed, with a capital."""
    kind = string(held(row.payload, "item"), "type")
    return kind[:1].upper() + kind[1:]


def rows_of(entry: Held) -> tuple[list[Row], tuple[Damage, ...]]:
    """The records of one line, mostly one: the first versions wrote a document with all of them in it."""
    line, value = row_in(entry)
    if not is_document(value):
        return [row_of(line, value, entry if isinstance(entry, StoredEntry) else None)], ()
    session, items = value["session"], value["items"]
    found = [Row(line, "session_meta", "", session, session.get("timestamp"), session)]
    found += [row_of(line, item) for item in items if isinstance(item, dict)]
    damaged = (item for item in items if not isinstance(item, dict))
    return found, tuple(Damage(line, f"no record: a {kind_of(item)} instead of an object") for item in damaged)


def is_document(value: dict[str, Any]) -> bool:
    """Whether a value is a rollout as one document, as the first versions wrote it."""
    session = value.get("session")
    return (
        isinstance(session, dict) and {"id", "instructions"} <= session.keys() and isinstance(value.get("items"), list)
    )


def is_bare_header(value: dict[str, Any]) -> bool:
    """Whether a record is the first one of a rollout without envelopes."""
    return {"id", "timestamp", "instructions"} <= value.keys() and "type" not in value


def is_record(value: object) -> bool:
    """Whether a JSON value can only be a record of this format."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind is None:
        return is_bare_header(value) or is_document(value)
    if not isinstance(kind, str):
        return False
    if isinstance(value.get("payload"), dict):
        return kind in RECORDS
    if kind in ("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"):
        return isinstance(value.get("call_id"), str)
    if kind == "message" and isinstance(value.get("role"), str):
        content = value.get("content")
        return isinstance(content, list) and any(
            string(block, "type") in ("input_text", "output_text") for block in content
        )
    return False


def text_of(content: object, named: bool = True) -> str:
    """The text of a message or an output: a string, a block, or a list of blocks.

    Args:
        content: What the record has.
        named: Whether blocks without text stand for themselves by their names.
    """
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [content]
    parts = [
        block if isinstance(block, str) else string(block, "text") or (_named(block) if named else "")
        for block in blocks
    ]
    return "\n".join(part for part in parts if part)


def _named(block: object) -> str:
    kind, name = string(block, "type"), string(block, "name")
    return "" if kind in ("input_text", "output_text", "text", "Text", "") else f"[{name[:200] or kind[:40]}]"
