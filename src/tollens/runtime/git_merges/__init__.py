"""Traces in the merges of git: what is registered in a repository, and how git brings the sides together."""
