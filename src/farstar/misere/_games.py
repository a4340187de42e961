"""The games of which sums are made: heaps, or the followers of some positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from farstar._arguments import integer, shown
from farstar.errors import IllegalPositionError
from farstar.impartial.codes import GRUNDYS_GAME, Code
from farstar.rules import Position, Ruleset, meter

if TYPE_CHECKING:
    from farstar.misere._monoid import Letters


@runtime_checkable
class HeapRules(Protocol):
    """Rules of a game on heaps."""

    def parts(self, heap: int) -> Iterable[tuple[int, ...]]:
        """Return the heaps that a move may leave of one heap."""


class HeapGames:
    """The heaps of a game, each known by its size; `parts` are what a move may leave of a heap."""

    def __init__(
        self,
        name: str,
        parts: Callable[[int], Iterable[tuple[int, ...]]],
        code: Code | None = None,
    ) -> None:
        self.name = name
        self.code = code
        self._parts = parts

    def options(self, heap: int) -> list[Letters]:
        """Return what a move may leave of a heap; empty heaps are left out."""
        return [tuple(sorted(part for part in left if part)) for left in self._parts(heap)]

    def number(self, heap: Any) -> int:
        """Return the size of a heap."""
        return integer(heap, 0, "each heap")

    def label(self, heap: int) -> str:
        """Return the name of a heap."""
        return str(heap)


class PositionGames:
    """All positions that can be reached from some positions of one impartial ruleset."""

    code = None

    def __init__(self, positions: Iterable[Position]) -> None:
        roots = list(positions)
        if not roots or not all(isinstance(root, Position) for root in roots):
            raise IllegalPositionError(f"expected positions, got {shown(roots)}")
        self._rules = roots[0].ruleset
        for root in roots:
            if root.ruleset != self._rules:
                raise IllegalPositionError(
                    f"expected positions of one ruleset, got {root} besides {roots[0]}"
                )
        if not self._rules.is_impartial:
            raise IllegalPositionError(
                f"expected an impartial game: both players have the same moves; got {roots[0]}"
            )
        self.name = self._rules.name
        self._numbers: dict[Any, int] = {}
        self._options: list[list[Letters]] = []
        self._states: list[Any] = []
        for root in roots:
            self._reach(root.state)

    def __len__(self) -> int:
        return len(self._states)

    def options(self, game: int) -> list[Letters]:
        """Return the positions that can be reached by a move."""
        return self._options[game]

    def number(self, position: Any) -> int:
        """Return the number of a position."""
        if isinstance(position, Position) and position.ruleset == self._rules:
            known = self._numbers.get(position.state)
            if known is not None:
                return known
        raise IllegalPositionError(
            f"expected one of the {len(self)} positions of this quotient, got {shown(position)}"
        )

    def position(self, game: int) -> Position:
        """Return the position with a number."""
        return self._rules.wrap(self._states[game])

    def label(self, game: int) -> str:
        """Return how a position is written."""
        return str(self.position(game))

    def _reach(self, root: Any) -> None:
        """Give numbers to the followers of a state, each after its options; no recursion."""
        stack: list[tuple[Any, list[Any] | None]] = [(root, None)]
        open_states: set[Any] = set()
        while stack:
            state, after = stack[-1]
            if after is None:
                if state in self._numbers:
                    stack.pop()
                    continue
                if state in open_states:
                    raise IllegalPositionError(
                        f"expected a game without loops, got a loop through {shown(state)}"
                    )
                meter().tick()
                open_states.add(state)
                after = list(dict.fromkeys(self._after(state)))
                stack[-1] = state, after
                stack += [(option, None) for option in after if option not in self._numbers]
                continue
            stack.pop()
            open_states.discard(state)
            self._numbers[state] = len(self._states)
            self._states.append(state)
            self._options.append([(self._numbers[option],) for option in after])

    def _after(self, state: Any) -> list[Any]:
        position = self._rules.wrap(state)
        return [option.state for option in position.options()]


def heap_games(game: object) -> HeapGames:
    """Return the heaps of a game that is given by its code, its name or its rules."""
    if isinstance(game, HeapGames):
        return game
    if isinstance(game, str) and game.strip().lower() == GRUNDYS_GAME:
        return HeapGames(GRUNDYS_GAME, lambda n: [(i, n - i) for i in range(1, (n + 1) // 2)])
    if isinstance(game, str | Code):
        code = Code.parse(game)
        return HeapGames(str(code), code.moves, code)
    if isinstance(game, Position):
        game = game.ruleset
    elif isinstance(game, type) and issubclass(game, Position):
        game = game.rules()
    if isinstance(game, HeapRules):
        code_of = getattr(game, "code", None)
        name = str(code_of) if isinstance(code_of, Code) else getattr(game, "name", "heaps")
        return HeapGames(name, game.parts, code_of if isinstance(code_of, Code) else None)
    raise IllegalPositionError(
        f"expected a code such as '0.77', 'grundy' or the rules of a game on heaps, "
        f"got {shown(game)}"
    )


def positions_of(game: object, positions: Iterable[Any]) -> list[Position]:
    """Return positions of a game, each given as a position or by what describes it."""
    is_game = isinstance(game, Ruleset) or (isinstance(game, type) and issubclass(game, Position))
    if not callable(game) or not is_game:
        raise IllegalPositionError(
            f"expected a ruleset or the class of a game before its positions, got {shown(game)}"
        )
    if isinstance(positions, str | Position) or not isinstance(positions, Iterable):
        raise IllegalPositionError(f"expected a list of positions, got {shown(positions)}")
    is_class = isinstance(game, type)
    return [
        x if isinstance(x, Position) else game(*x) if is_class and isinstance(x, tuple) else game(x)
        for x in positions
    ]


def summands(games: Sequence[Any]) -> Sequence[Any]:
    """Return the games of a sum, which may also be given as one list."""
    if len(games) == 1 and isinstance(games[0], list | tuple):
        return games[0]
    return games
