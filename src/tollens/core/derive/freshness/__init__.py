"""§10.4a, §18.3 Whether a reasoning result still applies: which model is current, and what each result is judged by."""
