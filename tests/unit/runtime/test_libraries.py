import subprocess
import sys


def test_what_libraries_warn_of_does_not_reach_the_terminal() -> None:
    program = (
        "import logging; from tollens.runtime.libraries import hush\n"
        "logging.getLogger('sigstore.models').warning('before'); hush(); hush()\n"
        "logging.getLogger('sigstore.models').warning('after')\n"
        "logging.getLogger('other').warning('not ours')"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stderr.splitlines() == ["before", "not ours"]
