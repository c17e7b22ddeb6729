"""Damaged, cut and made-up timestamps: every one gets a verdict, and none is better than the evidence."""

import base64

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.integration import tsa
from tollens.core.integrity.timestamps import judge
from tollens.core.ports import Stamp
from tollens.plugins.timestamps import TIMESTAMPS
from tollens.plugins.timestamps.rfc3161 import der

RFC3161 = TIMESTAMPS.get("rfc3161")
SIGNATURE = "signature"
IMPRINT = tsa.hashlib.sha256(SIGNATURE.encode()).digest()
CA = tsa.issue("CA", authority=True)
TOKEN = tsa.handmade(IMPRINT, tsa.issue("TSA", CA, tsa.STAMPING))


def verified(token: bytes) -> Stamp:
    stamp = RFC3161.verify(token, IMPRINT, [CA.pem])
    assert (stamp.time is None) == (stamp.status in ("invalid", "unknown"))
    assert stamp.detail
    return stamp


def test_the_whole_token_is_valid() -> None:
    assert verified(TOKEN).status == "valid"


def test_every_prefix_is_invalid() -> None:
    for length in range(0, len(TOKEN), 7):
        assert verified(TOKEN[:length]).status == "invalid"
    assert verified(TOKEN + b"\0").status == "invalid"


def test_no_flipped_bit_raises_or_changes_what_a_valid_token_says() -> None:
    whole = verified(TOKEN)
    for at in range(0, len(TOKEN), 3):
        damaged = TOKEN[:at] + bytes([TOKEN[at] ^ 1 << at % 8]) + TOKEN[at + 1 :]
        stamp = verified(damaged)
        assert stamp.status != "valid" or stamp == whole


def test_parts_exchanged_emptied_and_doubled() -> None:
    def variants(value: der.Value) -> list[bytes]:
        """The value with one part of it, at any depth, changed."""
        found = [b"", der.write(value.tag), der.write(value.tag ^ 1, value.body), value.whole * 2]
        if value.tag & 0x20:
            parts = [member.whole for member in der.members(value)]
            found.append(der.write(value.tag, *reversed(parts)))
            for place, part in enumerate(parts):
                for changed in variants(der.read(part)) if len(part) < len(value.whole) else ():
                    found.append(der.write(value.tag, *parts[:place], changed, *parts[place + 1 :]))
        return found

    whole = verified(TOKEN)
    for damaged in variants(der.read(TOKEN)):
        stamp = verified(damaged)
        assert stamp.status != "valid" or stamp == whole


def test_nesting_and_size_are_no_harm() -> None:
    nested = b""
    for _ in range(2000):
        nested = der.write(der.SEQUENCE, nested)
    assert verified(nested).status == "invalid"
    assert verified(bytes(2 << 20)).status == "invalid"
    assert verified(der.write(der.SEQUENCE, der.write(der.NULL) * 100_000)).status == "invalid"


@given(st.binary(max_size=200) | st.binary(max_size=80).map(lambda body: der.write(der.SEQUENCE, body)))
@settings(max_examples=25)
def test_any_bytes(token: bytes) -> None:
    assert verified(token).status == "invalid"


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["token", "time", "standard"]) | st.text(), inner)
        ),
        max_leaves=8,
    )
)
@settings(max_examples=25)
def test_any_record(value: object) -> None:
    record = {"standard": "rfc3161", "hash_alg": "sha256", "message_imprint": IMPRINT.hex()}
    assert judge(value, SIGNATURE, RFC3161, None).status == "invalid"
    assert judge({**record, "token": value}, SIGNATURE, RFC3161, None).status == "invalid"
    sound = {**record, "token": base64.b64encode(TOKEN).decode()}
    assert judge({**sound, "time": value}, SIGNATURE, RFC3161, None).status in ("untrusted", "invalid")
    assert judge(sound, value, RFC3161, None).status == "invalid"
