"""The textual checksum of the reference implementation, held against ones that it wrote."""

import pytest

from tollens.core.derive.freshness.textual import TextualModel, without_comments

CLAMP = "let clamp x = if x < 0 then 0 else x"


def test_a_definition_alone() -> None:
    found = TextualModel(CLAMP).of("clamp")
    assert found is not None
    assert found.checksum == "sha256:ae3fb93f5842bc31d73c511f4235cf973940d6e80466859cac545431a97c8247"


def test_with_what_it_mentions() -> None:
    found = TextualModel("let lo = 0\n\nlet clamp x = if x < lo then lo else x").of("clamp")
    assert found is not None
    assert found.checksum == "sha256:3159b17063455e8ddccff883f3c12b2b932994385c3d3fed44ffcb67a7907e17"
    assert found.names == {"clamp", "lo"}


def test_layout_and_comments_do_not_count() -> None:
    laid_out = "(* a (* nested *) comment *)\nlet clamp x =\n  if x < 0\n  then 0 else x"
    assert TextualModel(laid_out).of("clamp") == TextualModel(CLAMP).of("clamp")


def test_what_is_not_there_has_none() -> None:
    assert TextualModel(CLAMP).of("other") is None


@pytest.mark.parametrize(("text", "expected"), [("a (* b", "a "), ("a *) b", "a *) b"), ("(* a *)", "")])
def test_comments_that_are_not_closed(text: str, expected: str) -> None:
    assert without_comments(text) == expected
