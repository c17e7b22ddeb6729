"""§15.3 One of the traces that come together as a merge looks at it: its models, its results, what they rest on."""

from collections.abc import Mapping
from functools import cached_property

from tollens.core.derive.freshness.judge import Judge
from tollens.core.derive.freshness.readings import Readings
from tollens.core.derive.freshness.subjects import About
from tollens.core.graph.closure import Closures
from tollens.core.graph.index import Index
from tollens.core.ports import LanguageOf, Unread
from tollens.core.wire.document import Document


class Views:
    """Makes the views of the traces of one merge, which share what was read of their models.

    Args:
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where the caller knows it.
    """

    def __init__(self, language_of: LanguageOf, engines: Mapping[str, str]) -> None:
        self._language_of = language_of
        self._engines = engines
        self.readings = Readings(language_of)

    def of(self, document: Document) -> "View":
        """The view of a trace."""
        return View(document, Judge(Index(document.trace), self._language_of, self._engines, self.readings))


class View:
    """A trace.

    Attributes:
        document: The trace as read.
        index: Of the trace.
        judge: Of its results.
        models: Its model texts by line.
    """

    def __init__(self, document: Document, judge: Judge) -> None:
        self.document = document
        self.index = judge.index
        self.judge = judge
        self.models = judge.sight.models

    @cached_property
    def subjects(self) -> dict[str, About]:
        """What each reasoning result is about, by its id, in list order; of two with one id the first."""
        found: dict[str, About] = {}
        for subject in self.judge.sight.subjects:
            found.setdefault(subject.result.artifact_id, subject)
        return found

    @cached_property
    def standing(self) -> list[tuple[int, ...]]:
        """The current texts of each line."""
        return [self.models.standing(line) for line in range(len(self.models.members))]

    @cached_property
    def defined(self) -> frozenset[str]:
        """The last parts of all names that the current models define."""
        states = self.judge.sight.states
        names = (name for text in states.now.texts for name in states.defines(text) or ())
        return frozenset(name.rpartition(".")[2] or name for name in names)

    def alone(self, text: int) -> Closures | None:
        """The definitions of one text by itself; `None` where it cannot be read."""
        return self.judge.sight.states.alone(text)

    def why_unread(self, text: int) -> str | None:
        """Why a text cannot be read; `None` where it can."""
        language = self.judge.sight.states.language(text)
        return language.why if isinstance(language, Unread) else None
