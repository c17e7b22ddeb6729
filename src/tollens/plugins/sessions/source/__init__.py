"""The bytes of a session file as records, its secrets taken out; what no reader takes is named."""
