"""Programs that run another one: which command really runs (`env`, `timeout`, `uv run`, `npx`, `docker exec`, …)."""

import re
from typing import NamedTuple

from tollens.plugins.sessions.shell.deeds import LINTS, TESTS, TYPE_CHECKS
from tollens.plugins.sessions.words import names


class Inner(NamedTuple):
    """The command that really runs.

    Attributes:
        words: Its words, the program without its folder and `.exe`; none where a wrapper runs nothing.
        elsewhere: It runs in a container or on another machine: files that it names are not those of the project.
        timed: It is stopped when it takes too long.
        fed: Other words are added to it, and it may be run several times or not at all.
    """

    words: tuple[str, ...]
    elsewhere: bool = False
    timed: bool = False
    fed: bool = False


_PLAIN = names("time nohup command exec xvfb-run ionice caffeinate builtin npx bunx uvx unbuffer setsid chronic")
_ASSIGNING = names("env sudo doas nice stdbuf cross-env")
_TIMED = names("timeout gtimeout")
_RUNNING = {
    "uv": "run", "poetry": "run", "pipenv": "run", "pdm": "run", "rye": "run", "pixi": "run", "pipx": "run",
    "bundle": "exec", "pnpm": "exec dlx", "yarn": "exec dlx", "npm": "exec x", "bun": "x", "mise": "exec x",
    "conda": "run", "mamba": "run", "micromamba": "run", "coverage": "run", "dotenv": "run", "dotenvx": "run",
    "doppler": "run", "op": "run", "infisical": "run", "asdf": "exec", "rbenv": "exec", "pyenv": "exec",
    "volta": "run", "fnm": "exec",
}  # fmt: skip
"""Programs with the first words after which another command follows."""

_BINARIES = names("yarn pnpm bun")
"""Programs that run the program of a package by its name."""

_CHECKERS = TESTS | TYPE_CHECKS | LINTS

_VALUED = names(
    "-u -n -s -k --with --python --extra --group --package -p --project --signal --directory -C --env-file "
    "--only-group --no-group --prefix --name --kill-after"
)
"""Options of all of these that the next word belongs to."""

_CONTAINERS = names("docker podman nerdctl")
_COMPOSE = names("docker-compose podman-compose")
_BOXED = names("exec run")
_BOX_VALUED = names(
    "-e --env --env-file -u --user -w --workdir -v --volume -p --publish --name --network --net -l --label --mount "
    "--index -n --namespace -c --container -f --file --project-name --profile --platform --cpus -m --memory "
    "--add-host -h --hostname --gpus --shm-size --ulimit --pull --link --cap-add --security-opt --device --tmpfs "
    "--restart --context -H --host --project-directory"
)
"""Options of container tools that the next word belongs to."""

_FED_VALUED = names("-I -n -P -L -d -s -E -a --max-args --max-procs --delimiter --arg-file --max-lines --replace")
_ASSIGNED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_PYTHON = re.compile(r"python[0-9.]*|pypy[0-9.]*|py")


def unwrapped(words: tuple[str, ...]) -> Inner:
    """What a command runs when its wrappers are looked through.

    >>> unwrapped(("env", "CI=1", "uv", "run", "--with", "x", "./bin/pytest", "-q")).words
    ('pytest', '-q')
    >>> unwrapped(("docker", "exec", "-e", "A=1", "web", "timeout", "9", "pytest"))
    Inner(words=('pytest',), elsewhere=True, timed=True, fed=False)
    """
    at = 0
    elsewhere = timed = fed = False
    while at < len(words):
        program = program_of(words[at])
        rest = at + 1
        if program == "command" and words[rest : rest + 1] in (("-v",), ("-V",)):
            return Inner(words[at:], elsewhere, timed, fed)
        following = _past_wrapper(program, words, rest)
        if following is not None:
            timed = timed or program in _TIMED
            fed = fed or program == "xargs"
            elsewhere = elsewhere or program in _CONTAINERS | _COMPOSE or program == "kubectl"
            at = following
        elif _PYTHON.fullmatch(program):
            module = _module(words, rest)
            if module is None:
                return Inner(_python(program, words[rest:]), elsewhere, timed, fed)
            at = module
        else:
            return Inner((program, *words[rest:]), elsewhere, timed, fed)
    return Inner((), elsewhere, timed, fed)


