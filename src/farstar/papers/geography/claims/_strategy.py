"""Sections 1 and 2: the board, the first values, Theorem 2 and the two sums."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product

from farstar._outcome import Left, Outcome, Relation, Right
from farstar.papers import (
    Cases,
    Range,
    Status,
    compared,
    correction,
    fixed,
    letters,
    numbers_from,
    same,
    sizes,
    true,
)
from farstar.papers.cases import ASKED
from farstar.papers.geography import GeographyA, GeographyB, GeographyBoard
from farstar.papers.geography import brute_force as brute
from farstar.papers.geography.claims import claim
from farstar.papers.geography.theory import two_rows as geography
from farstar.values import Value

_columns = partial(sizes, "`n <= {}`", over=numbers_from(1))
_starts = partial(sizes, "boards with 1 to {} columns", over=numbers_from(1))


def _upto(least: int, *cases: str) -> Range:
    return sizes(brute.ALL_A, 15, least, over=brute.cases(*cases))


@claim("Abstract", sizes("boards with 3 to {} columns", 16, 3, over=numbers_from(3)))
@compared("means of values by brute force")
def _abstract(n: int) -> Cases:
    """Left has an advantage for `n > 2`."""
    yield true(f"`n = {n}`", brute.a(0, n, 0).mean > 0)


@claim("Introduction, first moves", _starts(12))
@compared("moves on the board")
def _first_moves(n: int) -> Cases:
    """From the start Right has one move, up the column, and Left can go to any other column."""
    board = GeographyBoard.start(n)
    ASKED.note("moves", "Board({})", n)
    yield same(f"Right, `n = {n}`", [g.token for g in _boards(board, right=True)], [(1, 0)])
    tokens = sorted(g.token for g in _boards(board, right=False))
    yield same(f"Left, `n = {n}`", tokens, [(0, column) for column in range(1, n)])


def _boards(board: GeographyBoard, *, right: bool) -> Iterator[GeographyBoard]:
    for option in board.options(Right if right else Left):
        if isinstance(option, GeographyBoard):
            yield option


@claim("Introduction, Right moving first", _starts(12))
@compared("values by brute force, on boards and by Lemma 1")
def _right_first(n: int) -> Cases:
    """Right, moving first from the start, moves to a game of value 0."""
    yield same(f"`n = {n}`", brute.b(1, n - 1, 0), Value(0))
    if n <= 5:
        options = list(_boards(GeographyBoard.start(n), right=True))
        yield same(f"`n = {n}`", [g.search_value() for g in options], [Value(0)])


_START = {
    1: ("-1", None),
    2: ("*", (Fraction(0), Fraction(0))),
    3: ("{1/2|0}", (Fraction(1, 4), Fraction(1, 4))),
    4: ("{1*|0}", (Fraction(1, 2), Fraction(1, 2))),
    5: ("{3/2|1||0}", (Fraction(5, 8), Fraction(5, 8))),
    6: ("{2*|1||0}", (Fraction(3, 4), Fraction(3, 4))),
    7: ("{5/2|2||1|||0}", (Fraction(13, 16), Fraction(13, 16))),
}


@claim("Introduction, table of values", fixed("`n = 1, ..., 7`"))
@compared("the printed entries with values by brute force, and by search on the board for `n <= 5`")
def _start_table(_: int) -> Cases:
    """The values of the start for `n = 1, ..., 7` with their means and temperatures."""
    for n, (text, heat) in _START.items():
        value = brute.a(0, n, 0)
        yield same(f"`n = {n}`", value, Value(text))
        yield same(f"`n = {n}`", GeographyA(0, n, 0).value, value)
        if n <= 5:
            yield same(f"board `n = {n}`", GeographyBoard.start(n).search_value(), value)
        if heat is not None:
            yield same(f"mean and temperature, `n = {n}`", (value.mean, value.temperature), heat)


def _start_heat(n: int) -> Fraction:
    k = (n - 1) // 2
    return 1 - (Fraction(1, 2**k) if n % 2 == 0 else Fraction(3, 2 ** (k + 1)))


@claim("Introduction, mean and temperature", _columns(20, 2), Status.MISSING)
@compared("means and temperatures of values by brute force, and of the library")
@correction(
    "For `n >= 2`; with one column the value is `-1`.",
    lambda n: same(f"mean for `n = {n}`", brute.a(0, n, 0).mean, _start_heat(n)),
)
def _start_heat_check(n: int) -> Cases:
    """With `k = floor((n-1)/2)` the start has mean and temperature `1 - 1/2^k` for even `n` and
    `1 - 3/2^(k+1)` for odd `n`."""
    value, claimed = brute.a(0, n, 0), _start_heat(n)
    if n == 1:
        yield same("`n = 1`", value, Value(-1))
    else:
        yield same(f"`n = {n}`", (value.mean, value.temperature), (claimed, claimed))
        start = geography.start(n)
        heats = geography.mean(start), geography.temperature(start)
        yield same(f"`n = {n}`", heats, (claimed, claimed))


def _reference_printed(bound: int) -> Cases:
    for n in range(2, bound + 1):
        kind = geography.start(n).kind
        yield true(f"`n = {n}`: the start is `A(0,{n},0)`, and (F) speaks of B", kind == "B")


@claim("Introduction, reference to Theorem 2 (F)", sizes("`n <= {}`", 20, 3), Status.MISPRINT)
@compared("the case of the start")
@correction("It is in Theorem 2 (D)(i), for `n >= 3`.", _reference_printed)
def _reference(bound: int) -> Cases:
    """The formula for the start is in Theorem 2 (F)."""
    for n in range(3, bound + 1):
        yield same(f"case for `n = {n}`", brute.case(0, n, 0), "D(i)")


def _token_rows() -> Iterator[tuple[GeographyBoard, int]]:
    """Yield the drawn boards of the opening example, and how many rows are above the token."""
    # The boards are drawn by those who know these claims.
    from farstar.papers.geography.exhibits import opening_boards

    for board in opening_boards():
        yield board, next(i for i, row in enumerate(board.rows) if "@" in row)


def _row_labels_printed(_: int) -> Cases:
    for board, above in _token_rows():
        rows = "|".join(board.rows)
        yield same(f"rows above the token, in row 0, of `{rows}`", above, 0)


@claim("Introduction, rows", fixed("the three boards of the opening example"), Status.MISPRINT)
@compared(
    "the row of the token, which is row 0, on the boards that the paper draws; their positions"
)
@correction("From bottom to top, as drawn.", _row_labels_printed)
def _row_labels(_: int) -> Cases:
    """The rows are labelled 0, 1 from top to bottom."""
    for (board, above), key in zip(_token_rows(), ((3, 2, 1), (3, 1, 2), (1, 1, 1)), strict=True):
        yield same(f"rows above the token of `{board}`", above, 1)
        yield same(f"value of `{board}`", board.value, brute.a(*key))


def _all_boards(columns: int) -> Iterator[GeographyBoard]:
    """Yield every board where the token stands in the upper row."""
    for token in range(columns):
        for cells in product(".#", repeat=2 * columns - 1):
            top = [*cells[:token], "@", *cells[token : columns - 1]]
            yield GeographyBoard("".join(top), "".join(cells[columns - 1 :]))


@claim("Notation, examples", fixed("boards with four columns"))
@compared("all boards of those shapes: their positions, and values by search")
def _notation(_: int) -> Cases:
    """Two boards of four columns are `B(3,0,0)`, two others `A(2,2,0)`, and they are isomorphic."""
    for board in _all_boards(4):
        own, other = board.rows
        if other == "####" and own.count("#") == 1:
            yield same(board, board.position, GeographyB(3, 0, 0))
            yield same(board, board.search_value(), Value(2))
        if "#" not in own and other.count("#") == 2 and other[own.index("@")] == ".":
            yield same(board, board.position, GeographyA(2, 2, 0))
            yield same(board, board.search_value(), brute.a(2, 2, 0))


@claim("Lemma 1", letters("all boards with at most {} columns", 4, 2, over=numbers_from(1)))
@compared("moves on every board with the lemma; values by search on the board")
def _lemma_1(columns: int) -> Cases:
    """`B(x,y,z) = {B(x-1,y,z), A(x-1,y,z)|}` and
    `A(x,y,z) = {B(x,y-1,z+1), A(x,y-1,z+1) | B(z+1,y-1,x)}`, as far as the options exist."""
    for board in _all_boards(columns):
        key = _key(board)
        for right, claimed in ((False, brute.left_options(key)), (True, brute.right_options(key))):
            options = {_key(option) for option in _boards(board, right=right)}
            yield same(f"{board}, {'Right' if right else 'Left'}", options, set(claimed))
        if columns <= 4:
            yield same(board, board.search_value(), brute.value(key))


def _key(board: GeographyBoard) -> brute.Key:
    position = board.position
    kind = "A" if isinstance(position, GeographyA) else "B"
    return kind, position.x, position.y, position.z


def _theorem_2a_printed(x: int, y: int, z: int) -> str | None:
    return same(f"`A({x},{y},{z})`", brute.a(x, y, z), Value.of([y + x - 2], [y + z - 1]))


@claim("Theorem 2 (A), value", _upto(2, "A"), Status.MISSING)
@compared("values by brute force")
@correction("Except `A(0,1,0)`, where Left has no move: it is `-1`.", _theorem_2a_printed)
def _theorem_2a(x: int, y: int, z: int) -> Cases:
    """If `z >= y-2` and `x > y-2` then `A(x,y,z) = {y+x-2 | y+z-1}`."""
    if (x, y, z) == (0, 1, 0):
        yield same("`A(0,1,0)`", brute.a(0, 1, 0), Value(-1))
    else:
        yield _theorem_2a_printed(x, y, z)


def _second_form(x: int, y: int, z: int) -> Value:
    m = min(x, z)
    return Value.of([x - 2 - m], [z - 1 - m]) + (y + m)


def _theorem_2a_second_printed(x: int, y: int, z: int) -> Cases:
    if (x, y, z) != (0, 1, 0):
        yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), _second_form(x, y, z))


@claim("Theorem 2 (A), second form", _upto(3, "A"))
@compared("values by brute force")
@correction(
    "For `z <= x+1`, except for `A(0,1,0)`; if `z >= x+2`, numbers do not translate, "
    "and the value is `y + x - 1`.",
    _theorem_2a_second_printed,
)
def _theorem_2a_second(x: int, y: int, z: int) -> Cases:
    """In case (A) the value is `y + m + {x-2-m | z-1-m}`, `m = min(x, z)`."""
    if (x, y, z) != (0, 1, 0):
        claimed = _second_form(x, y, z) if z <= x + 1 else Value(y + x - 1)
        yield same(f"`A({x},{y},{z})`", brute.a(x, y, z), claimed)


def _compared(x: int, y: int, z: int) -> Relation | None:
    """Compare Left's move to B with Left's move to A, by values; None if one is missing."""
    if not x or y < 2:
        return None
    return brute.b(x, y - 1, z + 1).compare(brute.a(x, y - 1, z + 1))


def _best_move(x: int, y: int, z: int, *allowed: str) -> Cases:
    relation = _compared(x, y, z)
    if relation is not None:
        yield true(f"`A({x},{y},{z})`: B-move {relation} A-move", relation in allowed)
        yield same(f"`A({x},{y},{z})`", geography.compare_left_moves(x, y, z), relation)


@claim("Theorem 2 (A), best move", _upto(3, "A"))
@compared("values of both moves by brute force, compared")
def _best_move_a(x: int, y: int, z: int) -> Cases:
    """In case (A) Left's best move is to `B(x, y-1, z+1)`."""
    return _best_move(x, y, z, "=", ">")


