"""Surveys that are disturbed at random; ``python tests/drills/survey_chaos.py`` does it longer."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc and sends signals")
def test_disturbed_surveys_come_to_the_same() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("distributed")
    from .survey_chaos import run

    assert run(seed=7, rounds=2, most_steps=3)["rounds"] == 2
