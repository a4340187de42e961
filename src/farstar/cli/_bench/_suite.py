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
    doublings: int = 0
    """How often the size is halved, for a series from which the growth is fitted."""
    quoted: Mapping[str, float] = field(default_factory=dict)
    """Seconds of programs that are not measured here; see `SOURCE`."""

    def sizes(self, size: int) -> list[int]:
        """Return the sizes of the series that ends with `size`."""
        return [size >> k for k in range(self.doublings, -1, -1) if size >> k > 0]


SOURCE = "the project's own runs of those programs on another machine"
"""Where quoted figures come from: programs that pip does not install."""


ENGINE = (
    Row(
        "euclid-1000",
        "euclid",
        "canonical forms of the coprime E(p,q), q<p<2q, p<={}",
        1_000,
        60,
        {"pycgt": 1_000, "cgt-py": 300, "ogdoad": 300},
        target="50x pycgt, 100x cgt-py",
        doublings=2,
    ),
    Row(
        "euclid-10000",
        "euclid",
        "canonical forms of the coprime E(p,q), q<p<2q, p<={}",
        10_000,
        90,
        native_only=True,
        target="30 s, 1 GB",
        doublings=3,
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

_BULK_DOUBLINGS = {"census-1e6": 3, "enumeration": 2, "winners-1e6": 3}

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
        doublings=_BULK_DOUBLINGS.get(name, 0),
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
        quoted={"CGSuite": 53, "cgt": 149},
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
        quoted={"CGSuite": 52},
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
        quoted={"CGSuite": 53},
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

START = (
    Row(
        "import",
        "import",
        "import in a fresh interpreter, median of {}",
        3,
        1,
        {"pycgt": 3, "cgt-py": 3, "ogdoad": 3},
        target="0.1 s",
    ),
    Row(
        "first-value",
        "first-value",
        "import and make {{1|-1}} in a fresh interpreter, median of {}",
        3,
        1,
        {"pycgt": 3, "cgt-py": 3, "ogdoad": 3},
    ),
    Row("help", "help", "farstar --help, median of {}", 3, 1, target="0.2 s"),
)

EUCLID = (
    Row(
        "euclid-outcomes",
        "euclid-outcomes",
        "who wins each coprime E(p,q), q<p<2q, p<={}, one by one",
        800,
        30,
        {"pycgt": 400, "cgt-py": 240, "ogdoad": 160},
        doublings=2,
    ),
    Row(
        "euclid-weights",
        "euclid-weights",
        "atomic weights of those with p<={}, one by one",
        400,
        20,
        {"ogdoad": 80},
        doublings=2,
    ),
    Row(
        "word-outcome",
        "word-outcome",
        "who wins a position whose word has {} letters",
        800_000,
        1_000,
        doublings=3,
    ),
    Row(
        "word-weight",
        "word-weight",
        "atomic weight of a position whose word has {} letters",
        80_000,
        1_000,
        doublings=3,
    ),
)

GEOGRAPHY = (
    Row(
        "geography-values",
        "geography-values",
        "values of Geography A(x,y,z), numbers <={}",
        24,
        4,
        {"pycgt": 24, "cgt-py": 24, "ogdoad": 24},
        doublings=2,
    ),
    Row(
        "geography-board",
        "geography-board",
        "value of the board of two rows of {} columns",
        12_800,
        100,
        native_only=True,
        doublings=3,
    ),
)

RULES = (
    Row(
        "rules-toads",
        "toads",
        "Toads and Frogs, {} of each and two cells, five lines of Python",
        6,
        3,
        {"pycgt": 6, "cgt-py": 6, "ogdoad": 6},
    ),
    Row(
        "rules-domineering",
        "dominoes",
        "Domineering on {} cells, 4 in a row, five lines of Python",
        20,
        8,
        {"native twin": 20, "pycgt": 20, "cgt-py": 20, "ogdoad": 20},
    ),
)

SUITES: Mapping[str, tuple[Row, ...]] = {
    "engine": ENGINE,
    "partizan-euclid": EUCLID,
    "geography": GEOGRAPHY,
    "sums": SUMS,
    "bulk": BULK,
    "domineering": BOARDS,
    "rules": RULES,
    "start-up": START,
}


def suite_of(row: Row) -> str:
    """Return the suite to which a row belongs.

    Examples
    --------
    >>> suite_of(SUMS[0])
    'sums'
    """
    return next(name for name, rows in SUITES.items() if row in rows)


def all_rows() -> tuple[Row, ...]:
    """Return the rows of all suites, work that occurs in two of them once."""
    rows = [row for suite in SUITES.values() for row in suite]
    seen = {(row.work, row.size): row for row in reversed(rows)}
    return tuple(row for row in rows if seen[row.work, row.size] is row)
