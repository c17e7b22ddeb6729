"""A runner of composite actions, as far as the action here needs one, and programs that stand for others."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import yaml

REPOSITORY = Path(__file__).parents[2]

TOLLENS = f"""#!/usr/bin/env bash
export PYTHONPATH={REPOSITORY / "src"} PYTHONDONTWRITEBYTECODE=1
exec {sys.executable} -P -m tollens "$@"
"""

PYTHON = f"""#!{sys.executable}
import os, pathlib, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(" ".join(["python", *sys.argv[1:]]) + "\\n")
match sys.argv[1:]:
    case ["-I", "-m", "venv", folder]:
        programs = pathlib.Path(folder) / "bin"
        programs.mkdir(parents=True)
        (programs / "python").write_text(pathlib.Path(__file__).read_text())
        (programs / "python").chmod(0o755)
    case ["-I", "-m", "pip", "install", *_]:
        program = pathlib.Path(__file__).with_name("tollens")
        program.write_text({TOLLENS!r})
        program.chmod(0o755)
    case ["-I", "-c", _]:
        sys.exit(int(os.environ.get("TOO_OLD", "0")))
    case _:
        sys.exit("unknown call")
"""
"""Python: it makes environments and installs the program here, so that no registry is asked."""

GH = f"""#!{sys.executable}
import json, os, pathlib, shutil, subprocess, sys
state = pathlib.Path(os.environ["COMMENTS"])
comments = json.loads(state.read_text())
arguments = sys.argv[1:]
assert os.environ["GH_TOKEN"] == "a token"
assert arguments[0] == "api"
if os.environ.get("FORBIDDEN") in ("all", "writing" if "--method" in arguments else "reading"):
    sys.exit("HTTP 403: Resource not accessible by integration")
if "--method" in arguments:
    method = arguments[arguments.index("--method") + 1]
    address = next(one for one in arguments if one.startswith("repos/"))
    name, _, value = arguments[arguments.index("--field") + 1].partition("=@")
    assert name == "body"
    body = pathlib.Path(value).read_text()
    if method == "POST":
        assert address == "repos/owner/work/issues/7/comments"
        comments.append({{"id": 100 + len(comments), "user": {{"login": "github-actions[bot]"}}, "body": body}})
    else:
        assert method == "PATCH"
        number = int(address.removeprefix("repos/owner/work/issues/comments/"))
        next(one for one in comments if one["id"] == number)["body"] = body
    state.write_text(json.dumps(comments))
else:
    assert "repos/owner/work/issues/7/comments?per_page=100" in arguments
    assert "--paginate" in arguments
    if shutil.which("jq"):
        asked = ["jq", "--raw-output", arguments[arguments.index("--jq") + 1]]
        sys.exit(subprocess.run(asked, input=json.dumps(comments), text=True, check=True).returncode)
    for one in comments:
        first = (one["body"] or "").split("\\n")[0].removesuffix("\\r").replace("\\t", "\\\\t")
        print(one["id"], one["user"]["login"], first, sep="\\t")
"""
"""GitHub's command line, over comments in a file. It filters with jq where that is installed."""


class Ended(NamedTuple):
    """How an action ended: whether the job fails, what the log says, and what is written besides."""

    failed: bool
    log: str
    summary: str
    outputs: dict[str, str]
    calls: str


class Runner:
    """Runs the steps of an action over a scratch repository.

    Args:
        folder: A folder of its own.
        action: The file of the action.
    """

    def __init__(self, folder: Path, action: Path) -> None:
        self._action: dict[str, Any] = yaml.safe_load(action.read_bytes())
        self.work, self._temp, self._programs = (folder / name for name in ("work", "temp", "programs"))
        for made in (self.work, self._temp, self._programs):
            made.mkdir()
        for name, text in (("python3", PYTHON), ("python", PYTHON), ("gh", GH)):
            (self._programs / name).write_text(text)
            (self._programs / name).chmod(0o755)
        self.comments = folder / "comments.json"
        self.comments.write_text("[]")

    def run(self, inputs: dict[str, str], pull: str = "7", **environment: str) -> Ended:
        """Run all steps; one that fails ends the job."""
        files = {name: self._temp / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "CALLS")}
        for path in files.values():
            path.write_text("")
        stated = {name: one.get("default", "") for name, one in self._action["inputs"].items()}
        values = {f"inputs.{name}": value for name, value in (stated | inputs).items()}
        values |= {
            "github.action_path": str(REPOSITORY),
            "github.token": "a token",
            "github.event.pull_request.number": pull,
            _FILES_AT: inputs.get("files-at") or "https://github.example/owner/work/blob/abc",
        }
        log, failed = "", False
        for step in self._action["runs"]["steps"]:
            if failed or not _holds(step.get("if", ""), values):
                continue
            if "uses" in step:
                given = {name: _resolved(value, values) for name, value in step["with"].items()}
                log += f"[{step['uses'].partition('@')[0]} {json.dumps(given)}]\n"
                continue
            own = {name: _resolved(str(value), values) for name, value in step["env"].items()}
            ended = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.work,
                env={
                    "PATH": f"{self._programs}{os.pathsep}{os.environ['PATH']}",
                    "RUNNER_TEMP": str(self._temp),
                    "GITHUB_REPOSITORY": "owner/work",
                    "COMMENTS": str(self.comments),
                    "HOME": str(self._temp),
                    **{name: str(path) for name, path in files.items()},
                    **own,
                    **environment,
                },
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
            log += ended.stdout + ended.stderr
            failed = ended.returncode != 0
            told = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())
            values |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in told.items()}
        outputs = {name: _resolved(one["value"], values) for name, one in self._action["outputs"].items()}
        return Ended(failed, log, files["GITHUB_STEP_SUMMARY"].read_text(), outputs, files["CALLS"].read_text())


_FILES_AT = (
    "inputs.files-at || format('{0}/{1}/blob/{2}', github.server_url, github.repository, "
    "github.event.pull_request.head.sha || github.sha)"
)


def _resolved(text: str, values: dict[str, str]) -> str:
    """A text with its expressions; the outputs of a step that did not run are empty."""
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: _value(found[1], values), text)


def _value(expression: str, values: dict[str, str]) -> str:
    value = values.get(expression)
    if value is None:
        assert re.fullmatch(r"steps\.\w+\.outputs\.\w+", expression), expression
        return ""
    return _resolved(value, values)


def _holds(condition: str, values: dict[str, str]) -> bool:
    """Whether a step runs: comparisons with texts, all of which must hold."""
    for part in filter(None, condition.removeprefix("${{ ").removesuffix(" }}").split(" && ")):
        found = re.fullmatch(r"(\S+) (==|!=) '(.*)'", part)
        assert found, part
        if (_value(found[1], values) == found[3]) is not (found[2] == "=="):
            return False
    return True
