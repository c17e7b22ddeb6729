"""The write side: every change of a trace yields a new Document that re-writes only what it touches."""
