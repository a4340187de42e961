"""Reducing a word to one of nine without changing the outcome (Lemma 13, Theorem 15).

===== ============== ======== =================================================
rule  from           to       where
===== ============== ======== =================================================
1     ``lll``                 anywhere
2     ``rr``         ``r``    anywhere
3     ``Xrlr``       ``rlr``  X is all that stands before, and is not empty
4     ``rllrllr``    ``r``    anywhere
5     ``rllre``      ``le``   at the end
6     ``Xrlle``      ``rlle`` at the end; X is all that stands before, not empty
7     ``rle``        ``le``   at the end
===== ============== ======== =================================================

The rules keep the *paired* outcome. Rules 5 to 7 hold directly before ``e`` only: this is how
Lemma 14 of the paper has to be read. In any order they lead to the same irreducible word, and the
eight that end in ``e`` are the shortest words of the eight paired outcomes.

`reductions` is the on-line algorithm of section 3.1: it reads the word once from the left and
never holds more than nine letters. It takes a whole run at a time, so it needs as many steps as
the word has runs. `rewritings` lists every single application of a rule, for use in any order.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013), section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from farstar.papers.partizan_euclid.theory.words import Run, Word

__all__ = [
    "RULES",
    "Reduction",
    "Rewriting",
    "irreducible_word",
    "reductions",
    "rewrite",
    "rewritings",
]

RULES: dict[int, tuple[str, str]] = {
    1: ("lll", ""),
    2: ("rr", "r"),
    3: ("Xrlr", "rlr"),
    4: ("rllrllr", "r"),
    5: ("rllre", "le"),
    6: ("Xrlle", "rlle"),
    7: ("rle", "le"),
}
"""The seven rules: what is replaced and by what. X is a non-empty beginning of the word."""


class Reduction(NamedTuple):
    """A rule used by the on-line algorithm on the part of the word that it has read."""

    rule: int
    times: int
    """How often the rule was used in a row."""
    before: str
    """The letters held before, with counts."""
    after: str
    """The letters held afterwards, with counts."""


class Rewriting(NamedTuple):
    """One application of a rule to a whole word."""

    rule: int
    place: int
    """How many letters stand before the part that the rule looks at."""
    before: Word
    after: Word


def reductions(word: Word) -> Iterator[Reduction]:
    """Yield the rules that the on-line algorithm uses, in order.

    Examples
    --------
    >>> for step in reductions(Word("r2l3rlle")):
    ...     print(f"rule {step.rule}: {step.before} -> {step.after}")
    rule 2: r2 -> r
    rule 1: rl3 -> r
    rule 2: r2 -> r
    """
    return _reduce(word)


def irreducible_word(word: Word) -> Word:
    """Return the irreducible word that the on-line algorithm ends with.

    Examples
    --------
    >>> irreducible_word(Word("r2l3rlle"))
    Word('rl2e')
    >>> irreducible_word(Word.from_position(10**1000 + 1, 10**1000))
    Word('re')
    """
    algorithm = _reduce(word)
    while True:
        try:
            next(algorithm)
        except StopIteration as end:
            result: str = end.value
            return Word(result)


def _reduce(word: Word) -> Generator[Reduction, None, str]:
    if word.is_empty:
        return ""
    held = ""
    for letter, length in word.runs:
        if letter == "l":
            core = held.rstrip("l")
            total = len(held) - len(core) + length
            times, left = divmod(total, 3)
            held = core + "l" * left
            if times:
                yield Reduction(1, times, _text(core) + str(Run("l", total)), _text(held))
            continue
        rule, reduced = _at_end(held + "r", 2, 3, 4)
        if rule:
            yield Reduction(rule, 1, _text(held + "r"), _text(reduced))
        held = reduced
        if length > 1:
            # What is held ends in exactly one r now, so every further r falls to rule 2.
            grown = _text(held[:-1]) + str(Run("r", length))
            yield Reduction(2, length - 1, grown, _text(held))
    held += "e"
    rule, reduced = _at_end(held, 5, 6, 7)
    if rule:
        yield Reduction(rule, 1, _text(held), _text(reduced))
        held = reduced
    if held.endswith("llle"):
        yield Reduction(1, 1, _text(held), _text(held[:-4] + "e"))
        held = held[:-4] + "e"
    return held


def _at_end(held: str, *rules: int) -> tuple[int, str]:
    """Apply the first of some rules that applies at the end of `held` (0: none)."""
    for rule in rules:
        pattern, replacement = RULES[rule]
        core = pattern.lstrip("X")
        if held.endswith(core):
            if core == pattern:
                return rule, held[: -len(core)] + replacement
            if held != core:
                return rule, replacement
    return 0, held


@cache
def _text(letters: str) -> str:
    """Return letters with counts; only a few short strings are ever held, so they are kept."""
    if letters.endswith("e"):
        return str(Word(letters))
    return str(Word(letters + "e"))[:-1]


def rewritings(word: Word) -> list[Rewriting]:
    """Return every way to apply one rule to a word, by rule and then from the left.

    Examples
    --------
    >>> [(step.rule, str(step.after)) for step in rewritings(Word("r2l3e"))]
    [(1, 'r2e'), (2, 'rl3e')]
    """
    letters = word.letters()
    applications = []
    for rule, (pattern, replacement) in RULES.items():
        core = pattern.lstrip("X")
        place = letters.find(core)
        while place >= 0:
            if core == pattern:
                applications.append(
                    (rule, place, letters[:place] + replacement + letters[place + len(core) :])
                )
            elif place > 0:
                applications.append((rule, place, letters[place:]))
            place = letters.find(core, place + 1)
    return [Rewriting(rule, place, word, Word(after)) for rule, place, after in applications]


def rewrite(
    word: Word, choose: Callable[[Sequence[Rewriting]], Rewriting] | None = None
) -> Iterator[Rewriting]:
    """Yield rewritings of a word until none is left, `choose` deciding which comes next.

    Without `choose` the first of each list is taken. Every order ends with the same word.

    Examples
    --------
    >>> [str(step.after) for step in rewrite(Word("r2l3e"))]
    ['r2e', 're']
    >>> [str(step.after) for step in rewrite(Word("r2l3e"), choose=lambda steps: steps[-1])]
    ['rl3e', 're']
    """
    while possible := rewritings(word):
        step = choose(possible) if choose else possible[0]
        yield step
        word = step.after
