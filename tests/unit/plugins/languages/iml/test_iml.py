"""What IML texts define and mention, told by which edits change which checksums."""

import time

import pytest

pytest.importorskip("tree_sitter_iml", reason="the extra 'iml' is not installed")

from tollens.core.graph.closure import Closures
from tollens.core.ports import Unread
from tollens.plugins.languages import language_of
from tollens.plugins.languages.iml import PLUGIN


def _closures(*texts: str) -> Closures:
    return Closures(PLUGIN.link([PLUGIN.parse(text) for text in texts]), "tollens-iml-1")


def _checksum(symbol: str, *texts: str) -> str:
    closures = _closures(*texts)
    (at,) = closures.find(symbol, 0)
    return closures.checksum(at)


def _shape(symbol: str, *texts: str) -> str:
    closures = _closures(*texts)
    (at,) = closures.find(symbol, 0)
    return closures.shape(at)


def _names(symbol: str, *texts: str) -> tuple[str, ...]:
    closures = _closures(*texts)
    (at,) = closures.find(symbol, 0)
    return closures.names(at)


CLAMP = "let clamp x = if x < lo then lo else x"

SEEN = {
    "a dependency": ("let lo = 0\n" + CLAMP, "let lo = 1\n" + CLAMP),
    "a type by its constructor": (
        "type c = Red | Blue of int\nlet clamp = function Red -> 1 | _ -> 2",
        "type c = Red | Blue of bool\nlet clamp = function Red -> 1 | _ -> 2",
    ),
    "a type by its field": (
        "type r = { low : int; high : int }\nlet clamp r = r.low",
        "type r = { low : int; high : bool }\nlet clamp r = r.low",
    ),
    "a type by a field in a pattern": (
        "type r = { low : int }\nlet clamp { low; _ } = low",
        "type r = { low : bool }\nlet clamp { low; _ } = low",
    ),
    "a type by its name": ("type t = int\nlet clamp (x : t) = x", "type t = bool\nlet clamp (x : t) = x"),
    "a type of a type": (
        "type k = int\ntype t = A of k\nlet clamp = A 1",
        "type k = bool\ntype t = A of k\nlet clamp = A 1",
    ),
    "a primed name": ("let lo' = 0\nlet clamp x = lo'", "let lo' = 1\nlet clamp x = lo'"),
    "a nested module": (
        "module M = struct module N = struct let lo = 0 end end\nlet clamp x = M.N.lo",
        "module M = struct module N = struct let lo = 1 end end\nlet clamp x = M.N.lo",
    ),
    "a constructor of a module": (
        "module M = struct type t = A of int end\nlet clamp = M.A 1",
        "module M = struct type t = A of bool end\nlet clamp = M.A 1",
    ),
    "an axiom": (
        "axiom pos x = x >= 0\nlet clamp x = x\n[@@by pos]",
        "axiom pos x = x > 0\nlet clamp x = x\n[@@by pos]",
    ),
    "an axiom that is not named": ("let clamp x = x\naxiom a x = x >= 0", "let clamp x = x\naxiom a x = x > 0"),
    "a lemma": ("lemma l x = x = x [@@rw]\nlet clamp x = x", "lemma l x = x >= x [@@rw]\nlet clamp x = x"),
    "what a lemma says something of": (
        "let f x = x\ntheorem l x = f x = x\nlet clamp x = x",
        "let f x = x + 1\ntheorem l x = f x = x\nlet clamp x = x",
    ),
    "an operator": (
        "let ( +! ) a b = a + b\nlet clamp x = x +! 1",
        "let ( +! ) a b = a - b\nlet clamp x = x +! 1",
    ),
    "an operator that is redefined": (
        "let ( + ) a b = a - b\nlet clamp x = x + 1",
        "let ( + ) a b = a * b\nlet clamp x = x + 1",
    ),
    "a prefix operator": ("let ( !! ) a = a\nlet clamp x = !!x", "let ( !! ) a = 1\nlet clamp x = !!x"),
    "a sign": ("let ( ~- ) a = a\nlet clamp x = - x", "let ( ~- ) a = 1\nlet clamp x = - x"),
    "a binding operator": (
        "let ( let* ) a b = b a\nlet clamp x = let* y = x in y",
        "let ( let* ) a b = a\nlet clamp x = let* y = x in y",
    ),
    "a tuple pattern": ("let (lo, hi) = (0, 9)\nlet clamp x = hi", "let (lo, hi) = (1, 9)\nlet clamp x = hi"),
    "an inner let at column 0": (
        "let clamp x =\nlet y = x + 1 in\nif y < 0 then 0 else y",
        "let clamp x =\nlet y = x + 1 in\nif y < 0 then 1 else y",
    ),
    "a mutual definition": (
        "let rec clamp x = odd x and odd x = clamp (x - 1)",
        "let rec clamp x = odd x and odd x = clamp (x - 2)",
    ),
    "an attribute": ("let clamp x = x [@@by auto]", "let clamp x = x [@@by simp]"),
    "a name in an attribute": (
        "let m x = x\nlet rec clamp x = clamp x [@@measure m x]",
        "let m x = x + 1\nlet rec clamp x = clamp x [@@measure m x]",
    ),
    "a label that stands for a value": ("let lo = 1\nlet clamp x = f ~lo", "let lo = 2\nlet clamp x = f ~lo"),
    "a field that stands for a value": ("let lo = 1\nlet clamp x = { lo }", "let lo = 2\nlet clamp x = { lo }"),
    "an opened module": (
        "module M = struct let lo = 0 end open M let clamp x = lo",
        "module M = struct let lo = 1 end open M let clamp x = lo",
    ),
    "a module opened inside": (
        "module M = struct let lo = 0 end let clamp x = let open M in lo",
        "module M = struct let lo = 1 end let clamp x = let open M in lo",
    ),
    "a module opened around a bound name": (
        "module M = struct let x = 0 end let clamp x = M.(x)",
        "module M = struct let x = 1 end let clamp x = M.(x)",
    ),
    "what stands after a module is opened and closed": (
        "let lo = 0 module M = struct let lo = 2 end let clamp x = M.(x) + lo",
        "let lo = 1 module M = struct let lo = 2 end let clamp x = M.(x) + lo",
    ),
    "a module opened after a pattern that opens one": (
        "module M = struct end module N = struct let x = 0 end let clamp e = match e with M.(x) -> N.(x)",
        "module M = struct end module N = struct let x = 1 end let clamp e = match e with M.(x) -> N.(x)",
    ),
    "a module of a module opened around the bound name": (
        "module N = struct end module M = struct module N = struct let x = 0 end end let clamp = M.(fun x -> N.(x))",
        "module N = struct end module M = struct module N = struct let x = 1 end end let clamp = M.(fun x -> N.(x))",
    ),
    "a name that is a word of the grammar": (
        "let value_name = 0 let clamp x = value_name",
        "let value_name = 1 let clamp x = value_name",
    ),
    "what is meant past a module that opens another one": (
        "let lo = 0 module N = struct let lo = 2 end module M = struct open N end open M let clamp x = lo",
        "let lo = 1 module N = struct let lo = 2 end module M = struct open N end open M let clamp x = lo",
    ),
    "a default that is named like its parameter": (
        "let lo = 0 let clamp ?(lo = lo) x = lo",
        "let lo = 1 let clamp ?(lo = lo) x = lo",
    ),
    "an included module": (
        "module B = struct let lo = 0 end module M = struct include B end let clamp x = M.lo",
        "module B = struct let lo = 1 end module M = struct include B end let clamp x = M.lo",
    ),
    "an alias": (
        "module B = struct let lo = 0 end module M = B let clamp x = M.lo",
        "module B = struct let lo = 1 end module M = B let clamp x = M.lo",
    ),
    "what an alias means": (
        "module B = struct let lo = 0 end module C = struct let lo = 1 end module M = B module N = C "
        "let clamp x = M.lo - N.lo",
        "module B = struct let lo = 0 end module C = struct let lo = 1 end module M = C module N = B "
        "let clamp x = M.lo - N.lo",
    ),
    "a functor": (
        "module F (X : S) = struct let lo = 0 end module M = F (A) let clamp x = M.lo",
        "module F (X : S) = struct let lo = 1 end module M = F (A) let clamp x = M.lo",
    ),
    "an argument of a functor": (
        "module F (X : S) = struct let lo = X.a end module A = struct let a = 0 end module M = F (A) "
        "open M let clamp x = lo",
        "module F (X : S) = struct let lo = X.a end module A = struct let a = 1 end module M = F (A) "
        "open M let clamp x = lo",
    ),
    "a signature": (
        "module M : sig val a : int end = struct let a = 0 end let clamp x = M.a",
        "module M : sig val a : bool end = struct let a = 0 end let clamp x = M.a",
    ),
    "what a signature hides": (
        "let lo = 0 module M : sig val a : int end = struct let lo = 2 let a = 0 end open M let clamp x = lo",
        "let lo = 1 module M : sig val a : int end = struct let lo = 2 let a = 0 end open M let clamp x = lo",
    ),
    "a module as a value": (
        "module M = struct let a = 0 end let clamp = (module M : S)",
        "module M = struct let a = 1 end let clamp = (module M : S)",
    ),
    "all after an unknown module is opened": (
        "let o = 0 open Other let clamp x = x + 1",
        "let o = 1 open Other let clamp x = x + 1",
    ),
    "all where an operator is unknown": ("let o = 0 let clamp x = x +? 1", "let o = 1 let clamp x = x +? 1"),
    "all where a module is unknown": ("let o = 0 let clamp x = Other.f x", "let o = 1 let clamp x = Other.f x"),
    "all where a part cannot be read": (
        "let o = 0 let clamp x = x let b = (((",
        "let o = 1 let clamp x = x let b = (((",
    ),
    "a part that cannot be read": ("let clamp x = x\nlet b = ( 1", "let clamp x = x\nlet b = ( 2"),
    "a directive": ("#redef false;;\nlet clamp x = x", "#redef true;;\nlet clamp x = x"),
    "all after a file is brought in": (
        '#use "a.iml";;\nlet o = 0 let clamp x = y',
        '#use "a.iml";;\nlet o = 1 let clamp x = y',
    ),
    "an expression evaluated in passing": ("let () = f 1\nlet clamp x = x", "let () = f 2\nlet clamp x = x"),
    "blanks in a string": ('let clamp = "a b"', 'let clamp = "a  b"'),
    "a comment sign in a string": ('let clamp = "(* a *)"', 'let clamp = "(* b *)"'),
    "shadowing": ("let lo = 0 let lo = 1 let clamp x = lo", "let lo = 0 let lo = 2 let clamp x = lo"),
    "shadowing of what a shadowing definition uses": (
        "let lo = 0 let lo = lo + 1 let clamp x = lo",
        "let lo = 2 let lo = lo + 1 let clamp x = lo",
    ),
    "order where it decides what is meant": (
        "let lo = 0 let lo = 1 let clamp x = lo",
        "let lo = 1 let lo = 0 let clamp x = lo",
    ),
    "order against an opened module": (
        "let length = 1 open List let clamp x = length",
        "open List let length = 1 let clamp x = length",
    ),
    "a later definition, where none is before": ("let clamp x = lo let lo = 0", "let clamp x = lo let lo = 1"),
    "a recursive definition": ("let rec clamp x = clamp (x - 1)", "let clamp x = clamp (x - 1)"),
    "an exception": ("exception E of int let clamp x = raise (E 1)", "exception E of bool let clamp x = raise (E 1)"),
    "a constructor added to a type": (
        "type t = .. type t += A of int let clamp = A 1",
        "type t = .. type t += A of bool let clamp = A 1",
    ),
}


