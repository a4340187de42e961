"""Who wins a game that can be drawn: nine classes."""

from __future__ import annotations

from enum import StrEnum

from farstar._outcome import Outcome, Player


class LoopyOutcome(StrEnum):
    """The outcome of a loopy game: L, R, N, P, a draw, and four classes in between.

    The onside counts draws as wins of Left, the offside as wins of Right; where both have one
    outcome, nobody can force a draw that matters. In ``P^`` and ``N^`` Left can force a draw where
    the letter says that she loses; in ``Pv`` and ``Nv`` Right can.

    Examples
    --------
    >>> str(fs.Loopy("tis").outcome), str(fs.Loopy("dud").outcome), str(fs.Loopy("over").outcome)
    ('P^', 'D', 'L')
    """

    L = "L"
    R = "R"
    N = "N"
    P = "P"
    D = "D"
    P_HAT = "P^"
    P_CHECK = "Pv"
    N_HAT = "N^"
    N_CHECK = "Nv"

    @classmethod
    def of_sides(cls, on: Outcome, off: Outcome) -> LoopyOutcome:
        """Return the outcome of a game from those of its sides."""
        if on is off:
            return cls(on.value)
        pairs = {("L", "R"): "D", ("L", "P"): "P^", ("P", "R"): "Pv", ("L", "N"): "N^"}
        return cls(pairs.get((on.value, off.value), "Nv"))

    @classmethod
    def of_results(cls, left_first: str, right_first: str) -> LoopyOutcome:
        """Return the outcome, given what each player can force by moving first.

        Examples
        --------
        >>> LoopyOutcome.of_results("draw", "loss")
        <LoopyOutcome.P_HAT: 'P^'>
        """
        return cls.of_sides(
            Outcome.of(left_wins_first=left_first != "loss", right_wins_first=right_first == "win"),
            Outcome.of(left_wins_first=left_first == "win", right_wins_first=right_first != "loss"),
        )

    @property
    def sides(self) -> tuple[Outcome, Outcome]:
        """The outcomes of the onside and of the offside."""
        pairs = {"D": "LR", "P^": "LP", "Pv": "PR", "N^": "LN", "Nv": "NR"}
        both = pairs.get(self.value, self.value * 2)
        return Outcome(both[0]), Outcome(both[1])

    def result(self, player: Player, *, first: bool) -> str:
        """Return what `player` can force, moving first or second: ``win``, ``draw`` or ``loss``.

        Examples
        --------
        >>> fs.Loopy("tis").outcome.result(fs.Left, first=True)
        'draw'
        """
        generous, strict = self.sides if player is Player.LEFT else reversed(self.sides)
        if strict.wins(player, first=first):
            return "win"
        return "draw" if generous.wins(player, first=first) else "loss"

    def wins(self, player: Player, *, first: bool) -> bool:
        """Tell whether `player` wins, moving first or second; a draw is no win."""
        return self.result(player, first=first) == "win"

    def __neg__(self) -> LoopyOutcome:
        on, off = self.sides
        return LoopyOutcome.of_sides(-off, -on)
