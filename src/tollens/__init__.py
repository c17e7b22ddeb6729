"""Tollens: read, make, check, sign, merge and review traces of AI agents' work."""
