"""The options of a position by value, with the reasons why some of them do not matter."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded

_MOST_OTHERS = 8
_MOST_COMPARED = 60


def position_facts(game: Any, *, is_limited: bool = False) -> reports.Glance:
    """Return what is found out about a position at little cost."""
    return reports.Glance() if is_limited else reports.glance(game)


@dataclass
class Group:
    """Options of one player that have the same value."""

    after: Any
    """The first of them."""
    facts: reports.Glance
    keys: list[str] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    count: int = 1
    reason: str | None = None
    """Why these options do not matter, if they do not."""


def grouped(
    facts: reports.Glance,
    moves: Sequence[fs.Move],
    keys: Sequence[str],
    *,
    is_limited: bool = False,
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
