"""§10 Artifact payloads."""
