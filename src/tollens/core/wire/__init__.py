"""§16 The wire: bytes and JSON values to the canonical model, and back."""
