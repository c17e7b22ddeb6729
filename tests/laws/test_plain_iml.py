"""Plain IML texts are read without the grammar, and outlined without being read: with the same results (§10.4a)."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("tree_sitter_iml", reason="the extra 'iml' is not installed")

from tollens.core.graph.closure import Closures
from tollens.plugins.languages.iml import PLUGIN, linking, plain, splitting
from tollens.plugins.languages.iml.syntax import KEYWORDS, read

NAMES = st.sampled_from(["a", "b", "x", "f_1", "mod1", "not", "ref", "sat", "by"])
STRANGE = st.sampled_from([*sorted(KEYWORDS), "_", "x'", "A", "1x", "(", ")", "->", "**", "~-", "-1", "1.5", "[", "::"])
OPERATORS = st.sampled_from(["+", "-", "*", "/", "=", "<>", "<", ">", "<=", ">=", "&&", "||"])
BLANKS = st.sampled_from([" ", " ", "  ", "\n  ", "\n"])


@st.composite
def functions(draw: st.DrawFn) -> str:
    """A function that is plain."""
    words = ["let", *draw(st.sampled_from([[], ["rec"]])), *draw(st.lists(NAMES, min_size=1, max_size=3)), "="]
    operands = draw(st.lists(st.one_of(NAMES, st.sampled_from(["0", "23"])), min_size=1, max_size=4))
    words.append(operands[0])
    for operand in operands[1:]:
        words += [*([draw(OPERATORS)] if draw(st.booleans()) else []), operand]
    return "let " + "".join(word + draw(BLANKS) for word in words[1:])


@st.composite
def nearly(draw: st.DrawFn) -> str:
    """A function that may just not be plain."""
    words = draw(functions()).split(" ")
    at = draw(st.integers(0, len(words)))
    return " ".join([*words[:at], draw(st.one_of(STRANGE, OPERATORS, NAMES)), *words[at:]])


TEXTS = st.lists(st.one_of(functions(), functions(), nearly()), min_size=1, max_size=3).map("\n".join)
PLAIN = st.lists(functions(), min_size=1, max_size=3).map("\n".join)


@given(TEXTS)
@settings(max_examples=120)
def test_what_is_read_without_the_grammar_is_what_the_grammar_reads(text: str) -> None:
    quick = plain.read_plain(text)
    assume(quick is not None)
    assert quick is not None
    full = splitting._Splitter(read(text)).split()
    assert (quick.parts, quick.scopes, quick.common, quick.foreign) == (
        full.parts,
        full.scopes,
        full.common,
        full.foreign,
    )


@given(PLAIN)
@settings(max_examples=20)
def test_a_plain_text_is_read_without_the_grammar(text: str) -> None:
    assert plain.read_plain(text) is not None


@given(st.lists(functions(), min_size=1, max_size=5).map("\n".join))
@settings(max_examples=80)
def test_a_plain_text_alone_is_linked_as_among_others(text: str) -> None:
    read_text = plain.read_plain(text)
    assert read_text is not None
    assert plain.link_alone(read_text) == linking._Linker([read_text]).link()


def test_a_plain_text_whose_names_mean_too_much_is_linked_as_any_other() -> None:
    for defined in (64, 65):
        read_text = plain.read_plain("let f = x\n" * defined + "let g = f\n")
        assert read_text is not None
        definitions = PLUGIN.link([read_text])
        assert definitions == linking._Linker([read_text]).link()
        assert (plain.link_alone(read_text) is None) == (defined > 64)


@given(PLAIN, st.lists(PLAIN, max_size=2))
@settings(max_examples=80)
def test_a_text_whose_names_no_other_defines_means_what_it_means_alone(text: str, others: Sequence[str]) -> None:
    outlines = [PLUGIN.outline(each) for each in (text, *others)]
    own, *rest = outlines
    assume(own is not None and all(each is not None for each in rest))
    assert own is not None
    assume(not any(own.uses & each.defines for each in rest if each is not None))
    alone = Closures(PLUGIN.link([PLUGIN.parse(text)]), "s")
    for order in ([text, *others], [*others, text]):
        place = order.index(text)
        together = Closures(PLUGIN.link([PLUGIN.parse(each) for each in order]), "s")
        for name in own.defines:
            (one,), (other,) = alone.find(name, 0), together.find(name, place)
            assert (alone.checksum(one), alone.shape(one)) == (together.checksum(other), together.shape(other))
            assert alone.names(one) == together.names(other)
        assert {each.name for each in alone.definitions.definitions} == own.defines
