"""The benchmark of sums: what it generates, and that it runs."""

from __future__ import annotations

import json
from random import Random

import pytest
from click.testing import CliRunner

import farstar as fs
from farstar.cli import cli
from farstar.cli._bench import _sums
from farstar.sums import Method
from farstar.theory import intervals


def test_sums_of_partizan_euclid_are_contested() -> None:
    for seed in range(30):
        total = _sums.euclid_sum(Random(seed), 4, 100)
        assert len(total.terms) == 4
        low = high = 0
        for term in total.terms:
            assert isinstance(term.component, fs.PartizanEuclid)
            numbers = intervals.thresholds(term.component.signature)
            numbers = numbers if term.sign > 0 else -numbers
            low, high = low + numbers.weight_floor, high + numbers.weight_ceiling
        assert not low >= 2
        assert not high <= -2


def test_sums_of_geography_are_contested() -> None:
    for seed in range(10):
        total = _sums.geography_sum(Random(seed), 4, 12)
        stops = [
            (t.sign * t.component.left_stop, t.sign * t.component.right_stop) for t in total.terms
        ]
        assert sum(map(min, stops)) <= 0 <= sum(map(max, stops))


def test_sums_of_boards_are_contested() -> None:
    for seed in range(10):
        total = _sums.domineering_sum(Random(seed), 6, 4)
        assert len(total.terms) == 6
        stops = [
            (t.sign * t.component.left_stop, t.sign * t.component.right_stop) for t in total.terms
        ]
        assert sum(map(min, stops)) <= 0 <= sum(map(max, stops))
        verdict = total.decide()
        assert verdict.method is not Method.STOPS
        assert verdict.outcome is total.value.outcome


@pytest.mark.skipif(fs.engine.active().name != "native", reason="the native engine is measured")
@pytest.mark.parametrize("name", ["euclid-1e2", "domineering"])
def test_the_suite_runs(name: str) -> None:
    result = CliRunner().invoke(cli, ["bench", "sums", "--quick", "--only", name, "--json"])
    assert result.exit_code == 0, result.output
    (entry,) = json.loads(result.stdout)
    assert entry["name"] == name
    assert entry["target"] == "1 s"
    assert 0 < entry["ours_s"] < 60
