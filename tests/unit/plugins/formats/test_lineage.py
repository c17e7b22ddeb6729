"""A lineage as trees: everything once, no line beyond the width, no harm from hostile names, whatever the depth."""

from tollens.core.derive.review.provenance import Provenance, Relative
from tollens.plugins.formats.lineage import lines
from tollens.plugins.text.lines import plain
from tollens.plugins.text.printable import columns


def lineage(*ancestors: Relative, subject: Relative, descendants: tuple[Relative, ...] = ()) -> Provenance:
    return Provenance(subject.artifact_id, "artifact", "", (subject,), ancestors, descendants, (), (), False)


def shown(found: Provenance, width: int = 80, limit: int | None = None) -> list[str]:
    return plain(list(lines("trace.json", found, width, limit))).splitlines()


def one(name: str, *parents: str, **members: object) -> Relative:
    return Relative(name, "SourceCode", derived_from=parents, **members)  # type: ignore[arg-type]


def test_a_node_that_is_met_again_is_named_and_not_expanded() -> None:
    found = lineage(one("a"), one("b", "a"), one("c", "a"), subject=one("d", "b", "c"))
    text = shown(found)
    tree = text[text.index("Made from  3") + 1 : text.index("Came of it  nothing") - 1]
    assert tree == ["  b  SourceCode", "    a  SourceCode", "  c  SourceCode", "    a (above)"]


def test_descendants_hang_below_what_they_derive_from() -> None:
    found = lineage(subject=one("a"), descendants=(one("b", "a"), one("c", "b")))
    assert shown(found)[-2:] == ["  b  SourceCode", "    c  SourceCode"]


def test_a_cycle_ends() -> None:
    found = lineage(one("b", "a"), subject=one("a", "b"), descendants=(one("b", "a"),))
    assert sum("b  SourceCode" in line for line in shown(found)) == 2


def test_what_bears_on_a_result_is_said() -> None:
    proof = Relative("p", "VerificationResult", status="proved", action_id=3, freshness="Stale", contested_by="d")
    assert "  p  VerificationResult proved · contested by d · stale  action 3" in shown(
        lineage(subject=one("a"), descendants=(Relative(**{**_members(proof), "derived_from": ("a",)}),))
    )


def _members(relative: Relative) -> dict[str, object]:
    return {name: getattr(relative, name) for name in relative.__struct_fields__}


def test_a_long_tree_is_cut_and_says_so() -> None:
    many = tuple(one(f"a{number}") for number in range(30))
    found = lineage(*many, subject=one("x", *(each.artifact_id for each in many)))
    assert "  … and more: --all shows them" in shown(found, limit=10)
    assert not any("and more" in line for line in shown(found))


def test_a_deep_chain_stays_within_the_width() -> None:
    number = 3_000
    chain = [one("a0"), *(one(f"a{at}", f"a{at - 1}") for at in range(1, number))]
    text = shown(lineage(*chain, subject=one("x", f"a{number - 1}")))
    assert max(map(columns, text)) <= 80
    assert any(f"[{number - 1}] a0" in line for line in text)


def test_hostile_names_do_no_harm() -> None:
    evil = Relative("\x1b[2J" + "x" * 300, "SourceCode", name="\u202e" + "y" * 300, status="\n", derived_from=("a",))
    text = shown(lineage(subject=one("a"), descendants=(evil,)))
    assert max(map(columns, text)) <= 80
    assert not any(character in "\x1b\u202e" for line in text for character in line)
