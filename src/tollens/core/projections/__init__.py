"""§17.2 Projections of the canonical model, generated from its types: JSON Schema, Pydantic, OCaml, TypeScript."""
