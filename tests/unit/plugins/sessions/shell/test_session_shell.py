"""Shell lines: which commands they have, which of them a status belongs to, what they are there for."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.plugins.sessions.shell.changing import Effect, effects, hidden
from tollens.plugins.sessions.shell.commands import recognize
from tollens.plugins.sessions.shell.contents import Contents
from tollens.plugins.sessions.shell.deeds import Deed
from tollens.plugins.sessions.shell.grammar import LIMIT
from tollens.plugins.sessions.shell.line import Line
from tollens.plugins.sessions.shell.reading import parse
from tollens.plugins.sessions.shell.status import succeeded


def concealed(line: Line) -> list[str]:
    return [inner for command in line.commands for inner in hidden(command)]


def words(text: str) -> list[tuple[str, ...]]:
    return [command.words for command in parse(text).commands]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 'b c' \"d e\" f\\ g", [("a", "b c", "d e", "f g")]),
        ("a && b || c; d & e | f |& g", [("a",), ("b",), ("c",), ("d",), ("e",), ("f",), ("g",)]),
        ("X=1 Y='a b' make test", [("make", "test")]),
        ("a # b && c\nd", [("a",), ("d",)]),
        ("cat <<E a 'b c'\nx\nE", [("cat", "a", "b c")]),
        ("python - <<E\nx\nE", [("python", "-")]),
        ("echo $'a\\tb' $\"c\" d$'e'", [("echo", "a\tb", "$", "c", "de")]),
        ("bash -o pipefail -c 'a | b'", [("set", "-o", "pipefail"), ("a",), ("b",)]),
        ("bash -euo pipefail -c a", [("set", "-e"), ("set", "-o", "pipefail"), ("a",)]),
        ("x; bash -c 'a && b'; c", [("x",), ("a",), ("b",), ("c",)]),
        ("a \\\n  b", [("a", "b")]),
        ("a > out 2>&1 < in >> log 2> err", [("a",)]),
        ("cat <<EOF | sort\npytest; rm x\nEOF\nls", [("cat",), ("sort",), ("ls",)]),
        ("cat <<-'E'\n\trm y\n\tE\nls", [("cat",), ("ls",)]),
        (
            "git commit -m \"$(cat <<'EOF'\nit's (odd) \"text\nEOF\n)\" && ls",
            [("git", "commit", "-m", "$(cat <<'EOF'\nit's (odd) \"text\nEOF\n)"), ("ls",)],
        ),
        ("echo `a; b` $(c; d $(e)) ${f}", [("echo", "`a; b`", "$(c; d $(e))", "${f}")]),
        ("diff <(sort a) <(sort b)", [("diff", "<(sort a)", "<(sort b)")]),
        ("cat <<< word", [("cat",)]),
        ("", []),
    ],
)
def test_commands_of_a_line(text: str, expected: list[tuple[str, ...]]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize("text", ["for f in *; do b; done", "if b; then c; fi", "a; (b; c)", "while a; do b; done"])
def test_control_flow_is_followed(text: str) -> None:
    assert not parse(text).opaque
    assert ("b",) in words(text)


@pytest.mark.parametrize(
    "text",
    [
        "f() { a; }",
        "eval $X",
        "trap a EXIT",
        "a; }",
        "a;;b",
        "alias a=b",
        ". ./a.sh",
        "builtin exit",
        "coproc a",
        "time (a; b)",
    ],
)
def test_what_changes_the_meaning_of_the_rest_is_opaque(text: str) -> None:
    line = parse(text)
    assert line.opaque and not line.unread


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("ls\nif x; then", [("ls",)]),
        ("ls )", []),
        ("ls\nif", []),
        ("cat <<A <<B\n1\nA\n2\nB\nrm x", []),
        ("a\0b", []),
        ("ls; bash -c 'a )'", [("ls",)]),
    ],
)
def test_a_line_is_read_up_to_its_first_error(text: str, before: list[tuple[str, ...]]) -> None:
    line = parse(text)
    assert line.opaque and line.unread
    assert words(text) == before


def test_a_line_of_very_many_levels_is_given_up() -> None:
    for text in ("( " * 100 + "pytest" + " )" * 100, "if a; then " * 50 + "b" + "; fi" * 50):
        line = parse(text)
        assert line.opaque and recognize(line) == ()


def test_scripts_within_very_many_levels_are_given_up() -> None:
    line = parse("x; " + "( " * 20 + "bash -c pytest" + " )" * 20)
    assert line.opaque and line.unread and recognize(line) == ()


def test_a_long_line_is_read_and_a_tangled_one_is_given_up() -> None:
    assert len(parse("pytest -q tests; " * 500).commands) == 500
    assert len(parse("cat > a.py <<'E'\n" + "x = (1 | 2) > 3\n" * 5_000 + "E\npytest").commands) == 2
    for text in ("x=(" * 5_000, ")" * 50_000, "a\0"):
        assert parse(text).unread and parse(text).commands == ()


def test_a_line_of_very_many_steps_is_not_followed() -> None:
    assert succeeded(parse("a;" * 3_500), 0, True) is None
    assert len(parse("a;" * 3_500).commands) == 3_500


def test_loops_within_very_many_loops_are_not_followed() -> None:
    line = parse("for i in 1; do " * 9 + "a; b" + "; done" * 9)
    assert not line.opaque and succeeded(line, 0, True) is None


@pytest.mark.parametrize(
    ("text", "files"),
    [
        (
            "apply_patch <<'E'\n*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch\nE",
            ("a", "b"),
        ),
        ("git apply <<'E'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\nE", ("x",)),
        ("patch -p1 <<'E'\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\nE", ("x",)),
    ],
)
def test_files_that_a_patch_touches(text: str, files: tuple[str, ...]) -> None:
    assert effects(parse(text)) == (Effect(files),)


@pytest.mark.parametrize("text", ["patch -p1 < a.patch", "git apply a.patch", "patch <<'E'\n--- a/x\n+++ b/x\n@@\nE"])
def test_a_patch_that_is_elsewhere_may_touch_anything(text: str) -> None:
    assert effects(parse(text)) == (Effect((), True),)


def test_what_a_command_is_given_to_read() -> None:
    (command,) = parse("cat <<-'E'\n\ta $x\n\tb\n\tE").commands
    assert (command.given, command.exact) == ("a $x\nb\n", True)
    (command,) = parse("cat <<E\na $x\nE").commands
    assert not command.exact
    (command,) = parse("cat <<< 'a'").commands
    assert command.given == "a"


def test_how_the_output_of_a_command_is_redirected() -> None:
    found = parse("a > x; b >> y 2> z; c > >(tee t); d >&2; e 2>&1; f &> g; h > i j; k 2>&-; l >&-").commands
    assert [command.writes for command in found] == [("x",), ("y", "z"), (), (), (), ("g",), ("i",), (), ()]
    assert [command.adds for command in found if command.adds] == [("y",)]
    assert [command.mute for command in found] == [True, True, True, False, False, True, True, False, True]
    assert found[6].words == ("h", "j")


def test_a_line_that_is_one_group_is_its_inside() -> None:
    line = parse("(cd web && npm test)")
    assert not line.opaque
    assert words("(cd web && npm test)") == [("cd", "web"), ("npm", "test")]


def test_a_line_beyond_the_limit_is_opaque() -> None:
    line = parse("a;" * LIMIT)
    assert line.opaque and line.unread and line.commands == ()


@pytest.mark.parametrize(
    ("text", "target", "on_zero", "on_failure"),
    [
        ("pytest", 0, True, False),
        ("pytest | tail", 0, None, None),
        ("pytest | tail", 1, True, False),
        ("pytest || true", 0, None, None),
        ("pytest; echo done", 0, None, None),
        ("pytest; exit $?", 0, True, False),
        ("pytest || exit 1", 0, True, False),
        ("cd a && pytest", 1, True, None),
        ("cd a; pytest", 1, True, False),
        ("pytest && echo ok", 0, True, None),
        ("pytest &", 0, None, None),
        ("! pytest", 0, False, True),
        ("set -o pipefail; pytest | tee log", 1, True, None),
        ("set -e; pytest; echo done", 1, True, None),
        ("set -e; pytest || true; echo done", 1, None, None),
        ("true && pytest", 1, True, False),
        ("false || pytest", 1, True, False),
        ("if x; then pytest; fi", 1, None, False),
        ("(cd a; pytest) && b", 1, True, None),
    ],
)
def test_a_status_counts_only_for_what_it_belongs_to(
    text: str, target: int, on_zero: bool | None, on_failure: bool | None
) -> None:
    assert succeeded(parse(text), target, True) is on_zero
    assert succeeded(parse(text), target, False) is on_failure


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("pytest -q", Deed.Tests),
        ("CI=1 timeout -k 5 60 uv run --with x python -m pytest tests", Deed.Tests),
        ("./node_modules/.bin/vitest run", Deed.Tests),
        ("go test ./...", Deed.Tests),
        ("npm run test:unit", Deed.Tests),
        ("make -j4 check", Deed.Tests),
        ("bash -lc 'cd x && cargo test'", Deed.Tests),
        ("python manage.py test shop", Deed.Tests),
        ("node --test", Deed.Tests),
        ("git add -A && git commit -m x", Deed.Commit),
        ("git -C sub commit -m x", Deed.Commit),
        ("npx tsc --noEmit", Deed.TypeCheck),
        ("ruff check . | head", Deed.Lint),
        ("git rm a.py", Deed.Delete),
        ("mv a b", Deed.Rename),
        ("git diff", Deed.Diff),
        ("git --no-pager status", Deed.Status),
        ("git commit -n -m x", Deed.Commit),
        ("uv run --env-file .env pytest", Deed.Tests),
        ("python -m coverage run -m pytest", Deed.Tests),
        ("npm --prefix web run test:unit", Deed.Tests),
        ("yarn workspace web test", Deed.Tests),
        ("gradle clean test -x integrationTest", Deed.Tests),
        ("make -C web test", Deed.Tests),
        ("mvn -q verify", Deed.Tests),
        ("tox -e py312,lint", Deed.Tests),
        ("nox -s tests-3.12 -- -k refund", Deed.Tests),
        ("tox -e lint", Deed.Lint),
        ("nox -s typecheck", Deed.TypeCheck),
        ("npm run lint", Deed.Lint),
        ("black --check .", Deed.Lint),
        ("ruff format --check", Deed.Lint),
        ("cargo nextest run", Deed.Tests),
        ("docker compose exec -T web python -m pytest", Deed.Tests),
        ("kubectl exec web -c app -- npm test", Deed.Tests),
        ("find . -name 'test_*.py' | xargs -n 1 pytest", Deed.Tests),
        ("npx playwright test", Deed.Tests),
        ("deno task test", Deed.Tests),
        ("php artisan test", Deed.Tests),
        ("php vendor/bin/phpunit --filter x", Deed.Tests),
        ("node node_modules/jest/bin/jest.js", Deed.Tests),
        ("ruby -Itest test/cart_test.rb", Deed.Tests),
        ("./gradlew :app:testDebugUnitTest", Deed.Tests),
        ("nx run web:test", Deed.Tests),
        ("cmake --build build --target test", Deed.Tests),
        ("zig build test", Deed.Tests),
        ("python -m django test", Deed.Tests),
        ("julia -e 'using Pkg; Pkg.test()'", Deed.Tests),
        ("pre-commit run --all-files", Deed.Lint),
        ("npx tsgo --noEmit", Deed.TypeCheck),
        ("mix format --check-formatted", Deed.Lint),
        ("sed -i s/a/b/ a.py", Deed.Edit),
        ("perl -pi -e s/a/b/ a.py", Deed.Edit),
        ("patch -p1 < fix.patch", Deed.Edit),
        ("cat > run.sh <<'EOF'\npytest\nEOF", Deed.Write),
        ("echo x | tee a.py", Deed.Write),
    ],
)
def test_what_a_line_does(text: str, deed: Deed) -> None:
    assert [each.deed for each in recognize(parse(text))] == [deed]


@pytest.mark.parametrize(
    "text",
    [
        'echo "then run git commit"',
        'grep -rn "pytest" docs/',
        'gh pr create --body "run git diff first"',
        "pip install pytest",
        "which pytest",
        "pytest --collect-only",
        "cargo test --no-run",
        "git commit --dry-run",
        "cat <<'EOF'\npytest\nEOF",
        "make build",
        "python -c 'import pytest'",
        "command -v pytest",
        "npm install test",
        "yarn add jest test",
        "npm run check",
        "npm run test:build",
        "gradle build -x test",
        "mvn verify -DskipTests",
        "make -C tests all",
        "make -n test",
        "make -ik test",
        "just --show test",
        "hatch env show test",
        "tox -e docs",
        "tox -l",
        "cypress open",
        "vitest list",
        "cargo nextest list",
        "go test -c ./shop",
        "mypy --version",
        "tsc --init",
        "ruff --version",
        "ruff check --exit-zero .",
        "flake8 --exit-zero",
        "gofmt -l .",
        "black .",
        "prettier --write .",
        "git rm --cached a.py",
        "git mv -n a b",
        "bash -c 'echo pytest'",
        "bash -n run_tests.sh",
        "docker run --entrypoint pytest image -q",
        "docker exec web rm a.py",
        "docker ps",
        "docker exec web",
        "kubectl exec web",
        "uv run",
        "pytest() { true; }; pytest",
        "git apply --check a.patch",
        "mix format",
        "./gradlew assembleAndroidTest",
    ],
)
def test_naming_a_command_is_not_running_it(text: str) -> None:
    assert recognize(parse(text)) == ()


def test_files_that_a_line_is_redirected_to() -> None:
    found = [effect.named for effect in effects(parse("a > x; b | tee -a y; c > /dev/null; d > $F; e > *.py"))]
    assert found == [("x",), (), ("y",), (), (), ()]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("sed -i 's/a b/c/' a.py b.py", ("a.py", "b.py")),
        ("sed -i.bak -E s/a/b/ a.py", ("a.py", "a.py.bak")),
        ("sed -n 1,5p a.py", ()),
        ("sudo tee -a y", ("y",)),
        ("touch y", ("y",)),
        ("cp a.py b.py", ("b.py",)),
        ("rm a.py && git mv b.py c.py", ("a.py", "b.py", "c.py")),
        ("echo a >> c.txt", ("c.txt",)),
    ],
)
def test_files_that_a_line_surely_changes(text: str, paths: tuple[str, ...]) -> None:
    found = effects(parse(text))
    assert tuple(path for effect in found for path in effect.named) == paths
    assert not any(effect.others for effect in found)


@pytest.mark.parametrize(
    "text",
    [
        "python - <<X\nopen('a.py', 'w')\nX",
        "python gen.py > out.txt",
        "./build.sh",
        "sed -i s/a/b/ src/*.py",
        "sed -i -f x.sed a.py",
        "sed -n 'w b.py' a.py",
        "awk '{print > \"b.py\"}' a.py",
        "cp -r a b",
        "cp -t folder a.py",
        "rm -rf *.pyc",
        "mv -t folder a.py",
        "echo x > $TARGET",
        "git checkout -- src",
        "git checkout main",
        "git -C web pull",
        "git restore .",
        "git apply fix.patch",
        "git stash",
        "git merge side",
        "ruff check --fix",
        "ruff format .",
        "black .",
        "npx eslint --fix src",
        "npm run lint:fix",
        "npm run format",
        "jest -u",
        "find . -name '*.tmp' -delete",
        "find . -type f | xargs sed -i s/a/b/",
        "bash fix.sh",
        "bash -c 'ls; python fix.py'",
        "npm install",
        "curl -O http://example.org/a.py",
        "gh pr checkout 3",
        "source ./fix.sh",
        "for f in *.py; do python fix.py $f; done",
        "eval $X",
        "yarn build --help",
        "make gen --version",
        "npm run gen --help",
        "source fix --help",
        "fix --all --help",
        "fix -- --help",
        "fix --help --write",
        "python gen.py x --help",
        "python -c 'gen()' --help",
        "a b c d e --help",
    ],
)
def test_lines_that_may_change_files_that_they_do_not_name(text: str) -> None:
    assert any(effect.others for effect in effects(parse(text)))


@pytest.mark.parametrize(
    "text",
    [
        "cd src && ls -la | head -3",
        "grep -rn 'a > b' src 2>/dev/null",
        "for f in *.py; do grep x $f; done",
        "if [[ -f x ]]; then cat x; fi",
        "git add -A && git commit -m x && git push",
        "git checkout -b topic",
        "git stash list",
        "git -C web log --oneline",
        "git commit -m \"$(cat <<'EOF'\nFix: run `rm`\nEOF\n)\"",
        "uv run pytest -q",
        "pytest --collect-only",
        "ruff check && black --check . && mypy src",
        "npm run format:check",
        "find . -name '*.py' | xargs grep -n x",
        "bash -c 'ls; git status'",
        "curl -s -o /dev/null http://localhost",
        "python --version",
        "fix --help",
        "tool sub-command --help 2>&1 | head -40",
        "tool help sub",
        "npx tool --version",
        "python gen.py --help",
        "java -version",
        "gh pr view 3 --json title",
        "source .venv/bin/activate",
        "echo $((1 + 2)) $(git rev-parse HEAD)",
        "",
    ],
)
def test_lines_that_leave_files_as_they_are(text: str) -> None:
    line = parse(text)
    assert set(effects(line)) <= {Effect()}
    assert concealed(line) == []


@pytest.mark.parametrize(
    "text",
    [
        "X=$(python gen.py)",
        "for x in $(python gen.py); do ls; done",
        "case $(python gen.py) in a) ls;; esac",
        'echo "now: `./fix.sh`"',
        "diff <(python gen.py) a",
        "echo $(( $(python gen.py) + 1 ))",
        "echo $((cd web; python gen.py) | tail -1)",
        "echo " + "$(" * 20 + "ls" + ")" * 20,
        "a;" * LIMIT,
    ],
)
def test_what_a_line_hides_may_change_files(text: str) -> None:
    line = parse(text)
    assert line.unread or len(concealed(line)) == 1


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "text", ["$((", "$((1+2)) ", "$(", "`ls` ", '"$((1 ', "ls;", "xargs ", "cat <(", "$(( `ls` $("]
)
def test_lines_of_very_many_parts_are_followed_in_linear_time(text: str) -> None:
    start = time.process_time()
    line = parse((text * LIMIT)[:LIMIT])
    effects(line)
    concealed(line)
    assert time.process_time() - start < 20


@given(st.text(alphabet="ab '\"\\$()<>|&;\n`#!=E{}", max_size=60))
def test_any_text_is_taken_apart(text: str) -> None:
    line = parse(text)
    for target in range(len(line.commands)):
        assert succeeded(line, target, True) in (True, False, None)
    assert len(recognize(line)) <= max(1, len(text))
    assert len(effects(line)) == len(line.commands)
    assert len(concealed(line)) <= max(1, len(text))
    said = Contents(line)
    assert all(set(said.of(at)) <= {*command.writes, *command.words} for at, command in enumerate(line.commands))
