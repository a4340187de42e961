"""Words of Partizan Euclid: the signature of a position, run-length coded.

The *signature* of ``E(p, q)`` with ``t = p mod q`` and no common factor is the empty word λ if
``q = 1``, the word ``e`` if ``q = 2``, and otherwise ``l`` or ``r`` followed by the signature of
the one option with ``q' < p' < 2q'``: Left's option ``E(q, t)`` if ``2t > q``, Right's option
``E(q, q - t)`` if ``2t < q``. Positions with the same signature have the same game tree, and every
word over ``l`` and ``r`` ending in ``e`` is the signature of exactly one *standard* position
(``q < p < 2q``).

A word may have as many letters as `p` is large, but it has few runs: with
``q/t = [d0; d1, ..., dn]`` the signature is ``r^(d0-1) l r^(d1-1) l ... l r^(dn-2) e``. So words
are stored by runs and come from one ordinary Euclidean algorithm.

References
----------
.. [1] N. A. McKay, R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 13 (2013),
   Definition 8, Theorem 9, Corollary 10.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, Self, TypeAlias

from farstar._arguments import integer, shown
from farstar._digits import from_text, to_text
from farstar._immutable import Immutable
from farstar.errors import BudgetExceeded, NotationError, ValueOverflowError
from farstar.papers.euclid.theory.quotient_matrices import partial_quotients, product

if TYPE_CHECKING:
    from farstar._outcome import Outcome
    from farstar.papers.partizan_euclid._position import PartizanEuclid
    from farstar.papers.partizan_euclid.theory.normal_form import NormalFormStep
    from farstar.papers.partizan_euclid.theory.rewriting import Reduction

__all__ = ["Letter", "Run", "Word"]

Letter: TypeAlias = Literal["l", "r"]
"""A letter of a word, its end mark ``e`` apart."""

_TEXT_LIMIT = 1_000_000
_LETTER_LIMIT = 1_000_000
_PAIR_BITS = 4_000_000

_RUN = re.compile("(l+|r+)([0-9]*)")
_EXPECTED = "expected a word of l and r that ends in e, such as 'lrlle' or 'l3r2l3re'"


class Run(NamedTuple):
    """One letter repeated."""

    letter: Letter
    length: int

    def __str__(self) -> str:
        return self.letter if self.length == 1 else self.letter + to_text(self.length)


class Word(Immutable):
    """A word over ``l`` and ``r`` that ends in ``e``, or the empty word λ: a signature.

    Words are immutable, hashable and picklable. ``"lr" + word`` puts letters in front.

    Parameters
    ----------
    text : str
        Letters, each with an optional count: ``lrlle``, ``l3r2l3re``. The empty text (or ``λ``)
        is the empty word.

    Raises
    ------
    NotationError
        If the text is not a word.

    Examples
    --------
    >>> word = Word("lllrrlllre")
    >>> word
    Word('l3r2l3re')
    >>> word.pair
    (146, 89)
    >>> Word.from_position(146, 89) == word
    True
    >>> word.position, str(word.outcome)
    (PartizanEuclid(146, 89), 'L')
    """

    __slots__ = ("_hash", "_is_empty", "_runs")
    _noun = "word"
    _hash: int
    _is_empty: bool
    _runs: tuple[Run, ...]

    def __init__(self, text: str = "") -> None:
        runs = _parse(text)
        self._fill(() if runs is None else runs, is_empty=runs is None)

    def _fill(self, runs: tuple[Run, ...], *, is_empty: bool) -> None:
        _set_runs(self, runs)
        _set_is_empty(self, is_empty)

    @classmethod
    def _make(cls, runs: tuple[Run, ...], *, is_empty: bool = False) -> Self:
        word = object.__new__(cls)
        word._fill(runs, is_empty=is_empty)
        return word

    @classmethod
    def from_runs(cls, runs: Iterable[tuple[Letter, int]]) -> Self:
        """Return the word with these runs, from the left, before its ``e``.

        Neighbouring runs of the same letter are joined and runs of length 0 dropped.

        Examples
        --------
        >>> Word.from_runs([("l", 2), ("l", 1), ("r", 0)])
        Word('l3e')
        """
        joined: list[Run] = []
        for letter, count in runs:
            if letter not in ("l", "r"):
                raise NotationError(f"expected the letter l or r, got {shown(letter)}")
            integer(count, 0, "the length of a run")
            _append(joined, letter, count)
        return cls._make(tuple(joined))

    @classmethod
    def from_position(cls, p: int, q: int) -> Self:
        """Return the signature of the Partizan Euclid position ``E(p, q)``.

        Any two positive integers will do: common factors do not matter, ``p > 2q`` and
        ``p < q`` follow the same rule, and λ stands for a position where `q` divides `p`.

        Examples
        --------
        >>> Word.from_position(12, 7), Word.from_position(24, 14), Word.from_position(5, 7)
        (Word('lrle'), Word('lrle'), Word('lrle'))
        >>> Word.from_position(6, 3), Word.from_position(9, 2)
        (Word(''), Word('e'))
        """
        integer(p, 1, "each number of a position")
        integer(q, 1, "each number of a position")
        remainder = p % q
        if not remainder:
            return cls._make((), is_empty=True)
        runs: list[Run] = []
        *digits, last = partial_quotients(q, remainder)
        lefts = 0
        for digit in digits:
            if digit > 1:
                if lefts:
                    runs.append(Run("l", lefts))
                    lefts = 0
                runs.append(Run("r", digit - 1))
            lefts += 1
        if lefts:
            runs.append(Run("l", lefts))
        if last > 2:
            runs.append(Run("r", last - 2))
        return cls._make(tuple(runs))

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs before ``e``, from the left, neighbours always of different letters."""
        return self._runs

    @property
    def is_empty(self) -> bool:
        """Whether this is the empty word λ (the word ``e`` is not empty)."""
        return self._is_empty

    @property
    def length(self) -> int:
        """The number of letters, the final ``e`` included, as an integer of any size."""
        return 0 if self._is_empty else 1 + sum(run.length for run in self._runs)

    def __len__(self) -> int:
        if self.length > sys.maxsize:
            raise ValueOverflowError("the word is too long for len(): use its attribute length")
        return self.length

    def letters(self, limit: int = _LETTER_LIMIT) -> str:
        """Return the word letter by letter.

        Raises
        ------
        BudgetExceeded
            If there are more than `limit` letters.

        Examples
        --------
        >>> Word("l3re").letters()
        'lllre'
        """
        if self.length > limit:
            raise BudgetExceeded(
                f"expected a word of at most {limit} letters, got one of {shown(self.length)}"
            )
        if self._is_empty:
            return ""
        return "".join(run.letter * run.length for run in self._runs) + "e"

    def prepend(self, prefix: str) -> Self:
        """Return the word with letters put in front of it.

        Parameters
        ----------
        prefix : str
            Letters with optional counts, without an ``e``.

        Examples
        --------
        >>> Word("le").prepend("r2l")
        Word('r2l2e')
        """
        if not prefix:
            return self
        runs = _parse_runs(prefix, 0, len(prefix), "expected letters l and r, such as 'l3r'")
        if self._is_empty:
            raise NotationError(f"expected a word that ends in e to put {shown(prefix)} before")
        for run in self._runs[:1]:
            _append(runs, run.letter, run.length)
        return self._make((*runs, *self._runs[1:]))

    def __radd__(self, prefix: object) -> Self:
        if not isinstance(prefix, str):
            raise NotationError(f"expected letters l and r before a word, got {shown(prefix)}")
        return self.prepend(prefix)

    def suffix(self, dropped: int) -> Self:
        """Return the word without its first `dropped` letters (all of them: λ).

        Examples
        --------
        >>> Word("l3re").suffix(2), Word("l3re").suffix(4), Word("l3re").suffix(5)
        (Word('lre'), Word('e'), Word(''))
        """
        integer(dropped, 0, "the number of letters to drop")
        left = dropped
        for i, run in enumerate(self._runs):
            if left < run.length:
                return self._make((Run(run.letter, run.length - left), *self._runs[i + 1 :]))
            left -= run.length
        if left == 0 and not self._is_empty:
            return self._make(())
        if left == (0 if self._is_empty else 1):
            return self._make((), is_empty=True)
        raise NotationError(
            f"expected at most {shown(self.length)} letters to drop, got {shown(dropped)}"
        )

    def left_option(self) -> Self | None:
        """Return the signature of Left's option, or None if there is none (Corollary 10).

        Examples
        --------
        >>> Word("r2lre").left_option(), Word("r2e").left_option(), Word("").left_option()
        (Word('re'), Word(''), None)
        """
        if self._is_empty:
            return None
        start = 1 if self._runs and self._runs[0].letter == "r" else 0
        if start == len(self._runs):
            return self._make((), is_empty=True)
        return self._make(_without_first(self._runs[start:]))

    def right_option(self) -> Self | None:
        """Return the signature of Right's option, or None if there is none (Corollary 10).

        Examples
        --------
        >>> Word("r2le").right_option(), Word("lr2le").right_option(), Word("e").right_option()
        (Word('rle'), Word('e'), Word(''))
        """
        if self._is_empty:
            return None
        if not self._runs:
            return self._make((), is_empty=True)
        rest = self._make(_without_first(self._runs))
        return rest if self._runs[0].letter == "r" else rest.left_option()

    @property
    def pair(self) -> tuple[int, int]:
        """The standard position ``(p, q)`` with this signature; ``(2, 1)`` for λ.

        Raises
        ------
        BudgetExceeded
            If the numbers would have more than about a million digits.

        Examples
        --------
        >>> Word("lrle").pair, Word("e").pair, Word("").pair
        ((12, 7), (3, 2), (2, 1))
        """
        if self._is_empty:
            return 2, 1
        bits = sum(
            run.length if run.letter == "l" else run.length.bit_length() for run in self._runs
        )
        if bits > _PAIR_BITS:
            raise BudgetExceeded(
                f"expected a word whose position has at most {_PAIR_BITS} bits, got {shown(bits)}"
            )
        digits = [1]
        for letter, count in self._runs:
            if letter == "r":
                digits[-1] += count
            else:
                digits.extend([1] * count)
        digits[-1] += 1
        q, _, remainder, _ = product(digits)
        return q + remainder, q

    def spine(self) -> Iterator[tuple[int, int]]:
        """Yield the standard positions on the spine, from this one down to ``(3, 2)``.

        Examples
        --------
        >>> list(Word("lrle").spine())
        [(12, 7), (7, 5), (5, 3), (3, 2)]
        """
        if self._is_empty:
            return
        p, q = self.pair
        yield p, q
        for letter, count in self._runs:
            for _ in range(count):
                p, q = (q, p - q) if letter == "l" else (q, 2 * q - p)
                yield p, q

    # What theory says about the position; its modules import this one.

    @property
    def position(self) -> PartizanEuclid:
        """The standard position with this signature; ``E(2, 1)`` for λ.

        Raises
        ------
        BudgetExceeded
            If the numbers would have more than about a million digits.

        Examples
        --------
        >>> fs.Word("rl2e").position, fs.Word("").position
        (PartizanEuclid(11, 8), PartizanEuclid(2, 1))
        """
        from farstar.papers.partizan_euclid._position import PartizanEuclid

        return PartizanEuclid.from_word(self)

    @property
    def outcome(self) -> Outcome:
        """Who wins the position with this signature.

        Examples
        --------
        >>> str(fs.Word("rlle").outcome)
        'R'
        """
        from farstar.papers.partizan_euclid.theory import automata

        return automata.outcome(self)

    @property
    def class_number(self) -> int | None:
        """The class, a state of the 17-state automaton; None for the empty word.

        Examples
        --------
        >>> fs.Word("rlle").class_number
        6
        """
        from farstar.papers.partizan_euclid.theory import automata

        return automata.class_number(self)

    def irreducible(self) -> Word:
        """Return the irreducible word with the same paired outcome (Theorem 15).

        Examples
        --------
        >>> fs.Word("r2l3rlle").irreducible()
        Word('rl2e')
        """
        from farstar.papers.partizan_euclid.theory import rewriting

        return rewriting.irreducible_word(self)

    def reductions(self) -> Iterator[Reduction]:
        """Yield the rules 1 to 7 that the on-line algorithm uses, in order.

        Examples
        --------
        >>> [(step.rule, step.before, step.after) for step in fs.Word("lrle").reductions()]
        [(7, 'lrle', 'l2e')]
        """
        from farstar.papers.partizan_euclid.theory import rewriting

        return rewriting.reductions(self)

    def normal_form(self) -> Word:
        """Return the shortest word that may replace this one behind every prefix.

        Examples
        --------
        >>> fs.Word("l5r3e").normal_form()
        Word('l2r3e')
        """
        from farstar.papers.partizan_euclid.theory import normal_form

        return normal_form.normal_form(self)

    def normal_form_steps(self) -> list[NormalFormStep]:
        """Return the rules R1 to R10 that lead to the normal form, as they are used.

        Examples
        --------
        >>> fs.Word("l5r3e").normal_form_steps()
        [<R4: l5r3e -> l2r3e>]
        """
        from farstar.papers.partizan_euclid.theory import normal_form

        return normal_form.normal_form_steps(self)

    def same_state(self, other: Word) -> bool:
        """Return whether the words may replace each other behind every prefix.

        Examples
        --------
        >>> fs.Word("rllre").same_state(fs.Word("le"))
        True
        """
        from farstar.papers.partizan_euclid.theory import normal_form

        return normal_form.same_state(self, other)

    def same_value(self, other: Word) -> bool:
        """Return, in time linear in the words, whether the positions have equal values.

        Examples
        --------
        >>> fs.Word("llle").same_value(fs.Word("e")), fs.Word("lle").same_value(fs.Word(""))
        (True, True)
        """
        from farstar.papers.partizan_euclid.theory import canonical

        return canonical.equal_values(self, other)

    def cell_text(self, notation: str) -> str:
        """Return the word as tables print it, in ascii, unicode or latex."""
        if self._is_empty:
            return {"ascii": "empty", "unicode": "λ"}.get(notation, r"$\lambda$")
        if notation != "latex":
            return str(self)
        runs = (
            run.letter if run.length == 1 else f"{run.letter}^{{{to_text(run.length)}}}"
            for run in self._runs
        )
        return f"${''.join(runs)}e$"

    def __str__(self) -> str:
        return "" if self._is_empty else "".join(map(str, self._runs)) + "e"

    def __repr__(self) -> str:
        return f"Word({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Word):
            return NotImplemented
        return self._is_empty == other._is_empty and self._runs == other._runs

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            _set_hash(self, hash((self._runs, self._is_empty)))
            return self._hash

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        runs = tuple((run.letter, run.length) for run in self._runs)
        return _unpickle, (type(self), runs, self._is_empty)


