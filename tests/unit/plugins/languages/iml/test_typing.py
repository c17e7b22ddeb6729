"""The types of IML functions: known only where they follow from plain expressions."""

import pytest

pytest.importorskip("tree_sitter_iml")

from tollens.plugins.languages.iml.typing import typings


def types(*texts: str) -> dict[str, str]:
    """The types alone, written as people do."""
    return {name: written.replace("( )", "") for name, written in typings(texts).items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let f x = x", "->( '0 '0 )"),
        ("let f x = x - 1", "->( int int )"),
        ("let f x = -x", "->( int int )"),
        ("let f x = x +. 1.5", "->( real real )"),
        ("let f x y = x && y", "->( bool ->( bool bool ) )"),
        ("let f x y = x < y", "->( '0 ->( '0 bool ) )"),
        ('let f a = a ^ "s"', "->( string string )"),
        ("let f () = ()", "->( unit unit )"),
        ("let f x = (x, [1; 2])", "->( '0 *( '0 list( int ) ) )"),
        ("let f (x : int list) : int list = x", "->( list( int ) list( int ) )"),
        ("let f (x : 'a) (y : 'a) = y", "->( '0 ->( '0 '0 ) )"),
        ("let f = fun x -> if x then 1 else 2", "->( bool int )"),
        ("let rec f x = if x < 0 then 0 else f (x - 1)", "->( int int )"),
        ("let f x = let y = x + 1 in let x = true in if x then y else 0", "->( int int )"),
    ],
)
def test_what_follows(text: str, expected: str) -> None:
    assert types(text) == {"f": expected}


def test_the_types_at_which_others_are_used_count() -> None:
    assert types("let h x = x\nlet f x = h x + 1")["f"] == "->( int int ) ->( int int )"
    assert types("let h x = x\nlet f x = h x")["f"] == "->( '0 '0 ) ->( '0 '0 )"
    assert types("let h x = x", "let f x = h x + 1").keys() == {"h", "f"}


@pytest.mark.parametrize(
    "text",
    [
        "let f x = x x",  # of no finite type
        "let f x = if x then 1 else true",
        "let f x = match x with 1 -> 2 | _ -> 3",
        "let f x = A x",
        "let f x = ext x",
        "let f x = 0x10 + x",
        "let f (x : t) = x",
        "let f x = x\nlet f y = y",  # which of them is meant
        "let (+) a b = a && b\nlet f x = x + x",
        "let not x = x\nlet f x = not x + 1\nlet f x = x",
        "let f x = x [@@by auto]",
        "let rec f x = g x and g x = f x",
        "type t = A\nlet f x = x",
        "open M\nlet f x = x",
        "let f x = ((",
    ],
)
def test_nothing_is_guessed(text: str) -> None:
    assert "f" not in typings([text])


def test_a_use_at_a_wrong_type_has_none() -> None:
    assert typings(['let h x = "a"\nlet f x = h x + 1']).keys() == {"h"}


def test_types_that_grow_without_end_are_unknown() -> None:
    steps = [f"let p{at + 1} x = p{at} (p{at} x)" for at in range(40)]
    assert "p40" not in typings(["\n".join(["let p0 x = (x, x)", *steps])])
    deep = "let f x = " + "(" * 5_000 + "x" + ")" * 5_000
    assert types(deep) == {"f": "->( '0 '0 )"}