@claim("Theorem 2 (B), value", _upto(3, "B"))
@compared("values by brute force")
def _theorem_2b(x: int, y: int, z: int) -> Cases:
    """If `z >= y-2` and `x <= y-2` then `A(x,y,z) = {y+x-2 | x+z} = y+x-2 + {0 | z-y+2}`."""
    value = brute.a(x, y, z)
    yield same(f"`A({x},{y},{z})`", value, Value.of([y + x - 2], [x + z]))
    yield same(f"`A({x},{y},{z})`", value, Value.of([0], [z - y + 2]) + (y + x - 2))


def _theorem_2b_moves_printed(x: int, y: int, z: int) -> Cases:
    relation = _compared(x, y, z)
    if relation is not None:
        yield same(f"Left's moves in `A({x},{y},{z})`: B-move, A-move", str(relation), "||")


@claim("Theorem 2 (B), moves", _upto(4, "B"))
@compared("values of both moves by brute force, compared")
@correction("Where both exist they are equal.", _theorem_2b_moves_printed)
def _theorem_2b_moves(x: int, y: int, z: int) -> Cases:
    """In case (B) Left's moves are incomparable."""
    return _best_move(x, y, z, "=")


def _heat(x: int, y: int, z: int, base: int) -> Cases:
    """Compare with the printed mean and temperature of H in the cases (C) and (D)."""
    kind = brute.case(x, y, z)
    if kind == "C":
        claimed = Fraction(x - y + 1, 2)
    elif kind == "D(ii)":
        claimed = 1 - Fraction(1, 2 ** (y - x - 1))
    else:
        k = (y - z - 1) // 2
        claimed = 1 - (Fraction(1, 2**k) if (y - z) % 2 == 0 else Fraction(3, 2 ** (k + 1)))
    rest = brute.a(x, y, z) - base
    yield same(f"`A({x},{y},{z})`", (rest.mean, rest.temperature), (claimed, claimed))
    position = geography.Position("A", x, y, z)
    heats = geography.mean(position), geography.temperature(position)
    yield same(f"`A({x},{y},{z})`", heats, (claimed + base, claimed))