def _past_wrapper(program: str, words: tuple[str, ...], rest: int) -> int | None:
    """Where the wrapped command begins; `None` where the program wraps none."""
    if program in _PLAIN:
        return _past_options(words, rest, _VALUED)
    if program in _ASSIGNING:
        at = _past_options(words, rest, _VALUED)
        while at < len(words) and _ASSIGNED.match(words[at]):
            at += 1
        return at
    if program in _TIMED:
        return _past_options(words, rest, _VALUED) + 1
    if program == "xargs":
        return _past_options(words, rest, _FED_VALUED)
    first = words[rest] if rest < len(words) else ""
    if program in _BINARIES:
        at = rest + (first == "run")
        if words[at : at + 1] != () and words[at] in _CHECKERS:
            return at
    if first in names(_RUNNING.get(program, "")):
        return _past_options(words, rest + 1, _VALUED)
    if program in _CONTAINERS | _COMPOSE or program == "kubectl":
        return _past_box(program, words, rest)
    return None


def _past_box(program: str, words: tuple[str, ...], rest: int) -> int | None:
    """Where the command begins that `docker exec NAME …`, `docker compose run NAME …`, `kubectl exec NAME -- …` run."""
    at = _past_options(words, rest, _BOX_VALUED)
    if program in _CONTAINERS and words[at : at + 1] == ("compose",):
        at = _past_options(words, at + 1, _BOX_VALUED)
    if at >= len(words) or words[at] not in _BOXED:
        return None
    if program == "kubectl":
        return next((each + 1 for each in range(at, len(words)) if words[each] == "--"), None)
    name = _past_options(words, at + 1, _BOX_VALUED)
    if any(word.startswith("--entrypoint") for word in words[at:name]):
        return None  # what follows are arguments of another program
    return name + 1 if name + 1 < len(words) else None


def _module(words: tuple[str, ...], rest: int) -> int | None:
    """Where the module stands that `python -m MODULE` runs."""
    while rest < len(words) and words[rest].startswith("-") and words[rest] != "-c":
        if words[rest] == "-m":
            return rest + 1 if rest + 1 < len(words) else None
        rest += 1
    return None


def _python(program: str, arguments: tuple[str, ...]) -> tuple[str, ...]:
    """What Python runs that is no module: `python manage.py test` runs the tests."""
    at = next((at for at, word in enumerate(arguments) if not word.startswith("-")), len(arguments))
    if "-c" not in arguments[:at] and [program_of(word) for word in arguments[at : at + 2]] == ["manage.py", "test"]:
        return ("unittest", *arguments[at + 2 :])
    return (program, *arguments)


def _past_options(words: tuple[str, ...], at: int, valued: frozenset[str]) -> int:
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--":
            return at + 1
        at += 2 if words[at] in valued else 1
    return at


def program_of(word: str) -> str:
    r"""The name of a program without its folder and ending.

    >>> program_of("./node_modules/.bin/jest"), program_of(r"C:\\bin\\python.exe")
    ('jest', 'python')
    """
    return word.replace("\\", "/").rpartition("/")[2].removesuffix(".exe").removesuffix(".cmd")


_SHELLS = names("bash sh zsh dash ash ksh")


def script_of(words: tuple[str, ...], fed_text: str | None = None) -> str | None:
    r"""The script that a shell is given with `-c`, or as its input; `None` where a command runs none.

    What the options of the shell switch on stands before it, as a script would.

    >>> script_of(("bash", "-lc", "ls")), script_of(("bash", "fix.sh")), script_of(("sh", "-e"), "ls")
    ('ls', None, 'set -e\nls')
    """
    if not words or words[0] not in _SHELLS:
        return None
    at = 1
    before = ""
    given = False
    while at < len(words) and words[at].startswith(("-", "+")) and words[at] != "--":
        letters = words[at]
        short = not letters.startswith("--")
        if short and "n" in letters:
            return None  # read, not run
        given = given or (short and "c" in letters)
        if short and letters[0] == "-" and "e" in letters:
            before += "set -e\n"
        valued = (short and "o" in letters) or letters in ("-O", "--rcfile", "--init-file")
        if valued and letters[0] == "-" and words[at + 1 : at + 2] in (("pipefail",), ("errexit",)):
            before += f"set -o {words[at + 1]}\n"
        at += 2 if valued else 1
    if given:
        return before + words[at] if at < len(words) else None
    return before + fed_text if fed_text is not None and at == len(words) else None
