"""The content hash is over the value as read, byte for byte as other implementations compute it (§12.4)."""

from typing import Any

import pytest

from tollens.core.integrity.canonical import HASH_EXCLUDE, canonical_bytes, content_hash


@pytest.mark.parametrize(
    ("value", "digest"),
    [
        ({}, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"),
        ({"trace_id": "t1"}, "64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586"),
        (
            {"trace_id": "t1", "artifacts": [], "actions": []},
            "126b44a3c6ef54b0ed4c1ca4dc5e266e4cb64c4d799e27a638631793e55543ab",
        ),
        (
            {"trace_id": "t1", "artifacts": [], "actions": [], "reproducibility": None},
            "a77e402d85b67651f505bc85cce3050104caee2e812daa6c155f4801059f1541",
        ),
    ],
)
def test_known_digests(value: dict[str, Any], digest: str) -> None:
    assert content_hash(value) == f"sha256:{digest}"


def test_numbers_keep_the_form_that_they_were_read_in() -> None:
    assert canonical_bytes({"a": 1.0, "b": 1, "c": 1e16}) == b'{"a":1.0,"b":1,"c":1e+16}'


def test_text_stays_as_it_is() -> None:
    assert canonical_bytes({"é": "\u2028\t"}) == '{"é":"\u2028\\t"}'.encode()


def test_only_the_top_level_is_left_out() -> None:
    excluded = dict.fromkeys(HASH_EXCLUDE, "x")
    assert canonical_bytes(excluded | {"a": {"timestamp": "now"}}) == b'{"a":{"timestamp":"now"}}'


def test_half_a_surrogate_pair_has_no_hash() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        content_hash({"a": "\ud800"})
