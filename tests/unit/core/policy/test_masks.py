"""Operators over integers: sizes that are no multiple of a byte, no positions, long masks."""

import random

import pytest

from tollens.core.policy import masks
from tollens.core.policy.frames import Grid, Rows, gathered, joined, repeated, spread, stretched, stretches
from tollens.core.policy.masks import Masks, flags_of, mask_of, positions

SIZES = (1, 2, 7, 8, 9, 63, 64, 65, 1000)


def decided(mask: int, size: int) -> Masks:
    return Masks(mask, ((1 << size) - 1) & ~mask)


@pytest.mark.parametrize("size", SIZES)
def test_until_is_the_mirror_of_since_at_any_size(size: int) -> None:
    chance = random.Random(size)
    for _ in range(20):
        left, right = (chance.getrandbits(size) for _ in range(2))
        found = masks.until(decided(left, size), decided(right, size), size)
        direct = 0
        for i in range(size):
            k = next((k for k in range(i, size) if right >> k & 1 or not left >> k & 1), None)
            direct |= (k is not None and right >> k & 1) << i
        assert found == decided(direct, size)


@pytest.mark.parametrize("size", SIZES)
def test_flags_and_masks_are_the_same_thing(size: int) -> None:
    mask = random.Random(size).getrandbits(size)
    assert mask_of(flags_of(mask, size)) == mask
    assert list(positions((1 << size) - 1)) == list(range(size))
    assert list(positions(mask)) == [i for i, flag in enumerate(flags_of(mask, size)) if flag]


def test_nothing_is_nowhere() -> None:
    assert mask_of(b"") == 0
    assert flags_of(0, 0) == b""
    assert not positions(0)
    assert masks.exactly_one([], 0b11) == Masks(0, 0b11)


def test_exactly_one_of_what_may_hold_is_undetermined() -> None:
    true, false, unknown = Masks(1, 0), Masks(0, 1), Masks(0, 0)
    assert masks.exactly_one([true, false], 1) == true
    assert masks.exactly_one([true, unknown], 1) == unknown
    assert masks.exactly_one([true, true, unknown], 1) == false
    assert masks.exactly_one([unknown, false], 1) == unknown
    assert masks.exactly_one([false, false], 1) == false


@pytest.mark.parametrize("size", (1, 3, 8, 13))
@pytest.mark.parametrize("count", (1, 2, 5, 9))
def test_stretches_of_a_grid(size: int, count: int) -> None:
    mask = random.Random(size * count).getrandbits(size * count)
    parts = stretches(mask, count, size)
    assert parts == [mask >> size * k & (1 << size) - 1 for k in range(count)]
    assert joined(parts, size) == mask
    assert repeated(parts[0], size, count) == joined([parts[0]] * count, size)
    held = random.Random(count).getrandbits(count)
    wide = stretched(decided(held, count), count, size)
    assert wide == decided(sum(((1 << size) - 1) << size * k for k in positions(held)), size * count)


def test_masks_over_positions_in_other_frames() -> None:
    held = Masks(0b101, 0b010)
    assert spread(held, 3, Grid(3, [{}, {}])) == Masks(0b101101, 0b010010)
    assert spread(held, 3, Rows([2, 1, 1, 0], {})) == Masks(0b1001, 0b0110)
    assert gathered(0b101, 3, [0, 0, 1]) == 0b011
