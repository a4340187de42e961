"""The page on certificates prints every checker, and names each of them with its command."""

from __future__ import annotations

import re
from pathlib import Path

import farstar.certificates

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"
CHECKERS = sorted(
    path.name for path in Path(str(farstar.certificates.__file__)).parent.glob("*checker.py")
)


def test_the_page_prints_every_checker_that_is_installed() -> None:
    text = PAGE.read_text(encoding="utf-8")
    included = re.findall(r"\{literalinclude\} \.\./src/farstar/certificates/(\S+)", text)
    assert sorted(included) == CHECKERS
    assert len(CHECKERS) == 7
    assert all((PAGE.parent / f"../src/farstar/certificates/{name}").is_file() for name in CHECKERS)


def test_the_page_says_how_each_checker_is_run() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert sorted(re.findall(r"`python (\S+) FILE`", text)) == CHECKERS


def test_the_page_describes_every_field() -> None:
    """All fields of the checkers are explained, between back quotes."""
    text = PAGE.read_text(encoding="utf-8")
    from farstar.certificates import checker, family_checker, loopy_checker, sum_checker

    for module in (checker, family_checker, loopy_checker, sum_checker):
        for field in module.FIELDS:
            assert f"`{field}`" in text, (module.__name__, field)
