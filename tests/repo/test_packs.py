"""The packs that come with the program: every policy says why, passes its own examples, and speaks only of what is."""

import json
from pathlib import Path

import pytest

from tollens.apps import wiring
from tollens.core.policy.checking import Terms, given
from tollens.core.policy.gallery import Published
from tollens.core.policy.parser import parse
from tollens.core.policy.printer import printed
from tollens.core.policy.trials import example_trace
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.runtime.policy_files import pack, pack_names

POLICIES = [policy for name in pack_names() for policy in pack(name).policies]

ABOUT_FAULTS = {"work_begins_and_ends": {"LIF002"}}
"""Policies that a trace can only violate by a fault, and the rules that it breaks."""


def ids(policy: Published) -> str:
    return f"{policy.pack}/{policy.policy.policy_id}"


def test_the_packs_are_those_that_were_asked_for() -> None:
    assert pack_names() == ["evidence", "goals", "review", "workflow"]
    assert all(pack(name).title and pack(name).description for name in pack_names())


def test_no_two_policies_have_one_id() -> None:
    names = [policy.policy.policy_id for policy in POLICIES]
    assert len(names) == len(set(names))


def test_every_formula_is_a_vector(repository: Path) -> None:
    read = json.loads((repository / "vectors/policy_read/packs/input.json").read_bytes())
    assert read == [policy.policy.formula.value for policy in POLICIES]


@pytest.mark.parametrize("policy", POLICIES, ids=ids)
def test_a_policy_is_whole(policy: Published) -> None:
    assert policy.policy.description
    assert len(policy.rationale.split()) >= 10
    assert policy.category
    assert policy.tags
    assert not policy.disabled
    assert not policy.ignored
    expected = [example.expected for example in policy.examples]
    assert ("failed",) in expected
    assert ("passed",) in expected


@pytest.mark.parametrize("policy", POLICIES, ids=ids)
def test_nothing_is_to_be_said_of_its_formula(policy: Published) -> None:
    read = given(policy, Terms())
    assert read.rule is not None
    assert read.diagnostics == ()
    assert parse(printed(read.rule.formula, ascii=True)) == read.rule.formula


@pytest.mark.parametrize("policy", POLICIES, ids=ids)
def test_its_examples_are_valid_traces_with_the_verdicts_that_it_states(policy: Published) -> None:
    trials = wiring.tried(policy)
    assert len(trials) == len(policy.examples)
    for trial in trials:
        assert trial.agrees, trial
    for example in policy.examples:
        found = validate(Document.of(example_trace(example))).diagnostics
        errors = {fault.code for fault in found if fault.severity == "error"}
        assert errors <= ABOUT_FAULTS.get(policy.policy.policy_id, set()), (example.title, found)
