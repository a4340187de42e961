"""Variations on a theme of Euclid: D. Collins, Integers 5 (2005), G03.

In Grossman's game with a dynamic restriction the multiple that may be subtracted depends on the
last one: if it was m, the next one is at most f(m). The first player may subtract any one.

We read the abstract and the beginning of the introduction. The abstract says that all versions are
take-away games in sequence; this is the claim below. The theorems on single functions f, and the
game that the paper calls n-Euclid, we did not see.

``farstar verify examples/papers/variations_on_euclid.py`` plays both kinds of games out.
"""

from functools import cache

from farstar import papers
from farstar.papers import numbers, same
from farstar.theory import continued_fractions

PAPER = papers.Paper(
    "variations-on-euclid", "Variations on a theme of Euclid", authors="David Collins"
)

LIMITS = {"m": lambda m: m, "m + 1": lambda m: m + 1, "2m": lambda m: 2 * m, "3m": lambda m: 3 * m}


@cache
def wins_euclid(a, b, last, name):
    """Return whether the player to move wins at (a, b), a <= b, by the rules."""
    most = (b - 1) // a if last is None else min((b - 1) // a, LIMITS[name](last))
    return not all(wins_euclid(*sorted((a, b - k * a)), k, name) for k in range(1, most + 1))


@cache
def wins_heaps(heaps, last, name):
    """Return whether the player to move wins a row of heaps of which only the first is touched."""
    if not heaps:
        return False
    most = heaps[0] if last is None else min(heaps[0], LIMITS[name](last))
    return not all(
        wins_heaps((heaps[0] - k, *heaps[1:]) if k < heaps[0] else heaps[1:], k, name)
        for k in range(1, most + 1)
    )


@PAPER.holds(
    "Abstract",
    "All versions are take-away games in sequence: from `(a, b)` with `b/a = [a0, ..., an]` the "
    "game is that of the heaps `a0, ..., a(n-1), an - 1`, in which the number of counters is "
    "restricted as the multiples are.",
    "both games played out, with the limits `m`, `m + 1`, `2m` and `3m`",
    numbers("`a < b <= {}`", 50),
)
def abstract(bound):
    """Compare who wins both games."""
    for b in range(2, bound + 1):
        for a in range(1, b):
            *before, last = continued_fractions.continued_fraction(b, a)
            heaps = tuple(n for n in (*before, last - 1) if n)
            for name in LIMITS:
                expected = wins_heaps(heaps, None, name)
                yield same(f"({a},{b}), {name}", expected, wins_euclid(a, b, None, name))


@PAPER.holds(
    "Fibonacci numbers",
    "With the limit `2m` a heap is Fibonacci Nim. So at `(a, (n+1) a)` after the multiple `m` the "
    "player to move wins exactly if `2m` is at least the smallest part of `n` as a sum of "
    "Fibonacci numbers no two of which are neighbours. (Whinihan, 1963.)",
    "the game played out",
    numbers("`n <= {}`, `m <= n`", 40),
)
def fibonacci(bound):
    """Compare with the theorem on Fibonacci Nim."""
    for n in range(1, bound + 1):
        for m in range(1, n + 1):
            won = 2 * m >= smallest_part(n)
            yield same(f"n = {n}, m = {m}", won, wins_euclid(1, n + 1, m, "2m"))


def smallest_part(n):
    """Return the smallest part of n as a sum of Fibonacci numbers that are no neighbours."""
    numbers_below = [1, 2]
    while numbers_below[-1] <= n:
        numbers_below.append(sum(numbers_below[-2:]))
    while True:
        part = max(one for one in numbers_below if one <= n)
        if part == n:
            return part
        n -= part
