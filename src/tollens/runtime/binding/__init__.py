"""Binding a trace to a commit: notes, trailers, commits that were rewritten, states."""
