"""A closed form that is broken does not go unnoticed by the claims of the papers."""

from __future__ import annotations

from typing import Any

import pytest

from farstar.theory import geography
from tests.drills import mutations


def in_case(case: str) -> mutations.Condition:
    def where(position: Any) -> bool:
        kind, x, y, z = position
        return bool(kind == "A" and geography.case(x, y, z) == case)

    return where


@pytest.mark.parametrize(
    ("name", "label", "where"),
    [
        ("euclid.winning_multiplier", "Introduction, losing positions", None),
        ("restricted.winning_multipliers", "Theorem 5", None),
        ("restricted.grundy", "Theorem 5", None),
        ("serial_nim.winning_take", "Remark 2, Serial Nim", None),
        ("continued_fractions.nearest_integer", "Introduction, NICF and FICF", None),
        ("trees.stern_brocot_fraction", "Remark 1", None),
        ("trees.calkin_wilf_index", "Remark 1", None),
        ("geography.value", "Theorem 7 (B)", None),
        ("geography.value_of_a", "Theorem 7 (B)", None),
        ("geography.outcome", "Theorem 7 (E)", None),
        ("geography.best_left_moves", "Theorem 7 (C)", None),
        ("geography.mean", "Theorem 7 (A)", in_case("A")),
        ("geography.temperature", "Theorem 7 (B)", in_case("B")),
    ],
)
def test_a_broken_closed_form_is_noticed(
    name: str, label: str, where: mutations.Condition | None
) -> None:
    assert mutations.noticing_claim((label,), 5) is None
    with mutations.broken(name, where or (lambda *_, **__: True)):
        assert mutations.noticing_claim((label,), 5) is not None
    assert mutations.noticing_claim((label,), 5) is None


def test_the_drill_knows_what_there_is_and_what_is_wrong() -> None:
    names = mutations.functions()
    assert len(names) > 100
    assert {"euclid.wins", "geography.mean", "words.Word"} & names.keys() == {
        "euclid.wins",
        "geography.mean",
    }
    for answer in (True, 3, (1, 2), (), [4], None, "le"):
        assert mutations.wrong(answer) != answer
