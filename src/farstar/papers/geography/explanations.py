"""Explanations of the values of Partizan Geography on two rows, step by step."""

from __future__ import annotations

from farstar._outcome import Left, Outcome, Player, Relation, Right
from farstar.errors import FarstarError
from farstar.games.wording import count, number
from farstar.papers.geography.theory import two_rows as geography
from farstar.rules import Explanation, Reason

_WINNERS = {
    Outcome.L: "Left wins",
    Outcome.R: "Right wins",
    Outcome.N: "the player to move wins",
    Outcome.P: "the player who moved last wins",
}

_COMPARED = {
    Relation.GREATER: "the move to B is better",
    Relation.LESS: "the move to A is better",
    Relation.EQUAL: "the two are equal",
    Relation.CONFUSED: "neither is better: the two are confused",
}

_SHORT = 400

_COUNTED = "Layers of one kind are counted from the outside, beginning with `i = 0`."


def explain(position: geography.Position, before: tuple[Reason, ...] = ()) -> Explanation:
    """Return the explanation of ``A(x, y, z)`` or ``B(x, y, z)``, after the steps `before`."""
    outcome = geography.outcome(position)
    title = f"`{position_text(position)}`: {_WINNERS[outcome]}"
    middle = _steps_of_b(position) if position.kind == "B" else _steps_of_a(position)
    return Explanation(title, (*before, *middle, _mean(position), _winning(position)))


def position_text(position: geography.Position) -> str:
    """Return the position with long numbers shortened.

    Examples
    --------
    >>> position_text(geography.Position("A", 3, 2, 1))
    'A(3,2,1)'
    """
    kind, *numbers = position
    return f"{kind}({','.join(map(number, numbers))})"


def _steps_of_b(position: geography.Position) -> tuple[Reason, ...]:
    _, x, y, z = position
    value = geography.value_of_b(x, y, z)
    text = (
        "The token's column has no other open cell, so Right has no move, and the value is an "
        f"integer: `x + min(y, z) - 1 = {number(x)} + min({number(y)}, {number(z)}) - 1 "
        f"= {number(value)}`."
    )
    return (Reason("Value", text, (), {"case": "B"}),)


def _steps_of_a(position: geography.Position) -> tuple[Reason, ...]:
    _, x, y, z = position
    return _case(x, y, z), _value(x, y, z), _left(x, y, z), _right(position)


def _case(x: int, y: int, z: int) -> Reason:
    case = geography.case(x, y, z)
    tests = [
        f"`z {'>=' if z >= y - 2 else '<'} y - 2` ({number(z)} against {number(y - 2)})",
        f"`x {'>' if x > y - 2 else '<='} y - 2` ({number(x)} against {number(y - 2)})",
    ]
    if case.startswith("D"):
        sign = "<" if case == "D(i)" else ">="
        tests.append(f"`2x {sign} y + z` ({number(2 * x)} against {number(y + z)})")
    text = f"{' and '.join(tests)}: this is case {case if 'D' in case else f'({case})'}."
    return Reason("Case", text, (), {"case": case})


def _value(x: int, y: int, z: int) -> Reason:
    form = geography.value_of_a(x, y, z)
    text = f"{_formula(x, y, z)} The value is {_form_text(form)}."
    angles = form.angle_notation
    if form.depth and len(angles) <= _SHORT:
        text += f" In the notation of the paper it is `{angles}`."
    return Reason("Value", text, (), {"layers": str(number(form.depth))})


def _form_text(form: geography.NestedForm) -> str:
    """Return the form, or only its core and depth if it is long."""
    if form.depth <= _SHORT // 8:
        text = str(form)
        if len(text) <= _SHORT:
            return f"`{text}`"
    core = geography.NestedForm(form.core)
    text = str(core)
    inside = f"`{text}`" if len(text) <= _SHORT else "its core"
    return f"{inside} inside {count(form.depth, 'layer')}" if form.depth else inside


