"""`tollens report`: where the forms go, what the exit status says, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.cli.program import tollens
from tests.unit.core.derive.traces import action, answer, document, goal, model
from tollens.apps.cli.commands.report import FORMATS


@pytest.fixture(autouse=True)
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a trace that passes, one that does not, and a file that is no trace."""
    monkeypatch.chdir(tmp_path)
    refuted = document(artifacts=[model(), goal(), answer("vr", "refuted")])
    (tmp_path / "good.json").write_text(json.dumps(document(actions=[action(1, "ReadFile")]).value))
    (tmp_path / "bad.json").write_text(json.dumps(refuted.value))
    (tmp_path / "none.json").write_text("[]")
    return tmp_path


@pytest.mark.parametrize("form", FORMATS)
def test_a_report_that_is_made_is_a_success(form: str) -> None:
    ended = tollens("report", "good.json", "bad.json", "--format", form)
    assert (ended.status, ended.err) == (0, "")
    assert "bad.json" in ended.out
    assert ended.out.endswith("\n")
    assert tollens("report", "good.json", "bad.json", "--format", form) == ended


@pytest.mark.parametrize("form", FORMATS)
def test_with_the_gate_the_exit_status_judges_the_work(form: str) -> None:
    assert tollens("report", "good.json", "--format", form, "--gate").status == 0
    ended = tollens("report", "good.json", "bad.json", "--format", form, "--gate")
    assert ended.status == 1
    assert ended.err.startswith("bad.json does not pass: ")
    assert tollens("review", "bad.json", "--gate").status == 1


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["none.json", "gone.json"])
def test_a_trace_that_cannot_be_read_is_reported_and_is_no_success(form: str, name: str) -> None:
    ended = tollens("report", "good.json", name, "--format", form)
    assert ended.status == 2
    assert name in ended.out
    assert "Traceback" not in ended.out + ended.err


def test_several_forms_are_written_in_one_run(there: Path) -> None:
    also = [f"--also={form}=out.{form}" for form in FORMATS if form != "github"]
    ended = tollens("report", "bad.json", "--format", "github", *also)
    assert ended.status == 0
    assert ended.out.startswith("::error ")
    for form in FORMATS:
        if form != "github":
            alone = tollens("report", "bad.json", "--format", form, "-o", "alone")
            assert (alone.status, alone.out) == (0, "")
            assert (there / f"out.{form}").read_bytes() == (there / "alone").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--also", "markdown"], "is no FORMAT=OUT"),
        (["--also", "pdf=x"], "FORMAT is one of markdown"),
        (["--also", "json=-"], "two forms go to -"),
        (["-o", "x", "--also", "json=./x"], "two forms go to ./x"),
        (["-o", "./bad.json"], "would take the place of the trace"),
        (["--also", "json=bad.json"], "would take the place of the trace"),
        (["--policy", "p.json", "-o", "./p.json"], "by which it judges"),
        (["--project", "p.toml", "--also", "json=p.toml"], "by which it judges"),
        (["--gate", "--require-signatures", "--gpg-roster", "r", "-o", "r"], "by which it judges"),
        (["--format", "json", "--key", "k"], "--key goes with markdown"),
        (["--format", "json", "--link", "https://x"], "--link goes with markdown"),
        (["--format", "json", "--files", "https://x"], "--files goes with markdown"),
        (["--key", "a -->"], "is no name"),
        (["--key", "a--"], "is no name"),
        (["--key", "-"], "is no name"),
        (["--key", ""], "is no name"),
        (["--link", "javascript:alert(1)"], "is no address"),
        (["--files", "https://x y"], "is no address"),
        (["good.json", "--link", "https://x"], "{trace}"),
        (["-", "-"], "standard input"),
        (["--require-signatures"], "goes with --gate"),
        (["--gate", "--identity", "x"], "goes with --gate --require-signatures"),
        (["--policy", "no/such/source"], "no/such/source"),
        (["--format", "pdf"], "invalid choice"),
    ],
)
def test_what_says_nothing_is_refused(there: Path, arguments: list[str], words: str) -> None:
    ended = tollens("report", "bad.json", *arguments)
    assert ended.status == 2
    assert words in ended.err
    assert ended.out == ""
    assert not (there / "x").exists()


def test_links_of_a_comment() -> None:
    given = ["--link", "https://h.example/{trace}.html", "--files", "https://h.example/src", "--key", "a/b.c"]
    ended = tollens("report", "bad.json", "good.json", *given)
    assert ended.out.startswith("<!-- tollens:report a/b.c -->\n")
    assert "<https://h.example/bad.json.html#/lineage/vr>" in ended.out


def test_policies_that_are_asked_for_count() -> None:
    demand = ["--formula", "F(GitCommit)"]
    assert tollens("report", "good.json", *demand).status == 0
    ended = tollens("report", "good.json", *demand, "--gate", "--format", "json")
    assert ended.status == 1
    (told,) = json.loads(ended.out)["traces"]
    assert [row["source"] for row in told["policies"]] == ["--formula"]
    assert [reason["cause"] for reason in told["gate"]["reasons"]] == ["violated policy"]
    assert tollens("check", "good.json", *demand).status == 1


