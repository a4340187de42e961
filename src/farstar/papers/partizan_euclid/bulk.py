"""Partizan Euclid in bulk: outcomes, values and atomic weights of whole families."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from math import gcd

from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.engine import Handle, active
from farstar.engine.kernels import ThermalTable
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games.bulk.mappings import Bulk, Occurrence, Plain, occurrences, part_counts
from farstar.games.bulk.rows import (
    LARGEST,
    OutcomeTable,
    RowsLike,
    part_of,
    row_range,
    row_starts,
    thread_count,
)
from farstar.invariants import INVARIANTS
from farstar.papers.partizan_euclid import kernels
from farstar.papers.partizan_euclid.theory.automata import (
    FAR,
    far_star_automaton,
    outcome,
    paired_outcome_automaton,
)
from farstar.papers.partizan_euclid.theory.canonical import complete_automaton
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.tables.batches import WASTE, Batch, Lookup, reading
from farstar.values import Value, wrap

_MOST_LISTED = 150_000_000


def partizan_euclid_outcomes(rows: RowsLike, *, jobs: int = 1) -> OutcomeTable:
    """Return the outcome of every position ``(p, q)`` with ``q < p``, p in some rows.

    Positions in which q divides p, where nobody can move, are P. Each cell takes one byte, the
    letter of the outcome.

    Parameters
    ----------
    rows : int or tuple of int
        ``(first, stop)`` for ``first <= p < stop``, or a bound N for all ``p <= N``.
    jobs : int
        How many threads share the work.

    Examples
    --------
    >>> table = partizan_euclid_outcomes(100)
    >>> table.outcome(11, 8), len(table)
    (<Outcome.R: 'R'>, 4950)
    """
    wanted, threads = row_range(rows), thread_count(jobs)
    if kernels.available():
        automaton = paired_outcome_automaton().rows(0)
        return OutcomeTable(wanted, kernels.euclid_outcomes(wanted, automaton, threads=threads))
    cells = bytearray()
    for p in wanted:
        cells += "".join(outcome(Word.from_position(p, q)) for q in range(1, p)).encode()
    return OutcomeTable(wanted, memoryview(cells))


def partizan_euclid_census(
    bound: int, *, jobs: int = 1, part: int = 0, parts: int = 1
) -> dict[Outcome, int]:
    """Count the outcomes of all positions ``(p, q)`` of Partizan Euclid with ``q < p <= bound``.

    Positions in which q divides p, where nobody can move, count as P. Natively whole subtrees of
    words that share one outcome are counted at once, so the time grows like ``bound**1.67``.

    Parameters
    ----------
    bound : int
        At most a billion.
    jobs : int
        How many threads share the work.
    part, parts : int
        Count only part number `part`, from 0, of `parts`; the parts add up to the whole.

    Examples
    --------
    >>> {str(outcome): n for outcome, n in partizan_euclid_census(1000).items()}
    {'P': 37737, 'L': 248676, 'R': 176382, 'N': 36705}
    """
    return _counts(bound, jobs, part, parts, every_node=False)


def partizan_euclid_enumeration(
    bound: int, *, jobs: int = 1, part: int = 0, parts: int = 1
) -> dict[Outcome, int]:
    """Count the same by visiting every word, with a bounded amount of work for each position.

    This is an independent check of `partizan_euclid_census`: no subtree is counted at once, so the
    time grows like ``bound**2``.

    Examples
    --------
    >>> partizan_euclid_enumeration(1000) == partizan_euclid_census(1000)
    True
    """
    return _counts(bound, jobs, part, parts, every_node=True)


def partizan_euclid_positions(
    rows: RowsLike, outcome: Outcome | str = Outcome.P, *, jobs: int = 1
) -> memoryview:
    """Return all positions of outcome P, or of outcome N, in some rows.

    Words from which every longer one is won by the same player are never visited, so the time
    grows like ``stop**1.67``, where `stop` is the end of the rows.

    Parameters
    ----------
    rows : int or tuple of int
        ``(first, stop)`` for ``first <= p < stop``, or a bound N for all ``p <= N``.
    outcome : Outcome or str
        P or N.

    Returns
    -------
    memoryview
        Of shape ``(n, 2)``: the pairs p, q as unsigned 32-bit integers, in order of p, then q.

    Examples
    --------
    >>> partizan_euclid_positions((7, 9)).tolist()
    [[7, 1], [8, 1], [8, 2], [8, 4], [8, 5]]
    """
    wanted, threads = row_range(rows), thread_count(jobs)
    letter = str(outcome)
    if letter not in ("P", "N"):
        raise IllegalPositionError(f"expected the outcome P or N, got {shown(outcome)}")
    # Their number grows like 0.38 n**1.666.
    expected = 0.38 * (wanted.stop**1.666 - wanted.start**1.666)
    if expected > _MOST_LISTED:
        raise BudgetExceeded(
            f"expected rows with at most {_MOST_LISTED} such positions, got about {expected:.0f}"
        )
    if kernels.available():
        automaton = paired_outcome_automaton().rows(0)
        return _pairs(kernels.euclid_positions(wanted, automaton, letter, threads=threads))
    table = partizan_euclid_outcomes((wanted.start, wanted.stop))
    numbers = array("I")
    for (p, q), code in zip(table, table.data, strict=True):
        if code == ord(letter):
            numbers.extend((p, q))
    return _pairs(memoryview(numbers))


def _pairs(flat: memoryview) -> memoryview:
    """Return 32-bit numbers as pairs; an empty view cannot be given a shape."""
    if not len(flat):
        return flat
    return flat.cast("B").cast("I", (len(flat) // 2, 2))


def _counts(
    bound: int, jobs: int, part: int, parts: int, *, every_node: bool
) -> dict[Outcome, int]:
    _check_bound(bound)
    threads = thread_count(jobs)
    part_of(part, parts)
    if kernels.available():
        rows = paired_outcome_automaton().rows(0)
        counts = kernels.euclid_census(
            bound, rows, part=part, parts=parts, threads=threads, every_node=every_node
        )
        return {Outcome(letter): count for letter, count in counts.items()}
    tally = dict.fromkeys((Outcome.P, Outcome.L, Outcome.R, Outcome.N), 0)
    for p in range(2 + part, bound + 1, parts):
        for q in range(1, p):
            tally[outcome(Word.from_position(p, q))] += 1
    return tally


def _standard_positions(bound: int) -> Iterator[tuple[int, ...]]:
    for p in range(3, bound + 1):
        for q in range(p // 2 + 1, p):
            if gcd(p, q) == 1:
                yield p, q


def _standard(bound: int, table: ThermalTable | Plain) -> Bulk:
    description = f"coprime (p, q) with 1 < q < p < 2q and p <= {bound}"
    return Bulk(table, lambda: _standard_positions(bound), description)


def partizan_euclid_values(bound: int) -> Bulk:
    """Return the values of all coprime standard positions of Partizan Euclid up to a bound.

    Natively they are built without comparing games, by the automaton of normal forms.

    Parameters
    ----------
    bound : int
        The positions are ``(p, q)`` with ``1 < q < p < 2q``, ``p <= bound`` and gcd 1.

    Examples
    --------
    >>> partizan_euclid_values(12)[7, 4]
    Value('*')
    """
    integer(bound, 0, "a bound")
    if kernels.available():
        return _standard(bound, kernels.euclid_forms(bound, complete_automaton()))
    return _standard(bound, _plain_values(bound))


def partizan_euclid_atomic_weights(bound: int) -> Bulk:
    """Return the atomic weights of the same positions, found along their words.

    Examples
    --------
    >>> partizan_euclid_atomic_weights(20)[19, 11]
    Value('-3')
    """
    integer(bound, 0, "a bound")
    if kernels.available():
        return _standard(bound, kernels.euclid_weights(bound, far_star_automaton().rows(FAR)))
    weight = active().atomic_weight
    weights = ((at, weight(value)) for at, value in _plain_values(bound).items())
    return _standard(bound, Plain(weights))


def partizan_euclid_atomic_weight_counts(
    bound: int, *, part: int = 0, parts: int = 1
) -> dict[Value, int]:
    """Return how often each atomic weight occurs among those positions, the most frequent first.

    Natively the positions are not stored, so that the memory grows only with the number of
    different weights.

    Parameters
    ----------
    bound : int
        The positions are ``(p, q)`` with ``1 < q < p < 2q``, ``p <= bound`` and gcd 1.
    part, parts : int
        Count only part number `part`, from 0, of `parts`; the parts add up to the whole.

    Examples
    --------
    >>> counts = partizan_euclid_atomic_weight_counts(50)
    >>> [(str(weight), count) for weight, count in counts.items()][:3]
    [('0', 76), ('-1', 40), ('-2', 36)]
    """
    part_of(part, parts)
    if not kernels.available():
        return part_counts(partizan_euclid_atomic_weights(bound), part, parts)
    classes = far_star_automaton().rows(FAR)
    counts = kernels.euclid_weight_counts(_check_bound(bound), classes, part=part, parts=parts)
    return {wrap(weight): count for weight, count in counts}


def partizan_euclid_value_counts(bound: int, *, part: int = 0, parts: int = 1) -> dict[Value, int]:
    """Return how often each value occurs among those positions, the most frequent first.

    Examples
    --------
    >>> counts = partizan_euclid_value_counts(50)
    >>> [(str(value), count) for value, count in counts.items()][:3]
    [('0', 38), ('*', 13), ('^5', 10)]
    """
    part_of(part, parts)
    if not kernels.available():
        return part_counts(partizan_euclid_values(bound), part, parts)
    states = complete_automaton()
    counts = kernels.euclid_form_counts(_check_bound(bound), states, part=part, parts=parts)
    return {wrap(value): count for value, count in counts}


def partizan_euclid_value_occurrences(bound: int) -> list[Occurrence]:
    """Return the different values of those positions, in the order of their first positions.

    Examples
    --------
    >>> for entry in partizan_euclid_value_occurrences(7)[:3]:
    ...     print(*entry)
    * 2 (3, 2)
    ^ 1 (4, 3)
    v 1 (5, 3)
    """
    if not kernels.available():
        return occurrences(partizan_euclid_values(bound))
    places = kernels.euclid_form_places(_check_bound(bound), complete_automaton())
    return [Occurrence(wrap(value), count, (p, q)) for value, count, p, q in places]


def partizan_euclid_atomic_weight_occurrences(bound: int) -> list[Occurrence]:
    """Return the different atomic weights of those positions, in the same order.

    Examples
    --------
    >>> for entry in partizan_euclid_atomic_weight_occurrences(7)[:3]:
    ...     print(*entry)
    0 2 (3, 2)
    1 1 (4, 3)
    -1 2 (5, 3)
    """
    if not kernels.available():
        return occurrences(partizan_euclid_atomic_weights(bound))
    places = kernels.euclid_weight_places(_check_bound(bound), far_star_automaton().rows(FAR))
    return [Occurrence(wrap(weight), count, (p, q)) for weight, count, p, q in places]


def _check_bound(bound: int) -> int:
    if integer(bound, 0, "a bound") > LARGEST:
        raise BudgetExceeded(f"expected a bound of at most {LARGEST}, got {shown(bound)}")
    return bound


def _plain_values(bound: int) -> Plain:
    construct, zero = active().construct, active().compact(0, 0, 0, 0)
    values = Plain()

    def value(p: int, q: int) -> Handle:
        return zero if q == 1 else values[q + p % q, q]

    for p, q in _standard_positions(bound):
        rest = p % q
        values[p, q] = construct([value(q, rest)], [value(q, q - rest)])
    return values


def _cells(name: str, largest: Sequence[int], cells: int) -> Lookup | None:
    p, q = largest
    # E(p, q) with p < q is E(p + q, q).
    top = max(p, q + min(p, q - 1))
    if top * q > WASTE * cells:
        return None
    if name == "outcome":
        return _outcome_cells(top)
    standard = q + min(p, q - 1)
    if name in ("atomic weight", "mean atomic weight"):
        weights = partizan_euclid_atomic_weights(standard)
        if name == "atomic weight":
            return _reduced_pairs(weights, lambda weight: weight)
        return _reduced_pairs(weights, lambda weight: weight.mean)
    if INVARIANTS[name].by_value:
        return _reduced_pairs(partizan_euclid_values(standard), reading(name))
    return None


def _outcome_cells(top: int) -> Lookup:
    data = partizan_euclid_outcomes(top).data
    starts = row_starts(top)
    letters = {ord(str(outcome)): outcome for outcome in Outcome}

    def cell(p: int, q: int) -> Outcome:
        if p == q:
            return Outcome.P
        return letters[data[starts[p if p > q else p + q] + q]]

    return cell


def _reduced_pairs(table: Bulk, read: Callable[[Value], object]) -> Lookup:
    """Return cells that depend on q and p mod q only, up to a common factor."""
    zero = read(Value(0))
    rows: dict[int, list[object]] = {}

    def row(q: int) -> list[object]:
        cells = [zero]
        for t in range(1, q):
            # A pair with a common factor stands in a row further up.
            if (factor := gcd(q, t)) > 1:
                cells.append(cell(t // factor, q // factor))
            elif (q + t, q) in table:
                cells.append(read(table[q + t, q]))
            else:
                break
        rows[q] = cells
        return cells

    def cell(p: int, q: int) -> object:
        known = rows.get(q)
        return (row(q) if known is None else known)[p % q]

    return cell


PARTIZAN_EUCLID = Batch(_cells, (1, 1))