@claim("Theorem 2 (C), mean and temperature", _upto(3, "C"))
@compared("means and temperatures of values by brute force, and of the library")
def _heat_c(x: int, y: int, z: int) -> Cases:
    """If `z < y-2` and `x > y-2` then `A(x,y,z) = y+z-1 + H`, where H has mean and temperature
    `(x-y+1)/2`."""
    return _heat(x, y, z, y + z - 1)


@claim("Theorem 2 (C), moves", _upto(3, "C"))
@compared("values of both moves by brute force, compared")
def _best_move_c(x: int, y: int, z: int) -> Cases:
    """In case (C) Left's moves are incomparable."""
    return _best_move(x, y, z, "||")


@claim("Theorem 2 (D), best move", _upto(4, "D(i)", "D(ii)"))
@compared("values of both moves by brute force, compared")
def _best_move_d(x: int, y: int, z: int) -> Cases:
    """If `z < y-2` and `x <= y-2` then Left's best move is to `A(x, y-1, z+1)`."""
    return _best_move(x, y, z, "<")


@claim("Theorem 2 (D)(i)", _upto(3, "D(i)"))
@compared("means and temperatures of values by brute force, and of the library")
def _heat_d1(x: int, y: int, z: int) -> Cases:
    """If moreover `2x < y+z` then `A(x,y,z) = x+z + H`, where H has mean and temperature
    `1 - 1/2^k` for even `y-z`, `1 - 3/2^(k+1)` for odd `y-z`, `k = floor((y-z-1)/2)`."""
    return _heat(x, y, z, x + z)


