"""The end of a recording: its trace is written, and only then its journal goes."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tollens.apps import wiring
from tollens.core.author.recording import Recording, RecordingReport
from tollens.core.errors import MisuseError
from tollens.runtime import files
from tollens.runtime.journal import SUFFIX, Journal

_Given = TypeVar("_Given")


def finish(path: str, *, closed: bool) -> RecordingReport:
    """Write the trace of a recording, and take the journal away.

    Args:
        path: Of the trace; a trace that is there already is not written over.
        closed: The recording came to its end by itself, and was not cut off.

    Raises:
        MisuseError: The trace is there already.
        WorldError: There is no such recording, or the trace cannot be written; the journal stays.
        UnreadableError: It is no journal.
    """
    reports: list[RecordingReport] = []

    def written(recording: Recording) -> None:
        if files.exists(path):
            raise MisuseError(f"{path} is there already", "Move it away; the recording stays in its journal.")
        document = recording.document(closed=closed)
        files.write(path, wiring.serialized(document.value, path))
        reports.append(recording.report())

    Journal(path + SUFFIX).close(written)
    return reports[0]


async def elsewhere(work: Callable[[], _Given]) -> _Given:
    """Do what may wait for a file in another thread, so that other tasks go on meanwhile."""
    return await asyncio.to_thread(work)
