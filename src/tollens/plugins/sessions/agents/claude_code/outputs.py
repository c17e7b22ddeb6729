"""Outputs that were too large for the transcript: Claude Code keeps them in files beside it, under `tool-results/`."""

from collections.abc import Iterable

import msgspec

from tollens.plugins.sessions.events import Kept, Result
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import number

FOLDER = "tool-results/"


class Outputs:
    """The outputs beside a session, by the name of their file. A path in the record is never opened.

    Args:
        beside: The files beside the session.
    """

    def __init__(self, beside: Iterable[Source]) -> None:
        self._kept = {each.name: each for each in beside if each.name.startswith(FOLDER)}

    def whole(self, result: Result, beside: object) -> Result:
        """A result with the whole output in place of a preview, where it lies beside the session.

        Args:
            result: The result as the transcript has it.
            beside: The `toolUseResult` of its record: it may state the size of the whole.
        """
        name = FOLDER + result.preview.replace("\\", "/").rpartition(f"/{FOLDER}")[2]
        found = self._kept.get(name) if result.preview else None
        if found is None:
            return result
        kept = Kept(name, found.digest, found.size)
        if number(beside, "persistedOutputSize") not in (None, found.size):
            return msgspec.structs.replace(result, kept_in=kept)
        return msgspec.structs.replace(result, text=found.text, preview="", kept_in=kept)
