"""What the record says was done: changes, runs, contents, the account of a capture."""
