"""The program around the verbs: help, refusals, exit statuses, faults of its own."""

import json
from pathlib import Path
from typing import NoReturn

import pytest

from tests.cli.program import tollens
from tollens.apps.cli import commands
from tollens.apps.cli.commands import validate

VERBS = commands.names()


def test_help_lists_every_verb_in_a_group_and_where_to_start() -> None:
    ended = tollens("--help")
    assert ended.status == 0
    for verb in VERBS:
        assert commands.command(verb).GROUP in commands.GROUPS
        assert f"\n  {verb} " in ended.out
    assert "tollens review FILE" in ended.out
    assert (ended.out, ended.err) == (tollens("-h").out, "")


def test_no_verb_prints_the_help_and_is_no_success() -> None:
    ended = tollens()
    assert (ended.status, ended.out) == (2, tollens("--help").out)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str) -> None:
    ended = tollens(verb, "--help")
    assert ended.status == 0
    assert "examples:" in ended.out
    assert all(f"tollens {verb}" in example for example in commands.command(verb).EXAMPLES)
    assert "Exit status" in ended.out or verb == "schema"
    assert max(map(len, ended.out.splitlines())) <= 120
    assert ended == tollens("help", verb)


def test_the_version() -> None:
    ended = tollens("--version")
    assert ended.status == 0
    assert ended.out.startswith("tollens ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["vlidate"], "Did you mean: tollens validate"),
        (["xyzzy"], "tollens --help lists the verbs"),
        (["validate"], "the following arguments are required: FILE"),
        (["validate", "x", "--nope"], "unrecognized arguments: --nope"),
        (["validate", "x", "--js"], "unrecognized arguments: --js"),
        (["schema", "--format", "latin"], "invalid choice: 'latin'"),
        (["show", "x", "--action", "first"], "invalid int value: 'first'"),
        (["show", "x", "--action", "1", "--artifact", "a"], "not allowed with argument"),
        (["__init__"], "there is no verb '__init__'"),
        (["_writing"], "there is no verb '_writing'"),
    ],
)
def test_misuse_is_refused_with_advice(arguments: list[str], message: str) -> None:
    ended = tollens(*arguments)
    assert (ended.status, ended.out) == (2, "")
    assert message in ended.err


def test_what_stands_behind_two_dashes_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    trace = (Path(__file__).parents[2] / "examples/payments.json").read_bytes()
    for name in ("-x.json", "-oy.json", "y.json"):
        (tmp_path / name).write_bytes(trace)
    ended = tollens("report", "--format", "json", "--", "-x.json", "-oy.json")
    assert [report["file"] for report in json.loads(ended.out)["traces"]] == ["-x.json", "-oy.json"]
    assert (tmp_path / "y.json").read_bytes() == trace
    assert tollens("validate", "y.json", "--", "-x.json").out.count("valid") == 2
    assert tollens("convert", "-o", "-", "--", "-x.json").out == tollens("convert", "y.json", "-o", "-").out
    assert "are required: FILE" in tollens("validate", "--").err
    assert "unrecognized arguments: -x.json" in tollens("validate", "y.json", "-x.json").err


def test_a_file_in_the_place_of_a_verb() -> None:
    ended = tollens(__file__)
    assert ended.status == 2
    assert f"Did you mean: tollens review {__file__}" in ended.err


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyError("x"), 2, "internal error: KeyError: 'x'"),
        (RecursionError("deep"), 2, "internal error: RecursionError: deep"),
        (MemoryError(), 2, "not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_whatever_happens_there_is_no_traceback(
    error: BaseException, status: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(arguments: object, output: object) -> NoReturn:
        raise error

    monkeypatch.delenv("TOLLENS_DEBUG", raising=False)
    monkeypatch.setattr(validate, "run", failing)
    ended = tollens("validate", "x")
    assert ended.status == status
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_a_traceback_for_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(arguments: object, output: object) -> NoReturn:
        raise KeyError("\x1b[31m")

    monkeypatch.setenv("TOLLENS_DEBUG", "1")
    monkeypatch.setattr(validate, "run", failing)
    ended = tollens("validate", "x")
    assert ended.status == 2
    assert "Traceback" in ended.err
    assert "\x1b" not in ended.err