@claim("Theorem 2 (D)(ii)", _upto(4, "D(ii)"))
@compared("means and temperatures of values by brute force, and of the library")
def _heat_d2(x: int, y: int, z: int) -> Cases:
    """If `2x >= y+z` then `A(x,y,z) = x+z + H`, where H has mean and temperature
    `1 - 1/2^(y-x-1)`."""
    return _heat(x, y, z, x + z)


@claim("Theorem 2 (E)", sizes(brute.ALL_B, 15, over=brute.e_positions))
@compared("values by brute force")
def _values_of_e(x: int, y: int, z: int) -> Cases:
    """If `z < y` then `B(x,y,z) = x+z-1`."""
    yield same(f"`B({x},{y},{z})`", brute.b(x, y, z), Value(x + z - 1))


@claim("Theorem 2 (F)", sizes(brute.ALL_B, 15, over=brute.f_positions))
@compared("values by brute force")
def _values_of_f(x: int, y: int, z: int) -> Cases:
    """If `z >= y` then `B(x,y,z) = y+x-1`."""
    yield same(f"`B({x},{y},{z})`", brute.b(x, y, z), Value(y + x - 1))


# Sums of positions with signs, and their moves.

_Term = tuple[int, brute.Key]


def _total(terms: tuple[_Term, ...]) -> Value:
    total = Value(0)
    for sign, key in terms:
        total += sign * brute.value(key)
    return total


def _moves(terms: tuple[_Term, ...], *, right: bool) -> Iterator[tuple[int, brute.Key, Value]]:
    """Yield the component, what it becomes, and the value of the sum after each move."""
    for place, (sign, key) in enumerate(terms):
        options = brute.right_options if right == (sign > 0) else brute.left_options
        for option in options(key):
            after = (*terms[:place], (sign, option), *terms[place + 1 :])
            yield place, option, _total(after)


