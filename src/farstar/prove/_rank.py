"""Why play ends: weights of letters or pairs of letters, and their moments, that fall with moves.

The stand-alone checker decides whether a rank falls with every move. Here one is guessed from the
moves of short words, and tested by that decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise, product
from typing import Any, TypeAlias

from farstar.certificates import theorem_checker
from farstar.certificates.theorem_checker import Transducer
from farstar.certificates.theorem_work import TheoremWork
from farstar.prove._game import Word, look_at_the_clock

Change: TypeAlias = dict[tuple[int, ...], int]
"""How a feature of a word changes: the count or the moment of letters or pairs."""
Level: TypeAlias = dict[str, Any]

_MOST_WORDS = 3000
_LONGEST_WORD = 6
_LONGEST_RULE = 16
"""Letters of moves without neighbours where a rule has loops; a chain is followed to its end."""
_ROUNDS = 2000
_MOST_FEATURES = 9
"""For pairs all small weights are tried, if there are at most so many pairs."""


def find_rank(machines: Sequence[Transducer]) -> list[Level] | None:
    """Return levels that fall with every move; None if none was found."""
    moves = list(_short_moves(machines))
    longer = [*moves, *_rule_moves(machines)]
    if any(before == after for before, after in longer):
        return None
    for examples, guess in ((moves, _by_letters), (longer, _by_letters), (moves, _by_pairs)):
        rank = guess(examples, machines[0].letters) if examples else None
        if rank is not None:
            try:
                theorem_checker.check_rank(rank, list(machines), TheoremWork())
            except (theorem_checker.Refused, theorem_checker.OutOfBudget):
                continue
            return rank
    return None


def _short_moves(machines: Sequence[Transducer]) -> Iterator[tuple[Word, Word]]:
    """Yield the moves of short words."""
    letters = range(len(machines[0].letters))
    words = (
        word for length in range(1, _LONGEST_WORD + 1) for word in product(letters, repeat=length)
    )
    for word in islice(words, _MOST_WORDS):
        for machine in machines:
            for after in machine.options(word):
                yield word, after


def _rule_moves(machines: Sequence[Transducer]) -> Iterator[tuple[Word, Word]]:
    """Yield moves of words in which nothing stands beside the rule; these may be longer."""
    for machine in machines:
        waiting: list[tuple[int, Word, Word]] = [(p, (), ()) for p in sorted(machine.initial)]
        longest = max(_LONGEST_RULE, len(machine.next))
        for p, before, after in islice(waiting, _MOST_WORDS):
            if p in machine.final and before:
                yield before, after
            if len(before) < longest:
                for a, edges in enumerate(machine.next[p]):
                    # A copying loop stays where it is: what stands beside the rule.
                    waiting += [
                        (q, (*before, a), (*after, b)) for b, q in edges if (a, p) != (b, q)
                    ]


def _counts(before: Word, after: Word, windows: Callable[[Word], list[Word]]) -> Change:
    return _difference([(w, 1) for w in windows(before)], [(w, 1) for w in windows(after)])


def _moments(before: Word, after: Word, windows: Callable[[Word], list[Word]]) -> Change:
    first, second = ([(w, i) for i, w in enumerate(windows(x))] for x in (before, after))
    return _difference(first, second)


def _difference(before: list[tuple[Word, int]], after: list[tuple[Word, int]]) -> Change:
    change: Change = {}
    for sign, entries in ((-1, before), (1, after)):
        for window, amount in entries:
            change[window] = change.get(window, 0) + sign * amount
    return {window: amount for window, amount in change.items() if amount}


def _letters(word: Word) -> list[Word]:
    return [(a,) for a in word]


def _pairs(word: Word) -> list[Word]:
    return list(pairwise(word))


def _by_letters(moves: Sequence[tuple[Word, Word]], letters: Sequence[str]) -> list[Level] | None:
    """Return weights that fall whenever the letters change, and a moment that falls otherwise."""
    changes = [(_counts(u, v, _letters), u, v) for u, v in moves]
    weights = _falling([change for change, _, _ in changes if change])
    moments = _falling([_moments(u, v, _letters) for change, u, v in changes if not change])
    if weights is None or moments is None:
        return None
    levels = (weights, 0), (moments, 1)
    return [_level(falling, moment, letters) for falling, moment in levels if falling]


def _by_pairs(moves: Sequence[tuple[Word, Word]], letters: Sequence[str]) -> list[Level] | None:
    """Return a weight of pairs that no move raises, then its moment, or another such weight."""
    pairs = sorted({w for u, v in moves for word in (u, v) for w in _pairs(word)})
    if len(pairs) > _MOST_FEATURES:
        return None
    remaining = [(u, v) for u, v in moves]
    rank: list[Level] = []
    while remaining:
        best = _best_pair_level(remaining, pairs)
        if best is None:
            return None
        weights, moment, remaining = best
        if moment and not (rank and rank[-1]["weights"] == _level(weights, 0, letters)["weights"]):
            rank.append(_level(weights, 0, letters))
        rank.append(_level(weights, moment, letters))
    return rank


def _best_pair_level(
    moves: Sequence[tuple[Word, Word]], pairs: Sequence[Word]
) -> tuple[Change, int, list[tuple[Word, Word]]] | None:
    """Return small weights, and the sign of a moment or 0, with the fewest moves that keep them."""
    counts = [_counts(u, v, _pairs) for u, v in moves]
    moments = [_moments(u, v, _pairs) for u, v in moves]
    distinct, distinct_moments = _distinct(counts), _distinct(moments)
    best: tuple[Change, int, list[tuple[Word, Word]]] | None = None
    for number, numbers in enumerate(product((0, 1, -1), repeat=len(pairs))):
        if number % 256 == 0:
            look_at_the_clock()
        weights = {pair: n for pair, n in zip(pairs, numbers, strict=True) if n}
        if any(_total(weights, change) > 0 for change in distinct):
            continue
        levels = [(0, counts)]
        if not any(_total(weights, change) for change in distinct):
            levels = [
                (sign, moments)
                for sign in (1, -1)
                if not any(sign * _total(weights, change) > 0 for change in distinct_moments)
            ]
        for moment, changes in levels:
            kept = [
                move
                for move, change in zip(moves, changes, strict=True)
                if not _total(weights, change)
            ]
            if len(kept) < len(best[2] if best else moves):
                best = weights, moment, kept
        if best is not None and not best[2]:
            return best
    return best


def _distinct(changes: Sequence[Change]) -> list[Change]:
    return [dict(change) for change in {frozenset(change.items()) for change in changes}]


def _total(weights: Change, change: Change) -> int:
    return sum(weights.get(window, 0) * n for window, n in change.items())


def _falling(changes: Sequence[Change]) -> Change | None:
    """Return weights under which every change is below 0, by the perceptron; None if not found."""
    distinct = {frozenset(change.items()) for change in changes}
    if frozenset() in distinct:
        return None
    falls = [dict(change) for change in sorted(distinct, key=sorted)]
    weights: Change = {}
    for _ in range(_ROUNDS):
        wrong = [change for change in falls if _total(weights, change) >= 0]
        if not wrong:
            return weights
        for change in wrong:
            for window, n in change.items():
                weights[window] = weights.get(window, 0) - n
    return None


def _level(weights: Change, moment: int, letters: Sequence[str]) -> Level:
    return {
        "moment": moment,
        "weights": [
            [[letters[a] for a in window], n] for window, n in sorted(weights.items()) if n
        ],
    }
