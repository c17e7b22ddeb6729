"""The how-to on signing: its commands are run in order by a shell, and all end well; what it says of gates is so."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

PAGE = "docs/how-to/sign-and-verify.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LACKING = [name for name in ("bash", "ssh-keygen", "gpg", "gpgconf", "awk", "cut") if shutil.which(name) is None]


@pytest.mark.skipif(bool(LACKING), reason=f"not installed: {', '.join(LACKING)}")
def test_the_commands_of_the_page_run(repository: Path, tmp_path: Path) -> None:
    blocks = BLOCK.findall((repository / PAGE).read_text("utf-8"))
    assert len(blocks) == 8
    session = repository / "examples/claude-code-session.jsonl"
    home = tempfile.mkdtemp(prefix="tk-")  # a short path, as the sockets of gpg need
    script = "set -e\n" + f'tollens() {{ "{sys.executable}" -m tollens "$@"; }}\n'
    script += f'tollens capture "{session}" -o trace.json >captured\n' + "\n".join(blocks)
    unsigned = (
        "tollens verify trace.json && exit 9; tollens verify trace.json --allowed-signers missing && exit 9; true"
    )
    try:
        ended = subprocess.run(
            ["bash", "-c", f"{script}\n{unsigned}"],
            cwd=tmp_path,
            env={**os.environ, "GNUPGHOME": home, "COLUMNS": "100"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    finally:
        subprocess.run(["gpgconf", "--homedir", home, "--kill", "all"], capture_output=True, check=False)
        shutil.rmtree(home, ignore_errors=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("trace.json: passed") == 5
