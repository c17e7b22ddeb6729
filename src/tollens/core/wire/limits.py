"""What is too much to read, whatever it says."""

MAX_DEPTH = 700
"""Levels of nesting that are read."""
MAX_DIGITS = 4300
"""Digits that an integer may have; Python's own limit for converting text to an integer."""
