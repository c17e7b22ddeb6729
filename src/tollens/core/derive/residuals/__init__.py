"""§13 The residual surface: gaps, counter-evidence, what they contest, and what stands before any goal is asked."""
