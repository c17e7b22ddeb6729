"""The semantic rules, one module per section of the specification."""
