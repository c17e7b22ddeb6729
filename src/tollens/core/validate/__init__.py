"""§17.3 Validation: what the reading found, then the semantic rules over the trace that was read."""
