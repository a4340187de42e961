"""Brute force on any ruleset: values, Grundy values, and who wins.

Nothing here recurses: a game may be a hundred thousand moves long. Values and Grundy values are
computed from those of the followers, each once. Outcomes have a search of their own, which stops
at the first winning move. Results are cached by the key of the position; those of misère play by
the position itself, since equal values do not imply equal misère outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, NoReturn, TypeAlias, TypeVar

from farstar._arguments import clip
from farstar._outcome import Left, Outcome, Player, Right
from farstar.engine import Handle
from farstar.engine import state as engine_state
from farstar.errors import IllegalPositionError
from farstar.impartial.grundy import mex, nim_sum
from farstar.rules._ask_ruleset import State, components, legal_states, refuse_unhashable, states_in
from farstar.rules._meter import meter
from farstar.rules._ruleset import ImpartialRuleset, Ruleset
from farstar.rules.native_search import first_to_finish, handle_wins, native_wins

R = TypeVar("R")

_SHOWN_IN_CYCLE = 6


class _Frame:
    """A position on the stack, the player to move, and the moves still to be tried."""

    __slots__ = ("followers", "key", "place", "player", "state")

    def __init__(self, state: State, key: Hashable, player: Player, followers: list[State]) -> None:
        self.state = state
        self.key = key
        self.player = player
        self.followers = followers
        self.place = 0


_Keys: TypeAlias = list[Hashable]
_Waiting: TypeAlias = tuple[
    State, Hashable, _Keys, dict[Hashable, State] | None, _Keys, _Keys | None
]
"""A position that waits for followers: the state, its key, the keys of unknown followers with the
next one last, followers by their keys (None where each is its own), and the keys of the options of
Left and of Right, or of the summands and None."""


# Results from those of the followers.


def value(rules: Ruleset, state: State, *, closed: bool) -> Handle:
    """Return the value of a position; with `closed`, closed forms are used if they exist."""
    if isinstance(rules, ImpartialRuleset):
        return engine_state.engine.compact(0, 0, 0, grundy(rules, state, closed=closed))
    engine = engine_state.engine
    twin = _twin(rules) if closed else None
    closed = closed and (twin is not None or type(rules).closed_form is not Ruleset.closed_form)

    def leaf(position: State) -> Handle | None:
        form = rules.closed_form(position)
        if form is not None:
            return form._handle
        return None if twin is None else twin(position)

    def add(parts: list[Handle]) -> Handle:
        total = engine.compact(0, 0, 0, 0)
        for part in parts:
            total = engine.add(total, part)
        return total

    table: dict[Hashable, Handle] = rules._results().table("value", engine.name, closed)
    combine = partial(engine.construct_known, table)
    return _fold(rules, state, table, leaf if closed else None, combine, add)


def grundy(rules: ImpartialRuleset, state: State, *, closed: bool) -> int:
    """Return the Grundy value of a position."""
    twin = _twin(rules) if closed else None
    theory = type(rules).closed_grundy is not ImpartialRuleset.closed_grundy
    closed = closed and (twin is not None or theory)

    def leaf(position: State) -> int | None:
        grundy = rules.closed_grundy(position)
        return grundy if grundy is not None or twin is None else _nimber(rules, twin(position))

    def combine(moves: _Keys, _: _Keys) -> int | _Keys:
        return _unknown(moves, table) or mex([table[key] for key in moves])

    table: dict[Hashable, int] = rules._results().table("grundy", closed)
    return _fold(
        rules, state, table, leaf if closed else None, combine, lambda parts: nim_sum(*parts)
    )


def _unknown(keys: _Keys, table: dict[Hashable, Any]) -> _Keys:
    return [key for key in keys if key not in table]


def _twin(rules: Ruleset) -> Callable[[State], Handle | None] | None:
    """Return a function that gives values by the native twin; None if there is none now."""
    if type(rules).native is Ruleset.native or engine_state.engine.name != "native":
        return None
    return lambda position: rules.native([position])[0]


def _nimber(rules: Ruleset, handle: Handle | None) -> int | None:
    """Return the Grundy value from the native twin of an impartial game."""
    if handle is None:
        return None
    parts = engine_state.engine.as_compact(handle)
    if parts is None or parts[:3] != (0, 0, 0):
        raise TypeError(f"expected {rules.name}.native to give nimbers for an impartial game")
    return parts[3]


def _fold(
    rules: Ruleset,
    root: State,
    table: dict[Hashable, R],
    leaf: Callable[[Any], R | None] | None,
    combine: Callable[[_Keys, _Keys], R | _Keys],
    add: Callable[[list[R]], R],
) -> R:
    """Return the result of a position from those of its followers, each computed once.

    The table has what is known, by keys; `leaf` says what theory knows of a position, or None.
    `combine` takes the keys of the options of either player, and returns the result or the keys
    that are not in the table; `add` returns the result of a sum from those of its summands.
    """
    key_of = None if type(rules).key is Ruleset.key else rules.key
    splits = type(rules).components is not Ruleset.components
    partizan = not rules.is_impartial
    tick = meter().tick
    path: dict[State, None] = {}

    def finish(left: _Keys, right: _Keys | None) -> Any:
        """Return the result, or the list of the keys that are not known."""
        if right is not None:
            return combine(left, right)
        return _unknown(left, table) or add([table[key] for key in left])

    def enter(state: State, key: Hashable) -> _Waiting | None:
        """Store the result of a position, or return what has to be computed first."""
        if leaf is not None and (known := leaf(state)) is not None:
            table[key] = known
            return None
        tick()
        if state in path:
            _refuse_loop(rules, path, state)
        left, right = components(rules, state) if splits else None, None
        if left is None:
            left = states_in(rules, "left", state, rules.left(state))
            right = states_in(rules, "right", state, rules.right(state)) if partizan else []
        states = None
        try:
            if key_of is not None:
                followers = (*left, *(right or ()))
                left = list(map(key_of, left))
                right = None if right is None else list(map(key_of, right))
                states = dict(zip((*left, *(right or ())), followers, strict=True))
            result = finish(left, right)
        except TypeError:
            refuse_unhashable(rules, state)
            raise
        if not isinstance(result, list):
            table[key] = result
            return None
        path[state] = None
        result.reverse()
        return state, key, result, states, left, right

    root_key = root if key_of is None else key_of(root)
    waiting = None if root_key in table else enter(root, root_key)
    stack = [] if waiting is None else [waiting]
    while stack:
        state, key, missing, states, left, right = stack[-1]
        while missing:
            follower = missing.pop()
            if follower not in table:
                waiting = enter(follower if states is None else states[follower], follower)
                if waiting is not None:
                    stack.append(waiting)
                    break
        else:
            table[key] = finish(left, right)
            del path[state]
            stack.pop()
    return table[root_key]


# Who wins, moving first.


def outcome(rules: Ruleset, state: State, *, closed: bool, misere: bool = False) -> Outcome:
    """Return the outcome of a position under normal or misère play."""
    if closed:
        known = _closed_outcome(rules, state, misere=misere)
        if known is not None:
            return known
    left = wins(rules, state, Left, closed=closed, misere=misere)
    right = left if rules.is_impartial else wins(rules, state, Right, closed=closed, misere=misere)
    return Outcome.of(left_wins_first=left, right_wins_first=right)


def _closed_outcome(rules: Ruleset, state: State, *, misere: bool) -> Outcome | None:
    if misere:
        return rules.closed_misere_outcome(state)
    outcome = rules.closed_outcome(state)
    if outcome is None:
        form = rules.closed_form(state)
        outcome = None if form is None else form.outcome
    return outcome


def _closed_wins(rules: Ruleset, state: State, player: Player, *, misere: bool) -> bool | None:
    """Return whether `player` wins by moving first, by theory or by the native twin."""
    outcome = _closed_outcome(rules, state, misere=misere)
    if outcome is not None:
        return outcome.wins(player, first=True)
    twin = None if misere else _twin(rules)
    if twin is None:
        return None

    def by_value() -> bool | None:
        handle = twin(state)
        return None if handle is None else handle_wins(handle, player)

    board = rules.native_board(state)
    if board is None:
        return by_value()
    if rules.is_impartial:
        return native_wins([(1, board)], player)  # a nimber is never easier to find than this
    return first_to_finish(lambda: native_wins([(1, board)], player), by_value)


def _has_theory(rules: Ruleset, *, misere: bool) -> bool:
    kind = type(rules)
    if misere:
        return kind.closed_misere_outcome is not Ruleset.closed_misere_outcome
    if _twin(rules) is not None:
        return True
    if isinstance(rules, ImpartialRuleset):
        base: type[Ruleset] = ImpartialRuleset
        if type(rules).closed_grundy is not ImpartialRuleset.closed_grundy:
            return True
    else:
        base = Ruleset
    return (
        kind.closed_form is not base.closed_form or kind.closed_outcome is not base.closed_outcome
    )


def wins(
    rules: Ruleset, state: State, player: Player, *, closed: bool, misere: bool = False
) -> bool:
    """Return whether `player` wins by moving first."""
    return _WinSearch(rules, closed=closed, misere=misere).run(state, player)


class _WinSearch:
    """A depth-first search for one winning move, and one in each reply to refute the others."""

    def __init__(self, rules: Ruleset, *, closed: bool, misere: bool) -> None:
        self.rules = rules
        self.closed = closed and _has_theory(rules, misere=misere)
        self.misere = misere
        self.key_of = None if misere or type(rules).key is Ruleset.key else rules.key
        self.splits = not misere and type(rules).components is not Ruleset.components
        self.tick = meter().tick
        memo = rules._results()
        self.tables = {p: memo.table("wins", misere, self.closed, p) for p in Player}
        self.opponent = {Left: Right, Right: Left}
        if rules.is_impartial:
            self.tables[Right] = self.tables[Left]
            self.opponent = {Left: Left, Right: Right}
        self.path: dict[tuple[Player, State], None] = {}

    def run(self, root: State, player: Player) -> bool:
        """Return whether `player` wins by moving first at `root`."""
        wins = self.known(root, player)
        if wins is not None:
            return wins
        stack = [self.enter(root, player)]
        while stack:
            frame = stack[-1]
            wins = self.settle(frame)
            if wins is None:
                opponent = self.opponent[frame.player]
                stack.append(self.enter(frame.followers[frame.place], opponent))
                continue
            self.tables[frame.player][frame.key] = wins
            # The last position that was entered is the one of this frame.
            self.path.popitem()
            stack.pop()
        return bool(wins)

    def settle(self, frame: _Frame) -> bool | None:
        """Return whether the player of the frame wins; None if a follower has to be searched."""
        if not frame.followers:
            return self.misere
        opponent = self.opponent[frame.player]
        while frame.place < len(frame.followers):
            refuted = self.known(frame.followers[frame.place], opponent)
            if refuted is None:
                return None
            if not refuted:
                return True
            frame.place += 1
        return False

    def known(self, state: State, player: Player) -> bool | None:
        """Return the result if it is cached or follows from theory."""
        key = state if self.key_of is None else self.key_of(state)
        wins = self.tables[player].get(key)
        if wins is None and self.closed:
            wins = _closed_wins(self.rules, state, player, misere=self.misere)
            if wins is not None:
                self.tables[player][key] = wins
        if wins is None and self.splits:
            wins = self.by_components(state, player)
            if wins is not None:
                self.tables[player][key] = wins
        result: bool | None = wins
        return result

    def by_components(self, state: State, player: Player) -> bool | None:
        """Return the result for a position that splits, from the values of its summands."""
        if components(self.rules, state) is None:
            return None
        if isinstance(self.rules, ImpartialRuleset):
            return grundy(self.rules, state, closed=self.closed) != 0
        return handle_wins(value(self.rules, state, closed=self.closed), player)

    def enter(self, state: State, player: Player) -> _Frame:
        """Return a frame for a position whose result is not known."""
        self.tick()
        length = len(self.path)
        self.path[player, state] = None
        if len(self.path) == length:
            _refuse_loop(self.rules, [s for _, s in self.path], state)
        key = state if self.key_of is None else self.key_of(state)
        moves = legal_states(self.rules, state, player)
        # A move that is known to win comes first: then nothing else has to be searched.
        replies, key_of = self.tables[self.opponent[player]], self.key_of
        for move in moves:
            if replies.get(move if key_of is None else key_of(move)) is False:
                moves = [move]
                break
        return _Frame(state, key, player, moves)


def _refuse_loop(rules: Ruleset, path: Any, again: State) -> NoReturn:
    states = list(path)
    start = len(states) - 1 - states[::-1].index(again)
    cycle = [clip(rules.text(s), 30) for s in [*states[start:], again]]
    if len(cycle) > _SHOWN_IN_CYCLE:
        positions = [*cycle[: _SHOWN_IN_CYCLE - 2], "...", *cycle[-2:]]
    else:
        positions = cycle
    raise IllegalPositionError(
        f"expected a game without loops, got a loop of {rules.name} "
        f"of length {len(cycle) - 1}: {' -> '.join(positions)}"
    )
