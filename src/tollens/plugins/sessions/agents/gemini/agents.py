"""Sub-agents: each has a session file of its own in a folder beside the main one, named by the agent's id."""

from tollens.plugins.sessions.agents.gemini.log import Log, replay
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import string


class Agents:
    """The sessions of sub-agents that are at hand, each found by the id of the agent and used once.

    Attributes:
        logs: All of them, for the account.
    """

    def __init__(self, beside: tuple[Source, ...]) -> None:
        self.logs: list[Log] = []
        self._waiting: dict[str, Log] = {}
        for source in beside:
            for log in replay(source):
                if string(log.header, "kind") != "main" and log.messages:
                    log.name(source.name)
                    self.logs.append(log)
                    name = source.name.rpartition("/")[2].rpartition(".")[0]
                    self._waiting[log.session_id or name] = log

    def started(self, agent: str) -> Log | None:
        """The session of an agent that a call started."""
        return self._waiting.pop(agent, None)

    def loose(self) -> list[tuple[str, Log]]:
        """The agents that no call of the session started, by id; none of them waits any longer."""
        found = list(self._waiting.items())
        self._waiting = {}
        return found
