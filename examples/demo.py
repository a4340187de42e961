"""Explain a sum of games: who wins, by which moves, and why.

Run ``python examples/demo.py '{3||2|1} + ^*2 - +-1'``, or ``make demo``.
"""

from __future__ import annotations

import sys
from fractions import Fraction

import farstar as fs

SAMPLE = "{3||2|1} + ^*2 - +-1"

IN_WORDS = {
    fs.Outcome.L: "Left wins, whoever starts",
    fs.Outcome.R: "Right wins, whoever starts",
    fs.Outcome.N: "whoever starts wins",
    fs.Outcome.P: "whoever starts loses",
}


def winning_moves(value: fs.Value, player: fs.Player) -> list[fs.Value]:
    """Return the canonical options of `player` that win: those that the other cannot answer."""
    if player is fs.Left:
        return [option for option in value.left_options if option >= 0]
    return [option for option in value.right_options if option <= 0]


def describe_moves(value: fs.Value, player: fs.Player) -> str:
    """Name the winning options of `player`, or say that there is none."""
    moves = winning_moves(value, player)
    return ", ".join(f"to {move}" for move in moves) if moves else "none"


def atomic_weight(value: fs.Value) -> fs.Value | None:
    """Return the atomic weight, or None if there is none."""
    try:
        return value.atomic_weight()
    except fs.NotAtomicError:
        return None


def why(value: fs.Value) -> list[str]:
    """Return the reasons for the outcome, one sentence each."""
    reasons = [stop_reason("Left", value.left_stop), stop_reason("Right", value.right_stop)]
    if value.left_stop == 0 or value.right_stop == 0:
        reasons.append(
            "A stop of 0 does not decide by itself: there infinitesimals such as * and ^ do."
        )
    reasons.append(f"Comparing the value with 0 settles it: value {value.compare(0)} 0.")
    weight = atomic_weight(value)
    if weight is not None and weight >= 2:
        reasons.append(f"Its atomic weight {weight} is at least 2, which alone wins for Left.")
    if weight is not None and weight <= -2:
        reasons.append(f"Its atomic weight {weight} is at most -2, which alone wins for Right.")
    if value.is_number:
        reasons.append("It is a number: whoever moves in it loses by moving.")
    else:
        reasons.append(
            f"Its thermograph has its mast at {value.mean} from temperature {value.temperature} "
            f"up: many copies are worth about {value.mean} each."
        )
    return reasons


def stop_reason(starter: str, stop: Fraction) -> str:
    """Say what the stop that is reached when `starter` begins tells about the winner."""
    reached = f"If {starter} starts, best play first reaches a number at {stop}"
    if stop == 0:
        return f"{reached}."
    return f"{reached}, so {'Left' if stop > 0 else 'Right'} wins then."


def demonstrate(text: str) -> None:
    """Print what there is to say about the sum written in `text`."""
    value = fs.Value(text)
    weight = atomic_weight(value)
    rows = {
        "sum": text,
        "value": str(value),
        "outcome": f"{value.outcome}: {IN_WORDS[value.outcome]}",
        "Left's winning moves": describe_moves(value, fs.Left),
        "Right's winning moves": describe_moves(value, fs.Right),
        "mean": str(value.mean),
        "temperature": str(value.temperature),
        "atomic weight": "none" if weight is None else str(weight),
    }
    for name, found in rows.items():
        print(f"{name:<23}{found}")
    print("why")
    for reason in why(value):
        print(f"  {reason}")


if __name__ == "__main__":
    try:
        demonstrate(" ".join(sys.argv[1:]) or SAMPLE)
    except fs.FarstarError as error:
        sys.exit(f"error: {error}")
