"""Git, through the `git` program: a repository, its commits and blobs. It never reaches the network and runs no hook.

Names that come from elsewhere are given in a place where git takes them for nothing else: commits as 40 or 64
hexadecimal digits or behind `--end-of-options`, paths behind `--`, texts on standard input.
"""

import os
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from tollens.core.errors import WorldError
from tollens.core.ports import Finished
from tollens.runtime.process import MAX_OUTPUT
from tollens.runtime.process import run as run_program

_SAFE = (
    "--no-pager",
    "--no-replace-objects",
    "--no-optional-locks",
    "--literal-pathspecs",
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "core.fsmonitor=false"),
    *("-c", "core.quotePath=false"),
    *("-c", "core.alternateRefsCommand="),
    *("-c", "color.ui=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "protocol.allow=never"),  # a partial clone would fetch what it lacks
)
"""Settings under which git starts no other program and its output does not depend on whose it is."""

_ENVIRONMENT = {
    **dict.fromkeys(
        (
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_COMMON_DIR",
            "GIT_PREFIX",
            "GIT_NAMESPACE",
            "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            "GIT_SHALLOW_FILE",
            "GIT_GRAFT_FILE",
            "GIT_REPLACE_REF_BASE",
            "GIT_NOTES_REF",
            "GIT_EXTERNAL_DIFF",
            "GIT_DIFF_OPTS",
            "GIT_ALLOW_PROTOCOL",  # counts for more than protocol.allow
        )
    ),
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "GIT_ADVICE": "0",
}
"""Which repository is meant is told by the folder alone, also inside a hook, where git sets these."""

_NAME = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_NO_REPOSITORY = "not a git repository"


class Repository(NamedTuple):
    """The repository that a folder is in.

    Attributes:
        folder: The folder, where git is run.
        git_dir: Where git keeps what is this working tree's own.
        top: The top of the working tree; `None` in a bare repository and inside of the folder `.git`.
        prefix: The way from the top to the folder, with a slash at its end; empty at the top.
        shallow: The clone lacks older commits.
        outer: The top of the repository that this one is a submodule of; empty where it is none.
    """

    folder: str
    git_dir: str
    top: str | None
    prefix: str
    shallow: bool
    outer: str

    def run(
        self,
        *words: str,
        stdin: bytes = b"",
        fine: Collection[int] = (0,),
        environment: dict[str, str | None] | None = None,
        seconds: float = 60,
        limit: int = MAX_OUTPUT,
    ) -> Finished:
        """Run git here.

        Args:
            words: Its arguments.
            stdin: What it reads.
            fine: The exit statuses that are an answer.
            environment: Variables for it.
            seconds: How long it may take.
            limit: Most bytes that it may say.

        Raises:
            WorldError: It ended otherwise, took too long or said too much.
        """
        return git(self.folder, *words, stdin=stdin, fine=fine, environment=environment, seconds=seconds, limit=limit)

    def line(self, *words: str) -> str | None:
        """What git says, without the end of the line; `None` where it says nothing or fails."""
        done = self.run(*words, fine=range(256))
        text = done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        return text if done.status == 0 and text else None

    def commit(self, revision: str) -> str | None:
        """The full name of the commit that a revision means; `None` where there is none, or several."""
        return self.line("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")

    def is_ancestor(self, commit: str, of: str) -> bool:
        """Whether one commit is the other, or in its history."""
        return self.run("merge-base", "--is-ancestor", commit, of, fine=(0, 1)).status == 0

    @property
    def branch(self) -> str | None:
        """The branch that is checked out; `None` where HEAD is detached, or its name is no text."""
        name = self.line("symbolic-ref", "--quiet", "--short", "HEAD")
        return name if name is not None and name.isprintable() else None

    def blob(self, name: str, limit: int) -> bytes:
        """The contents of one object, which may be large.

        Args:
            name: Its full name.
            limit: Most bytes of it.

        Raises:
            WorldError: It is not there, or larger.
        """
        return self.run("cat-file", "blob", name, limit=limit, seconds=600).stdout

    def blobs(self, names: Sequence[str]) -> list[bytes | None]:
        """The contents of objects; `None` for one that is not there.

        Args:
            names: Full names of objects.
        """
        if not names:
            return []
        said = self.run("cat-file", "--batch", stdin="".join(f"{name}\n" for name in names).encode()).stdout
        found: list[bytes | None] = []
        at = 0
        for _ in names:
            end = said.index(b"\n", at)
            head = said[at:end].split(b" ")
            at = end + 1
            if head[-1] in (b"missing", b"ambiguous"):
                found.append(None)
                continue
            size = int(head[2])
            found.append(said[at : at + size])
            at += size + 1
        return found


def git(
    folder: str,
    *words: str,
    stdin: bytes = b"",
    fine: Collection[int] = (0,),
    environment: dict[str, str | None] | None = None,
    seconds: float = 60,
    limit: int = MAX_OUTPUT,
) -> Finished:
    """Run git in a folder; see `Repository.run`."""
    variables = {**_ENVIRONMENT, **(environment or {})}
    done = run_program(("git", *_SAFE, *words), stdin, variables, seconds, folder=folder or os.curdir, limit=limit)
    if done is None:
        raise WorldError("git is not installed", "Install it: what binds a trace to a commit is asked of git itself.")
    if done.status not in fine:
        lacking = b"promisor" in done.stderr
        raise WorldError(
            f"git {words[0]}: {_complaint(done)}",
            "This clone lacks contents, and nothing is fetched here: git fetch --refetch --no-filter"
            if lacking
            else "",
        )
    return done


def repository(folder: str) -> Repository | None:
    """The repository that a folder is in; `None` where it is in none.

    Raises:
        WorldError: Git is not installed, or refuses the repository.
    """
    asked = ("is-inside-work-tree", "is-shallow-repository", "absolute-git-dir", "show-prefix")
    last = ("show-toplevel", "show-superproject-working-tree")  # the first fails where there is no working tree
    done = git(folder, "rev-parse", *(f"--{what}" for what in (*asked, *last)), fine=range(256))
    lines = os.fsdecode(done.stdout).split("\n")
    if len(lines) < len(asked):
        if _NO_REPOSITORY in done.stderr.decode("utf-8", "replace"):
            return None
        raise WorldError(f"git does not read the repository here: {_complaint(done)}")
    inside, shallow, git_dir, prefix, *tops = lines
    if inside != "true":
        return Repository(folder, git_dir, None, "", shallow == "true", "")
    top, outer, *_ = (*tops, "")
    return Repository(folder, git_dir, top, prefix, shallow == "true", outer)


def is_name(text: str) -> bool:
    """Whether a text is the full name of an object, which git takes for nothing else."""
    return bool(_NAME.fullmatch(text))


def _complaint(done: Finished) -> str:
    """What git says in its own words, on one line."""
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return "; ".join(line.strip() for line in lines[:3]).removeprefix("fatal: ") or f"exit status {done.status}"
