"""The options of a position by value, with the reasons why some of them do not matter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, FarstarError

_MOST_FOLLOWERS = 80
"""Followers of a value that is written out."""

_LONGEST_VALUE = 60
_MOST_OTHERS = 8
_MOST_COMPARED = 60
_NODES = 3_000_000
"""What the value of one position may cost."""


@dataclass(frozen=True)
class Facts:
    """What is known about a position."""

    outcome: str | None = None
    value: fs.Value | None = None
    text: str | None = None
    """The value in notation, if it is short; a loopy value has a text only."""

    latex: str | None = None

    def to_data(self) -> dict[str, str | None]:
        """Return the facts as plain data."""
        value = self.value
        return {
            "outcome": self.outcome,
            "value": self.text,
            "latex": self.latex,
            "mean": None if value is None else reports.rational(value.mean),
            "temperature": None if value is None else reports.rational(value.temperature),
        }


def position_facts(game: Any, *, is_limited: bool = False) -> Facts:
    """Return what is found out about a position at little cost."""
    if is_limited:
        return Facts()
    outcome = value = text = latex = None
    with suppress(FarstarError), fs.engine.budget(nodes=_NODES):
        outcome = str(game.outcome)
        if isinstance(game, fs.Position) and game.ruleset.may_loop:
            text = if_short(game.loopy_value.unicode())
        else:
            value = game.value
            if value.follower_count <= _MOST_FOLLOWERS:
                text = if_short(reports.spell(value, unicode=True))
                latex = value.latex() if text is not None else None
    return Facts(outcome, value, text, latex)


def if_short(text: str | None, longest: int = _LONGEST_VALUE) -> str | None:
    """Return a text, or None if it is long."""
    return text if text is not None and len(text) <= longest else None


@dataclass
class Group:
    """Options of one player that have the same value."""

    after: Any
    """The first of them."""
    facts: Facts
    keys: list[str] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    count: int = 1
    reason: str | None = None
    """Why these options do not matter, if they do not."""


def grouped(
    facts: Facts, moves: Sequence[fs.Move], keys: Sequence[str], *, is_limited: bool = False
) -> list[Group]:
    """Return the options that some moves lead to, by value, those that matter first."""
    groups: dict[Any, Group] = {}
    for move, key in zip(moves, keys, strict=True):
        after = move.after
        own = position_facts(after, is_limited=is_limited)
        name = own.value if own.value is not None else (own.text or after)
        if name not in groups:
            groups[name] = Group(after, own, [key])
            continue
        group = groups[name]
        group.count += 1
        group.keys.append(key)
        if after != group.after and after not in group.others[:_MOST_OTHERS]:
            group.others = [*group.others, after][:_MOST_OTHERS]
    all_groups = list(groups.values())
    if moves and facts.value is not None:
        with suppress(BudgetExceeded):
            for group in all_groups:
                group.reason = _reason(facts.value, moves[0].player, group, all_groups)
    return sorted(all_groups, key=lambda group: group.reason is not None)


def _reason(
    whole: fs.Value, player: fs.Player, group: Group, groups: Sequence[Group]
) -> str | None:
    """Return why the options of a group do not matter: dominated, or reversible."""
    value = group.facts.value
    if value is None:
        return None
    for other in groups[:_MOST_COMPARED]:
        better = other.facts.value
        if better is None or other is group or better == value:
            continue
        if better >= value if player is fs.Left else better <= value:
            return f"dominated by {other.facts.text or reports.shorten(str(other.after), 40)}"
    for reply in group.after.options(-player)[:_MOST_COMPARED]:
        answer = position_facts(reply).value
        if answer is not None and (answer <= whole if player is fs.Left else answer >= whole):
            return f"reversible through {reports.shorten(str(reply), 40)}"
    return None
