"""Chance: the one home of numbers that nobody can foresee; everything else is handed them."""

import os


def nonce() -> int:
    """A number of 64 bits, to tell the answer to a question from an older one."""
    return int.from_bytes(os.urandom(8))


def key() -> bytes:
    """A key that nobody can guess."""
    return os.urandom(32)
