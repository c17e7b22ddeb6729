"""The residual surface as text: within the width, and harmless whatever it quotes."""

from tollens.core.derive.residuals.lifecycle import Lifecycle, Passage
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Defeater, Gap
from tollens.core.derive.residuals.unestablished import ContestedArtifact, Unestablished
from tollens.plugins.formats.residuals import lines
from tollens.plugins.text.lines import plain
from tollens.plugins.text.printable import columns


def shown(found: Unestablished, *, everything: bool = False) -> str:
    return plain(list(lines("trace.json", found, 80, everything=everything)))


def surface(*gaps: Gap, **members: object) -> Unestablished:
    empty = {"defeaters": (), "contested": (), "derived_residuals": (), "candidates": (), "since": None}
    return Unestablished(gaps=gaps, **(empty | members))  # type: ignore[arg-type]


def defeater(status: str) -> Defeater:
    return Defeater("d", "defeater", "high", status, "it is wrong", about=("proof",), attacks="rebuts")


def test_an_acknowledged_defeater_stands_and_that_is_said() -> None:
    text = shown(surface(defeaters=(defeater("acknowledged"),)))
    assert "1 defeater standing" in text
    assert "acknowledged, which answers nothing" in text
    assert "standing, 0 gaps open, 1 settled" in shown(surface(defeaters=(defeater("waived"),)))


def test_what_rests_on_a_contested_artifact_is_named() -> None:
    reached = (ContestedArtifact("proof", "proof", ("d",)), ContestedArtifact("carried", "proof", ("d",)))
    assert "and what rests on it: carried\n" in shown(surface(defeaters=(defeater("open"),), contested=reached))
    second = Defeater("e", "defeater", "high", "open", "so it is", about=("proof",), attacks="rebuts")
    both = shown(surface(defeaters=(defeater("open"), second), contested=reached))
    assert both.count("and what rests on it: carried\n") == 2


def test_candidates_are_cut_and_say_so() -> None:
    many = tuple(DerivedGap(f"c{number}", "coverage", "medium", "why", "look") for number in range(12))
    assert "… and 2 more: --all shows them" in shown(surface(candidates=many))
    assert "c11" in shown(surface(candidates=many), everything=True)


def test_what_vanished_is_never_called_closed() -> None:
    gone = Passage("r", "vanished", "open", "low", "unverified", "why", "t1", "t1")
    text = shown(surface(since=Lifecycle(("t1", "t2"), (), (), (), (gone,), (), (), ())))
    assert "vanished" in text
    assert "nothing says that it was closed" in text


def test_hostile_words_do_no_harm() -> None:
    evil = "\x1b[2J\u202e" + "x " * 300
    gap = Gap(evil, evil, "low", "open", evil, evil, evil, evil, (evil,))
    attack = Defeater(evil, "defeater", "high", "open", evil, about=(evil,), counter_evidence=(evil,))
    passage = Passage(evil, "new", "open", "low", evil, evil, evil, evil)
    since = Lifecycle((evil, evil), (evil,), (passage,), (), (), (), (), ())
    text = shown(surface(gap, defeaters=(attack,), since=since), everything=True)
    assert max(map(columns, text.splitlines())) <= 80
    assert not any(character in "\x1b\u202e" for character in text)
