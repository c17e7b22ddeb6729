"""What tests of traces need: generated values of every type of the model, and generated damage to JSON values.

`strategies` and `mutations` need Hypothesis, which the package does not install: `pip install hypothesis`. Nothing else
of tollens imports them.
"""
