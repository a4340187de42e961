"""Positions of Partizan Euclid, and the words that describe their game trees."""

from __future__ import annotations

from typing import Any, NamedTuple

from farstar._arguments import shown
from farstar._outcome import Left, Outcome, Player
from farstar.errors import BudgetExceeded, IllegalPositionError
from farstar.papers.euclid.theory import continued_fractions
from farstar.papers.euclid.theory.continued_fractions import Term
from farstar.papers.partizan_euclid import _rules
from farstar.papers.partizan_euclid.theory import (
    automata,
    canonical,
    class_sums,
    intervals,
)
from farstar.papers.partizan_euclid.theory.rewriting import Reduction
from farstar.papers.partizan_euclid.theory.words import Word
from farstar.rules import Explanation, Move, Position, who_moves
from farstar.sums.intervals import Decision, decide_with_one_ply
from farstar.values import Value

_MOST_TERMS = 1_000_000
_MOST_SPINE_BITS = 1_000_000_000


class OnlineOutcome(NamedTuple):
    """The result of the on-line algorithm, and its steps."""

    outcome: Outcome
    irreducible_word: Word
    reductions: tuple[Reduction, ...]
    """The rules used, in order."""


class PartizanEuclid(Position, rules=_rules.PartizanEuclidRules):
    """The position ``E(p, q)`` of Partizan Euclid.

    With ``t = p mod q`` not 0, Left moves to ``(q, t)`` and Right to ``(q, q - t)``.

    Parameters
    ----------
    p, q : int
        Any two positive integers.

    Raises
    ------
    IllegalPositionError
        If a number is not a positive integer.

    Examples
    --------
    >>> g = fs.PartizanEuclid(11, 8)
    >>> g.signature, str(g.outcome), g.value, g.atomic_weight()
    (Word('rl2e'), 'R', Value('vv*'), Value('-2'))
    >>> [str(move) for move in g.winning_moves(fs.Right)]
    ['Right: (11,8) -> (8,5)']
    """

    batch = "farstar.papers.partizan_euclid.bulk:PARTIZAN_EUCLID"

    __slots__ = ("_word",)

    _state: _rules.State
    _word: Word

    def __init__(self, p: int, q: int) -> None:
        self._fill(_rules.RULES, _rules.checked(p, q))

    @classmethod
    def from_word(cls, word: Word) -> PartizanEuclid:
        """Return the standard position with this signature; ``E(2, 1)`` for the empty word.

        Examples
        --------
        >>> fs.PartizanEuclid.from_word(fs.Word("rlle"))
        PartizanEuclid(11, 8)
        """
        position = cls._of(_rules.RULES, word.pair)
        _set_word(position, word)
        return position

    @property
    def p(self) -> int:
        """The first number."""
        return self._state[0]

    @property
    def q(self) -> int:
        """The second number, the divisor."""
        return self._state[1]

    # The word and its relatives.

    @property
    def signature(self) -> Word:
        """The word that describes the game tree, by runs.

        Examples
        --------
        >>> fs.PartizanEuclid(146, 89).signature
        Word('l3r2l3re')
        """
        try:
            return self._word
        except AttributeError:
            word = Word.from_position(*self._state)
            _set_word(self, word)
            return word

    @property
    def standard(self) -> PartizanEuclid:
        """The standard position, ``q < p < 2q``, with the same game tree; else ``E(2, 1)``.

        Examples
        --------
        >>> fs.PartizanEuclid(58, 16).standard, fs.PartizanEuclid(7, 7).standard
        (PartizanEuclid(13, 8), PartizanEuclid(2, 1))
        """
        return PartizanEuclid.from_word(self.signature)

    @property
    def spine(self) -> tuple[PartizanEuclid, ...]:
        """The position, its option that is standard, the standard option of that, and so on.

        Raises
        ------
        BudgetExceeded
            If the spine is too long to be listed; the runs of `signature` describe it.

        Examples
        --------
        >>> [(g.p, g.q) for g in fs.PartizanEuclid(12, 7).spine]
        [(12, 7), (7, 5), (5, 3), (3, 2)]
        """
        self._refuse_long("spine", _MOST_SPINE_BITS // (self.p.bit_length() + 1000))
        positions = [self]
        p, q = self._state
        while (double := 2 * (p % q)) not in (0, q):
            remainder = double // 2
            p, q = q, remainder if double > q else q - remainder
            positions.append(PartizanEuclid._of(_rules.RULES, (p, q)))
        return tuple(positions)

    @property
    def continued_fraction(self) -> tuple[int, ...]:
        """The ordinary continued fraction of ``p/q``, in short form.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).continued_fraction
        (1, 2, 1, 2)
        """
        return continued_fractions.continued_fraction(*self._state)

    @property
    def ficf(self) -> tuple[Term, ...]:
        """The furthest-integer continued fraction of ``p/q``, which gives the signature.

        A plus sign is the letter ``l``, a minus sign ``r``, and the tie ``e``.

        Raises
        ------
        BudgetExceeded
            If there are too many terms to list.

        Examples
        --------
        >>> [tuple(term) for term in fs.PartizanEuclid(11, 8).ficf]
        [(2, -1), (1, 1), (1, 1), (1, 1), (2, 0)]
        """
        self._refuse_long("furthest-integer continued fraction", _MOST_TERMS)
        return tuple(continued_fractions.furthest_integer(*self._state))

    @property
    def nicf(self) -> tuple[Term, ...]:
        """The nearest-integer continued fraction of ``p/q``.

        Examples
        --------
        >>> [tuple(term) for term in fs.PartizanEuclid(11, 8).nicf]
        [(1, 1), (3, -1), (3, 0)]
        """
        return tuple(continued_fractions.nearest_integer(*self._state))

    @property
    def furthest_integer_fraction(self) -> str:
        """The furthest-integer continued fraction of ``p/q`` as a fraction with its signs.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).furthest_integer_fraction
        '2 - 1/(1 + 1/(1 + 1/(1 + 1/2)))'
        """
        return continued_fractions.written_out(continued_fractions.furthest_integer(*self._state))

    @property
    def nearest_integer_fraction(self) -> str:
        """The nearest-integer continued fraction of ``p/q`` as a fraction with its signs.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).nearest_integer_fraction
        '1 + 1/(3 - 1/3)'
        """
        return continued_fractions.written_out(continued_fractions.nearest_integer(*self._state))

    def _refuse_long(self, what: str, limit: int) -> None:
        length = self.signature.length
        if length > limit:
            raise BudgetExceeded(
                f"expected a {what} of at most {limit} terms, got one of {shown(length)}"
            )

    @property
    def irreducible_word(self) -> Word:
        """The word to which rules 1 to 7 reduce the signature; one of nine (Theorem 15).

        Examples
        --------
        >>> fs.PartizanEuclid(146, 89).irreducible_word
        Word('re')
        """
        return self.signature.irreducible()

    @property
    def normal_form(self) -> Word:
        """The shortest word that may replace the signature behind every prefix.

        Examples
        --------
        >>> fs.PartizanEuclid(146, 89).normal_form
        Word('r3e')
        """
        return self.signature.normal_form()

    @property
    def class_number(self) -> int | None:
        """The class, a state of the 17-state automaton; None if nobody can move."""
        return self.signature.class_number

    # Who wins.

    @property
    def outcome(self) -> Outcome:
        """Who wins, by the automaton of paired outcomes, in as many steps as there are runs.

        Examples
        --------
        >>> str(fs.PartizanEuclid(10**1000 + 1, 10**1000).outcome)
        'L'
        """
        known = _rules.native_outcome(*self._state)
        return automata.outcome(self.signature) if known is None else known

    def outcome_online(self) -> OnlineOutcome:
        """Return who wins by the on-line algorithm of section 3.1, with the rules it used.

        Examples
        --------
        >>> online = fs.PartizanEuclid(12, 7).outcome_online()
        >>> str(online.outcome), online.irreducible_word, [r.rule for r in online.reductions]
        ('P', Word('l2e'), [7])
        """
        word = self.irreducible_word
        return OnlineOutcome(_TABLE_1[str(word)], word, tuple(self.signature.reductions()))

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins under misère play, where a player who cannot move wins.

        Examples
        --------
        >>> str(fs.PartizanEuclid(11, 8).misere_outcome)
        'L'
        """
        return automata.misere_outcome(self.signature)

    def outcome_with_heap(self, heap: int) -> Outcome:
        """Return who wins the sum of the position and a nim-heap, by the 17-state automaton.

        Examples
        --------
        >>> [str(fs.PartizanEuclid(5, 3).outcome_with_heap(k)) for k in range(4)]
        ['R', 'N', 'R', 'R']
        """
        return automata.outcome_with_heap(self.signature, heap)

    def class_decision(self, other: PartizanEuclid) -> Decision:
        """Return what the classes alone say about the sum of two positions.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).class_decision(fs.PartizanEuclid(5, 3)).outcome
        <Outcome.R: 'R'>
        """
        return class_sums.decide_pair(self.signature, _euclid(other).signature)

    def outcome_with(self, other: PartizanEuclid) -> Outcome:
        """Return who wins the sum of two positions.

        The classes decide most pairs, bounds by ups and stars most others, and the values the
        rest.

        Examples
        --------
        >>> str(fs.PartizanEuclid(11, 8).outcome_with(fs.PartizanEuclid(4, 3)))
        'N'
        """
        outcome = self.class_decision(other).outcome
        if outcome is None:
            profiles = [intervals.profile(g.signature) for g in (self, other)]
            outcome = decide_with_one_ply(profiles).outcome
        if outcome is None:
            mine, its = self.value, -other.value
            outcome = Outcome.of(
                left_wins_first=not mine <= its,
                right_wins_first=not mine >= its,
            )
        return outcome

    def options(self, player: Player | str | None = None) -> tuple[PartizanEuclid, ...]:
        """Return the position that `player` can move to, if there is one.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).options(fs.Left), fs.PartizanEuclid(6, 3).options(fs.Left)
        ((PartizanEuclid(8, 3),), ())
        """
        who = who_moves(player, impartial=False)
        steps = _rules.RULES.left(self._state) if who is Left else _rules.RULES.right(self._state)
        return tuple(PartizanEuclid._of(_rules.RULES, step.after) for step in steps)

    def winning_moves(
        self, player: Player | str | None = None, *, misere: bool = False
    ) -> tuple[Move, ...]:
        """Return the move of `player` if it wins; each player has at most one.

        Examples
        --------
        >>> fs.PartizanEuclid(11, 8).winning_moves(fs.Left)
        ()
        """
        who = who_moves(player, impartial=False)
        outcome = self.misere_outcome if misere else self.outcome
        return self.moves(who) if outcome.wins(who, first=True) else ()

    # The value.

    @property
    def value(self) -> Value:
        """The value, built along the word: the action table says which options are canonical.

        Raises
        ------
        BudgetExceeded
            If the canonical form has too many followers to be built.

        Examples
        --------
        >>> fs.PartizanEuclid(15, 8).value, fs.PartizanEuclid(10**9 + 1, 10**9).value
        (Value('{^5|0}'), Value('^999999998*'))
        """
        known = _rules.native_value(*self._state)
        return _rules.value_of_word(self.signature) if known is None else known

    def atomic_weight(self) -> Value:
        """Return the atomic weight, computed along the word without the value.

        Examples
        --------
        >>> fs.PartizanEuclid(203, 111).atomic_weight()
        Value('{6|9/2}')
        """
        known = _rules.native_weight(*self._state)
        return _rules.weight_of_word(self.signature) if known is None else known

    def search_atomic_weight(self) -> Value:
        """Return the atomic weight of the value that brute force finds.

        Examples
        --------
        >>> fs.PartizanEuclid(203, 111).search_atomic_weight()
        Value('{6|9/2}')
        """
        return self.search_value().atomic_weight()

    def same_value(self, other: PartizanEuclid) -> bool:
        """Return, in time linear in the words, whether two positions have equal values.

        Examples
        --------
        >>> fs.PartizanEuclid(13, 8).same_value(fs.PartizanEuclid(3, 2))
        True
        """
        return canonical.equal_values(self.signature, _euclid(other).signature)

    def explain(self) -> Explanation:
        """Explain who wins, and why: the word, the reductions, the automaton and the moves.

        Examples
        --------
        >>> print(fs.PartizanEuclid(12, 7).explain().steps[3].text)
        The on-line algorithm takes 1 step and ends with l2e. Its outcome is P.
        """
        from farstar.papers.partizan_euclid.explanations import explain

        return explain(self)


_set_word = PartizanEuclid.__dict__["_word"].__set__

_TABLE_1 = {
    "": Outcome.P,
    "e": Outcome.N,
    "le": Outcome.R,
    "l2e": Outcome.P,
    "re": Outcome.L,
    "lre": Outcome.N,
    "l2re": Outcome.P,
    "rlre": Outcome.L,
    "rl2e": Outcome.R,
}
"""The outcomes of the irreducible words (Table 1)."""


def _euclid(position: object) -> PartizanEuclid:
    if not isinstance(position, PartizanEuclid):
        raise IllegalPositionError(f"expected a position of Partizan Euclid, got {shown(position)}")
    return position


def cgsuite_position(pair: Any, *rest: Any) -> PartizanEuclid | Value:
    """Return the position that CGSuite makes of a pair or of two numbers.

    There a heap of size 0 ends the game; here it is over before.
    """
    both = pair if isinstance(pair, tuple) else (pair, *rest)
    return Value(0) if 0 in both else PartizanEuclid(*both)
