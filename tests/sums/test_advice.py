"""Advice by temperature: which component is hottest, and what two strategies suggest."""

from __future__ import annotations

import pytest

import farstar as fs


def test_thermal_advice() -> None:
    total = fs.GeographyA(3, 2, 1) + fs.GeographyA(0, 5, 0) - fs.GeographyA(0, 3, 0)
    advice = total.thermal_advice(fs.Left)
    temperatures = [climate.temperature for climate in advice.climates]
    assert temperatures == sorted(temperatures, reverse=True)
    for climate in advice.climates:
        term = total.terms[climate.component]
        assert climate.mean == term.sign * term.component.mean
    hot, sente = advice.suggestions
    assert (hot.strategy, sente.strategy) == ("Hotstrat", "Sentestrat")
    assert hot.move.component == advice.climates[0].component
    assert hot.move == sente.move
    assert hot.is_heuristic
    answer = total.thermal_advice(fs.Left, answer_to=0, ambient=0)
    move = answer.suggested_by("Sentestrat")
    assert move is not None
    assert move.component == 0
    cold = total.thermal_advice(fs.Left, answer_to=0, ambient=5).suggested_by("Sentestrat")
    assert cold == hot.move
    with pytest.raises(ValueError, match="expected a component from 0 to 2, got 7"):
        total.thermal_advice(fs.Left, answer_to=7)
    assert fs.Sum().thermal_advice(fs.Left).suggestions == ()


def test_switches_leave_no_doubt() -> None:
    total = fs.GeographyA(3, 2, 1) + fs.GeographyA(5, 3, 1) - 6
    advice = total.thermal_advice(fs.Left)
    assert not advice.suggestions[0].is_heuristic
    if total.outcome.wins(fs.Left, first=True):
        assert advice.suggestions[0].move in total.winning_moves(fs.Left)
    assert "Hotstrat: Left: in" in str(advice)
