"""The shells themselves complete command lines of tollens, each where it is installed."""

import os
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.program import tollens
from tollens.apps.cli import commands
from tollens.apps.completions import SHELLS

CASES = {
    ("resol",): ["resolve"],
    ("convert", "--ar"): ["--around"],
    ("convert", "x.json", "--to", "prov"): ["prov-json"],
    ("schema", "--format", "type"): ["typescript"],
    ("check", "x.json", "--policy", "evid"): ["evidence"],
    ("policy", "list", "workf"): ["workflow"],
    ("sign", "--backend", "sig"): ["sigstore"],
    ("capture", "--format", "clau"): ["claude-code"],
    ("help", "conv"): ["convert"],
    ("completion", "z"): ["zsh"],
    ("review", "a file"): ["a file.json"],
    ("merge", "ours.json", "--base", "a fi"): ["a file.json"],
    ("next", "plain.js"): ["plain.json"],
    ("objects", "--store", "fold"): ["folder/"],
}
"""The words of a command line up to the tab key, and what is offered."""

_BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function_name=$(complete -p tollens); function_name=${function_name##*-F }; "${function_name%% *}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with something to complete in it, and the scripts beside it."""
    (tmp_path / "here/folder").mkdir(parents=True)
    for name in ("a file.json", "plain.json"):
        (tmp_path / "here" / name).write_text("{}")
    for shell in SHELLS:
        ended = tollens("completion", shell)
        assert ended.status == 0
        (tmp_path / f"tollens.{shell}").write_text(ended.out)
    shutil.copy(tmp_path / "tollens.zsh", tmp_path / "_tollens")
    return tmp_path / "here"


def needs(shell: str) -> str:
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    return found


@pytest.mark.parametrize("words", CASES)
def test_bash(folder: Path, words: tuple[str, ...]) -> None:
    command = [needs("bash"), "--norc", "-c", _BASH, "bash", str(folder.parent / "tollens.bash"), "tollens", *words]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    assert [each.rstrip("/") for each in ended.stdout.split("\n") if each] == [
        each.rstrip("/") for each in CASES[words]
    ]


def test_bash_offers_every_verb(folder: Path) -> None:
    command = [needs("bash"), "--norc", "-c", _BASH, "bash", str(folder.parent / "tollens.bash"), "tollens", ""]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    assert set(ended.stdout.split()) >= {*commands.names(), "help"}


@pytest.mark.parametrize("words", [words for words in CASES if " " not in "".join(words)])
def test_fish(folder: Path, words: tuple[str, ...]) -> None:
    script = f"source {folder.parent}/tollens.fish; complete -C 'tollens {' '.join(words)}'"
    environment = os.environ | {"HOME": str(folder.parent), "XDG_CONFIG_HOME": str(folder.parent)}
    command = [needs("fish"), "--no-config", "-c", script]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True, timeout=60)
    assert [row.split("\t")[0] for row in ended.stdout.splitlines()] == CASES[words]
    assert ended.stderr == ""


@pytest.mark.parametrize("words", CASES)
def test_zsh(folder: Path, words: tuple[str, ...]) -> None:
    typed = " ".join(["tollens", *(word.replace(" ", "\\ ") for word in words)])
    wanted = " ".join(["tollens", *(word.replace(" ", "\\ ") for word in (*words[:-1], *CASES[words]))])
    assert wanted in completed_by_zsh(needs("zsh"), folder, typed, wanted)


def completed_by_zsh(zsh: str, folder: Path, typed: str, wanted: str) -> str:
    """What a zsh shows after the tab key was pressed; it needs a terminal to complete at all."""
    pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execve(
            zsh, [zsh, "-f", "-i"], {"HOME": str(folder), "TERM": "dumb", "PATH": os.environ["PATH"], "PS1": "> "}
        )
    try:
        begin = f"fpath=({folder.parent} $fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word"
        said(terminal, f"{begin}; echo rea''dy\n", until="ready")
        return said(terminal, f"{typed}\t", until=wanted)
    finally:
        os.write(terminal, b"\x03\nexit\n")
        os.close(terminal)
        os.waitpid(child, 0)


def said(terminal: int, typed: str, until: str) -> str:
    """What a terminal shows after some keys, up to a text; it is given half a minute for that."""
    os.write(terminal, typed.encode())
    shown, deadline = "", time.monotonic() + 30
    while until not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 65536).decode("utf-8", "replace").replace("\r", "").replace("\x08", "")
    return shown
