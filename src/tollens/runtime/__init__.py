"""Everything that performs: files, and formats that need a library with a reader of its own."""
