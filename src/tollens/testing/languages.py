"""What every model language must satisfy, for the tests of a language plugin (§10.4a).

The suite knows no language: it asks of the texts that it is given what must hold of any. That closures are complete can
only be tested with an oracle of the language itself.
"""

from collections.abc import Hashable, Sequence

from tollens.core.graph.closure import Closures
from tollens.core.ports import Definitions, Language


def check_language(language: Language[Hashable], texts: Sequence[str]) -> None:
    """Check a language on some texts, of which at least one should define something.

    Args:
        language: The plugin.
        texts: Model texts that it reads without fault.

    Raises:
        AssertionError: Something does not hold that must.
    """
    assert language.name == language.name.lower().strip(), "a language has one name, in lower case"
    assert language.version >= 1, "checksums state a version"
    parsed = [language.parse(text) for text in texts]
    linked = language.link(parsed)
    assert linked == language.link([language.parse(text) for text in texts]), "the same texts define the same"
    assert any(not each.whole for each in linked.definitions), "one of the texts should define something"
    _check_positions(linked, len(texts))
    assert language.link(()) == Definitions((), ()), "no text defines nothing"
    _check_order(language, texts)
    for text in texts:
        _check_outline(language, text)
        for end in range(len(text)):
            _check_positions(language.link([language.parse(text[:end])]), 1)


def _check_positions(linked: Definitions, texts: int) -> None:
    count = len(linked.definitions)
    assert len(linked.common) == texts, "each text has its common part"
    assert sorted(linked.order) in ([], list(range(count))), "the order is one of all definitions, or left out"
    for each in linked.definitions:
        assert 0 <= each.source < texts, "a definition stands in one of the texts"
        assert all(0 <= at < count for at in each.mentions), "a mention is a definition"
        assert {at for at in each.shape if isinstance(at, int)} <= set(each.mentions), "a shape is cut at mentions"


def _check_order(language: Language[Hashable], texts: Sequence[str]) -> None:
    """The order of the texts changes no checksum."""
    checksums = [
        {(each.name, closures.checksum(at)) for at, each in enumerate(closures.definitions.definitions)}
        for closures in (
            Closures(language.link([language.parse(text) for text in ordered]), "any")
            for ordered in (texts, texts[::-1])
        )
    ]
    assert checksums[0] == checksums[1], "the order of the texts says nothing"


def _check_outline(language: Language[Hashable], text: str) -> None:
    """What is said of a text at a glance is what the whole reading says."""
    outline = language.outline(text)
    if outline is not None:
        linked = language.link([language.parse(text)])
        names = [each.name for each in linked.definitions]
        assert sorted(names) == sorted(outline.defines), "an outline knows all definitions, each once"
        assert not any(each.whole for each in linked.definitions), "an outline is of a text that resolves"
