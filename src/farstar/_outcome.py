"""The two players, and who wins: small enumerations that need no engine."""

from __future__ import annotations

from enum import StrEnum


class Player(StrEnum):
    """One of the two players; ``-Left is Right``.

    Examples
    --------
    >>> -fs.Left is fs.Right
    True
    >>> str(fs.Left)
    'L'
    """

    LEFT = "L"
    RIGHT = "R"

    def __neg__(self) -> Player:
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Outcome(StrEnum):
    """Who wins: Left (``L``), Right (``R``), the next player (``N``) or the previous one (``P``).

    Examples
    --------
    >>> fs.Value("^").outcome is fs.Outcome.L
    True
    >>> fs.Outcome.of(left_wins_first=True, right_wins_first=True)
    <Outcome.N: 'N'>
    """

    L = "L"
    R = "R"
    N = "N"
    P = "P"

    @classmethod
    def of(cls, *, left_wins_first: bool, right_wins_first: bool) -> Outcome:
        """Return the outcome, given whether each player wins by moving first."""
        if left_wins_first:
            return cls.N if right_wins_first else cls.L
        return cls.R if right_wins_first else cls.P

    def wins(self, player: Player, *, first: bool) -> bool:
        """Return whether `player` wins, moving first or second.

        Examples
        --------
        >>> fs.Outcome.N.wins(fs.Left, first=True), fs.Outcome.N.wins(fs.Left, first=False)
        (True, False)
        """
        if self is Outcome.N or self is Outcome.P:
            return first == (self is Outcome.N)
        return (self is Outcome.L) == (player is Player.LEFT)

    def result(self, player: Player, *, first: bool) -> str:
        """Return ``win`` or ``loss`` for `player`; only loopy games are ever a draw.

        Examples
        --------
        >>> fs.Outcome.P.result(fs.Left, first=True)
        'loss'
        """
        return "win" if self.wins(player, first=first) else "loss"

    def __neg__(self) -> Outcome:
        return {Outcome.L: Outcome.R, Outcome.R: Outcome.L}.get(self, self)


class Relation(StrEnum):
    """How two values compare: equal, less, greater, or confused.

    Examples
    --------
    >>> str(fs.Value("*").compare(0))
    '||'
    """

    EQUAL = "="
    LESS = "<"
    GREATER = ">"
    CONFUSED = "||"

    def __neg__(self) -> Relation:
        turned = {Relation.LESS: Relation.GREATER, Relation.GREATER: Relation.LESS}
        return turned.get(self, self)


Left = Player.LEFT
"""The player Left."""

Right = Player.RIGHT
"""The player Right."""
