"""The specification in code: frozen values and pure functions. No files, processes, network, clock or randomness."""
