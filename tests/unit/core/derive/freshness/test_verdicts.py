"""Which results still apply (§18.3): each way to be fresh, and each in which fresh would be more than the evidence."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.derive.plain import language_of
from tollens.core.derive.freshness.stamping import printed
from tollens.core.derive.freshness.verdicts import FreshnessReport, Verdict, freshness, report
from tollens.core.graph.index import Index

CLAMP = "let lo = 0\nlet clamp x = max lo x"
CLAMP_FROM_ONE = "let lo = 1\nlet clamp x = max lo x"
OTHER = "let other x = x"
FOREIGN = {"task_checksum": "blake3:00", "target_symbol": "clamp"}
TEXTUAL = "sha256:ae3fb93f5842bc31d73c511f4235cf973940d6e80466859cac545431a97c8247"


def model(name: str, text: str = CLAMP, made: int | None = 1, language: str = "iml", **members: Any) -> dict[str, Any]:
    """A formal model and the action that made it."""
    payload = {"model_language": language, "formal_code": text}
    producer = {} if made is None else {"producer_action_id": made}
    return traces.artifact(name, "FormalModel", payload, **producer, **members)


def proof(
    fingerprint: Mapping[str, Any] | None = None,
    made: int | None = 3,
    name: str = "vr",
    goal: str = "vg",
    **members: Any,
) -> dict[str, Any]:
    """A proof, with a fingerprint if one is given."""
    producer = {} if made is None else {"producer_action_id": made}
    result = traces.answer(name, goal=goal, **producer, **members)
    if fingerprint is not None:
        result["payload"]["fingerprint"] = dict(fingerprint)
    return result


def goal(target: str = "m1", symbol: str | None = "clamp", **members: Any) -> dict[str, Any]:
    """A goal about a symbol of a model."""
    payload = {} if symbol is None else {"target_symbol": symbol}
    return {**traces.goal("vg", target, **payload), **members}


def judged(
    *artifacts: dict[str, Any],
    actions: list[dict[str, Any]] | None = None,
    engines: Mapping[str, str] = {},
    **members: Any,
) -> dict[str, Verdict]:
    """The verdicts on a trace of these artifacts; actions are made for those who name them."""
    numbers = sorted({each["producer_action_id"] for each in artifacts if "producer_action_id" in each})
    stated = {each["id"]: each for each in actions or []}
    steps = [stated.get(number) or traces.action(number, "Explain") for number in sorted({*numbers, *stated})]
    trace = traces.document(artifacts=list(artifacts), actions=steps, **members).trace
    return freshness(Index(trace), language_of, engines)


def verdict(*artifacts: dict[str, Any], **members: Any) -> tuple[str, str]:
    """The verdict on the one result of a trace, and its basis."""
    (found,) = judged(*artifacts, **members).values()
    return found.verdict.value, found.basis


def own(text: str = CLAMP, symbol: str = "clamp", **members: Any) -> dict[str, Any]:
    """A fingerprint of ours, over a model text."""
    made = printed(Index(traces.document(artifacts=[model("m", text, None)]).trace), language_of, symbol)
    return {
        "task_checksum": made.task_checksum,
        "task_shape": made.task_shape,
        "target_symbol": symbol,
        **members,
    }


class TestOwnChecksum:
    def test_equal_is_fresh(self) -> None:
        assert verdict(model("m1"), goal(), proof(own())) == ("Fresh", "checksum")

    def test_comments_and_layout_do_not_matter(self) -> None:
        later = model("m2", "let lo =\n  0 (* the least *)\n\nlet clamp x = max lo x", 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(own()), later) == ("Fresh", "checksum")

    def test_a_changed_dependency_is_stale_and_named(self) -> None:
        (found,) = judged(model("m1"), goal(), proof(own()), model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")).values()
        assert (found.verdict.value, found.basis, found.changed) == ("Stale", "checksum", ("lo",))
        assert "lo" in found.reason

    def test_a_revert_is_fresh_again(self) -> None:
        assert verdict(
            model("m1"),
            goal(),
            proof(own()),
            model("m2", CLAMP_FROM_ONE, 4, supersedes="m1"),
            model("m3", CLAMP, 5, supersedes="m2"),
        ) == ("Fresh", "checksum")

    @pytest.mark.parametrize("made", [None, 4])
    def test_the_model_that_supersedes_is_current_wherever_the_two_stand(self, made: int | None) -> None:
        later = model("m2", CLAMP_FROM_ONE, made, supersedes="m1")
        sooner = model("m1", made=None if made is None else 1)
        assert verdict(later, sooner, goal(), proof(own())) == ("Stale", "checksum")
        assert verdict(later, sooner, goal(), proof())[0] == "Stale"

    def test_a_checksum_of_another_version_of_the_scheme_is_not_recomputed(self) -> None:
        stored = own() | {"task_checksum": "tollens-iml-99:sha256:00"}
        assert verdict(model("m1"), goal(), proof(stored, made=None)) == ("Fresh", "model")
        assert verdict(model("m1"), goal(), proof(stored | {"model_artifact_id": "gone"})) == ("Stale", "unverifiable")

    def test_the_symbol_of_the_fingerprint_counts_without_one_in_the_goal(self) -> None:
        assert verdict(model("m1"), goal(symbol=None), proof(own()), model("m2", OTHER, 4, supersedes="m1")) == (
            "Detached",
            "absent",
        )

    def test_a_fingerprint_of_another_symbol_than_the_goal_says_nothing_of_the_goal(self) -> None:
        assert verdict(model("m1"), goal(), proof(own(symbol="lo"))) == ("Stale", "task")


class TestTargetGone:
    def test_from_the_line(self) -> None:
        gone = model("m2", OTHER, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(own()), gone) == ("Detached", "absent")

    def test_never_there(self) -> None:
        assert verdict(model("m1", OTHER), goal(), proof(FOREIGN)) == ("Detached", "absent")

    def test_where_it_went(self) -> None:
        moved = model("m2", "let least = 0\nlet clip x = max least x", 4, supersedes="m1")
        (found,) = judged(model("m1"), goal(), proof(own()), moved).values()
        assert (found.verdict.value, found.moved_to) == ("Detached", "clip")

    def test_renamed_with_its_component(self) -> None:
        named = {"component_id": "c"}
        (found,) = judged(
            model("m1", "let clamp x = x", **named),
            goal(**named),
            proof(FOREIGN),
            model("m2", "let saturate a b = a", 4, supersedes="m1", **named),
        ).values()
        assert (found.verdict.value, found.basis, found.moved_to) == ("Stale", "moved", "saturate")

    def test_no_model_at_all(self) -> None:
        source = traces.artifact("s", "SourceCode")
        assert verdict(source, goal("s"), proof(own())) == ("Stale", "unverifiable")

    def test_back_again(self) -> None:
        gone = model("m2", OTHER, 4, supersedes="m1")
        back = model("m3", CLAMP, 5, supersedes="m2")
        assert verdict(model("m1"), goal(), proof(own()), gone, back) == ("Fresh", "checksum")


class TestForeignChecksum:
    def test_the_model_is_the_same(self) -> None:
        assert verdict(model("m1"), goal(), proof(FOREIGN)) == ("Fresh", "model")

    def test_the_model_changed(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(FOREIGN), later) == ("Stale", "model")

    def test_only_what_is_outside_of_the_closure_changed(self) -> None:
        later = model("m2", f"{CLAMP}\n{OTHER}", 4, supersedes="m1")
        assert verdict(model("m1", f"{CLAMP}\nlet other x = 2"), goal(), proof(FOREIGN), later) == ("Fresh", "model")

    def test_a_fingerprint_cannot_name_a_later_model_than_its_result(self) -> None:
        stored = FOREIGN | {"model_artifact_id": "m2"}
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(stored), later) == ("Stale", "unverifiable")

    def test_a_revision_that_is_not_there(self) -> None:
        stored = FOREIGN | {"model_artifact_id": "m1", "model_revision": 7}
        assert verdict(model("m1", revision=1), goal(), proof(stored)) == ("Stale", "unverifiable")

    def test_a_revision_of_the_same_line(self) -> None:
        stored = FOREIGN | {"model_artifact_id": "m1", "model_revision": 2}
        two = model("m2", CLAMP_FROM_ONE, 2, supersedes="m1", revision=2)
        assert verdict(model("m1", revision=1), two, goal(), proof(stored)) == ("Fresh", "model")

    def test_the_textual_form_where_nothing_else_can_be_compared(self) -> None:
        text = "let clamp x = if x < 0 then 0 else x"
        stored = {"task_checksum": TEXTUAL, "target_symbol": "clamp", "model_artifact_id": "gone"}
        assert verdict(model("m1", text), goal(), proof(stored)) == ("Fresh", "textual")

    @pytest.mark.parametrize(
        "text",
        [
            "let clamp x = if x < 0 then 1 else x",
            "let clamp x = if x < 0 then 0 else x\naxiom a = 1",
            "let clamp x = if x < 0 then 0 else x\nlet b = unknown",
        ],
    )
    def test_the_textual_form_never_where_the_closure_may_hold_more(self, text: str) -> None:
        stored = {"task_checksum": TEXTUAL, "target_symbol": "clamp", "model_artifact_id": "gone"}
        assert verdict(model("m1", text), goal(), proof(stored)) == ("Stale", "unverifiable")

    def test_a_result_at_an_unknown_time_among_several_versions(self) -> None:
        later = model("m2", CLAMP, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(FOREIGN, made=None), later) == ("Stale", "unverifiable")


class TestWhichModelIsCurrent:
    def test_supersedes_before_the_order_of_actions(self) -> None:
        early = model("m2", CLAMP, 4, supersedes="m1")
        again = model("m1", CLAMP_FROM_ONE, 5)
        assert verdict(again, goal(), proof(FOREIGN, made=6), early) == ("Fresh", "model")
        assert verdict(again, goal(), proof(own(), made=6), early) == ("Fresh", "checksum")

    def test_revision_before_the_order_of_actions(self) -> None:
        made_from = {"derived_from": ["s"]}
        source = traces.artifact("s", "SourceCode")
        newest = model("m1", CLAMP, 1, revision=2, **made_from)
        older = model("m2", CLAMP_FROM_ONE, 4, revision=1, **made_from)
        assert verdict(source, newest, goal(), proof(own()), older) == ("Fresh", "checksum")

    def test_a_later_model_of_the_same_source(self) -> None:
        source = traces.artifact("s", "SourceCode")
        later = model("m2", CLAMP_FROM_ONE, 4, derived_from=["s"])
        assert verdict(source, model("m1", derived_from=["s"]), goal(), proof(own()), later) == ("Stale", "checksum")

    def test_versions_of_a_source_are_one_source(self) -> None:
        sources = [traces.artifact("s1", "SourceCode"), traces.artifact("s2", "SourceCode", supersedes="s1")]
        later = model("m2", OTHER, 4, derived_from=["s2"])
        found = verdict(*sources, model("m1", derived_from=["s1"]), goal(), proof(own()), later)
        assert found == ("Detached", "absent")

    def test_a_later_model_of_another_file_stands_beside(self) -> None:
        sources = [traces.artifact("s1", "SourceCode", name="a.py"), traces.artifact("s2", "SourceCode", name="b.py")]
        for text in (OTHER, CLAMP_FROM_ONE):
            later = model("m2", text, 4, derived_from=["s2"])
            found = verdict(*sources, model("m1", derived_from=["s1"]), goal(), proof(FOREIGN), later)
            assert found == ("Fresh", "model"), text

    def test_a_later_model_of_another_function_stands_beside(self) -> None:
        assert verdict(model("m1"), goal(), proof(own()), model("m2", OTHER, 4)) == ("Fresh", "checksum")

    def test_a_later_model_that_may_be_a_new_version(self) -> None:
        assert verdict(model("m1"), goal(), proof(own()), model("m2", CLAMP_FROM_ONE, 4)) == ("Stale", "unclear")
        assert verdict(model("m1"), goal(), proof(own()), model("m2", CLAMP, 4)) == ("Fresh", "checksum")

    def test_a_dependency_in_another_model(self) -> None:
        low, high = model("lib", "let lo = 0"), model("m1", "let clamp x = max lo x")
        assert verdict(low, high, goal(), proof(FOREIGN)) == ("Fresh", "model")
        changed = model("lib2", "let lo = 1", 4, supersedes="lib")
        assert verdict(low, high, goal(), proof(FOREIGN), changed) == ("Stale", "model")
        assert verdict(low, high, goal(), proof(FOREIGN), model("lib2", "let lo = 1", 4)) == ("Stale", "model")

    def test_models_of_one_action_stand_side_by_side(self) -> None:
        parts = [model("m1", derived_from=["s"]), model("m2", OTHER, derived_from=["s"])]
        source = traces.artifact("s", "SourceCode")
        assert verdict(source, *parts, goal(), proof(own())) == ("Fresh", "checksum")

    def test_versions_without_a_known_order(self) -> None:
        source = traces.artifact("s", "SourceCode")
        parts = [model("m1", made=None, derived_from=["s"]), model("m2", CLAMP_FROM_ONE, None, derived_from=["s"])]
        assert verdict(source, *parts, goal(), proof(own())) == ("Stale", "unclear")


class TestUnread:
    def test_a_later_version_that_is_no_model_to_read(self) -> None:
        broken = {
            "artifact_id": "m2",
            "artifact_type": "FormalModel",
            "supersedes": "m1",
            "payload": {"formal_code": 5},
        }
        assert verdict(model("m1"), goal(), proof(own()), broken) == ("Stale", "unread")
        assert verdict(model("m1"), goal(), proof(), broken) == ("Stale", "unread")

    def test_an_unread_model_that_may_be_a_later_version(self) -> None:
        broken = {"artifact_id": "m2", "artifact_type": "FormalModel", "payload": {}}
        assert verdict(model("m1"), goal(), proof(own()), broken) == ("Stale", "unclear")

    def test_another_language_is_compared_as_text(self) -> None:
        old = model("m1", "def clamp := 0", language="lean")
        assert verdict(old, goal(), proof(FOREIGN)) == ("Fresh", "text")
        later = model("m2", "def clamp := 1", 4, "lean", supersedes="m1")
        assert verdict(old, goal(), proof(FOREIGN), later) == ("Stale", "unread")
        assert verdict(old, goal(), proof(FOREIGN), model("m3", "def x := 1", 4, "lean", supersedes="m1")) == (
            "Stale",
            "unread",
        )

    def test_another_language_without_a_fingerprint(self) -> None:
        old = model("m1", "def clamp := 0", language="lean")
        assert verdict(old, goal(), proof()) == ("Fresh", "order")
        later = model("m2", "def clamp := 1", 4, "lean", supersedes="m1")
        assert verdict(old, goal(), proof(), later) == ("Stale", "unread")

    def test_a_text_that_is_kept_elsewhere(self) -> None:
        moved = model("m2", "", 4, supersedes="m1")
        moved["payload"]["formal_code_ref"] = "sha256:00"
        assert verdict(model("m1"), goal(), proof(own()), moved) == ("Stale", "unread")

    @pytest.mark.parametrize("anchor", [None, {"model_artifact_id": "m1"}])
    def test_an_unread_model_leaves_nothing_fresh_that_was_there_before_it_or_while_it_stood(self, anchor: Any) -> None:
        stored = None if anchor is None else own() | anchor | {"task_checksum": "elsewhere:1"}
        held = model("m1") | {"name": "a.iml"}, goal(), proof(stored)
        away = model("u", "", 4) | {"name": "b.iml"}
        away["payload"]["formal_code_ref"] = "store:1"
        back = model("u2", OTHER, 5, supersedes="u") | {"name": "b.iml"}
        assert verdict(*held)[0] == "Fresh"
        assert verdict(*held, away) == ("Stale", "unread")
        assert verdict(*held, away, back) == ("Stale", "unread")
        assert verdict(*held, away | {"producer_action_id": 1}, back) == ("Stale", "unread")
        assert verdict(*held, away | {"producer_action_id": 1}, back | {"producer_action_id": 2})[0] == "Fresh"


class TestWithoutFingerprint:
    def test_nothing_was_edited(self) -> None:
        assert verdict(model("m1"), goal(), proof()) == ("Fresh", "order")

    @pytest.mark.parametrize(
        "diff",
        [
            {"metadata": {"target_symbol": "clamp"}, "summary": "an edit"},
            {"component_id": "c-clamp"},
        ],
    )
    def test_a_later_diff_that_states_the_symbol(self, diff: dict[str, Any]) -> None:
        later = traces.artifact("d", "Diff", producer_action_id=5, **diff)
        asked = goal() | {"component_id": "c-clamp"}
        assert verdict(model("m1"), asked, proof(), later) == ("Stale", "order")
        sooner = later | {"producer_action_id": 2}
        assert verdict(model("m1"), asked, sooner, proof()) == ("Fresh", "order")
        untimed = {name: held for name, held in later.items() if name != "producer_action_id"}
        assert verdict(model("m1"), asked, untimed, proof()) == ("Stale", "order")

    @pytest.mark.parametrize("diff", [{"summary": "edit clamp"}, {"summary": "edit `M.clamp`"}, {"name": "clamp"}])
    def test_a_later_diff_whose_words_name_the_symbol(self, diff: dict[str, Any]) -> None:
        later = traces.artifact("d", "Diff", producer_action_id=5, **diff)
        code = traces.artifact("m1", "SourceCode", name="a.py")
        assert verdict(code, goal(), proof(), later) == ("Stale", "order")
        assert verdict(code, goal(), later | {"producer_action_id": 2}, proof()) == ("Fresh", "order")
        untimed = {name: held for name, held in later.items() if name != "producer_action_id"}
        assert verdict(code, goal(), untimed, proof()) == ("Stale", "order")

    def test_a_model_that_defines_the_symbol_tells_better_than_words(self) -> None:
        later = traces.artifact("d", "Diff", producer_action_id=5, summary="edit clamp")
        assert verdict(model("m1"), goal(), proof(), later) == ("Fresh", "order")
        assert verdict(model("m1", language="lean"), goal(), proof(), later) == ("Stale", "order")
        assert verdict(model("m1", "let other x = x"), goal(), proof(), later) == ("Stale", "order")

    @pytest.mark.parametrize(
        "diff",
        [
            {"summary": "edit clamped"},
            {"summary": "edit clamp", "metadata": {"target_symbol": "other"}},
            {"summary": "edit b.py"},
        ],
    )
    def test_a_later_diff_of_something_else(self, diff: dict[str, Any]) -> None:
        later = traces.artifact("d", "Diff", producer_action_id=5, **diff)
        assert verdict(model("m1"), goal(), proof(), later) == ("Fresh", "order")

    def test_a_later_diff_of_the_file(self) -> None:
        source = traces.artifact("s", "SourceCode", name="src/a.py")
        later = traces.artifact("d", "Diff", name="/repo/src/a.py", producer_action_id=5)
        assert verdict(source, model("m1", derived_from=["s"]), goal(), proof(), later) == ("Stale", "order")

    def test_a_model_made_after_an_edit_of_the_file_tells_what_was_edited(self) -> None:
        source = traces.artifact("s", "SourceCode", name="src/a.py")
        edit = traces.artifact("d", "Diff", name="src/a.py", producer_action_id=5)
        for text, expected in ((CLAMP, "Fresh"), (f"{CLAMP}\n{OTHER}", "Fresh"), (CLAMP_FROM_ONE, "Stale")):
            later = model("m2", text, 6, derived_from=["s"])
            assert verdict(source, model("m1", derived_from=["s"]), goal(), proof(), edit, later)[0] == expected
        of_symbol = edit | {"metadata": {"target_symbol": "clamp"}}
        later = model("m2", CLAMP, 6, derived_from=["s"])
        assert verdict(source, model("m1", derived_from=["s"]), goal(), proof(), of_symbol, later) == ("Stale", "order")

    @pytest.mark.parametrize(
        ("reference", "expected"),
        [
            ("a.py:clamp", "Stale"),
            ("a.py", "Stale"),
            ("a.py:10-20", "Stale"),
            ("a.py:other", "Fresh"),
            ("b.py", "Fresh"),
        ],
    )
    def test_a_later_action_that_edits(self, reference: str, expected: str) -> None:
        source = traces.artifact("s", "SourceCode", name="a.py")
        edit = traces.edited(5, reference)
        assert verdict(source, goal("s"), proof(), actions=[edit]) == (expected, "order")

    def test_an_edit_that_failed_changed_nothing(self) -> None:
        source = traces.artifact("s", "SourceCode", name="a.py")
        edit = traces.edited(5, "a.py", result={"is_error": True})
        assert verdict(source, goal("s"), proof(), actions=[edit]) == ("Fresh", "order")

    def test_a_later_version_of_the_source(self) -> None:
        sources = [traces.artifact("s1", "SourceCode"), traces.artifact("s2", "SourceCode", supersedes="s1")]
        assert verdict(sources[0], goal("s1"), proof(), sources[1]) == ("Stale", "order")

    def test_an_edit_that_could_not_be_read(self) -> None:
        broken = {"artifact_id": "d", "artifact_type": "Diff", "summary": ["edit clamp"]}
        assert verdict(model("m1"), goal(), proof(), broken) == ("Stale", "order")

    def test_a_later_version_of_the_model(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(), later) == ("Stale", "order")
        formatted = model("m2", f"{CLAMP} (* as before *)", 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(), formatted) == ("Fresh", "model")
        assert verdict(model("m1"), goal(), proof(), later | {"payload": model("m")["payload"]}) == ("Fresh", "order")

    def test_a_later_version_of_another_model_that_it_rests_on(self) -> None:
        low, high = model("lib", "let lo = 0"), model("m1", "let clamp x = max lo x")
        changed = model("lib2", "let lo = 1", 4, supersedes="lib")
        assert verdict(low, high, goal(), proof(), changed) == ("Stale", "order")
        formatted = model("lib2", "let lo = 0 (* as before *)", 4, supersedes="lib")
        assert verdict(low, high, goal(), proof(), formatted) == ("Fresh", "model")
        beside = model("lib2", "let hi = 1", 4, language="another", supersedes="hi")
        assert verdict(high, model("hi", "let hi = 0", language="another"), goal(), proof(), beside)[0] == "Fresh"

    def test_another_model_that_it_does_not_rest_on(self) -> None:
        models = model("lib", "let far = 0"), model("m1")
        later = model("lib2", "let far = 1", 4, supersedes="lib")
        assert verdict(*models, goal(), proof(), later) == ("Fresh", "model")
        assert verdict(*models, goal(symbol="nowhere"), proof(), later) == ("Fresh", "order")
        gone = model("lib2", "let near = 1", 4, supersedes="lib")
        assert verdict(*models, goal(symbol="far"), proof(), gone) == ("Stale", "order")

    def test_never_detached(self) -> None:
        gone = model("m2", OTHER, 4, supersedes="m1")
        assert verdict(model("m1"), goal(), proof(), gone) == ("Stale", "order")


class TestEngine:
    STORED = FOREIGN | {"engine": "imandrax", "engine_version": "1.9"}

    @pytest.mark.parametrize(
        ("current", "expected"),
        [
            ("1.9", "Fresh"),
            ("1.10", "Stale"),
            ("1.8", "Fresh"),
            ("nightly", "Stale"),
            ("1.9-rc1", "Stale"),
            ("v1.9.0", "Fresh"),
        ],
    )
    def test_as_given(self, current: str, expected: str) -> None:
        found = verdict(model("m1"), goal(), proof(self.STORED), engines={"ImandraX": current})
        assert found == (expected, "model" if expected == "Fresh" else "engine")

    def test_as_an_environment_states(self) -> None:
        component = {"name": "imandrax", "version": "2.0"}
        environment = {"environment_id": "e", "kind": "toolchain", "name": "e", "components": [component]}
        found = verdict(model("m1"), goal(), proof(self.STORED), execution_environments=[environment])
        assert found == ("Stale", "engine")

    @pytest.mark.parametrize(("made", "expected"), [(2, "Fresh"), (9, "Stale")])
    def test_as_an_action_states(self, made: int, expected: str) -> None:
        ran = traces.action(made, "Verify", category="reasoning", execution={"tool": "imandrax", "version": "2.0"})
        found = verdict(model("m1"), goal(), proof(self.STORED), actions=[ran])
        assert found[0] == expected

    def test_as_a_later_result_states(self) -> None:
        newer = proof(self.STORED | {"engine_version": "2.0"}, 9, "vr2")
        found = judged(model("m1"), goal(), proof(self.STORED), newer)
        assert [each.verdict.value for each in found.values()] == ["Stale", "Fresh"]

    def test_what_is_given_stands_above_what_is_stated(self) -> None:
        newer = proof(self.STORED | {"engine_version": "2.0"}, 9, "vr2")
        found = judged(model("m1"), goal(), proof(self.STORED), newer, engines={"imandrax": "1.9"})
        assert [each.verdict.value for each in found.values()] == ["Fresh", "Fresh"]


class TestOtherResults:
    def result(self, kind: str, **payload: Any) -> dict[str, Any]:
        held = {"target_artifact_id": "m1", **payload}
        return traces.artifact("r", kind, held, producer_action_id=3)

    @pytest.mark.parametrize("stored", [None, FOREIGN, {"task_checksum": "x:1"}])
    def test_each_has_a_verdict(self, stored: dict[str, Any] | None) -> None:
        results = [
            self.result("CoSimulationResult", status="matched", fingerprint=stored),
            self.result("ConformanceResult", status="passed", reference_artifact_id="ref", fingerprint=stored),
            self.result("StateSpaceAnalysisResult", analysis_kind="region_decomposition", fingerprint=stored),
        ]
        reference = traces.artifact("ref", "SourceCode")
        for result in results:
            assert verdict(reference, model("m1"), result)[0] == "Fresh"
            later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
            assert verdict(reference, model("m1"), result, later)[0] == "Stale"

    def test_a_symbol_of_its_own(self) -> None:
        result = self.result("StateSpaceAnalysisResult", analysis_kind="x", target_symbol="clamp", fingerprint=own())
        assert verdict(model("m1"), result) == ("Fresh", "checksum")

    def test_a_reference_that_was_replaced(self) -> None:
        result = self.result("ConformanceResult", status="passed", reference_artifact_id="ref", fingerprint=FOREIGN)
        references = [traces.artifact("ref", "SourceCode"), traces.artifact("ref2", "SourceCode", supersedes="ref")]
        assert verdict(references[0], model("m1"), result, references[1]) == ("Stale", "reference")

    def test_the_whole_target_by_its_own_checksum(self) -> None:
        index = Index(traces.document(artifacts=[model("m1")]).trace)
        from tollens.core.derive.freshness.sight import Sight

        checksum, _ = Sight(index, language_of).states.now.whole(0)
        result = self.result("CoSimulationResult", status="matched", fingerprint={"task_checksum": checksum})
        assert verdict(model("m1"), result) == ("Fresh", "checksum")
        later = model("m2", f"{CLAMP}\n{OTHER}", 4, supersedes="m1")
        assert verdict(model("m1"), result, later) == ("Stale", "checksum")


class TestEveryResultHasItsOwn:
    def test_two_properties_of_one_symbol(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        again = proof(FOREIGN, 5, "vr2")
        found = judged(model("m1"), goal(), proof(FOREIGN), later, again)
        assert {name: each.verdict.value for name, each in found.items()} == {"vr": "Stale", "vr2": "Fresh"}

    def test_of_two_results_with_one_id_the_worse(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        found = judged(model("m1"), goal(), later, proof(FOREIGN, 5), proof(own(), 3))
        assert [each.verdict.value for each in found.values()] == ["Stale"]

    def test_a_result_that_is_superseded_is_history(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1")
        made = [model("m1"), goal(), proof(FOREIGN), later, proof(FOREIGN, 5, "vr2", supersedes="vr")]
        trace = traces.document(artifacts=made, actions=[traces.action(n, "Explain") for n in range(1, 6)]).trace
        index = Index(trace)
        told: FreshnessReport = report(index, freshness(index, language_of))
        assert told.holds
        assert told.superseded == ("vr",)
        assert told.counts == {"Fresh": 1, "Stale": 1, "Detached": 0}


@pytest.mark.parametrize("fingerprint", [None, own(), FOREIGN, FOREIGN | {"model_artifact_id": "m1"}])
@pytest.mark.parametrize("made", [3, None])
def test_another_text_under_the_id_of_the_model_takes_freshness_away(
    fingerprint: dict[str, Any] | None, made: int | None
) -> None:
    later = model("m1", CLAMP_FROM_ONE, None if made is None else 4)
    first = model("m1", made=None if made is None else 1)
    assert verdict(first, goal(), proof(fingerprint, made), later)[0] == "Stale"
