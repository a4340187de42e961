"""A short run of the drill that prints values and reads them back."""

from __future__ import annotations

import pytest

import farstar as fs

from .print_and_read import FAMILY, check, check_family, family


@pytest.mark.parametrize("number", range(40))
def test_families_of_values_are_printed_and_read_back(number: int) -> None:
    assert check_family(f"test:{number}") >= FAMILY - 2


def test_a_family_is_the_same_on_both_engines() -> None:
    texts = []
    for name in fs.engine.available():
        with fs.engine.use(name):
            texts.append([str(g) for g in family("test:0")])
    assert all(text == texts[0] for text in texts)
    assert len(set(texts[0])) > FAMILY // 2


@pytest.mark.usefixtures("each_engine")
@pytest.mark.parametrize("turn", range(4))
def test_options_that_differ_only_far_below(turn: int) -> None:
    """The one that stands alone is not sorted first; the order must look into it all the same."""
    hot = fs.Value("{4|3}")
    y = fs.Value.of([hot], ["Miny(2)", "+-{2|1}"])
    g = fs.Value.of([fs.Value.of([hot], [y])], ["Miny(2)"])
    assert check(g, turn) == "{4|3|||4|3||Miny(2),+-{2|1}||||Miny(2)}"