@pytest.mark.parametrize("what", SEEN)
def test_an_edit_that_counts(what: str) -> None:
    before, after = SEEN[what]
    assert _checksum("clamp", before) != _checksum("clamp", after)


UNSEEN = {
    "comments": ("let lo = 0\n" + CLAMP, '(* a (* nested *) "*)" comment *)\nlet lo = (* zero *) 0\n' + CLAMP),
    "layout": ("let lo = 0\n" + CLAMP, "let lo\n  =\n\t0 " + CLAMP.replace(" then", "\n  then")),
    "separators": ("let lo = 0\n" + CLAMP, "let lo = 0;;\n" + CLAMP + ";;"),
    "order": ("let lo = 0\nlet o = 1\n" + CLAMP, CLAMP + "\nlet o = 1\nlet lo = 0"),
    "order of mutual definitions": (
        "let rec clamp x = odd x and odd x = clamp x",
        "let rec odd x = clamp x and clamp x = odd x",
    ),
    "another definition": ("let o = 0\nlet lo = 0\n" + CLAMP, "let o = 1\nlet lo = 0\n" + CLAMP),
    "a definition that mentions it": (CLAMP + "\nlet g x = clamp x", CLAMP + "\nlet g x = clamp 1"),
    "a parameter of that name": ("let x = 0 let clamp x = x", "let x = 1 let clamp x = x"),
    "an inner let of that name": ("let y = 0 let clamp x = let y = x in y", "let y = 1 let clamp x = let y = x in y"),
    "a pattern of that name": (
        "let y = 0 let clamp x = match x with (y, _) -> y",
        "let y = 1 let clamp x = match x with (y, _) -> y",
    ),
    "a recursive inner let of that name": (
        "let go = 0 let clamp x = let rec go y = go (y - 1) in go x",
        "let go = 1 let clamp x = let rec go y = go (y - 1) in go x",
    ),
    "a field of a record pattern": ("let low = 0 let clamp { low; _ } = low", "let low = 1 let clamp { low; _ } = low"),
    "a value named like a type": ("let t = 0 let clamp (x : t) = x", "let t = 1 let clamp (x : t) = x"),
    "a value named like a field": ("let low = 0 let clamp r = r.low", "let low = 1 let clamp r = r.low"),
    "another member of a module": (
        "module M = struct let lo = 0 let hi = 1 end let clamp x = M.lo",
        "module M = struct let lo = 0 let hi = 2 end let clamp x = M.lo",
    ),
    "a definition that is shadowed": (
        "let lo = 0 let lo = 1 let clamp x = lo",
        "let lo = 2 let lo = 1 let clamp x = lo",
    ),
    "a definition that shadows later": (
        "let lo = 0 let clamp x = lo let lo = 1",
        "let lo = 0 let clamp x = lo let lo = 2",
    ),
    "a statement": (CLAMP + "\nverify (fun x -> clamp x > 0)", CLAMP + "\nverify (fun x -> clamp x > 1)"),
    "a module that is opened elsewhere": (
        "module M = struct let lo = 0 end let clamp x = lo open M",
        "module M = struct let lo = 1 end let clamp x = lo open M",
    ),
    "a module opened around what binds the name": (
        "module M = struct let x = 0 end module N = struct let y = 1 end let clamp = M.(fun x -> N.(x))",
        "module M = struct let x = 2 end module N = struct let y = 1 end let clamp = M.(fun x -> N.(x))",
    ),
    "another module than one opened in an opened one": (
        "module M = struct module N = struct let x = 0 end end let o = 0 let clamp = M.(N.(x))",
        "module M = struct module N = struct let x = 0 end end let o = 1 let clamp = M.(N.(x))",
    ),
    "a module of the standard library": (
        "let o = 0 let clamp x = List.map f x",
        "let o = 1 let clamp x = List.map f x",
    ),
    "a module extended under its own name": (
        "module List = struct include List let o = 0 end let clamp x = List.map f x",
        "module List = struct include List let o = 1 end let clamp x = List.map f x",
    ),
}