_set_runs = Word.__dict__["_runs"].__set__
_set_is_empty = Word.__dict__["_is_empty"].__set__
_set_hash = Word.__dict__["_hash"].__set__


def _unpickle(kind: type[Word], runs: tuple[tuple[Letter, int], ...], is_empty: bool) -> Word:
    return kind() if is_empty else kind.from_runs(runs)


def _append(runs: list[Run], letter: Letter, count: int) -> None:
    if not count:
        return
    if runs and runs[-1].letter == letter:
        runs[-1] = Run(letter, runs[-1].length + count)
    else:
        runs.append(Run(letter, count))


def _without_first(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    letter, count = runs[0]
    return runs[1:] if count == 1 else (Run(letter, count - 1), *runs[1:])


def _parse(text: str) -> tuple[Run, ...] | None:
    """Return the runs before ``e``, or None for the empty word."""
    if not isinstance(text, str):
        raise NotationError(f"{_EXPECTED}, got {shown(text)}")
    if text in ("", "λ"):
        return None
    if not text.endswith("e"):
        raise NotationError(f"{_EXPECTED}, got {shown(text)}", text, len(text))
    return tuple(_parse_runs(text, 0, len(text) - 1, _EXPECTED))


def _parse_runs(text: str, start: int, stop: int, expected: str) -> list[Run]:
    if stop - start > _TEXT_LIMIT:
        raise NotationError(
            f"expected a word of at most {_TEXT_LIMIT} characters, got {stop - start}", text
        )
    runs: list[Run] = []
    while start < stop:
        match = _RUN.match(text, start, stop)
        if match is None or match[2].startswith("0"):
            column = start if match is None else match.start(2)
            raise NotationError(f"{expected}, got {shown(text)} (column {column})", text, column)
        letters, count = match.groups()
        # A count belongs to the last letter before it.
        length = len(letters) - 1 + from_text(count) if count else len(letters)
        _append(runs, "l" if letters[0] == "l" else "r", length)
        start = match.end()
    return runs
