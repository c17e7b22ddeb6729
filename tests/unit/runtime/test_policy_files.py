"""Policies from files, folders and packs: whole or refused, and never two things for one name."""

import json
from pathlib import Path

import pytest

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime.policy_files import pack, pack_names, policies, policies_from

POLICY = {"id": "p", "formula": "F(EditFile)"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, value: object) -> str:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")
    return name


def names(source: str) -> list[str]:
    return [one.policy.policy_id for one in policies_from(source)]


def test_a_file_holds_one_or_several() -> None:
    assert names(write("one.json", POLICY)) == ["p"]
    assert names(write("two.json", [POLICY, POLICY | {"id": "q"}])) == ["p", "q"]


def test_yaml() -> None:
    Path("one.yaml").write_text("id: p\nformula: F(EditFile)\n", "utf-8")
    assert names("one.yaml") == ["p"]


def test_a_folder_is_read_with_all_that_is_in_it() -> None:
    write("policies/b.json", POLICY | {"id": "b"})
    write("policies/inner/a.json", POLICY | {"id": "a"})
    write("policies/_index.json", {"ids": ["b"]})
    write("policies/_catalog.json", {"policies": [POLICY]})
    write("policies/pack.json", {"id": "mine", "name": "Mine"})
    write("policies/.hidden.json", "no policy")
    Path("policies/notes.md").write_text("no policy", "utf-8")
    assert names("policies") == ["b", "a"]
    assert [one.source for one in policies_from("policies/")] == ["policies/b.json", "policies/inner/a.json"]


def test_a_pack_file_with_policies_is_read() -> None:
    write("policies/pack.json", {"id": "mine", "policies": [POLICY]})
    assert names("policies") == ["p"]


def test_a_policy_is_read_whatever_its_file_is_called() -> None:
    write("policies/pack.json", POLICY | {"id": "a"})
    write("policies/_index.json", POLICY | {"id": "b"})
    write("policies/C.JSON", POLICY | {"id": "c"})
    assert sorted(names("policies")) == ["a", "b", "c"]


def test_a_link_to_a_folder_is_not_passed_over() -> None:
    write("policies/a.json", POLICY)
    write("shared/b.json", POLICY)
    Path("policies/shared").symlink_to(Path("shared").absolute())
    with pytest.raises(WorldError, match="'policies/shared' is a link to a folder"):
        policies_from("policies")


def test_a_damaged_file_in_a_folder_is_not_passed_over() -> None:
    write("policies/a.json", POLICY)
    Path("policies/b.json").write_text("{", "utf-8")
    with pytest.raises(MisuseError, match=r"policies/b\.json"):
        policies_from("policies")


def test_policies_ready_to_be_followed() -> None:
    write("a.json", [POLICY, POLICY | {"id": "off", "disabled": True}])
    write("b.json", POLICY | {"id": "odd", "formula": "G(("})
    assert [rule.policy_id for rule in policies("a.json", "review/assumptions_are_located")] == [
        "p",
        "assumptions_are_located",
    ]
    with pytest.raises(MisuseError, match=r"b\.json: odd: the formula cannot be read"):
        policies("b.json")
    with pytest.raises(MisuseError, match="one policy in a"):
        policies("a.json", write("c.json", POLICY | {"formula": "F(RunTests)"}))


def test_a_pack_and_one_policy_of_it() -> None:
    assert len(policies_from("review")) == len(pack("review").policies) > 1
    (one,) = policies_from("review/assumptions_are_located")
    assert (one.source, one.pack) == ("the pack review", "review")
    with pytest.raises(MisuseError, match="no policy 'none'"):
        policies_from("review/none")
    with pytest.raises(MisuseError, match="no pack 'none'"):
        pack("none")


def test_two_things_of_one_name_are_refused() -> None:
    write("review/a.json", POLICY)
    with pytest.raises(MisuseError, match="'review' is a pack, and there is a file or folder of that name"):
        policies_from("review")
    assert names("./review") == ["p"]


def test_what_is_not_there() -> None:
    with pytest.raises(MisuseError) as refused:
        policies_from("reviews")
    assert refused.value.advice == f"The packs are {', '.join(pack_names())}."
    with pytest.raises(WorldError):
        policies_from("none.json")
    Path("empty").mkdir()
    with pytest.raises(MisuseError, match="has no policy"):
        policies_from("empty")


@pytest.mark.parametrize(
    "text",
    ["", "3", "[]", '{"id": "p"', '{"id": "p", "id": "q", "formula": "true"}', '{"id": "p", "formula": NaN}'],
)
def test_what_cannot_be_read_is_refused_with_the_name_of_the_file(text: str) -> None:
    Path("x.json").write_text(text, "utf-8")
    with pytest.raises(MisuseError, match=r"^x\.json"):
        policies_from("x.json")


def test_a_member_given_twice_in_yaml_is_refused() -> None:
    Path("x.yaml").write_text("id: p\nformula: F(EditFile)\nformula: 'true'\n", "utf-8")
    with pytest.raises(MisuseError, match="stands there twice"):
        policies_from("x.yaml")
