"""Forms: games as they are written down, dominated and reversible options included."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, final

from farstar._equality import is_number_or_text, refuse_equality
from farstar._immutable import Immutable
from farstar._outcome import Outcome, Player
from farstar.errors import BudgetExceeded, FarstarError
from farstar.values import _form_graph as sums
from farstar.values._form_graph import Graph, Key, Writer, explore, read
from farstar.values._simplify import (
    Domination,
    Reversal,
    Simplification,
    dominations,
    reversal,
    simplify,
)
from farstar.values._value import Value, wrap

_PLAYERS = (Player.LEFT, Player.RIGHT)

_LONGEST_LATEX = 1_000
"""Characters of a form that is written in LaTeX."""


class SupportsOptions(Protocol):
    """A position: something hashable that knows the positions each player can move to."""

    def __hash__(self) -> int: ...
    def options(self, player: Any, /) -> Iterable[Any]:
        """Return the positions that `player` can move to."""


@final
class Form(Immutable):
    """A game as it is written down: its options are kept, whether they matter or not.

    A `Value` is a game up to equality; a form is one way of writing it. Two forms are equal here
    only if they are identical: the same options, in any order, down to the end. What depends on
    the form belongs here: which options are dominated or reversible, misère outcomes, ordinal sums
    with a base that is not canonical, conjunctive and selective sums, Conway's product.

    Parameters
    ----------
    source : str, Value, int, Fraction or Form
        In text, braces, ``+-``, ``-``, ``Tiny`` and ``Miny`` are taken literally; numbers, ups,
        nimbers, sums and whatever else is written stand for canonical forms.

    Examples
    --------
    >>> g = fs.Form("{0,*,-1|-1,{1|-2},{2|0}}")
    >>> g.value, g.is_canonical, g == fs.Form("{0,*|-1}")
    (Value('{0,*|-1}'), False, False)
    >>> print(g.simplify())
    {0,*,-1|-1,{1|-2},{2|0}}
    1. Left's option -1 is dominated by 0, since 0 >= -1. This leaves {0,*|-1,{1|-2},{2|0}}.
    2. Right's option {2|0} is dominated by -1, since -1 <= {2|0}. This leaves {0,*|-1,{1|-2}}.
    3. Right's option {1|-2} reverses through Left's answer 1, since 1 >= {0,*|-1}, the value of \
