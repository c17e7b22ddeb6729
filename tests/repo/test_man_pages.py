"""The manual pages are there for every verb, and the programs that read such pages find no fault in them."""

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tollens.apps.cli import commands
from tollens.apps.completions import SHELLS
from tools import man_pages
from tools.pages import arguments_of

LINTERS = {
    "mandoc": ["-Tlint", "-W", "warning"],
    "groff": ["-man", "-ww", "-z", "-Tutf8"],
    "man": ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"],
}
"""Programs that read manual pages, and how they are told to complain."""


def pages(repository: Path) -> list[Path]:
    return sorted((repository / man_pages.FOLDER).iterdir())


def test_every_verb_has_a_page_and_nothing_else_has(repository: Path) -> None:
    wanted = {"tollens.1", *(f"tollens-{verb}.1" for verb in commands.names())}
    assert {page.name for page in pages(repository)} == wanted
    overview = (repository / man_pages.FOLDER / "tollens.1").read_text("utf-8")
    for verb in commands.names():
        assert rf"tollens\-{verb.replace('-', chr(0x5C) + '-')}\fR(1)" in overview


@pytest.mark.parametrize("verb", commands.names())
def test_a_page_names_every_argument(repository: Path, verb: str) -> None:
    text = (repository / man_pages.FOLDER / f"tollens-{verb}.1").read_text("utf-8").replace("\\-", "-")
    for action in arguments_of(verb):
        for option in action.option_strings:
            assert rf"\fB{option}\fR" in text
    assert "\n.SH EXAMPLES\n" in text
    assert "\n.SH EXIT STATUS\n" in text


@pytest.mark.parametrize("program", LINTERS)
def test_the_readers_of_such_pages_have_no_complaint(repository: Path, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    for page in pages(repository):
        command = [program, *LINTERS[program], str(page)]
        ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        said = ended.stderr if program == "man" else ended.stdout + ended.stderr
        complaints = [line for line in said.splitlines() if "missing date" not in line]
        assert complaints == [], page.name


def test_a_text_is_no_request_of_roff() -> None:
    assert man_pages._line(".so /etc/passwd") == r"\&.so /etc/passwd"
    assert man_pages._line("'x' \\fB") == r"\(aqx\(aq \efB"


def test_the_wheel_puts_pages_and_scripts_where_programs_look(repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    shared = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shared["man"] == "share/man"
    for shell in SHELLS:
        assert (repository / f"src/tollens/apps/completions/tollens.{shell}").is_file()
        assert f"src/tollens/apps/completions/tollens.{shell}" in shared
