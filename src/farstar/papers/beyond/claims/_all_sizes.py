"""Values of words of every length in one-row Clobber, with their certificates."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from farstar import prove
from farstar.games.clobber import Clobber
from farstar.papers import Cases, cases, compared, same, sizes, true
from farstar.papers.beyond.claims import CLAIMS, proved, ups
from farstar.values import Value


def _searched(word: str) -> Value:
    """Return the value of a word by search, without theorems."""
    cases.ASKED.note("value", "Clobber({})", word)
    with prove.without_theorems():
        return Clobber(word).search_value()


@proved("Clobber (xxo)ⁿ", sizes("`n <= {}`", 12, 2))
@compared("values by search")
def _xxo(bound: int) -> Cases:
    """In one-row Clobber `(xxo)^n` is `ceil(n/2)` times `^`."""
    for n in range(1, bound + 1):
        yield same(f"`(xxo)^{n}`", _searched("xxo" * n), ups(-(-n // 2), 0))


@proved("Clobber (xxoo)ⁿ", sizes("`n <= {}`", 9, 2))
@compared("values by search")
def _xxoo(bound: int) -> Cases:
    """In one-row Clobber `(xxoo)^n` is 0."""
    for n in range(1, bound + 1):
        yield same(f"`(xxoo)^{n}`", _searched("xxoo" * n), Value(0))


@proved("Clobber (xxxoo)ⁿ", sizes("`n <= {}`", 9, 2))
@compared("values by search")
def _xxxoo(bound: int) -> Cases:
    """In one-row Clobber `(xxxoo)^n` is 0."""
    for n in range(1, bound + 1):
        yield same(f"`(xxxoo)^{n}`", _searched("xxxoo" * n), Value(0))


@proved("Clobber (xxxo)ⁿ", sizes("`n <= {}`", 9, 2))
@compared("values by search")
def _xxxo(bound: int) -> Cases:
    """In one-row Clobber `(xxxo)^n` is at least `4 floor((n+1)/4) - 1` and at most
    `4 floor((n+3)/4)` times `^`."""
    for n in range(1, bound + 1):
        value = _searched("xxxo" * n)
        is_between = ups(4 * ((n + 1) // 4) - 1, 0) <= value <= ups(4 * ((n + 3) // 4), 0)
        yield true(f"`(xxxo)^{n}`", is_between)


_THEOREMS = Path(str(files("farstar.prove"))) / "theorems"
for _period in ("xxo", "xxoo", "xxxoo", "xxxo"):
    CLAIMS.prove_for_all(_THEOREMS / f"clobber-{_period}.json", {f"Clobber ({_period})ⁿ": ""})
