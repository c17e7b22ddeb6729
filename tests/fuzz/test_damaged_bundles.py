"""Damaged and made-up sigstore bundles: every one gets a verdict, and none is better than the evidence."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.integration.sigstore_services import ALICE, ISSUER, Services, identity_token
from tollens.core.ports import Claim, Means, Proof, Trust
from tollens.plugins.signers import SIGNERS
from tollens.runtime.process import Place, workplace

SIGSTORE = SIGNERS.get("sigstore")
MESSAGE = b"sha256:" + b"0" * 64
JUNK = (None, True, -1, 10**400, 1.5, "", "AAAA", "\ud800", "\x1b[2J", [], {}, [None], {"a": 1})
"""What takes the place of a part."""


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with workplace() as made:
        yield made


@pytest.fixture(scope="module")
def services() -> Services:
    return Services()


@pytest.fixture(scope="module")
def bundle(services: Services, place: Place) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch, services.served() as configuration:
        patch.setenv("no_proxy", "*")
        means = Means(identity_token=identity_token(), trust_root=configuration)
        return json.loads(SIGSTORE.sign(MESSAGE, "content", means, place).signature)


def verified(text: str, services: Services, place: Place) -> Proof:
    trust = Trust("2026-01-01T00:00:00Z", identity=ALICE, oidc_issuer=ISSUER, trust_root=services.root())
    proof = SIGSTORE.verify(Claim(MESSAGE, text, "content", {"signature": text}), trust, place)
    assert proof.detail
    assert (proof.signer is None) == (proof.status == "invalid")
    return proof


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where there is something in a JSON value."""
    if path:
        yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in members:
        yield from places(member, (*path, name))


def test_every_part_taken_away_or_replaced(bundle: dict[str, Any], services: Services, place: Place) -> None:
    whole = verified(json.dumps(bundle), services, place)
    assert whole.status == "valid"
    for number, path in enumerate(places(bundle)):
        for junk in (None, JUNK[number % len(JUNK)], JUNK[(number + 5) % len(JUNK)]):
            damaged = copy.deepcopy(bundle)
            at: Any = damaged
            for name in path[:-1]:
                at = at[name]
            if junk is None:
                del at[path[-1]]
            else:
                at[path[-1]] = junk
            proof = verified(json.dumps(damaged), services, place)
            assert proof.status != "valid" or proof == whole


def test_every_prefix(bundle: dict[str, Any], services: Services, place: Place) -> None:
    text = json.dumps(bundle)
    for length in range(0, len(text), 97):
        assert verified(text[:length], services, place).status == "invalid"


@given(st.text(max_size=50) | st.recursive(st.none() | st.text(), lambda inner: st.lists(inner)).map(json.dumps))
@settings(max_examples=15)
def test_any_text(services: Services, place: Place, text: str) -> None:
    assert verified(text, services, place).status == "invalid"
