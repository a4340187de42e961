"""The native engine. Private: use farstar.Value."""

from collections.abc import Iterable, Sequence
import mmap
from typing import overload

from farstar.engine import Handle as Game



def compact(numerator: int, exponent: int, up: int, star: int) -> Game:
    """Return numerator/2**exponent + up.(up) + *star."""

def as_compact(g: Game) -> tuple[int, int, int, int] | None:
    """
    Return (numerator, exponent, up, star), or None if g is not such a sum.
    """

def construct(left: Iterable[Game], right: Iterable[Game]) -> Game:
    """Return the canonical form of {left | right}."""

def construct_known(table: dict[object, Game], left: list[object], right: list[object]) -> Game | list[object]:
    """
    Return the canonical form of {left | right} by what the table has for these keys, or the list of the keys that it does not have.
    """

def options(g: Game) -> tuple[tuple[Game, ...], tuple[Game, ...]]:
    """Return the canonical Left and Right options."""

def negate(g: Game) -> Game:
    """Return -g."""

def add(g: Game, h: Game) -> Game:
    """Return g + h."""

def geq(g: Game, h: Game) -> bool:
    """Tell whether g >= h."""

def stops(g: Game) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the Left and the Right stop as (numerator, exponent)."""

def thermograph(g: Game) -> tuple[tuple[tuple[int, int], tuple[tuple[int, int], ...], tuple[int, ...]], tuple[tuple[int, int], tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """
    Return the Left and the Right wall: mast, corners from the top, slopes from the top.
    """

def atomic_weight(g: Game) -> Game:
    """Return the atomic weight, or raise NotAtomicError."""

def set_budget(seconds: float | None, nodes: int | None, memory: int | None) -> None:
    """Bound the work of this thread from now on."""

def nodes_left() -> int | None:
    """
    Return how many nodes the budget of this thread has left, None without a bound.
    """

def stats() -> dict[str, int]:
    """Return the counters of the store."""

def set_least_garbage(bytes: int) -> None:
    """
    Let so many bytes of garbage come together before they are collected; for tests.
    """

def collect() -> int:
    """Forget what no live game needs; return how many games went."""

def set_operators(kind: type) -> None:
    """Say which class does what a cell does not know at once."""

class EuclidAutomaton:
    """An automaton that reads words of Partizan Euclid."""

    def __init__(self, rows: Sequence[tuple[int, int]]) -> None:
        """By rows (l, r); the first state is that of e."""

    def read(self, q: int, t: int) -> int:
        """Return the state of the word of E(p, q), t = p mod q > 0."""

class EuclidReader:
    """Values and atomic weights of single positions."""

    def __init__(self, forms: Sequence[tuple[int, str, int, str]], classes: Sequence[tuple[int, int, str]]) -> None:
        """
        By rows (l, action, r, action) and rows (l, r, outcome with a far star).
        """

    def value(self, q: int, t: int) -> Game | None:
        """
        Return the value of E(p, q), t = p mod q > 0; None if its word is long.
        """

    def weight(self, q: int, t: int) -> Game | None:
        """Return its atomic weight; None if its word is long."""

class HeapRecord:
    """Grundy values of heaps in a buffer of the caller."""

    def __init__(self, digits: Sequence[int], unequal: bool, buffer: bytearray | mmap.mmap, width: int, known: int, tile: int) -> None: ...

    def extend(self, count: int) -> str:
        """
        Work out values until there are so many: reached, stopped, or too large for the width.
        """

    def known(self) -> int:
        """Return how many values are known."""

    def sparse_space(self) -> tuple[int, bool]:
        """
        Return the mask, and whether heaps of every other size count the other way.
        """

    def rare_count(self) -> int:
        """Return how many heaps but 0 are rare."""

    def rare_heaps(self) -> list[int]:
        """Return the rare heaps but 0."""

    def counts(self) -> list[int]:
        """Return how many heaps but 0 have each value."""

    def by_definition(self, heap: int) -> int | None:
        """Return a value from all options, without the sparse space."""

    def longest_repeat(self) -> tuple[int, int, int | None]:
        """
        Return the preperiod and period that fit best, and how many values prove them.
        """

def grundy_sequence(digits: Sequence[int], count: int, unequal: bool) -> bytearray:
    """
    Return G(0), ..., G(count - 1) of a take-and-break game as unsigned 32-bit numbers.
    """

def sparse_mask(numbers: bytes) -> int:
    """
    Return the least mask by which the fewest of the unsigned 32-bit numbers are rare.
    """

def nim_product(a: int, b: int) -> int:
    """Return the nim product of two unsigned 64-bit numbers."""

def has_vectors() -> bool:
    """Tell whether this processor has the vector instructions."""

def partizan_euclid_outcomes(begin: int, end: int, automaton: Sequence[tuple[int, int, str]], threads: int, vectors: bool) -> bytearray:
    """
    Return the letters of the outcomes of (p, q), q < p, begin <= p < end, row by row.
    """

def partizan_euclid_positions(begin: int, end: int, automaton: Sequence[tuple[int, int, str]], letter: str, threads: int) -> bytearray:
    """
    Return the pairs p, q of those with one outcome, as 32-bit integers, in order.
    """

def euclid_family_winners(grossman: bool, limit: int, begin: int, end: int, threads: int, vectors: bool) -> bytearray:
    """
    Return 1 for each (b, a), a < b, begin <= b < end, that the player to move wins.
    """

def euclid_family_grundy(grossman: bool, limit: int, begin: int, end: int, threads: int) -> bytearray:
    """Return their Grundy values as 32-bit integers; the limit 0 is none."""

def euclid_family_lengths(grossman: bool, limit: int, begin: int, end: int, threads: int) -> bytearray:
    """Return their optimal lengths as 32-bit integers."""

def euclid_family_grundy_histogram(grossman: bool, limit: int, begin: int, end: int, threads: int) -> list[tuple[int, int]]:
    """Return (Grundy value, number of positions)."""

def euclid_family_length_histogram(grossman: bool, limit: int, begin: int, end: int, threads: int) -> list[tuple[int, int]]:
    """Return (optimal length, number of positions)."""

def euclid_family_sums(grossman: bool, limit: int, bound: int, threads: int, cut: int) -> tuple[int, int]:
    """
    Return how many (b, a), a < b <= bound, are won, and the sum of the optimal lengths.
    """

def grossman_action_wins(kinds: Sequence[int], period: int, bound: int, threads: int) -> int:
    """
    Return how many (b, a), a < b <= bound, are won where the quotient m keeps (0), turns (1) or wins (2) the rest; beyond the end the last `period` kinds repeat.
    """

def write_seconds(bytes: int, threads: int) -> float:
    """
    Return the processor seconds of each thread while they write that many bytes.
    """

class EuclidTable:
    """A game for each coprime standard Partizan Euclid position."""

    def __len__(self) -> int: ...

    def distinct(self) -> int:
        """Return how many different games there are."""

    def counts(self) -> list[tuple[Game, int]]:
        """Return how often each game occurs, the most frequent first."""

    def thermal(self) -> tuple[bytearray, bytearray, bytearray]:
        """
        Return the positions as 32-bit integers, and means and temperatures as doubles.
        """

    def __getitem__(self, position: tuple[int, int]) -> Game: ...

    def mean_temperatures(self) -> list[tuple[int, int, tuple[int, int], tuple[int, int]]]:
        """Return (p, q, mean, temperature) of every position."""

class GeographyTable:
    """A game for each Geography position A(x, y, z)."""

    def __len__(self) -> int: ...

    def distinct(self) -> int:
        """Return how many different games there are."""

    def counts(self) -> list[tuple[Game, int]]:
        """Return how often each game occurs, the most frequent first."""

    def thermal(self) -> tuple[bytearray, bytearray, bytearray]:
        """
        Return the positions as 32-bit integers, and means and temperatures as doubles.
        """

    def __getitem__(self, position: tuple[int, int, int]) -> Game: ...

def partizan_euclid_values(bound: int) -> EuclidTable:
    """
    Return the values of all coprime standard positions (p, q), q > 1, p <= bound.
    """

def partizan_euclid_forms(bound: int, automaton: Sequence[tuple[int, str, int, str]]) -> EuclidTable:
    """
    Return the same values without comparing games, by rows (l, action, r, action).
    """

def partizan_euclid_form(runs: Sequence[tuple[str, int]], automaton: Sequence[tuple[int, str, int, str]]) -> Game:
    """
    Return the value for one word, given as (letter, length) from its e leftwards.
    """

def partizan_euclid_weights(bound: int, automaton: Sequence[tuple[int, int, str]]) -> EuclidTable:
    """Return their atomic weights, by rows (l, r, outcome with a far star)."""

def partizan_euclid_weight_counts(bound: int, automaton: Sequence[tuple[int, int, str]], part: int, parts: int) -> list[tuple[Game, int]]:
    """Return how often each atomic weight occurs, the most frequent first."""

def partizan_euclid_form_counts(bound: int, automaton: Sequence[tuple[int, str, int, str]], part: int, parts: int) -> list[tuple[Game, int]]:
    """Return how often each value occurs, the most frequent first."""

def partizan_euclid_weight_places(bound: int, automaton: Sequence[tuple[int, int, str]]) -> list[tuple[Game, int, int, int]]:
    """
    Return (weight, how often, p, q) for each atomic weight, in order of its first (p, q).
    """

def partizan_euclid_form_places(bound: int, automaton: Sequence[tuple[int, str, int, str]]) -> list[tuple[Game, int, int, int]]:
    """
    Return (value, how often, p, q) for each value, in order of its first (p, q).
    """

def partizan_euclid_growth(longest: int) -> tuple[list[int], list[int]]:
    """
    Return how many states, and how many values, words of 1, 2, ... letters bring.
    """

def partizan_euclid_subtree(bound: int, q: int, t: int) -> int:
    """
    Return how many (p, q), p <= bound, belong to the subtree of the census at (q, t).
    """

def partizan_euclid_census(bound: int, automaton: Sequence[tuple[int, int, str]], part: int, parts: int, threads: int, every_node: bool) -> dict[str, int]:
    """
    Count the outcomes of all (p, q), q < p <= bound, by rows (l, r, outcome).
    """

def geography_values(bound: int) -> GeographyTable:
    """Return the values of A(x, y, z), 0 <= x, z <= bound, 1 <= y <= bound."""

def geography_form(p: int, q: int, runs: Sequence[tuple[int, int | None, int, int]]) -> Game:
    """
    Return {p|q} inside layers, by runs (times, left or None, right, step), the innermost first.
    """

def complete_product_values(rows: int, positions: Sequence[tuple[int, Sequence[int]]]) -> list[Game]:
    """
    Return the values of Geography on K_n x K_m, by the open rows of the token's column and of each other column.
    """

class FoxAndGeeseTable:
    """The values of all positions of Fox and Geese on a board."""

    @property
    def squares(self) -> int: ...

    @property
    def sets(self) -> int: ...

    def set_of(self, geese: Sequence[int]) -> int:
        """Return the number of a set of geese, given by ascending squares."""

    def squares_of(self, set: int) -> list[int]:
        """Return the ascending squares of a set of geese."""

    def values(self, first: int, end: int) -> bytes:
        """
        Return the numbers of the values of some sets, four bytes for each square; 2**32 - 1 stands where a goose does. Earlier sets are solved first.
        """

    def graph(self, value: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return the canonical form of a value as rows."""

