"""Goals as text: two lines each, nothing of a trace speaks to the terminal, and what is not known is said so."""

from tollens.core.derive.goals.resolution import ResolvedGoal, ResolvedItem
from tollens.plugins.formats.goal_list import lines
from tollens.plugins.text.lines import plain

ITEM = ResolvedItem("c1", "Property", "f is safe", "AcceptDone", ("vr",), None, "", False, True, "")
GOAL = ResolvedGoal("g1", "make it safe", "GoalActive", 1.0, True, None, None, (1,), 2, ("r1", "r2"), (ITEM,))


def test_a_goal_is_its_intent_and_what_became_of_it() -> None:
    assert plain(list(lines([GOAL], 100))) == (
        "g1  make it safe\n  reached  1 of 1 criteria done, 2 open gaps  GoalActive, not reviewed\n"
    )


def test_what_stands_against_it_is_said() -> None:
    goal = ResolvedGoal("g\x1b[2J", "x" * 200, "", 0.0, False, False, None, (), 1, ("r1",), ())
    first, second = plain(list(lines([goal], 60))).splitlines()
    assert first.startswith("g\\x1b[2J  xxx")
    assert len(first) <= 60
    assert second == "  not reached  no criteria, 1 open gap  status not stated, not certified"


def test_a_trace_without_goals_says_how_to_state_one() -> None:
    (line,) = plain(list(lines([], 100))).splitlines()
    assert "no goal is declared" in line