_OPENING: tuple[_Term, ...] = ((1, ("A", 3, 2, 1)), (-1, ("A", 3, 1, 2)), (-1, ("A", 1, 1, 1)))


@claim("Opening example, value", fixed("the sum"))
@compared("values by brute force, and of the library")
def _opening(_: int) -> Cases:
    """`A(3,2,1) - A(3,1,2) - A(1,1,1) = {3|2} - 2* - 1/2 = {1/2*|-1/2*}`, a first player win."""
    yield same("`A(3,2,1)`", brute.a(3, 2, 1), Value("{3|2}"))
    yield same("`A(3,1,2)`", brute.a(3, 1, 2), Value("2*"))
    yield same("`A(1,1,1)`", brute.a(1, 1, 1), Value("1/2"))
    yield same("the sum", _total(_OPENING), Value("{1/2*|-1/2*}"))
    yield same("the sum", _total(_OPENING).outcome, Outcome.N)
    library = GeographyA(3, 2, 1) - GeographyA(3, 1, 2) - GeographyA(1, 1, 1)
    yield same("the sum", library.value, Value("{1/2*|-1/2*}"))


def _winning(terms: tuple[_Term, ...], *, right: bool) -> list[tuple[int, brute.Key]]:
    return [
        (place, option)
        for place, option, value in _moves(terms, right=right)
        if (value <= 0 if right else value >= 0)
    ]


def _opening_moves_printed(_: int) -> Cases:
    for who, right, move in (("Left", False, ("B", 3, 2, 2)), ("Right", True, ("B", 3, 0, 3))):
        options = (brute.right_options if right else brute.left_options)(("A", 3, 2, 1))
        names = ", ".join(f"`{brute.position_text(option)}`" for option in options)
        yield true(
            f"{who} cannot move from `A(3,2,1)` to `{brute.position_text(move)}`, only to {names}",
            move in options,
        )


@claim("Opening example, moves", fixed("the sum"))
@compared("all moves of the sum, with values by brute force")
@correction(
    "Left to `B(3,1,2)` and Right to `B(2,1,3)`; these are the only winning moves.",
    _opening_moves_printed,
)
def _opening_moves(_: int) -> Cases:
    """Both should move in `A(3,2,1)`, Left to `B(3,2,2)` and Right to `B(3,0,3)`."""
    yield same("Left", _winning(_OPENING, right=False), [(0, ("B", 3, 1, 2))])
    yield same("Right", _winning(_OPENING, right=True), [(0, ("B", 2, 1, 3))])


_BIG: tuple[_Term, ...] = ((1, ("A", 3, 12, 4)), (1, ("A", 7, 12, 1)), (-1, ("A", 9, 15, 6)))
_NAMES = ("A(3,12,4)", "A(7,12,1)", "-A(9,15,6)")


@claim("Second sum, mean and temperature", fixed("the sum"))
@compared("values by brute force")
def _big(_: int) -> Cases:
    """`G = A(3,12,4) + A(7,12,1) - A(9,15,6)` is fuzzy, with mean `29/32` and temperature `15/16`;
    the summands have temperatures `7/8`, `15/16` and `29/32`."""
    total = _total(_BIG)
    yield same("outcome", total.outcome, Outcome.N)
    yield same("mean", total.mean, Fraction(29, 32))
    yield same("temperature", total.temperature, Fraction(15, 16))
    temperatures = [brute.value(key).temperature for _, key in _BIG]
    yield same("temperatures", temperatures, [Fraction(7, 8), Fraction(15, 16), Fraction(29, 32)])


@claim("Second sum, Right's move", fixed("the sum"))
@compared("all moves of the sum, with values by brute force")
def _big_right(_: int) -> Cases:
    """The only winning move of Right is to `A(3,12,4) + 8 - A(9,15,6)`, less than 0 with mean
    `-1/32`."""
    winning = _winning(_BIG, right=True)
    yield same("winning moves of Right", winning, [(1, ("B", 2, 11, 7))])
    yield same("`B(2,11,7)`", brute.b(2, 11, 7), Value(8))
    after = _total((_BIG[0], (1, ("B", 2, 11, 7)), _BIG[2]))
    yield true("the sum afterwards", after < 0)
    yield same("its mean", after.mean, Fraction(-1, 32))