@pytest.mark.parametrize("what", UNSEEN)
def test_an_edit_that_does_not_count(what: str) -> None:
    before, after = UNSEEN[what]
    assert _checksum("clamp", before) == _checksum("clamp", after)


def test_the_closure_names_what_a_result_rests_on() -> None:
    text = "type t = A let lo = A let hi = lo axiom a x = hi = lo let o = 1 let clamp x = hi"
    assert _names("clamp", text) == ("a", "clamp", "hi", "lo", "t")


def test_a_dependency_in_another_text() -> None:
    assert _checksum("clamp", CLAMP, "let lo = 0") != _checksum("clamp", CLAMP, "let lo = 1")
    assert _checksum("clamp", CLAMP, "let o = 0") == _checksum("clamp", CLAMP, "let o = 1")


def test_texts_may_stand_in_any_order() -> None:
    one = _closures(CLAMP, "let lo = 0", "open Other let z = 1")
    two = _closures("open Other let z = 1", "let lo = 0", CLAMP)
    assert one.checksum(one.find("clamp")[0]) == two.checksum(two.find("clamp")[0])


def test_the_same_name_in_two_texts_is_two_things() -> None:
    closures = _closures("let lo = 0 let f x = lo", "let lo = 1 let g x = lo")
    assert len(closures.find("lo")) == 2
    assert _checksum("f", "let lo = 0 let f x = lo", "let lo = 1") == _checksum(
        "f", "let lo = 0 let f x = lo", "let lo = 2"
    )


