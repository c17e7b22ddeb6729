"""Steps as text: numbered, cut with a word on it, within the width, harmless whatever they quote."""

from tollens.core.derive.review.worklist import Step
from tollens.plugins.formats.worklist import lines
from tollens.plugins.text.lines import plain
from tollens.plugins.text.printable import columns


def shown(*steps: Step, name: str = "trace.json", limit: int | None = None) -> str:
    return plain(list(lines(name, steps, 80, limit)))


def step(number: int = 1, **members: object) -> Step:
    held = {"severity": "", "label": f"matter {number}", "why": "why", "do": "do it"} | members
    return Step(1, "fix", f"s{number}", **held)  # type: ignore[arg-type]


def test_nothing_to_do_is_no_verdict_on_the_work() -> None:
    assert "that is not a verdict on the work" in shown()


def test_a_step_says_why_what_to_do_and_with_which_command() -> None:
    text = shown(step(severity="high", command="tollens show TRACE --artifact a", also=("s2", "s3")))
    assert "  1  fix        matter 1\n" in text
    assert "     why: why (high)\n     do: do it\n     tollens show trace.json --artifact a\n" in text
    assert "     about s1, s2, s3\n" in text


def test_the_list_is_cut_and_says_so() -> None:
    many = tuple(step(number) for number in range(1, 13))
    assert "… and 2 more: --all shows them" in shown(*many, limit=10)
    assert "matter 12" in shown(*many)


def test_the_command_keeps_its_placeholder_where_the_name_needs_quoting() -> None:
    told = step(command="tollens validate TRACE")
    assert "tollens validate TRACE" in shown(told, name="a b.json")
    assert "tollens validate TRACE" in shown(told, name="--json")


def test_hostile_words_do_no_harm() -> None:
    evil = "\x1b[2J\u202e" + "x " * 300
    text = shown(step(label=evil, why=evil, do=evil, also=(evil,) * 20))
    assert max(map(columns, text.splitlines())) <= 80
    assert not any(character in "\x1b\u202e" for character in text)
