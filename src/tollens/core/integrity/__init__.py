"""§12.4 Integrity: canonical bytes and the content hash."""
