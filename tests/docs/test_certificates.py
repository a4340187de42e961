"""The page on certificates prints the checker, and describes the files that it reads."""

from __future__ import annotations

import re
from pathlib import Path

from farstar.certificates import checker

PAGE = Path(__file__).parents[2] / "docs" / "certificates.md"


def test_the_page_prints_the_checker() -> None:
    text = PAGE.read_text(encoding="utf-8")
    included = re.findall(r"\{literalinclude\} (\S+)", text)
    assert included == ["../src/farstar/certificates/checker.py"]
    assert "`python checker.py FILE`" in text
    folder = Path(checker.__file__).parent
    names = sorted(path.name for path in folder.glob("*checker.py"))
    assert names == ["checker.py", "theorem_checker.py"]


def test_the_page_describes_every_field() -> None:
    """All fields of files are explained, between back quotes."""
    text = PAGE.read_text(encoding="utf-8")
    shapes = (checker.SUM, checker.LOOPY_SUM, checker.LEMMAS, checker.FAMILY, checker.PERIOD)
    games = (checker.BOARD, checker.HEAPS, checker.LISTED, checker.TWO_SIDED)
    for shape in (*shapes, *games, checker.STRATEGY, checker.QUOTIENT):
        for field in shape:
            assert f"`{field}`" in text, field


def test_the_page_gives_the_limits() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for limit in (checker.MOST_POSITIONS, checker.MOST_IN_FAMILY, checker.LARGEST_IN_RANGE):
        assert f"{limit:,}" in text, limit
    digits, loops, deep = checker.MOST_DIGITS, checker.MOST_LOOPS, checker.MOST_NESTED
    rules = (
        f"numbers of {digits} digits, {loops} loops, and parentheses that are nested {deep} deep"
    )
    assert rules in text
