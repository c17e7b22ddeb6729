"""The write side: every change of a trace yields a new Document that re-writes only what it touches."""

from tollens.core.author.edits import appended, removed, replaced

__all__ = ["appended", "removed", "replaced"]
