"""Tasks of the page Explore.

A walk through the positions of a game is plain data: its expression, and the moves so far, each
the letter of the player, ``L`` or ``R``, and the short text of the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import farstar as fs
from farstar import reports
from farstar.errors import BudgetExceeded, NotationError
from farstar.sums.matches import Match
from farstar.sums.notation import parse_move, short_texts
from farstar.web.tasks import boards, task
from farstar.web.tasks._judging import side
from farstar.web.tasks._reading import read_expression
from farstar.web.tasks.boards import LONGEST_TEXT

MOST_GROUPS = 12
"""Groups of options of one player that are shown."""

MOST_STEPS = 200
_MOST_OPTIONS = 120
_SECONDS = 3.0
"""For everything about one position and its options."""

_MOST_ITEMS = 110
"""Shapes of a small picture."""

_PLAYERS = {"L": fs.Left, "R": fs.Right}


@task
def node(expression: str, steps: tuple[str, ...] = (), rules: str = "") -> dict[str, Any]:
    """Return the position at the end of a walk, and the options of both players.

    Options of equal value form a group; a group that is dominated or reversible says why.

    Examples
    --------
    >>> here = node("E(11,8)", ("L8,3",))
    >>> here["text"], here["outcome"], [group["text"] for group in here["left"]]
    ('E(8,3)', 'R', ['E(3,2)'])
    >>> [place["text"] for place in here["trail"]]
    ['E(11,8)', 'E(8,3)']
    """
    if len(steps) > MOST_STEPS:
        raise NotationError(f"expected at most {MOST_STEPS} steps, got {len(steps)}")
    return described(*walk(reports.unfolded(read_expression(expression, rules)), steps))


def described(game: Any, trail: list[dict[str, str]]) -> dict[str, Any]:
    """Return a position and the options of both players, as `node` does."""
    with suppress(BudgetExceeded), fs.engine.budget(seconds=_SECONDS):
        return _node(game, trail, is_limited=False)
    return _node(game, trail, is_limited=True)


def _node(game: Any, trail: list[dict[str, str]], *, is_limited: bool) -> dict[str, Any]:
    """Return everything about a position; `is_limited` leaves out what takes long."""
    facts = position_facts(game, is_limited=is_limited)
    left, right = (_groups(game, facts, player, is_limited) for player in (fs.Left, fs.Right))
    return {
        "text": reports.shorten(reports.component_text(game), LONGEST_TEXT),
        "name": boards.short_name(game),
        **facts.to_data(),
        "who": reports.WHO_WINS[facts.outcome] if facts.outcome else None,
        "pictures": list(_pictures(game)),
        "trail": trail,
        "left": [_group_data(group) for group in left[:MOST_GROUPS]],
        "right": [_group_data(group) for group in right[:MOST_GROUPS]],
        "is_impartial": reports.is_impartial(game),
        "hidden": sum(group.count for groups in (left, right) for group in groups[MOST_GROUPS:]),
        **_word(game),
    }


def walk(game: Any, steps: Sequence[str]) -> tuple[Any, list[dict[str, str]]]:
    """Return the position that some steps lead to, and the positions on the way."""
    trail = [_place(game)]
    for number, step in enumerate(steps, 1):
        if step[:1] not in _PLAYERS:
            raise NotationError(f"step {number}: expected L or R and a move, got {step[:40]!r}")
        try:
            move = parse_move(step[1:], Match(game, _PLAYERS[step[0]]))
        except NotationError as error:
            raise NotationError(f"step {number}: {error.message}") from None
        game = move.after
        trail.append({**_place(game), "player": side(move.player), "move": str(move.text)})
    return game, trail


def _place(game: Any) -> dict[str, str]:
    return {"text": reports.shorten(reports.component_text(game), LONGEST_TEXT)}


def _groups(game: Any, facts: reports.Glance, player: fs.Player, is_limited: bool) -> list[Group]:
    moves = Match(game, player).known_moves[:_MOST_OPTIONS]
    return grouped(facts, moves, short_texts(moves), is_limited=is_limited)


def _group_data(group: Group) -> dict[str, Any]:
    return {
        "key": group.keys[0],
        "count": group.count,
        "text": reports.shorten(reports.component_text(group.after), LONGEST_TEXT),
        "others": [
            {"key": key, "text": reports.shorten(reports.component_text(after), LONGEST_TEXT)}
            for key, after in group.others
        ],
        "reason": group.reason,
        "pictures": list(_pictures(group.after, group.move)),
        **group.facts.to_data(),
    }


def _pictures(game: Any, move: fs.Move | None = None) -> Iterator[str]:
    """Yield the small pictures of the components, if there are few and they are small.

    The `move` that led there is marked, where places keep their meaning.
    """
    parts = reports.components(game)
    for part in parts if len(parts) <= 3 else ():
        diagram = reports.as_position(part).diagram()
        inner = None if move is None else boards.inner(move)
        is_marked = inner is not None and type(inner.after) is type(part) and inner.after == part
        last = inner.path if is_marked and inner and diagram and diagram.keeps_places else ()
        scene = boards.scene_of(diagram, last=last, items=_MOST_ITEMS)
        if scene is not None:
            yield boards.svg(scene)


@task
def automaton(name: str) -> dict[str, str]:
    """Return the diagram of an automaton that reads positions, by its name."""
    from farstar.web.pictures import themed

    figure = fs.plot(name, kind="automaton")
    return {"svg": themed(figure.svg()), "caption": figure.caption}


def _word(game: Any) -> dict[str, Any]:
    """Return the word of a position, the automaton that reads it, and the state it leads to."""
    details = game.ruleset.details(game.state) if isinstance(game, fs.Position) else {}
    text = details.get("word")
    if text is None:
        return {"word": None, "automaton": None, "state": None}
    name, state = game.ruleset.automaton_state(game.state) or (None, None)
    return {"word": text or "the empty word", "automaton": name, "state": state}


# The options of a position by value, with the reasons why some of them do not matter.


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
    others: list[tuple[str, Any]] = field(default_factory=list)
    """Further options with the short texts of the moves to them."""
    move: fs.Move | None = None
    """The move to the first of them."""
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
            groups[name] = Group(after, own, [key], move=move)
            continue
        group = groups[name]
        group.count += 1
        group.keys.append(key)
        if after != group.after and after not in [other for _, other in group.others]:
            group.others = [*group.others, (key, after)][:_MOST_OTHERS]
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
