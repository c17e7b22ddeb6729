"""Whatever the operating system refuses, a message says what to do."""

import errno

import pytest

from tollens.runtime.refusals import what_to_do


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.EACCES, "who may use it"),
        (errno.ENOTDIR, "is a file, not a folder"),
        (errno.ELOOP, "in a circle"),
        (errno.ENAMETOOLONG, "shorter"),
        (errno.ENOSPC, "Make room"),
        (errno.EROFS, "another place"),
        (errno.EMFILE, "ulimit -n"),
        (errno.EXDEV, "mend that"),
        (None, "mend that"),
    ],
)
def test_each_has_a_next_step(number: int | None, advice: str) -> None:
    assert advice in what_to_do(OSError(number, "refused") if number else OSError("refused"))