def test_a_name_that_two_other_texts_define_means_both() -> None:
    before = _checksum("clamp", CLAMP, "let lo = 0", "let lo = 1")
    assert before != _checksum("clamp", CLAMP, "let lo = 2", "let lo = 1")
    assert before != _checksum("clamp", CLAMP, "let lo = 0", "let lo = 2")


def test_a_file_is_a_module_of_its_own() -> None:
    def text(low: int, other: int) -> tuple[str, str]:
        return "let clamp x = Bounds.lo", f"let lo = {low} let o = {other}"

    assert _checksum("clamp", *text(0, 0)) != _checksum("clamp", *text(1, 0))
    assert _checksum("clamp", *text(0, 0)) == _checksum("clamp", *text(0, 1))


def test_a_module_that_a_text_imports_is_not_the_one_of_the_standard_library() -> None:
    text = '[@@@import Map, "map.iml"] let o = 0 let clamp x = Map.f x'
    assert _checksum("clamp", text, "let f x = 0") != _checksum("clamp", text, "let f x = 1")
    assert _checksum("clamp", text) != _checksum("clamp", text.replace("o = 0", "o = 1"))


def test_what_is_unreadable_in_one_text_counts_in_the_others() -> None:
    assert _checksum("clamp", CLAMP, "let q = ( 1") != _checksum("clamp", CLAMP, "let q = ( 2")


