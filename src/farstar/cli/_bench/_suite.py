"""What is measured, and how large."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """One line of the benchmark."""

    name: str
    """Its name in the report."""
    work: str
    """The piece of work, as `_race.WORK` knows it."""
    says: str
    """What is done, with ``{}`` for the size."""
    size: int
    """How large the work is."""
    quick: int
    """How large it is with ``--quick``."""
    peers: Mapping[str, int] = field(default_factory=dict)
    """The size for each peer: what it can do in seconds rather than hours."""
    native_only: bool = False
    """Whether the reference engine is spared."""
    target: str | None = None
    """What we want to reach."""
    shows_answers: bool = False
    """Whether what was found is told below the table."""


ENGINE = (
    Row(
        "euclid-1000",
        "euclid",
        "canonical forms of the coprime E(p,q), q<p<2q, p<={}",
        1_000,
        60,
        {"pycgt": 1_000, "cgt-py": 300, "ogdoad": 300},
        target="50x pycgt, 100x cgt-py",
    ),
    Row(
        "euclid-10000",
        "euclid",
        "canonical forms of the coprime E(p,q), q<p<2q, p<={}",
        10_000,
        90,
        native_only=True,
        target="30 s, 1 GB",
    ),
    Row(
        "thermographs-500",
        "thermographs",
        "thermographs of those with p<={}",
        500,
        60,
        {"pycgt": 500, "cgt-py": 300, "ogdoad": 150},
        target="0.5 s",
    ),
    Row(
        "hot-sum",
        "hot-sum",
        "sum of {{n|||n-1||n-2|0}}, n=1..{}, and its mean",
        9,
        3,
        {"pycgt": 6, "cgt-py": 5, "ogdoad": 5},
        target="0.2 s",
    ),
    Row(
        "switches",
        "switches",
        "+-1 + +-2 + ... + +-{}",
        24,
        5,
        {"pycgt": 9, "cgt-py": 14, "ogdoad": 9},
        target="1 s",
    ),
    Row(
        "heating",
        "heating",
        "*{} heated by 1",
        14,
        4,
        {"pycgt": 9, "ogdoad": 8},
        target="0.05 s",
    ),
    Row(
        "cached-sum",
        "cached-sum",
        "one call of a + b from Python, known already",
        100_000,
        2_000,
        {"pycgt": 100_000, "cgt-py": 100_000, "ogdoad": 20_000},
        target="1 us",
    ),
    Row(
        "cached-order",
        "cached-order",
        "one call of a >= b from Python, known already",
        100_000,
        2_000,
        {"pycgt": 100_000, "cgt-py": 100_000},
        target="1 us",
    ),
)

SUMS = tuple(
    Row(
        name,
        f"sums-{name}",
        f"worst of 20 contested sums of {{}} {what}",
        parts,
        quick,
        native_only=True,
        target="1 s",
    )
    for name, what, parts, quick in (
        ("euclid-1e2", "Partizan Euclid positions, p ~ 10^2", 16, 4),
        ("euclid-1e4", "Partizan Euclid positions, p ~ 10^4", 10, 3),
        ("euclid-1e9", "Partizan Euclid positions, p ~ 10^9", 5, 2),
        ("geography", "Geography positions, x, y, z <= 30", 20, 4),
        ("domineering", "Domineering boards, 4x4", 6, 2),
    )
)

BULK = tuple(
    Row(
        name,
        f"bulk-{work}",
        says,
        size,
        quick,
        native_only=True,
        target=target,
        shows_answers=True,
    )
    for name, work, says, size, quick, target in (
        ("census-1e4", "census", "census of E(p,q), q<p<={}", 10**4, 300, "0.1 s"),
        ("census-1e5", "census", "census of E(p,q), q<p<={}", 10**5, 300, "3 s"),
        ("census-1e6", "census", "census of E(p,q), q<p<={}", 10**6, 300, "120 s"),
        ("enumeration", "enumeration", "the same word by word, p<={}", 20_000, 300, None),
        (
            "outcome-table",
            "outcome-table",
            "table of outcomes, p<={}, by two threads, each",
            20_000,
            300,
            "1 G positions/s",
        ),
        (
            "lambda-table",
            "lambda-table",
            "winners of Grossman's game, multipliers <=3, a<b<={}",
            20_000,
            300,
            "0.5 G positions/s",
        ),
        ("winners-1e6", "winners", "won with multipliers <=2, counted, a<b<={}", 10**6, 300, None),
        ("lengths", "lengths", "lengths of Grossman's game, a<b<={}", 10_000, 300, None),
        ("grundy", "grundy", "Grundy values of Euclid, a<b<={}", 10_000, 300, None),
        ("weights", "weights", "atomic weights of E(p,q), q<p<2q, p<={}", 20_000, 100, "10 s"),
    )
)

BOARDS = (
    Row(
        "domineering-5x5",
        "domineering",
        "canonical form of Domineering on {} cells, 5 in a row",
        25,
        15,
        {"pycgt": 25, "cgt-py": 25},
        target="100x pycgt, 20x cgt-py",
    ),
    Row(
        "domineering-5x6",
        "domineering",
        "canonical form of Domineering on {} cells, 5 in a row",
        30,
        15,
        native_only=True,
        target="5 s",
    ),
    Row(
        "domineering-6x6",
        "domineering-6",
        "canonical form of Domineering on {} cells, 6 in a row",
        36,
        18,
        native_only=True,
        target="120 s, 1 GB",
    ),
    Row(
        "clobber-4x4",
        "clobber",
        "canonical form of Clobber on {} chequered stones, 4 in a row",
        16,
        8,
        {"pycgt": 12},
        native_only=True,
        target="1 s",
    ),
    Row(
        "amazons-2x7",
        "amazons",
        "canonical form of Amazons on 2 rows of {}, x and o at the left end",
        7,
        3,
        {"cgt-py": 5},
        native_only=True,
        target="5 s",
    ),
    Row(
        "domineering-sum",
        "sums-domineering",
        "worst of 20 contested sums of {} Domineering boards, 4x4",
        6,
        2,
        native_only=True,
        target="1 s",
    ),
)

SUITES: Mapping[str, tuple[Row, ...]] = {
    "engine": ENGINE,
    "sums": SUMS,
    "bulk": BULK,
    "domineering": BOARDS,
}