def test_the_project_s_policies_count(there: Path) -> None:
    (there / "tollens.toml").write_text('[policies]\nsources = ["policies.json"]\n')
    policy = {"id": "commits", "name": "it commits", "severity": "warning", "formula": "F(GitCommit)"}
    (there / "policies.json").write_text(json.dumps([policy]))
    assert tollens("report", "good.json", "--gate").status == 0
    assert tollens("report", "good.json", "--gate", "--strict").status == 1
    assert tollens("report", "good.json", "--gate", "--strict", "--no-project").status == 0
    (there / "tollens.toml").write_text('[policies]\nsources = ["policies.json"]\ndisabled = {commits = "not yet"}\n')
    ended = tollens("report", "good.json", "--gate", "--format", "json")
    assert ended.status == 2
    assert json.loads(ended.out)["traces"][0]["unchecked"] == "no policy was checked, which is no pass"
    assert tollens("report", "good.json").status == 0


def test_a_project_that_says_nothing_of_policies_changes_nothing(there: Path) -> None:
    before = tollens("report", "good.json", "--gate", "--format", "json")
    (there / "tollens.toml").write_text("[policies]\ntext_predicates = false\n")
    assert tollens("report", "good.json", "--gate", "--format", "json") == before


def test_a_setting_for_a_policy_that_is_not_here_is_told(there: Path) -> None:
    (there / "tollens.toml").write_text('[policies.severity]\ncomits = "error"\n')
    ended = tollens("report", "good.json", "--gate", "--format", "json")
    assert ended.status == 0
    (told,) = json.loads(ended.out)["traces"]
    assert [one["text"] for one in told["matters"] if one["kind"] == "unused-setting"] == [
        "no policy has the id comits"
    ]


def test_where_no_policy_is_asked_for_and_none_is_held_the_terms_for_policies_say_nothing() -> None:
    assert tollens("report", "good.json", "--gate", "--strict", "--high-stakes", "payments/").status == 0


def test_signatures_may_be_required() -> None:
    ended = tollens("report", "good.json", "--gate", "--require-signatures", "--format", "json")
    assert ended.status == 1
    (told,) = json.loads(ended.out)["traces"]
    assert {reason["cause"] for reason in told["gate"]["reasons"]} == {"signature"}
    unread = ["--allowed-signers", "gone"]
    assert tollens("report", "good.json", "--gate", "--require-signatures", *unread).status == 2


def test_the_line_of_an_element_is_told_where_the_file_has_lines(there: Path) -> None:
    value = document(actions=[action(1, "ReadFile"), action(1, "ReadFile")]).value
    (there / "laid.json").write_text(json.dumps(value, indent=2))
    (there / "flat.json").write_text(json.dumps(value))
    second = (there / "laid.json").read_text().splitlines().index("    },") + 2
    for name, line in (("laid.json", f",line={second},"), ("flat.json", ",title=")):
        ended = tollens("report", name, "--format", "github")
        assert f"::error file={name}{line}" in ended.out


@pytest.mark.parametrize("form", FORMATS)
def test_no_path_of_the_machine_is_told(there: Path, form: str) -> None:
    (there / "inner").mkdir()
    ended = tollens("report", str(there / "bad.json"), str(there / "gone.json"), "--format", form)
    assert str(there) not in ended.out
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(there / "inner")
        ended = tollens("report", "../bad.json", str(there / "gone.json"), "--format", form)
    assert str(there) not in ended.out
    assert "../" not in ended.out.replace("`tollens", "")


def test_a_trace_is_told_once_and_no_two_have_one_name(there: Path) -> None:
    for folder in ("a", "b", "inner"):
        (there / folder).mkdir()
    for folder in ("a", "b"):
        (there / folder / "bad.json").write_bytes((there / "bad.json").read_bytes())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(there / "inner")
        given = [
            "../a/bad.json",
            "../b/bad.json",
            "../a/bad.json",
            "../a/../b/bad.json",
            "../gone.json",
            "../gone.json",
        ]
        ended = tollens("report", *given, "--format", "json")
    assert [report["file"] for report in json.loads(ended.out)["traces"]] == ["bad.json", "bad.json (2)", "gone.json"]


def test_a_name_that_is_no_text_is_reported(there: Path) -> None:
    name = "odd\udcff.json"
    try:
        (there / name).write_bytes((there / "bad.json").read_bytes())
    except OSError:
        pytest.skip("names of files are text here")
    for form in FORMATS:
        ended = tollens("report", name, "--format", form)
        assert ended.status == 0, ended.err
        if form in ("sarif", "codequality"):
            assert '\\udcff.json"' not in ended.out.replace("\\\\", "")


def test_text_that_is_no_unicode_is_reported(there: Path) -> None:
    value = document(
        trigger={"type": "TaskReceived", "description": "half \ud800"}, artifacts=[{"artifact_id": "\ud800"}]
    )
    (there / "half.json").write_text(json.dumps(value.value))
    for form in FORMATS:
        ended = tollens("report", "half.json", "--format", form)
        assert ended.status == 0, ended.err
