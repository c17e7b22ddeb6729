"""Which of the calls under one id a result is for."""

from tollens.plugins.sessions.pairing import RECENT, Waiting


def test_a_result_is_for_the_first_call_of_its_id() -> None:
    waiting = Waiting[str, int]()
    for call in (1, 2, 3):
        waiting.add("a", call)
    waiting.add("b", 9)

    assert [waiting.take("a") for _ in range(4)] == [1, 2, 3, None]
    assert (waiting.take("b"), waiting.take("c")) == (9, None)


def test_an_earlier_preference_goes_before_a_later_one() -> None:
    waiting = Waiting[str, int]()
    for call in (1, 2, 3, 4):
        waiting.add("a", call)

    assert waiting.take("a", lambda call: call == 4, lambda call: call == 2) == 4
    assert waiting.take("a", lambda call: call == 4, lambda call: call == 2) == 2
    assert waiting.take("a", lambda call: call == 4, lambda call: call == 2) == 1


def test_the_only_call_of_an_id_is_taken_whatever_is_preferred() -> None:
    waiting = Waiting[str, int]()
    waiting.add("a", 1)

    assert waiting.take("a", lambda call: False) == 1


def test_preferred_is_one_of_the_latest_calls_only() -> None:
    waiting = Waiting[str, int]()
    for call in range(RECENT + 2):
        waiting.add("a", call)

    assert waiting.take("a", lambda call: call == 1) == 0  # too long ago to be looked at: the first then
    assert waiting.take("a", lambda call: call == 2) == 2


def test_calls_that_wait_can_be_looked_at_and_given_up() -> None:
    waiting = Waiting[str, int]()
    assert (waiting.first("a"), waiting.last("a")) == (None, None)
    for call in (1, 2):
        waiting.add("a", call)

    assert (waiting.first("a"), waiting.last("a")) == (1, 2)
    waiting.forget("a")
    waiting.forget("a")
    assert waiting.take("a") is None
