"""What a line says to be in the files that it writes is what a shell puts there."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tollens.plugins.sessions.shell.contents import Contents, Left
from tollens.plugins.sessions.shell.reading import parse


def told(text: str) -> dict[str, Left]:
    line = parse(text)
    found: dict[str, Left] = {}
    said = Contents(line)
    for position in range(len(line.commands)):
        found |= said.of(position)
    return found


WRITTEN = [
    ("cat > a <<'E'\nx $y `z` \\n\n\n  last\nE", {"a": "x $y `z` \\n\n\n  last\n"}),
    ("cat <<E > a\nplain\nE", {"a": "plain\n"}),
    ("cat > a <<-'E'\n\tx\n\t\ty\n\tE", {"a": "x\ny\n"}),
    ("cat > a <<'E'\nE", {"a": ""}),
    ("cat > a <<'E' && echo ok\nx\nE", {"a": "x\n"}),
    ("mkdir -p d && cat > d/a <<'E'\nx\nE", {"d/a": "x\n"}),
    ("tee a b > /dev/null <<'E'\nx\nE", {}),
    ("tee a b <<'E'\nx\nE", {"a": "x\n", "b": "x\n"}),
    ("echo one  'two  three' > a", {"a": "one two  three\n"}),
    ("echo > a", {"a": "\n"}),
    ("> a", {"a": ""}),
    (": > a", {"a": ""}),
    ("(echo x > a)", {"a": "x\n"}),
    ("bash -c 'echo x > a'", {"a": "x\n"}),
    ("cat 2>&1 >| a <<'E'\nx\nE", {"a": "x\n"}),
    ("true > 'a b'", {"a b": ""}),
]


@pytest.mark.parametrize(("text", "files"), WRITTEN)
def test_what_is_written(text: str, files: dict[str, str], tmp_path: Path) -> None:
    assert {path: left.whole for path, left in told(text).items()} == files
    if (bash := shutil.which("bash")) is None:
        pytest.skip("bash is not installed")
    subprocess.run([bash, "-c", text], cwd=tmp_path, check=True, capture_output=True)
    assert {path: (tmp_path / path).read_text() for path in files} == files


def test_a_change_is_told_by_its_lines() -> None:
    assert told("cat > a <<'E'\nx\ny\nE")["a"].patch == "@@\n+x\n+y\n"
    assert told("cat >> a <<'E'\nx\nE") == {"a": Left(None, "@@\n+x\n")}
    assert told("tee -a a <<'E'\nx\nE") == {"a": Left(None, "@@\n+x\n")}
    assert told("echo x >> a") == {"a": Left(None, "@@\n+x\n")}
    patch = "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** Add File: b\n+new\n*** End Patch"
    assert told(f"apply_patch <<'E'\n{patch}\nE") == {"a": Left(None, "@@\n-x\n+y\n"), "b": Left("new\n", "@@\n+new\n")}
    unified = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\ndiff --git a/b b/b\n--- /dev/null\n+++ b/b\n@@ -0,0 +1 @@\n+z\n"
    assert told(f"git apply <<'E'\n{unified}E") == {
        "a": Left(None, "@@ -1 +1 @@\n-x\n+y"),
        "b": Left(None, "@@ -0,0 +1 @@\n+z\n"),
    }
    moved = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch"
    assert told(f"apply_patch <<'E'\n{moved}\nE") == {}


@pytest.mark.parametrize(
    "text",
    [
        "cat > a <<E\n$x\nE",
        "cat > a < b",
        "cat b > a",
        "cat 2> a <<'E'\nx\nE",
        "cat > a 2> b <<'E'\nx\nE",
        "cat &> a <<'E'\nx\nE",
        "cat <<'E' | sort > a\nx\nE",
        "echo -n x > a",
        "echo $x > a",
        "echo *.py > a",
        "echo 'a\\nb' > a",
        "echo x | tee a",
        "printf %d x > a",
        "python gen.py > a",
        "2> a",
        "for i in 1 2; do echo x >> a; done",
        "if test -f b; then echo x > a; fi",
        "cat > a >&2 <<'E'\nx\nE",
        "cat 2> a >&- <<'E'\nx\nE",
        "ssh host 'echo x > a'",
        "docker exec c tee a <<'E'\nx\nE",
        "cat() { rm \"$1\"; }; cat > a <<'E'\nx\nE",
        "sed -i s/x/y/ a",
        "git apply fix.patch",
        "tee -i a <<'E'\nx\nE",
        "git apply <<'E'\nno patch\nE",
        "patch -p1 <<'E'\nE",
        "apply_patch <<'E'\nno patch\nE",
    ],
)
def test_what_the_line_does_not_say_is_not_told(text: str) -> None:
    assert told(text) == {}
