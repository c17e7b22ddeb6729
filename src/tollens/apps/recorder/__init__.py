"""The recorder: an agent records itself as it works.

What happens is written at once, an entry at a time, to a journal beside the trace. The trace is made of it when the
recording ends, or by `tollens record TRACE recover` after the process was killed. Nothing is claimed on its own: work
is complete when it is said to be, an action that ends by an error did not succeed, and one whose end was never recorded
leaves a gap.
"""
