"""The one list of what is measured, and how large."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from benchmarks import tasks
from benchmarks.tasks import Task


@dataclass(frozen=True)
class Case:
    """One line of the benchmark."""

    suite: str
    name: str
    says: str
    """What is done, with ``{}`` for the size."""
    task: Task
    size: int
    """How large the work is."""
    quick: int
    """How large it is with ``--quick``."""
    peers: Mapping[str, int] = field(default_factory=dict)
    """The size for each peer: what it can do in seconds rather than hours."""
    halvings: int = 0
    """How often the size is halved, for a series from which the growth is fitted."""
    target: str | None = None
    """What we want to reach."""
    quoted: Mapping[str, float] = field(default_factory=dict)
    """Seconds of programs that pip does not install, from runs of ours on another machine."""
    shows_answers: bool = False
    """Whether what was found is said below the table."""

    def sizes(self, size: int) -> list[int]:
        """Return the sizes of the series that ends with `size`."""
        return [size >> k for k in range(self.halvings, -1, -1) if size >> k > 0]


_CANONICAL = "canonical forms of the coprime E(p,q), q<p<2q, p<={}"
_DOMINEERING = "canonical form of Domineering on {} cells, "
_CENSUS = "census of E(p,q), q<p<={}"

_ENGINE = [
    Case("engine", "euclid-1000", _CANONICAL, tasks.euclid, 1_000, 60,
         {"pycgt": 1_000, "cgt-py": 300, "ogdoad": 300}, 2, "50x pycgt, 100x cgt-py"),
    Case("engine", "euclid-10000", _CANONICAL, tasks.euclid, 10_000, 90,
         halvings=3, target="30 s, 1 GB"),
    Case("engine", "thermographs-500", "thermographs of those with p<={}",
         tasks.thermographs, 500, 60,
         {"pycgt": 500, "cgt-py": 300, "ogdoad": 150}, target="0.5 s"),
    Case("engine", "hot-sum", "sum of {{n|||n-1||n-2|0}}, n=1..{}, and its mean",
         tasks.hot_sum, 9, 3, {"pycgt": 6, "cgt-py": 5, "ogdoad": 5}, target="0.2 s"),
    Case("engine", "switches", "+-1 + +-2 + ... + +-{}",
         tasks.switches, 24, 5, {"pycgt": 9, "cgt-py": 14, "ogdoad": 9}, target="1 s"),
    Case("engine", "heating", "*{} heated by 1",
         tasks.heating, 14, 4, {"pycgt": 9, "ogdoad": 8}, target="0.05 s"),
    Case("engine", "cached-sum", "one call of a + b from Python, known already",
         partial(tasks.cached_call, is_sum=True), 1, 1,
         {"pycgt": 1, "cgt-py": 1, "ogdoad": 1}, target="1 us"),
    Case("engine", "cached-order", "one call of a >= b from Python, known already",
         partial(tasks.cached_call, is_sum=False), 1, 1, {"pycgt": 1, "cgt-py": 1}, target="1 us"),
]  # fmt: skip

_GAMES = [
    Case("partizan-euclid", "euclid-outcomes",
         "who wins each coprime E(p,q), q<p<2q, p<={}, one by one",
         tasks.euclid_outcomes, 800, 30, {"pycgt": 400, "cgt-py": 240, "ogdoad": 160}, 2),
    Case("partizan-euclid", "euclid-weights", "atomic weights of those with p<={}, one by one",
         tasks.euclid_weights, 400, 20, {"ogdoad": 80}, 2),
    Case("partizan-euclid", "word-outcome", "who wins a position whose word has {} letters",
         tasks.word_outcome, 800_000, 1_000, halvings=3),
    Case("partizan-euclid", "word-weight", "atomic weight of a position whose word has {} letters",
         tasks.word_weight, 80_000, 1_000, halvings=3),
    Case("geography", "geography-values", "values of Geography A(x,y,z), numbers <={}",
         tasks.geography_values, 24, 4, {"pycgt": 24, "cgt-py": 24, "ogdoad": 24}, 2),
    Case("geography", "geography-board", "value of the board of two rows of {} columns",
         tasks.geography_board, 12_800, 100, halvings=3),
]  # fmt: skip

_SUMS = [
    Case("sums", name, f"worst of 20 contested sums of {{}} {what}",
         partial(tasks.sums, kind=name), size, quick, target="1 s")
    for name, what, size, quick in (
        ("euclid-1e2", "Partizan Euclid positions, p ~ 10^2", 16, 4),
        ("euclid-1e4", "Partizan Euclid positions, p ~ 10^4", 10, 3),
        ("euclid-1e9", "Partizan Euclid positions, p ~ 10^9", 5, 2),
        ("geography", "Geography positions, x, y, z <= 30", 20, 4),
        ("domineering", "Domineering boards, 4x4", 6, 2),
    )
]  # fmt: skip

_BULK = [
    Case("bulk", name, says, partial(tasks.family, name=family), size, 300,
         halvings=halvings, target=target, shows_answers=True)
    for name, family, says, size, halvings, target in (
        ("census-1e4", "census", _CENSUS, 10**4, 0, "0.1 s"),
        ("census-1e5", "census", _CENSUS, 10**5, 0, "3 s"),
        ("census-1e6", "census", _CENSUS, 10**6, 3, "120 s"),
        ("enumeration", "enumeration", "the same word by word, p<={}", 20_000, 2, None),
        ("outcome-table", "outcome-table", "table of outcomes, p<={}, by two threads, each",
         20_000, 0, "1 G positions/s"),
        ("far-rows", "far-rows", "outcomes in 32 rows from {} on", 10**6, 0, None),
        ("lambda-table", "winner-table", "winners of Grossman's game, multipliers <=3, a<b<={}",
         20_000, 0, "0.5 G positions/s"),
        ("winners-1e6", "winners", "won with multipliers <=2, counted, a<b<={}", 10**6, 3, None),
        ("lengths", "lengths", "lengths of Grossman's game, a<b<={}", 10_000, 0, None),
        ("grundy", "grundy", "Grundy values of Euclid, a<b<={}", 10_000, 0, None),
        ("weights", "weights", "atomic weights of E(p,q), q<p<2q, p<={}", 20_000, 0, "10 s"),
    )
]  # fmt: skip

_BOARDS = [
    Case("domineering", "domineering-5x5", _DOMINEERING + "5 in a row",
         partial(tasks.domineering, columns=5), 25, 15, {"pycgt": 25, "cgt-py": 25},
         target="100x pycgt, 20x cgt-py"),
    Case("domineering", "domineering-5x6", _DOMINEERING + "5 in a row",
         partial(tasks.domineering, columns=5), 30, 15, target="5 s",
         quoted={"CGSuite": 53, "cgt": 149}),
    Case("domineering", "domineering-6x6", _DOMINEERING + "6 in a row",
         partial(tasks.domineering, columns=6), 36, 18, target="120 s, 1 GB"),
    Case("domineering", "clobber-4x4",
         "canonical form of Clobber on {} chequered stones, 4 in a row",
         tasks.clobber, 16, 8, {"pycgt": 12}, target="1 s", quoted={"CGSuite": 52}),
    Case("domineering", "amazons-2x7",
         "canonical form of Amazons on 2 rows of {}, x and o at the left end",
         tasks.amazons, 7, 3, {"cgt-py": 5}, target="5 s", quoted={"CGSuite": 53}),
]  # fmt: skip

_MEMORY = [
    Case("memory", "transient-sums", "a + b + c - a for random hot games, nothing kept, {} times",
         tasks.transient_sums, 15_000, 100),
    Case("memory", "kept-values", "{} random hot games, all kept, means, and sums of two",
         tasks.kept_values, 100_000, 100),
]  # fmt: skip

_PYTHON = [
    Case("rules", "rules-toads", "Toads and Frogs, {} of each and two cells, five lines of Python",
         tasks.toads, 6, 3, {"pycgt": 6, "cgt-py": 6, "ogdoad": 6}),
    Case("rules", "rules-domineering", "Domineering on {} cells, 4 in a row, five lines of Python",
         tasks.dominoes, 20, 8, {"native twin": 20, "pycgt": 20, "cgt-py": 20, "ogdoad": 20}),
    Case("start-up", "import", "import in a fresh interpreter, median of {}",
         partial(tasks.start, program=["-c", "import {module}"]), 3, 1,
         {"pycgt": 3, "cgt-py": 3, "ogdoad": 3}, target="0.1 s"),
    Case("start-up", "first-value", "import and make {{1|-1}} in a fresh interpreter, median of {}",
         partial(tasks.start, program=["-c", "import {module}; {first}"]), 3, 1,
         {"pycgt": 3, "cgt-py": 3, "ogdoad": 3}),
    Case("start-up", "help", "farstar --help, median of {}",
         partial(tasks.start, program=["-m", "farstar", "--help"]), 3, 1, target="0.2 s"),
]  # fmt: skip

_PUBLISHED_QUOTIENTS = {
    "0.75": 21, "0.34": 31, "0.123": 12, "0.53": 61, "0.512": 46, "0.712": 20, "0.716": 50,
    "4.56": 31, "4.74": 21, "0.3101": 10, "0.3131": 12, "0.1023": 16, "0.3103": 11, "0.1232": 15,
    "0.71": 19, "0.72": 41, "0.144": 46,
}  # fmt: skip
"""Codes whose misère quotients are in the literature, with the heaps that prove them."""

_MISERE = [
    Case("misere", f"misere-{name}", f"misère quotient of {code}, heaps up to {{}}",
         partial(tasks.misere_quotient, code=code), heaps, 10, target=target, shows_answers=True)
    for name, code, heaps, target in (
        ("kayles", "0.77", 170, "2 s"),
        ("guiles", "0.15", 153, None),
        ("115", "0.115", 214, None),
        *((code[2:] if code[0] == "0" else code.replace(".", "-"), code, heaps, "5 s")
          for code, heaps in _PUBLISHED_QUOTIENTS.items()),
        ("dawson", "0.07", 29, None),
    )
]  # fmt: skip
_MISERE += [
    Case("misere", "misere-checker", "check of the certificate of Kayles, mean of {}",
         tasks.misere_check, 5, 1, shows_answers=True),
    Case("misere", "misere-days", "count of the misère values born by day {}",
         tasks.misere_count, 6, 4),
]  # fmt: skip

_HEAPS = [
    Case("heaps", "heaps-1777", "Grundy values of 0.1777, {} heaps",
         partial(tasks.heap_record, code="0.1777"), 10_000_000, 10_000, shows_answers=True),
    Case("heaps", "heaps-grundy", "Grundy values of Grundy's game, {} heaps",
         partial(tasks.heap_record, code="grundy"), 1_000_000, 5_000, shows_answers=True),
]  # fmt: skip

_LOOPY = [
    Case("loopy", "backsliding", "both sides of Backsliding Toads and Frogs, {} of each, two cells",
         partial(tasks.ours, work="loopy.backsliding"), 3, 2, target="0.2 s", shows_answers=True),
    Case("loopy", "degree", "degree of the stopper with a loop of four moves, mean of {}",
         partial(tasks.ours, work="loopy.degree"), 10, 1, target="0.5 s", shows_answers=True),
    Case("loopy", "fox-and-geese", "Fox and Geese, {} columns: each fox before geese in row 3",
         partial(tasks.ours, work="loopy.fox_and_geese"), 8, 4, target="1 s", shows_answers=True),
]  # fmt: skip

_THEOREMS = [
    Case("theorems", "automaton-0.077", "prove the 166 states of taking 2 or 3 pins, mean of {}",
         partial(tasks.ours, work="theorems.take_two_or_three"), 1, 1, target="5 s",
         shows_answers=True),
    Case("theorems", "automaton-2-23", "prove the 187 states of Left 2, Right 2 or 3, mean of {}",
         partial(tasks.ours, work="theorems.left_two_right_two_or_three"), 1, 1, target="5 s",
         shows_answers=True),
    Case("theorems", "automata", "prove the other automata of the table, the slowest, mean of {}",
         partial(tasks.ours, work="theorems.other_automata"), 1, 1, target="5 s",
         shows_answers=True),
    Case("theorems", "clobber-xxo", "find and prove (xxo)^n in Clobber, mean of {}",
         partial(tasks.ours, work="theorems.clobber"), 1, 1, target="30 s", shows_answers=True),
    Case("theorems", "clobber-xxo-check", "check the certificate of that, mean of {}",
         partial(tasks.ours, work="theorems.clobber_check"), 1, 1, target="10 s",
         shows_answers=True),
    Case("theorems", "labels", "label all words of the family of xxo up to {} letters",
         partial(tasks.ours, work="theorems.labels"), 1_000, 50, halvings=2, target="2 s"),
]  # fmt: skip

_OUTCOMES = [
    Case("boards", "domineering-outcome", "who wins Domineering on a square of side {}",
         partial(tasks.ours, work="boards.domineering"), 7, 4,
         target="30 s for 8", shows_answers=True),
    Case("boards", "clobber-outcome", "who wins Clobber on four chequered rows of {} cells",
         partial(tasks.ours, work="boards.clobber"), 5, 3, shows_answers=True),
    Case("boards", "linear-clobber-outcome", "who wins Clobber on a chequered row of {} cells",
         partial(tasks.ours, work="boards.linear_clobber"), 60, 10, shows_answers=True),
    Case("boards", "cram-outcome", "who wins Cram on five rows of {} cells",
         partial(tasks.ours, work="boards.cram"), 7, 3, shows_answers=True),
]  # fmt: skip

_PATTERNS = [
    Case("patterns", "patterns-toads", "Toads and Frogs, {} of each and two cells, by patterns",
         partial(tasks.ours, work="patterns.toads"), 6, 3,
         target="20x Python rules", shows_answers=True),
    Case("patterns", "patterns-konane", "Konane on a square of side {}, by patterns",
         partial(tasks.ours, work="patterns.konane"), 5, 4,
         target="3x the twin", shows_answers=True),
    Case("patterns", "patterns-survey", "survey of all rows of Toads and Frogs up to {} cells",
         partial(tasks.ours, work="patterns.survey"), 12, 4,
         target="30x Python rules", shows_answers=True),
    Case("patterns", "atlas-domineering", "atlas of Domineering up to {} free cells",
         partial(tasks.ours, work="patterns.atlas"), 12, 4, shows_answers=True),
]  # fmt: skip

_ALL = (
    *_ENGINE, *_GAMES, *_SUMS, *_BULK, *_BOARDS, *_OUTCOMES, *_THEOREMS,
    *_LOOPY, *_MISERE, *_HEAPS, *_MEMORY,
    *_PATTERNS, *_PYTHON,
)  # fmt: skip

CASES: Mapping[str, Case] = {case.name: case for case in _ALL}
"""Everything that is measured, by name."""

SUITES = tuple(dict.fromkeys(case.suite for case in CASES.values()))