def _formula(x: int, y: int, z: int) -> str:
    """Return the formula of the case with the numbers filled in."""
    if (x, y, z) == (0, 1, 0):
        return "Left has no move and Right moves to 0."
    case = geography.case(x, y, z)
    left = f"`y + x - 2 = {number(y + x - 2)}`"
    ceiling = f"`y + z - 1 = {number(y + z - 1)}`"
    floor = f"`x + z = {number(x + z)}`"
    if case in ("A", "B"):
        return f"`{{y + x - 2 | {'y + z - 1' if case == 'A' else 'x + z'}}}`, where {left} and " + (
            f"{ceiling}." if case == "A" else f"{floor}."
        )
    half = f"`k = floor((y - z - 1) / 2) = {number((y - z - 1) // 2)}`"
    if case == "C":
        return (
            f"`{{y + x - k - 2 | y + z - 1}}` inside `k` layers `{{x + z + i, . | y + z - 1}}`, "
            f"where {half}, {floor} and {ceiling}. {_COUNTED}"
        )
    if case == "D(i)":
        core = "x + z + k - 1/2" if (y - z) % 2 else "x + z + k + *"
        layers = "`k` layers `{. | x + z + i}`"
        return f"`{core}` inside {layers}, where {half} and {floor}. {_COUNTED}"
    k = (2 * x - y - z + 1) // 2
    return (
        f"`{{2x - k - 1 | y + z - 1}}` inside `k` layers `{{y + z - 1 + i, . | y + z - 1}}` and "
        f"{count(y - x - 1, 'layer')} `{{. | x + z + i}}`, where "
        f"`k = floor((2x - y - z + 1) / 2) = {number(k)}`, {ceiling} and {floor}. {_COUNTED}"
    )


def _left(x: int, y: int, z: int) -> Reason:
    moves = geography.left_moves(geography.Position("A", x, y, z))
    items = tuple(f"to `{position_text(move)}`, {_value_text(move)}" for move in moves)
    relation = geography.compare_left_moves(x, y, z)
    if not moves:
        text = "Left has no move."
    elif relation is None:
        text = "Left has only one kind of move."
    else:
        text = f"Left has two kinds of moves; {_COMPARED[relation]}."
    data = {"relation": None if relation is None else str(relation)}
    return Reason("Left's moves", text, items, data)


def _right(position: geography.Position) -> Reason:
    (move,) = geography.right_moves(position)
    return Reason(
        "Right's move", f"Right can only move to `{position_text(move)}`, {_value_text(move)}."
    )


def _value_text(position: geography.Position) -> str:
    return f"value {_form_text(geography.value(position))}"


def _mean(position: geography.Position) -> Reason:
    try:
        mean, temperature = geography.mean(position), geography.temperature(position)
    except FarstarError as error:
        return Reason("Mean and temperature", f"Not written out: {error}.")
    if max(mean.denominator.bit_length(), abs(mean.numerator).bit_length()) > _SHORT:
        return Reason("Mean and temperature", "Both are too long to write out here.")
    text = f"The mean is `{mean}` and the temperature `{temperature}`."
    data = {"mean": str(mean), "temperature": str(temperature)}
    return Reason("Mean and temperature", text, (), data)


def _winning(position: geography.Position) -> Reason:
    items = tuple(_winning_text(position, player) for player in (Left, Right))
    return Reason("Winning moves", "", items, {"outcome": str(geography.outcome(position))})


def _winning_text(position: geography.Position, player: Player) -> str:
    name = player.name.title()
    moves = geography.left_moves if player is Left else geography.right_moves
    good = [
        f"`{position_text(move)}`"
        for move in moves(position)
        if not geography.outcome(move).wins(-player, first=True)
    ]
    if not good:
        return f"{name}, moving first, has no winning move"
    return f"{name}, moving first, wins by moving to {' or '.join(good)}"
