"""The paper on Stairs: one theorem, compared with brute force."""

from __future__ import annotations

from collections.abc import Iterator

from farstar.papers import ExamplePositions, Paper, Publication, cases, numbers, same
from farstar_stairs.game import Stairs

CLAIMS = Paper(
    "stairs",
    "On Stairs",
    publication=Publication("Stairs", "A. Nonymous", "2026", "an example"),
    examples=ExamplePositions(by_subject={"value": "Stairs(8)"}),
)


@CLAIMS.holds(
    "Theorem 1",
    "The value of Stairs(n) is 0, 1 or {1|0}, for n = 0, 1, 2 modulo 3.",
    "the closed form with the value found by search",
    numbers("n up to {}", 60),
)
def theorem_1(bound: int) -> Iterator[str | None]:
    """Compare the two values."""
    for n in range(bound + 1):
        position = Stairs(n)
        cases.ASKED.note("value", "Stairs({})", n)  # farstar verify --certificates proves it
        yield same(str(position), str(position.search_value()), str(position.value))
