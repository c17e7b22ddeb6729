"""Evaluations of small traces, in which no model language can be read."""

from collections.abc import Hashable
from typing import Any

from tests.unit.core.derive.traces import document
from tollens.core.derive.evaluation import Evaluation, evaluate
from tollens.core.ports import Language, Unread


def no_language(name: str) -> Language[Hashable] | Unread:
    """Say of every language that it cannot be read."""
    return Unread(f"{name} is read by nobody here")


def evaluated(**members: Any) -> Evaluation:
    """A trace with these members, judged."""
    return evaluate(document(**members), no_language)
