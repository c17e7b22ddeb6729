"""What tests of traces need: generated values of every type of the model, and generated damage to JSON values.

It needs Hypothesis, the extra `testing`; nothing else of tollens imports it.
"""

from importlib.util import find_spec

from tollens.core.errors import MissingExtraError

if find_spec("hypothesis") is None:
    raise MissingExtraError("tollens.testing", "testing")
