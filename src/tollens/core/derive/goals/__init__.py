"""§18 Goals and acceptance, resolved from evidence."""
