"""Shell lines taken apart: which commands they have, what these do, and what their results show."""
