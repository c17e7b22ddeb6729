"""Output formats, one a file: each turns a derived value into text or bytes and decides nothing about it."""