def test_a_definition_next_to_what_cannot_be_read_is_still_there() -> None:
    closures = _closures("let a = 1\nlet b = (((\nlet c = 2\nlet d = a")
    for name in ("a", "b", "c", "d"):
        assert closures.find(name), name
    assert "unreadable text" in closures.names(closures.find("a")[0])


@pytest.mark.parametrize("text", ["(* not closed", 'let a = "not closed', "\x00", "let \ud800 = 1", "let x = (" * 50])
def test_nothing_that_cannot_be_read_is_left_out(text: str) -> None:
    closures = _closures("let clamp x = x", text)
    assert "unreadable text" in closures.names(0)
    assert _checksum("clamp", "let clamp x = x", text) != _checksum("clamp", "let clamp x = x", text + " b")


def test_all_names_are_found() -> None:
    text = """
    type color = Red | Green of int
    module M = struct let f x = x module N = struct let g' = 1 end end
    let ( +! ) a b = a + b
    let (p, { x; y = (q, _) }, (r as s)) = z
    let rec even n = odd n and odd n = even n
    axiom pos x = x >= 0
    theorem t x = pos x
    external e : int -> int = "e"
    exception Bad of int
    module A = M
    module type S = sig val h : int end
    module F (X : S) = struct let k = X.h end
    """
    closures = _closures(text)
    names = "color M M.f M.N M.N.g' g' +! p x q r s even odd pos t e Bad A S F"
    for name in names.split():
        assert len(closures.find(name)) == 1, name
    for name in ("Red", "y", "n", "k", "h", "a", "_"):
        assert closures.find(name) == (), name


def test_a_value_comes_before_a_type_of_the_same_name() -> None:
    closures = _closures("let t x = x\ntype t = A")
    assert closures.definitions.definitions[closures.find("t")[0]].normal.startswith("let")


def test_statements_and_hints() -> None:
    closures = _closures(
        "verify f\ninstance f [@@by auto]\nverify (fun x -> f x) [@@rw]\neval f 1\nlet g x = x [@@rw]\nlet h x = x"
    )
    hints = [each.name for each in closures.definitions.definitions if each.hint]
    assert hints == ["verify", "g"]


def test_renaming_keeps_the_shape() -> None:
    before = "type t = A | B of int let lo = B 0 let rec clamp x = match x with A -> lo | B y -> clamp (f y)"
    after = "type k = C | D of int let low = D 0 let rec bound v = match v with C -> low | D w -> bound (f w)"
    assert _shape("clamp", before) == _shape("bound", after)
    assert _checksum("clamp", before) != _checksum("bound", after)
    assert _shape("clamp", before) != _shape("bound", after.replace("D 0", "D 1"))
    assert _shape("clamp", before) != _shape("bound", after.replace("| D w", "| C"))


def test_moving_into_a_module_keeps_the_shape() -> None:
    before = "let lo = 0 let clamp x = lo"
    after = "module M = struct let lo = 0 let clamp x = lo end"
    assert _shape("clamp", before) == _shape("M.clamp", after)


