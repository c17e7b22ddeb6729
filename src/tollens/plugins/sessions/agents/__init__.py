"""The session formats, one agent a module or package, each with a `PLUGIN`; found by listing this folder."""
