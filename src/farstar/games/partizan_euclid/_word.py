"""Words with the theory of the game: what a signature says about its position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from farstar._arguments import shown
from farstar._outcome import Outcome
from farstar.errors import NotationError
from farstar.theory import automata, canonical, rewriting
from farstar.theory import normal_form as normal_forms
from farstar.theory import words as theory

if TYPE_CHECKING:
    from farstar.games.partizan_euclid._position import PartizanEuclid


class Word(theory.Word):
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
    >>> word = fs.Word("lrlle")
    >>> word
    Word('lrl2e')
    >>> word.position, str(word.outcome), word.position.signature == word
    (PartizanEuclid(19, 11), 'R', True)
    """

    __slots__ = ()

    @classmethod
    def of(cls, word: theory.Word) -> Self:
        """Return the same word as one of this class.

        Examples
        --------
        >>> fs.Word.of(fs.theory.Word("le")).position
        PartizanEuclid(5, 3)
        """
        if isinstance(word, cls):
            return word
        return cls._make(word.runs, is_empty=word.is_empty)

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
        from farstar.games.partizan_euclid._position import PartizanEuclid

        return PartizanEuclid.from_word(self)

    def __radd__(self, prefix: object) -> Self:
        if not isinstance(prefix, str):
            raise NotationError(f"expected letters l and r before a word, got {shown(prefix)}")
        return self.prepend(prefix)

    @property
    def outcome(self) -> Outcome:
        """Who wins the position with this signature.

        Examples
        --------
        >>> str(fs.Word("rlle").outcome)
        'R'
        """
        return automata.outcome(self)

    @property
    def class_number(self) -> int | None:
        """The class, a state of the 17-state automaton; None for the empty word.

        Examples
        --------
        >>> fs.Word("rlle").class_number
        6
        """
        return automata.class_number(self)

    def irreducible(self) -> Self:
        """Return the irreducible word with the same paired outcome (Theorem 15).

        Examples
        --------
        >>> fs.Word("r2l3rlle").irreducible()
        Word('rl2e')
        """
        return self.of(rewriting.irreducible_word(self))

    def reductions(self) -> Iterator[rewriting.Reduction]:
        """Yield the rules 1 to 7 that the on-line algorithm uses, in order.

        Examples
        --------
        >>> [(step.rule, step.before, step.after) for step in fs.Word("lrle").reductions()]
        [(7, 'lrle', 'l2e')]
        """
        return rewriting.reductions(self)

    def normal_form(self) -> Self:
        """Return the shortest word that may replace this one behind every prefix.

        Examples
        --------
        >>> fs.Word("l5r3e").normal_form()
        Word('l2r3e')
        """
        return self.of(normal_forms.normal_form(self))

    def normal_form_steps(self) -> list[normal_forms.NormalFormStep]:
        """Return the rules R1 to R10 that lead to the normal form, as they are used.

        Examples
        --------
        >>> fs.Word("l5r3e").normal_form_steps()
        [<R4: l5r3e -> l2r3e>]
        """
        return normal_forms.normal_form_steps(self)

    def same_state(self, other: theory.Word) -> bool:
        """Return whether the words may replace each other behind every prefix.

        Examples
        --------
        >>> fs.Word("rllre").same_state(fs.Word("le"))
        True
        """
        return normal_forms.same_state(self, other)

    def same_value(self, other: theory.Word) -> bool:
        """Return, in time linear in the words, whether the positions have equal values.

        Examples
        --------
        >>> fs.Word("llle").same_value(fs.Word("e")), fs.Word("lle").same_value(fs.Word(""))
        (True, True)
        """
        return canonical.equal_values(self, other)
