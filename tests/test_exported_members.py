"""The public door: what it lists is there, sorted, and cheap to import."""

from __future__ import annotations

import difflib
import subprocess
import sys
import types

import pytest

import farstar

from .api_listing import LISTING, text


def test_the_interface_is_pinned() -> None:
    """A change of a public name or signature is meant, or this says what has changed."""
    expected, actual = LISTING.read_text(encoding="utf-8").splitlines(), text().splitlines()
    changed = list(difflib.unified_diff(expected, actual, "tests/data/api.txt", "farstar", n=0))
    note = "if this is meant, run python tests/api_listing.py and tell the CHANGELOG"
    assert not changed, "\n".join([note, *changed[:40]])


def test_all_is_sorted_and_importable() -> None:
    assert sorted(farstar.__all__) == farstar.__all__
    assert len(set(farstar.__all__)) == len(farstar.__all__)
    for name in farstar.__all__:
        assert getattr(farstar, name) is not None


def test_nothing_public_is_left_out() -> None:
    public = {
        name
        for name, member in vars(farstar).items()
        if not name.startswith("_")
        and not isinstance(member, types.ModuleType)
        and name != "TYPE_CHECKING"
    }
    assert public <= set(farstar.__all__)


def test_public_members_are_documented() -> None:
    for name in farstar.__all__:
        member = getattr(farstar, name)
        if isinstance(member, type | types.FunctionType | types.ModuleType):
            assert member.__doc__, name


HEAVY = (
    "click",
    "rich",
    "hypothesis",
    "matplotlib",
    "polars",
    "starlette",
    "json",
    "dask",
    "duckdb",
)
NOT_AT_FIRST = ("fractions", "dataclasses", "threading", "decimal", "typing", "re", "pathlib")


@pytest.mark.parametrize(
    ("program", "unneeded"),
    [
        ("farstar", HEAVY),
        ("farstar.Value(1)", (*HEAVY, *NOT_AT_FIRST)),
        ("farstar.Domineering('4x4').value", (*HEAVY, "farstar.papers")),
        ("farstar.Value.of([1], [-1])", (*HEAVY, *NOT_AT_FIRST)),
        ("farstar.parse('{3||2|1}')", (*HEAVY, "fractions", "farstar.rules", "farstar.theory")),
    ],
)
def test_little_is_imported(program: str, unneeded: tuple[str, ...]) -> None:
    program = f"import farstar, sys; {program}; print(*({set(unneeded)!r} & sys.modules.keys()))"
    out = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert out.split() == []


def test_eval_of_a_short_value_loads_few_modules() -> None:
    program = (
        "import sys; from farstar.cli import main\n"
        "sys.argv = ['farstar', 'eval', '{2|-1}']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sum(name.split('.')[0] == 'farstar' for name in sys.modules))"
    )
    out = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert int(out.split()[-1]) <= 100