def test_names_of_one_pattern_have_shapes_of_their_own() -> None:
    assert _shape("a", "let (a, b) = f 1") != _shape("b", "let (a, b) = f 1")
    assert _shape("b", "let (a, b) = f 1") == _shape("d", "let (c, d) = f 1")


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text",
    [
        "let x = " + "(" * 50_000 + "1" + ")" * 50_000,
        "let x = " + "M.(" * 5_000 + "x" + ")" * 5_000,
        "let x = " + "A." * 20_000 + "x",
        "let x : " + "F(" * 5_000 + "X" + ").t" * 5_000 + " = 1",
        "let x = " + "".join(f"fun a{at} -> " for at in range(10_000)) + "a1",
        "let x = " + "".join(f"let rec a{at} b = a{at} in " for at in range(5_000)) + "a1",
        "module M = struct let a = b " * 5_000 + "end " * 5_000,
        "let x = (\n" * 20_000,
        "module M = struct let x = ) " * 5_000,
        "let (" + ", ".join(f"a{at}" for at in range(5_000)) + ") = z",
        "\n".join(f"let f{at} x = y" for at in range(5_000)) + "\nlet y = 1" * 5_000,
        "module M0 = struct let a = 1 end\n"
        + "\n".join(f"module M{at} = M{at - 1} let b{at} = a" for at in range(1, 3_000)),
        "\n".join(f"module M{at} = M{at + 1} let b{at} = M{at}.a" for at in range(3_000)),
        "\n".join(f"module M{at} = struct include M{at - 1} let b{at} = c end" for at in range(3_000)),
        "module rec A = struct include B end and B = struct include A let x = y end let z = A.q",
    ],
    ids=lambda text: text[:30],
)
def test_hostile_texts_are_read_without_recursion_in_near_linear_time(text: str) -> None:
    began = time.process_time()
    closures = _closures(text)
    for at in range(len(closures.definitions.definitions)):
        closures.checksum(at)
        closures.shape(at)
    assert time.process_time() - began < 30


def test_a_module_that_includes_itself_cannot_be_resolved() -> None:
    text = "module rec A = struct include B end and B = struct include A end let o = 0 let clamp x = A.q"
    assert _checksum("clamp", text) != _checksum("clamp", text.replace("o = 0", "o = 1"))


def test_the_language_is_found_by_its_name() -> None:
    language = language_of("IML")
    assert not isinstance(language, Unread)
    assert (language.name, language.version) == ("iml", 1)


def test_a_name_that_what_is_opened_may_hide_may_mean_that_of_another_text() -> None:
    hiding = "module M : sig val a : int end = struct let lo = 2 let a = 0 end open M let clamp x = lo"
    assert _names("clamp", hiding, "let lo = 0") != _names("clamp", hiding, "let hi = 0")
    assert _checksum("clamp", hiding, "let lo = 0") != _checksum("clamp", hiding, "let lo = 1")


def test_what_another_text_includes_counts_where_a_name_is_found_through_it() -> None:
    """Without it the name meant another definition, which is found as well."""
    text = "let h x = x\n%s"
    other = "module O = struct let h x = h x end"

    def checksum(first: str) -> str:
        found = Closures(PLUGIN.link([PLUGIN.parse(first), PLUGIN.parse(other)]), "iml")
        return found.checksum(found.find("O.h")[0])

    assert checksum(text % "") != checksum(text % "include O")
    assert checksum(text % "") == checksum(text % "module P = struct let k x = x end include P")


@pytest.mark.parametrize("rest", ["", "\n\ntype t = A | B"])  # read at a glance, and by the grammar
def test_a_name_of_the_standard_library_means_that_until_the_text_defines_it(rest: str) -> None:
    after, before = "let abs x = x\n\nlet f x = abs x", "let f x = abs x\n\nlet abs x = x"
    assert _checksum("f", after + rest) != _checksum("f", before + rest)
    one, other = (_closures(text + rest) for text in (after, before))
    assert one.shape(one.find("f")[0]) != other.shape(other.find("f")[0])
    plain, turned = "let own x = x\n\nlet f x = own x", "let f x = own x\n\nlet own x = x"
    assert _checksum("f", plain + rest) == _checksum("f", turned + rest)
