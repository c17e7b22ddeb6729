"""A symbol's account as text: within the width, and harmless whatever it quotes."""

import msgspec

from tollens.core.derive.residuals.surface import Gap
from tollens.core.derive.review.symbols import AboutSymbol, SymbolAccount
from tollens.plugins.formats.symbol import lines
from tollens.plugins.text.lines import plain
from tollens.plugins.text.printable import columns

RESULT = AboutSymbol(
    artifact_id="r",
    type="VerificationResult",
    standing="holds",
    verdict="proved",
    question="f is total",
    by="an engine",
    action_id=3,
    whole=False,
    freshness="Fresh",
    basis="checksum",
    reason="nothing changed",
    contested_by=None,
    replaced_by=None,
)


def shown(*results: AboutSymbol, gaps: tuple[Gap, ...] = (), name: str = "f") -> str:
    standing = "holds" if results else "nothing"
    return plain(list(lines("trace.json", SymbolAccount(name, standing, ("m",), results, gaps, (), ()), 80)))


def test_a_result_says_what_was_asked_by_whom_and_whether_it_is_fresh() -> None:
    text = shown(RESULT)
    assert "holds       proved · f is total\n" in text
    assert "            r · VerificationResult · an engine · action 3\n" in text
    assert "            fresh, by checksum: nothing changed\n" in text


def test_nothing_established_is_said() -> None:
    assert "nothing is established about it" in shown()


def test_hostile_words_do_no_harm() -> None:
    evil = "\x1b[2J\u202e" + "x " * 300
    members = {"artifact_id": evil, "question": evil, "by": evil, "reason": evil, "contested_by": evil}
    gap = Gap(evil, "unverified", "low", "open", evil, suggested_check=evil)
    text = shown(msgspec.structs.replace(RESULT, replaced_by=evil, **members), gaps=(gap,))
    assert max(map(columns, text.splitlines())) <= 80
    assert not any(character in "\x1b\u202e" for character in text)
