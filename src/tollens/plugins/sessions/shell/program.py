"""A line as steps with what follows each of them, so that every way in which it can run can be followed."""

from typing import Literal, NamedTuple

from tollens.plugins.sessions.shell.line import (
    Block,
    Body,
    Cases,
    Chain,
    Choice,
    Hidden,
    Loop,
    Not,
    Run,
)

END = -1
"""Where the line has come to its end."""

MOST = 3_000
"""Most steps of a line that is followed."""


class Step(NamedTuple):
    """One step.

    Attributes:
        kind: A pipeline runs; or the status is `zero` or `one`, or is either; or `goto`: one of the two ways is taken.
        good, bad: The step after a success, and after a failure.
        guarded: `set -e` overlooks a failure here.
        pipeline: The number of the pipeline that runs.
    """

    kind: Literal["run", "zero", "one", "either", "goto"]
    good: int
    bad: int
    guarded: bool = False
    pipeline: int = -1


class Program:
    """The steps of a line.

    Attributes:
        steps: In no order.
        entry: The first.
    """

    def __init__(self, body: Block) -> None:
        self.steps: list[Step] = []
        self.entry = self._block(body, END, END, False)

    def _add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def _block(self, block: Block, good: int, bad: int, guarded: bool) -> int:
        """Add what runs one after the other, from the end; gives where it begins."""
        if not block.chains:
            return self._add(Step("zero", good, good))
        for chain in reversed(block.chains):
            good = bad = self._chain(chain, good, bad, guarded)
        return good

    def _chain(self, chain: Chain, good: int, bad: int, guarded: bool) -> int:
        if chain.background:
            return self._add(Step("zero", good, good))
        last = len(chain.parts) - 1
        for at in range(last, 0, -1):
            connector, body = chain.parts[at]
            begin = self._body(body, good, bad, guarded or at < last)
            good, bad = (begin, bad) if connector == "&&" else (good, begin)
        return self._body(chain.parts[0][1], good, bad, guarded or last > 0)

    def _body(self, body: Body, good: int, bad: int, guarded: bool) -> int:
        match body:
            case Run(pipeline=pipeline):
                return self._add(Step("run", good, bad, guarded, pipeline))
            case Not(body=inner):
                failed, met = self._add(Step("one", bad, bad, True)), self._add(Step("zero", good, good))
                return self._body(inner, failed, met, True)
            case Choice():
                return self._choice(body, good, bad, guarded)
            case Loop():
                return self._loop(body, good, bad, guarded)
            case Cases(bodies=bodies):
                entry = self._add(Step("zero", good, good))
                for each in bodies:
                    entry = self._add(Step("goto", self._block(each, good, bad, guarded), entry))
                return entry
            case Hidden():
                return self._add(Step("either", good, bad, guarded))
        return self._block(body, good, bad, guarded)

    def _choice(self, choice: Choice, good: int, bad: int, guarded: bool) -> int:
        entry = self._block(choice.other, good, bad, guarded)
        for condition, body in reversed(choice.arms):
            entry = self._block(condition, self._block(body, good, bad, guarded), entry, True)
        return entry

    def _loop(self, loop: Loop, good: int, bad: int, guarded: bool) -> int:
        """Its status is that of what ran last in it, or zero: either."""
        over = self._add(Step("either", good, bad, True))
        head = self._add(Step("goto", over, over))
        body = self._block(loop.body, head, head, guarded)
        if loop.condition is None:
            begin = body
        else:
            on, off = (over, body) if loop.until else (body, over)
            begin = over = self._block(loop.condition, on, off, True)
        self.steps[head] = Step("goto", begin, over)
        return head
