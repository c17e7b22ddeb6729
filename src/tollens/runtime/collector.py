"""The cyclic garbage collector, paused where it could only cost: traces are values that form no cycle, and millions."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """Pause the collector, unless somebody else did."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