def _big_left_printed(_: int) -> Cases:
    winning = {_NAMES[place] for place, _ in _winning(_BIG, right=False)}
    claimed = {"A(7,12,1)", "-A(9,15,6)"}
    one, other = (", ".join(f"`{name}`" for name in sorted(names)) for names in (winning, claimed))
    yield same("Left wins by a move in", one, other)


@claim("Second sum, Left's moves", fixed("the sum"))
@compared("all moves of the sum, with values by brute force")
@correction(
    "In all three components: also `A(3,12,4)` to `A(3,11,5)` or to `B(3,11,5)`.", _big_left_printed
)
def _big_left(_: int) -> Cases:
    """Left has winning moves in `A(7,12,1)` and in `-A(9,15,6)`."""
    winning = {
        (_NAMES[place], brute.position_text(key)) for place, key in _winning(_BIG, right=False)
    }
    claimed = {
        ("A(3,12,4)", "A(3,11,5)"),
        ("A(3,12,4)", "B(3,11,5)"),
        ("A(7,12,1)", "A(7,11,2)"),
        ("-A(9,15,6)", "B(7,14,9)"),
    }
    yield same("winning moves of Left", sorted(winning), sorted(claimed))


def _big_order() -> tuple[Value, Value]:
    """Return the sums after Left's best move in A(7,12,1) and after her move in -A(9,15,6)."""
    return (
        _total((_BIG[0], (1, ("A", 7, 11, 2)), _BIG[2])),
        _total((_BIG[0], _BIG[1], (-1, ("B", 7, 14, 9)))),
    )


def _big_order_printed(_: int) -> Cases:
    in_second, in_third = _big_order()
    yield same(
        "the move in `-A(9,15,6)` against the one in `A(7,12,1)`",
        str(in_third.compare(in_second)),
        ">",
    )


@claim("Second sum, order of Left's moves", fixed("the sum"))
@compared("values by brute force, compared")
@correction(
    "The other way round: `A(7,12,1)` to `A(7,11,2)`, with mean `59/32`, is strictly "
    "greater than every other option of Left.",
    _big_order_printed,
)
def _big_order_check(_: int) -> Cases:
    """Playing in `-A(9,15,6)` is strictly better for Left than playing in `A(7,12,1)`."""
    best, other = _big_order()
    yield same("means", (best.mean, other.mean), (Fraction(59, 32), Fraction(29, 16)))
    for place, key, value in _moves(_BIG, right=False):
        if (place, key) != (1, ("A", 7, 11, 2)):
            yield true(f"{_NAMES[place]} to {brute.position_text(key)}", best > value)
    yield same("Left's canonical options", list(_total(_BIG).left_options), [best])


def _hottest_wins(terms: tuple[_Term, ...], *, right: bool) -> bool | None:
    """Return whether a player who can win can do so in a hottest component (None: no win)."""
    winning = {place for place, _ in _winning(terms, right=right)}
    temperatures = [brute.value(key).temperature for _, key in terms]
    if not winning:
        return None
    return any(temperatures[place] == max(temperatures) for place in winning)


@claim("The hottest game", sizes("sums and differences of two `A(x,y,z), x, y, z <= {}`", 4, 3))
@compared(
    "winning moves of the second sum and of all sums of two small positions by brute force; the "
    "heuristic is no rule, and fails for `A(2,4,1) - A(3,4,0)`"
)
def _hottest(bound: int) -> Cases:
    """As a general heuristic, a player should play in the game with highest temperature."""
    for right, who in ((False, "Left"), (True, "Right")):
        yield same(f"{who} in the second sum", _hottest_wins(_BIG, right=right), True)
    counts = {True: 0, False: 0}
    keys: list[brute.Key] = [("A", *numbers) for numbers in brute.a_positions(bound)]
    for one, other in combinations_with_replacement(keys, 2):
        for sign in (1, -1):
            for right in (False, True):
                is_right = _hottest_wins(((1, one), (sign, other)), right=right)
                if is_right is not None:
                    counts[is_right] += 1
    failures, total = counts[False], sum(counts.values())
    yield true(f"{failures} failures in {total} sums", 1000 * failures < total)
    exception: tuple[_Term, ...] = ((1, ("A", 2, 4, 1)), (-1, ("A", 3, 4, 0)))
    yield same("Right in `A(2,4,1) - A(3,4,0)`", _hottest_wins(exception, right=True), False)
