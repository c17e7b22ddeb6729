"""§15.3 The merge of two traces: what either side changed, what became of each prior result, and one trace of both."""