def fox_and_geese(rows: int, columns: int, geese: int, reach: int) -> FoxAndGeeseTable:
    """Return the table of a board; nothing is solved yet."""

def loopy_order(g: Sequence[tuple[Sequence[int], Sequence[int]]], h: Sequence[tuple[Sequence[int], Sequence[int]]], reading: str) -> bytes:
    """
    Return for each pair of vertices of two graphs whether the first is >= the second; infinite play is read as 'on' or 'off' has it, or as between stoppers.
    """

class MisereSolver:
    """The misère quotient of the games added so far."""

    def __init__(self, most: int) -> None: ...

    def add(self, options: Sequence[Sequence[int]]) -> bool:
        """
        Add a game by its options, which are sums of earlier games; return False if there would be too many elements, and then nothing is added.
        """

    def table(self) -> list[tuple[int, ...]]:
        """Return the products of the elements."""

    def losing(self) -> list[int]:
        """Return the elements that are P-positions."""

    def images(self) -> list[int]:
        """Return the element of each game."""

    def growth(self) -> list[tuple[int, int]]:
        """
        Return the games at which the quotient grew, with its order from there on.
        """

    @property
    def pairs(self) -> int:
        """How many pairs the transition algebra has."""

    @property
    def steps(self) -> int:
        """How many words and pairs were worked out."""

