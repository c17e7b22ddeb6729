"""Identities and lineage of a trace."""
