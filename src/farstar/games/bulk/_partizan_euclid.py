"""Outcomes of Partizan Euclid: tables, counts and lists."""

from __future__ import annotations

from array import array

from farstar._arguments import integer, shown
from farstar._outcome import Outcome
from farstar.engine import kernels
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.games.bulk._rows import LARGEST, OutcomeTable, RowsLike, row_range, thread_count
from farstar.theory.automata import outcome, paired_outcome_automaton
from farstar.theory.words import Word

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
    integer(bound, 0, "a bound")
    threads = thread_count(jobs)
    part_of(part, parts)
    if bound > LARGEST:
        raise BudgetExceeded(f"expected a bound of at most {LARGEST}, got {shown(bound)}")
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


def part_of(part: int, parts: int) -> None:
    """Check that `part` is the number of one of `parts` parts."""
    integer(parts, 1, "the number of parts")
    if integer(part, 0, "the part") >= parts:
        raise IllegalPositionError(
            f"expected a part below {shown(parts)}, the number of parts, got {shown(part)}"
        )