class NativeBoard:
    """A board for the search of who wins."""

def wins(summands: Iterable[tuple[int, NativeBoard | Game]], left_moves: bool) -> bool:
    """
    Return whether a player wins a sum of boards and values by moving first.
    """

def sums_searched() -> int:
    """Return how many sums `wins` has searched in all."""

def heap_grundy_values(rules: Sequence[object], last: int, known: bytes) -> bytes:
    """
    Continue the Grundy values of heaps, as unsigned 32-bit numbers, up to `last` or to a heap that can grow.
    """

def heap_values(left: Sequence[object], right: Sequence[object], last: int, known: Sequence[Game]) -> list[Game]:
    """
    Return the values of the heaps after the known ones up to `last` or to a heap that can grow.
    """

class PatternSolver:
    """The values of a game whose rules are patterns."""

    @overload
    def __init__(self, marks: str, left: Sequence[tuple[Sequence[tuple[int, int, int]], Sequence[tuple[int, int, int]], Sequence[tuple[int, int, int]]]], right: Sequence[tuple[Sequence[tuple[int, int, int]], Sequence[tuple[int, int, int]], Sequence[tuple[int, int, int]]]], symmetries: Sequence[tuple[int, Sequence[int], bool]]) -> None: ...

    @overload
    def __init__(self, marks: str, cells: int, left: Sequence[tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]], Sequence[tuple[int, int]]]], right: Sequence[tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]], Sequence[tuple[int, int]]]], symmetries: Sequence[tuple[Sequence[int], Sequence[int], bool]]) -> None: ...

    def values(self, boards: Iterable[str]) -> tuple[list[Game], bytes]:
        """
        Return the different values of boards, and which of them each board has.
        """

    def board(self, board: str) -> NativeBoard:
        """Return a board for the search of who wins."""

