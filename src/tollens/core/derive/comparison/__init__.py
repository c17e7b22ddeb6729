"""What changed in evidence between two traces: what came, what went, and what is worth less than before."""
