"""The view document: all that a page shows of a trace, evaluated beforehand, in pieces that are opened on demand."""
