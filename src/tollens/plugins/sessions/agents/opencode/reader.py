"""A source of OpenCode as sessions: each with the sub-agents that it started, and the account of all records."""

from collections.abc import Iterable, Iterator

from tollens.core.derive.record.account import Damage
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.opencode.conversation import Conversation
from tollens.plugins.sessions.agents.opencode.store import Chat, Store, gathered
from tollens.plugins.sessions.events import Call, Changes, Edit, Event, Move, Removal, Session
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.times import of_milliseconds
from tollens.plugins.sessions.values import held, string

_LISTED = 10
"""Most files that a note lists."""


def read(source: Source) -> tuple[Session, ...]:
    """The sessions in a source.

    Raises:
        UnreadableError: No conversation is in it.
    """
    store = gathered(source)
    by_parent: dict[str, list[str]] = {}
    for child, chat in store.chats.items():
        by_parent.setdefault(string(chat.info, "parentID"), []).append(child)
    found = [_Read(identity, store, below) for identity, below in _roots(store, by_parent)]
    told = [each for each in found if each.reading.has_any]
    if not told:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this session",
            "The whole of a session is in its export (opencode export SESSION), or in the folder `storage`.",
        )
    # What belongs to no conversation is told in the account of the first one.
    for each in found:
        if not each.reading.has_any:
            store.skipped["session without a conversation"] += each.reading.account((), ()).records.total
    told[0].add(store)
    return tuple(each.session(source.notes) for each in told)


def _roots(store: Store, by_parent: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    """The sessions that no session at hand started, and of those that started one another the first, each with those
    that it started.
    """
    reached: set[str] = set()
    roots: list[tuple[str, list[str]]] = []
    tops = [each for each in store.chats.items() if string(each[1].info, "parentID") not in store.chats]
    for identity, _ in [*tops, *store.chats.items()]:
        if identity not in reached:
            below = _below(by_parent, identity)
            reached |= {identity, *below}
            roots.append((identity, below))
    return roots


class _Read:
    """One session that was read, with the sub-agents below it."""

    def __init__(self, identity: str, store: Store, below: list[str]) -> None:
        chat = store.chats[identity]
        self.reading = Reading()
        self._identity = identity
        self._chat = chat
        self._damaged: tuple[Damage, ...] = ()
        self._root = string(chat.info, "directory") or next(_folders(chat), "")
        self.reading.times.see(of_milliseconds(held(chat.info, "time").get("created")))
        self._conversation = Conversation(self.reading, {each: store.chats[each] for each in below}, self._root)
        if chat.info:
            self.reading.use()
        self._conversation.read(chat, by_person=not string(chat.info, "parentID"))
        self._conversation.read_loose()

    def add(self, store: Store) -> None:
        """Take what belongs to no conversation into the account of this one."""
        self._damaged = tuple(sorted(store.damaged, key=lambda damage: (damage.file, damage.line)))
        for reason, count in store.skipped.items():
            for _ in range(count):
                self.reading.skip(reason)
        self.reading.counts["repeats"] += store.skipped["repeat"]
        for kind, count in store.unknown.items():
            tally(self.reading.unknown_records, kind, count)

    def session(self, notes: tuple[str, ...]) -> Session:
        """The session with its account."""
        info, reading, conversation = self._chat.info, self.reading, self._conversation
        events = reading.events()
        elsewhere = conversation.elsewhere
        reading.counts["elsewhere"] = elsewhere
        missing = (f"sub-agents whose own sessions are not in this file: {elsewhere}",) if elsewhere else ()
        unnamed = _unnamed(conversation.patched, events, self._root)
        forked = string(info, "forkSessionID")
        copied = (f"it was begun as a copy of the session {forked}",) if forked else ()
        return Session(
            format="opencode",
            assistant="OpenCode",
            session_id=string(info, "id") or self._identity,
            events=events,
            account=reading.account(self._damaged, (*notes, *copied, *unnamed), missing),
            models=tuple(reading.models),
            versions=(string(info, "version"),) if string(info, "version") else (),
            command=conversation.command,
            started=reading.times.first,
            ended=reading.times.last,
            root=self._root,
            states_ends=conversation.states_ends,
        )


def _folders(chat: Chat) -> Iterator[str]:
    """The folders that the messages were written in."""
    for message in chat.messages:
        places = held(message.info, "path") or held(held(held(message.info, "metadata"), "assistant"), "path")
        if string(places, "cwd"):
            yield string(places, "cwd")


def _below(by_parent: dict[str, list[str]], identity: str) -> list[str]:
    """The sessions that a session started, and those that these started."""
    found: dict[str, None] = {}
    waiting = [identity] if identity else []
    while waiting:
        for child in by_parent.get(waiting.pop(), ()):
            if child not in found and child != identity:
                found[child] = None
                waiting.append(child)
    return list(found)


def _unnamed(patched: Iterable[str], events: tuple[Event, ...], root: str) -> tuple[str, ...]:
    """A note on files that the agent's snapshots show as changed, and that no edit of the session names."""
    named: set[str] = set()
    waiting = [event for event in events if isinstance(event, Call)]
    while waiting:
        call = waiting.pop()
        waiting.extend(call.children)
        for part in call.operation.parts if isinstance(call.operation, Changes) else (call.operation,):
            if isinstance(part, Edit | Removal | Move):
                named |= {_within(root, part.path), _within(root, part.to) if isinstance(part, Move) else ""}
    left = [path for path in patched if _within(root, path) not in named]
    more = f" and {len(left) - _LISTED} more" if len(left) > _LISTED else ""
    return (f"changed by the agent's own snapshots, and by no edit: {', '.join(left[:_LISTED])}{more}",) if left else ()


def _within(root: str, path: str) -> str:
    """A path as seen from the project's folder, for comparison."""
    return path.replace("\\", "/").removeprefix(root.replace("\\", "/")).lstrip("/")
