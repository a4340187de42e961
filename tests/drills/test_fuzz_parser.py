"""A short run of the drill on the parser."""

from __future__ import annotations

import itertools

import pytest

from .fuzz_parser import SEEDS, check, inputs


@pytest.mark.parametrize("text", SEEDS)
def test_the_seeds_are_read(text: str) -> None:
    assert check(text)


def test_changed_expressions_are_read_or_refused() -> None:
    read = [check(text) for text in itertools.islice(inputs(7), 1500)]
    assert 100 < sum(read) < 1400
