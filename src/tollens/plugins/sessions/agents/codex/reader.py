"""A rollout as sessions: each record is used, or counted with the reason why there was nothing to use in it."""

from collections.abc import Iterator

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.codex.gathering import Agents, Gatherer
from tollens.plugins.sessions.agents.codex.rows import Row, rows_of
from tollens.plugins.sessions.agents.codex.threads import Thread, threads_of
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.source.objects import objects_in
from tollens.plugins.sessions.source.records import Source


def read(source: Source) -> tuple[Session, ...]:
    """The sessions in a source, each with the sub-agents whose rollouts are beside it.

    Raises:
        UnreadableError: No conversation is in it.
    """
    agents = Agents()
    for file in source.beside:
        for thread in _threads(file, file.name):
            agents.add(thread)
    threads = _threads(source)
    known = {thread.identity for thread in threads}
    started = (thread for thread in threads if thread.is_of_an_agent and thread.parent in known)
    below = [thread for thread in started if thread.parent != thread.identity]
    joined = {id(thread) for thread in below} if len(below) < len(threads) else set()
    for thread in below if joined else ():
        agents.add(thread)
    gathered = [Gatherer(thread, agents, source.shedding) for thread in threads if id(thread) not in joined]
    spoken = [each for each in gathered if each.conversation.has_any]
    if not spoken:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this rollout",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    for each in spoken:
        each.finish()
    notes = (*source.notes, *_silent(gathered), *agents.notes())
    return tuple(gatherer.session(notes) for gatherer in spoken)


def _threads(source: Source, file: str = "") -> list[Thread]:
    """The threads of a file; `file` names one that stands beside."""
    found, damaged = objects_in(source)
    broken = [*damaged]

    def rows() -> Iterator[Row]:
        for entry in found.held:
            within, lost = rows_of(entry)
            broken.extend(lost)
            yield from within

    return threads_of(rows(), broken, file)


def _silent(gathered: list[Gatherer]) -> tuple[str, ...]:
    """What to say of sessions in which nothing happened."""
    threads = [each.thread for each in gathered if not each.conversation.has_any]
    if not threads:
        return ()
    names = ", ".join(thread.identity or "(without an id)" for thread in threads[:5])
    number = sum(len(thread.records) for thread in threads)
    return (
        f"sessions in which nothing was said or done are in the file too: {len(threads)} "
        f"({names}{', …' if len(threads) > 5 else ''}), of {number} records",
    )