the game; Right has no option in 1, so nothing replaces it. This leaves {0,*|-1}.
    4. No option of {0,*|-1} is dominated or reversible: it is the canonical form.
    """

    __slots__ = ("__weakref__", "_graph", "_key")
    _noun = "form"

    _graph: Graph
    _key: Key

    def __new__(cls, source: FormLike = 0) -> Form:
        """Return the form that is written, or the canonical form of a value."""
        if type(source) is Form:
            return source
        if isinstance(source, str):
            return cls._of(*read(source))
        return cls._of(Graph(), (Value(source)._handle,))

    @classmethod
    def _of(cls, graph: Graph, key: Key) -> Form:
        form = object.__new__(cls)
        object.__setattr__(form, "_graph", graph)
        object.__setattr__(form, "_key", key)
        return form

    @classmethod
    def of(cls, left: Iterable[FormLike] = (), right: Iterable[FormLike] = ()) -> Form:
        """Return the form with these options, all of which it keeps.

        Examples
        --------
        >>> fs.Form.of(left=[0, fs.Form("{-1|1}")], right=["*"])
        Form('{0,{-1|1}|*}')
        """
        graph = Graph()
        sides = [
            [_copied(cls(option), graph) for option in _options_as_list(side)]
            for side in (left, right)
        ]
        return cls._of(graph, graph.add(*sides))

    @classmethod
    def of_position(cls, position: SupportsOptions) -> Form:
        """Return the whole game from a position on, written down move by move.

        Raises
        ------
        BudgetExceeded
            If too many positions can be reached.
        IllegalPositionError
            If a position can come back.

        Examples
        --------
        >>> fs.Form.of_position(fs.SerialNim(2))
        Form('{{{|}|{|}},{|}|{{|}|{|}},{|}}')
        """

        def moves(state: SupportsOptions) -> tuple[Iterable[Any], Iterable[Any]]:
            return state.options(Player.LEFT), state.options(Player.RIGHT)

        return cls._of(*explore(position, moves, named=True))

    # What it is

    @property
    def left_options(self) -> tuple[Form, ...]:
        """The Left options, as they are written.

        Examples
        --------
        >>> fs.Form("{0,-1|}").left_options
        (Form('0'), Form('-1'))
        """
        return tuple(Form._of(self._graph, key) for key in self._sides()[0])

    @property
    def right_options(self) -> tuple[Form, ...]:
        """The Right options, as they are written.

        Examples
        --------
        >>> fs.Form("{0|{1|1}}").right_options
        (Form('{1|1}'),)
        """
        return tuple(Form._of(self._graph, key) for key in self._sides()[1])

    def options(self, player: Player) -> tuple[Form, ...]:
        """Return the options of `player`, as they are written.

        Examples
        --------
        >>> fs.Form("{0,-1|}").options(fs.Left)
        (Form('0'), Form('-1'))
        """
        return self.left_options if player is Player.LEFT else self.right_options

    def _sides(self) -> tuple[tuple[Key, ...], tuple[Key, ...]]:
        return self._graph.sides(self._key)

    @property
    def value(self) -> Value:
        """The value of the game.

        Examples
        --------
        >>> fs.Form("{-3|5}").value
        Value('0')
        """
        return wrap(self._graph.value(self._key))

    @property
    def outcome(self) -> Outcome:
        """Who wins under normal play.

        Examples
        --------
        >>> fs.Form("{-3|5}").outcome
        <Outcome.P: 'P'>
        """
        return self.value.outcome

    @property
    def misere_outcome(self) -> Outcome:
        """Who wins this form under misère play, where a player who cannot move wins.

        Examples
        --------
        >>> fs.Form("{*|*}").value, str(fs.Form("{*|*}").misere_outcome)
        (Value('0'), 'N')
        >>> str(fs.Form("{*2|*2}").misere_outcome)
        'P'
        """
        return self._graph.misere_outcome(self._key)

    @property
    def is_canonical(self) -> bool:
        """Whether the form is canonical: no option is dominated or reversible, at any depth.

        Examples
        --------
        >>> fs.Form("{0|*}").is_canonical, fs.Form("{0,*|*}").is_canonical
        (True, False)
        """
        return isinstance(self._class({}), tuple)

    def _class(self, known: dict[object, int]) -> object:
        key = self._key
        return self._graph.classes(known)[key] if isinstance(key, int) else key

    def __eq__(self, other: object) -> bool:
        if type(other) is not Form:
            if isinstance(other, Value) or is_number_or_text(other):
                raise refuse_equality("another form", other, "form.value.is_equal_to({})")
            return NotImplemented
        known: dict[object, int] = {}
        return self._class(known) == other._class(known)

    def __hash__(self) -> int:
        # Identical forms are equal games.
        return hash(("Form", self._graph.value(self._key)))

    # Which options do not matter

    def dominated(self) -> tuple[Domination, ...]:
        """Return every dominated option, with an option that dominates it.

        A Left option is dominated by another one that is greater or equal, a Right option by one
        that is less or equal. Of equal options the first one counts as not dominated.

        Examples
        --------
        >>> for player, option, by in fs.Form("{0,-1|1,2}").dominated():
        ...     print(player, option, by)
        L -1 0
        R 2 1
        """
        graph = self._graph
        return tuple(
            Domination(player, Form._of(graph, option), Form._of(graph, by))
            for player, side in zip(_PLAYERS, self._sides(), strict=True)
            for option, by in dominations(graph, side, player)
        )

    def reversible(self) -> tuple[Reversal, ...]:
        """Return every reversible option, what it reverses through, and what replaces it.

        A Left option reverses through an answer of Right that is less than or equal to the game;
        it may then be replaced by all of Left's options after that answer. With the players
        exchanged the same holds for Right. If several answers will do, the first one is given.

        Examples
        --------
        >>> (move,) = fs.Form("{1/4|1}").reversible()
        >>> move.option, move.through, move.replacements
        (Form('1/4'), Form('1/2'), (Form('0'),))
        """
        graph, value = self._graph, self._graph.value(self._key)
        reversals = []
        for place, player in enumerate(_PLAYERS):
            for option in dict.fromkeys(self._sides()[place]):
                through = reversal(graph, option, value, player)
                if through is not None:
                    instead = tuple(Form._of(graph, k) for k in graph.sides(through)[place])
                    forms = Form._of(graph, option), Form._of(graph, through)
                    reversals.append(Reversal(player, *forms, instead))
        return tuple(reversals)

    def simplify(self) -> Simplification:
        """Return the steps that lead to the canonical form, each with its reason.

        Repeated and dominated options are dropped first, then reversible ones are replaced; when
        nothing is left to do, the same is done inside the options that remain. At each step the
        value is checked to be the same.

        Raises
        ------
        BudgetExceeded
            If there are more than 5,000 steps or 2,000 options to compare.

        Examples
        --------
        >>> for step in fs.Form("{1/4|1}").simplify():
        ...     print(step.kind, "->", step.after)
        reversible -> {0|1}
        canonical -> 1/2
        """
        return simplify(self)

    def canonical(self) -> Form:
        """Return the canonical form of the value.

        Examples
        --------
        >>> fs.Form("{-3|5}").canonical()
        Form('0')
        """
        return Form(self.value)

    # Sums

    def __neg__(self) -> Form:
        graph = self._graph.copy()
        return Form._of(graph, graph.negative(self._key))

    def __add__(self, other: object) -> Form:
        """Return the disjunctive sum: each player moves in one of the two games."""
        return self._sum(other, sums.disjunctive) if type(other) is Form else NotImplemented

    def __sub__(self, other: object) -> Form:
        return self + -other if type(other) is Form else NotImplemented

    def conjunctive_sum(self, other: FormLike) -> Form:
        """Return the conjunctive sum: each player moves in both games.

        It ends as soon as one of them does, for the player to move.

        References
        ----------
        Conway, *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 9.

        Examples
        --------
        >>> fs.Form("*2").conjunctive_sum("*3").value, fs.Form(2).conjunctive_sum(3).value
        (Value('*2'), Value('2'))
        """
        return self._sum(Form(other), sums.conjunctive)

    def selective_sum(self, other: FormLike) -> Form:
        """Return the selective sum: each player moves in one of the games or in both.

        References
        ----------
        Conway, *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 10.

        Examples
        --------
        >>> fs.Form("*").selective_sum("*").value, fs.Form(2).selective_sum(3).value
        (Value('*2'), Value('5'))
        """
        return self._sum(Form(other), sums.selective)

    def ordinal_sum(self, other: FormLike) -> Form:
        """Return the ordinal sum with this form as its base: a move in the base ends `other`.

        Its value depends on the form of the base, but only on the value of the top.

        Examples
        --------
        >>> fs.Form("0").ordinal_sum(1).value, fs.Form("{*|*}").ordinal_sum(1).value
        (Value('1'), Value('^'))
        """
        return self._sum(Form(other), sums.ordinal)

    def continued_sum(self, other: FormLike) -> Form:
        """Return the continued conjunctive sum: each player moves in all games where they can.

        It ends when the player to move can move in none.

        References
        ----------
        *Winning Ways*, chapter 9.

        Examples
        --------
        >>> fs.Form("*2").continued_sum("*3").value, fs.Form(2).continued_sum(3).value
        (Value('*3'), Value('3'))
        """
        return self._sum(Form(other), sums.continued)

    def ordinal_product(self, other: FormLike) -> Form:
        """Return the ordinal product of two forms; see `Value.ordinal_product`.

        Examples
        --------
        >>> fs.Form("*5").ordinal_product("*6").value
        Value('*30')
        """
        top = Form(other)
        known: dict[Form, Form] = {}
        waiting = [top]
        while waiting:
            h = waiting[-1]
            inner = [*h.left_options, *h.right_options]
            missing = [option for option in inner if option not in known]
            if h in known or missing:
                waiting = waiting[:-1] if h in known else waiting + missing
                continue
            sums.check_time()
            below = [known[option] for option in h.left_options]
            above = [known[option] for option in h.right_options]
            left, right = self.left_options, self.right_options
            known[h] = Form.of(
                [
                    *(p.ordinal_sum(g) for p in below for g in left),
                    *(p.ordinal_sum(-g) for p in above for g in right),
                ],
                [
                    *(p.ordinal_sum(g) for p in below for g in right),
                    *(p.ordinal_sum(-g) for p in above for g in left),
                ],
            )
            waiting.pop()
        return known[top]

    def _sum(self, other: Form, rule: sums.Rule) -> Form:
        return Form._of(*sums.combined(self._graph, self._key, other._graph, other._key, rule))

    def conway_product(self, other: FormLike) -> Value:
        """Return the value of Conway's product of two forms.

        Its options are ``G^L.H + G.H^L - G^L.H^L`` and the like, as in the product of numbers. Of
        numbers it is their product. Of other games it is a product of *forms*: equal games can
        have products that differ, so that there is none for values.

        References
        ----------
        Conway, *On Numbers and Games*, chapter 1.

        Examples
        --------
        >>> fs.Form("3/4").conway_product("1/2"), fs.Form("*2").conway_product("*2")
        (Value('3/8'), Value('*3'))
        >>> one = fs.Form("{0,*|}")
        >>> one.value, one.conway_product("*"), fs.Form(1).conway_product("*")
        (Value('1'), Value('*2'), Value('*'))
        """
        h = Form(other)
        return wrap(sums.conway_product(self._graph, self._key, h._graph, h._key))

    # Text

    def __str__(self) -> str:
        return Writer(self._graph).text(self._key)

    def brief(self, longest: int = 60) -> str:
        """Return the text, cut off where it is longer than `longest` characters.

        A form made from a position is named after the position.

        Examples
        --------
        >>> fs.Form.of_position(fs.SerialNim(2)).brief()
        'SerialNim(2)'
        >>> fs.Form("{0,*,-1|-1,{1|-2},{2|0}}").brief(12)
        '{0,*,-1|-...'
        """
        return Writer(self._graph).brief(self._key, longest)

    def __repr__(self) -> str:
        try:
            return f"Form({str(self)!r})"
        except FarstarError:
            return f"<Form: {self.brief()}, text too long>"

    def latex(self) -> str:
        r"""Return the form in LaTeX for math mode, every option that it has.

        Raises
        ------
        BudgetExceeded
            If the text of the form is longer than 1,000 characters.

        Examples
        --------
        >>> print(fs.Form("{0,*|}").latex())
        \left\{0,{\ast}\,\middle|\,\right\}
        """
        if len(str(self)) > _LONGEST_LATEX:
            raise BudgetExceeded(f"expected a form of at most {_LONGEST_LATEX} characters")
        if not isinstance(self._key, int):
            return self.value.latex()
        left, right = (
            ",".join(option.latex() for option in side)
            for side in (self.left_options, self.right_options)
        )
        return rf"\left\{{{left}\,\middle|\,{right}\right\}}"

    def _repr_latex_(self) -> str | None:
        try:
            return f"${self.latex()}$"
        except FarstarError:
            return None

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Form, (str(self),)


FormLike: TypeAlias = Form | Value | int | Fraction | str
"""What stands for a form: a Form, text that is taken literally, or a value's canonical form."""


def _options_as_list(side: Iterable[FormLike]) -> list[FormLike]:
    if isinstance(side, str):
        raise TypeError(f"expected a list of options, got the text {side!r}")
    return list(side)


def _copied(form: Form, graph: Graph) -> Key:
    """Return the key of `form` in another graph, to which it is added."""
    if not isinstance(form._key, int):
        return form._key
    source = form._graph

    def known(key: Key) -> Key | None:
        return None if isinstance(key, int) else key

    start: Key = form._key
    return explore(start, source.sides, known, graph)[1]
