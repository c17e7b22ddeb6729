"""Chance: the one home of numbers that nobody can foresee; everything else is handed them."""

import secrets


def nonce() -> int:
    """A number of 64 bits, to tell the answer to a question from an older one."""
    return secrets.randbits(64)


def key() -> bytes:
    """A key that nobody can guess."""
    return secrets.token_bytes(32)
