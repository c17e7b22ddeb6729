"""Libraries that would speak to the terminal by themselves are kept silent: what counts comes as value or error."""

import logging

_TALKATIVE = ("sigstore", "tuf", "urllib3")
"""Loggers of libraries that warn of what is no fault, such as that nothing was fetched from the network."""


def hush() -> None:
    """Keep them from the terminal. A program that set up logging of its own still gets what they say."""
    for name in _TALKATIVE:
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