def amazons_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def amazons_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def col_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def col_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def konane_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def konane_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def nogo_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def nogo_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def impartialnogo_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def impartialnogo_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def snort_values(boards: Iterable[str]) -> tuple[list[Game | None], bytes]:
    """
    Return the different values of boards, None for a board of more than 64 cells, and which of them each board has.
    """

def snort_board(board: str) -> NativeBoard | None:
    """
    Return a board for the search of who wins; None if it has more than 64 cells.
    """

def regions(cells: int, part: int, parts: int) -> list[str]:
    """
    Return one of several parts of the connected regions of so many cells, up to reflections and half a turn.
    """

class SumSearch:
    """A search through sums of games."""

    def __init__(self) -> None: ...

    def load(self, g: Game) -> int:
        """
        Make a value with the mean 0 and all its followers known; return its place among the games, or -2 if they do not fit.
        """

    def is_narrow(self, g: int) -> bool:
        """
        Return whether the bounds on a game hardly differ, so that it need not be moved in.
        """

    def refine(self) -> bool:
        """
        Find closer bounds on all games, once, and only if there are not too many; return whether any have changed.
        """

    def wins(self, parts: Sequence[int], number: int, up: int, star: int, left_moves: bool, limit: int, memory: int, threads: int) -> int:
        """
        Return 1 if the player who moves first wins, 0 if not, -1 after `limit` sums in each reading; refuse to hold more than `memory` bytes.
        """

    @property
    def nodes(self) -> int:
        """How many sums were looked at."""

    @property
    def bytes(self) -> int:
        """The bytes held for what was found out."""

def size() -> tuple[int, int]:
    """Return how many games the store holds, and its bytes."""

class WordLabels:
    """Lower bounds of the words of a periodic family."""

    def __init__(self, letters: int, left: Sequence[tuple[Sequence[int], Sequence[int]]], right: Sequence[tuple[Sequence[int], Sequence[int]]], period: Sequence[int], exponent: int | None, has_ups: bool) -> None: ...

    def extend(self) -> int | None:
        """
        Find the labels of the words of one letter more; return a word without, or None.
        """

    def row(self, length: int) -> list[tuple[bool, tuple[int, int, int], tuple[tuple[int, int], tuple[int, int]]]]:
        """
        Return whether each word has moves, its label, and what is verified for e = 0, 1.
        """

    def word(self, length: int, number: int) -> bytes:
        """Return the letters of a word."""
