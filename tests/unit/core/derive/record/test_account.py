"""The account of a capture in words: nothing that it counts stays without its name."""

from tollens.core.derive.record.account import CaptureReport, Completeness, Count, Damage, Records


def report(records: Records, *, missing: tuple[str, ...] = (), **members: tuple[object, ...]) -> CaptureReport:
    return CaptureReport("x", Completeness("completed", missing=missing), records, **members)  # type: ignore[arg-type]


def test_what_is_skipped_damaged_or_not_known_is_named() -> None:
    found = report(
        Records(6, 1, (Count("ping", 2), Count("unknown type latch", 1)), (Damage(3, "torn"), Damage(1, "torn", "b"))),
        missing=("results without a call: 1",),
        unknown_records=(Count("latch", 1),),
        unknown_tools=(Count("Zap", 2),),
        unknown_fields=(Count("colour", 3),),
        redacted=(Count("API key", 4),),
        notes=("it goes on from another session",),
    )
    losses = (
        "damaged: line 3 (torn), line 1 of b (torn)",
        "not known: record latch (1), tool Zap (2), member colour (3)",
        "results without a call: 1",
    )
    assert found.losses == losses
    assert found.particulars == (
        "skipped: ping (2), unknown type latch (1)",
        *losses,
        "taken out: API key (4)",
        "it goes on from another session",
    )
    assert found.sentence.endswith("6 records: 1 used, 3 skipped, 2 damaged; 3 unknown names; 4 secrets taken out")


def test_nothing_is_said_of_what_is_not_there() -> None:
    found = report(Records(1, 1))
    assert (found.losses, found.particulars) == ((), ())
    assert found.sentence == "x, completed; 1 record: 1 used, 0 skipped, 0 damaged"


def test_a_long_list_says_how_much_of_it_is_not_shown() -> None:
    found = report(Records(20, 0, (), tuple(Damage(line, "torn") for line in range(1, 21))))
    assert found.losses[0].endswith("line 12 (torn), and 8 more")
