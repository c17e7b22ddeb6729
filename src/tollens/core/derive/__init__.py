"""Derived views (§18.3): read-only values computed from a trace, never stored in it."""
