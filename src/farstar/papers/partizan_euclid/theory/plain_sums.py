"""Sums of Partizan Euclid positions without minus signs, in polynomial time for few positions.

Left makes at most M moves in such a sum, where M counts the letters l and e of all words. So runs
of more than M letters r can be cut to M letters, which leaves words with few suffixes, and a sum of
m words has at most a polynomial number of followers of degree 2m in M: `most_sums` returns the
bound. `outcome` decides the sum by going through the followers that play can reach.

`farstar.Sum.decide` uses atomic weights and bounds first and is faster on every sum that we tried.
This module needs no theory but the cut, and its time is bounded. Proofs: ``docs/sums.md`` (the cut)
and Theorem H2 of ``docs/hardness.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import TypeAlias

from farstar._outcome import Outcome, Player
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.rules import meter

__all__ = [
    "cut_word",
    "cut_words",
    "most_left_moves",
    "most_sums",
    "outcome",
    "wins_moving_first",
]

Places: TypeAlias = tuple[tuple[int, int], ...]
"""For each word that is left its number and where the rest of it begins, in order."""


def most_left_moves(words: Iterable[Word]) -> int:
    """Return the number of letters l and e, which bounds the number of Left's moves.

    Examples
    --------
    >>> most_left_moves([Word("lrle"), Word("r1000e")])
    4
    """
    return sum(
        1 + sum(run.length for run in word.runs if run.letter == "l")
        for word in words
        if not word.is_empty
    )


def cut_words(words: Iterable[Word]) -> tuple[Word, ...]:
    """Return words with shorter runs of r whose sum has the same winners.

    Examples
    --------
    >>> [str(word) for word in cut_words([Word("lr1000000le"), Word("r7e"), Word()])]
    ['lr4le', 'r4e']
    """
    left = [word for word in words if not word.is_empty]
    most = most_left_moves(left)
    return tuple(cut_word(word, most) for word in left)


def cut_word(word: Word, moves: int) -> Word:
    """Return a word with runs of r no longer than the number of Left's moves in the whole sum.

    Examples
    --------
    >>> cut_word(Word("r9lr2e"), 5)
    Word('r5lr2e')
    """
    if word.is_empty:
        return word
    return Word.from_runs(
        (run.letter, min(run.length, moves) if run.letter == "r" else run.length)
        for run in word.runs
    )


def most_sums(words: Iterable[Word]) -> int:
    """Return a bound on the sums of followers that are looked at, each with a player to move.

    A word with k letters l has, after the cut, at most (k + 1)(M + 1) + 1 suffixes.

    Examples
    --------
    >>> most_sums([Word("lr1000000le"), Word("r7e")])
    192
    """
    left = [word for word in words if not word.is_empty]
    most = most_left_moves(left)
    return 2 * prod(most_left_moves([word]) * (most + 1) + 1 for word in left)


def outcome(words: Sequence[Word]) -> Outcome:
    """Return the outcome of the sum of the positions with these words.

    Examples
    --------
    >>> long = Word.from_position(600000000000000000059, 400000000000000000040)
    >>> str(outcome([long, Word.from_position(33, 23)]))
    'N'
    """
    wins = [wins_moving_first(words, player) for player in (Player.LEFT, Player.RIGHT)]
    names = {(True, False): "L", (False, True): "R", (True, True): "N", (False, False): "P"}
    return Outcome(names[wins[0], wins[1]])


def wins_moving_first(words: Sequence[Word], player: Player) -> bool:
    """Return whether a player who moves first wins the sum.

    Examples
    --------
    >>> wins_moving_first([Word("re"), Word("e")], Player.RIGHT)
    True
    """
    return _Search(cut_words(words)).wins(player)


class _Search:
    """Who wins which follower of a sum of words."""

    def __init__(self, words: Sequence[Word]) -> None:
        texts = sorted(word.letters() for word in words)
        kinds = sorted(set(texts))
        self.start: Places = tuple((kinds.index(text), 0) for text in texts)
        self._after = [_options(text) for text in kinds]
        self.known: dict[tuple[Places, bool], bool] = {}

    def wins(self, player: Player) -> bool:
        """Return whether a player wins moving first; sums are settled after their followers."""
        first = self.start, player is Player.RIGHT
        todo = [first]
        while todo:
            meter().tick()
            state, is_right = todo[-1]
            if todo[-1] in self.known:
                todo.pop()
                continue
            followers = [(after, not is_right) for after in self._moves(state, is_right)]
            answers = [self.known.get(follower) for follower in followers]
            if False in answers:
                self.known[todo.pop()] = True
            elif None in answers:
                # The first one that is open may settle it; the others are looked at if not.
                todo.append(followers[answers.index(None)])
            else:
                self.known[todo.pop()] = False
        return self.known[first]

    def _moves(self, state: Places, is_right: bool) -> list[Places]:
        sums = []
        for i, (kind, place) in enumerate(state):
            if i and state[i - 1] == state[i]:
                continue
            after = self._after[kind][is_right][place]
            rest = state[:i] + state[i + 1 :]
            sums.append(rest if after is None else tuple(sorted((*rest, (kind, after)))))
        return sums


def _options(letters: str) -> tuple[list[int | None], list[int | None]]:
    """Return where the rest of a word begins after a move from each place; None if it is over.

    Left leaves what follows the next l, and Right what follows an r, or the second l. A move that
    finds no such letter before the e ends the game in this word.
    """
    left: list[int | None] = []
    right: list[int | None] = []
    for place, letter in enumerate(letters):
        first = letters.find("l", place) + 1
        second = letters.find("l", first) + 1 if first else 0
        left.append(first or None)
        right.append(place + 1 if letter == "r" else second or None)
    return left, right
