"""Every example in a docstring of the package is executed, after ``import farstar as fs``."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import farstar

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = sorted(
    {"farstar"} | {module.name for module in pkgutil.walk_packages(farstar.__path__, "farstar.")}
)
# Importing it runs the command line.
MODULES = [name for name in MODULES if name != "farstar.__main__"]


LONG = (
    "farstar.papers.euclid.theory.densities.win_probabilities",
    "farstar.papers.partizan_euclid.theory.densities.integer_weights",
    "farstar.papers.partizan_euclid.theory.densities.outcome_shares",
)
"""Modules with examples that compute for seconds."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name in LONG)) for name in MODULES]
)
def test_examples(name: str) -> None:
    if name in ("farstar._core", "farstar.engine.native"):
        pytest.importorskip("farstar._core")
    module = importlib.import_module(name)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for example in doctest.DocTestFinder(exclude_empty=True).find(
        module, name, extraglobs={"fs": farstar}
    ):
        runner.run(example, out=report.append)
    assert not report, "".join(report)
