"""Atoms of value notation: numbers, ups and nimbers written together, such as ``-3/8^^*2``."""

from __future__ import annotations

import re
from math import gcd

from farstar._arguments import clip
from farstar._digits import from_text
from farstar.values.tree import MAX_ORDER, Compact, HigherUp, Negation, Node, Sum, Symbol, fault

MINUS = "-−–‐‑‒—"
"""The minus sign, and dashes that are typed or pasted for it."""

_PARTS = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
ATOM = re.compile(
    rf"""
    (?P<number> [{MINUS}]?
        (?: [0-9]*[{"".join(_PARTS)}] | [0-9]*\.[0-9]{{1,1000}} | [0-9]+(?:/[0-9]+)? )
    )?
    (?P<up>
        (?P<run> \^{{2,}} | ↑{{2,}} | ⇑+ | ↓{{2,}} | ⇓+ | v{{2,}}(?![A-Za-z_0-9]) )
      | (?P<single> [\^↑↓] | v(?![A-Za-z_]) )
        (?: <(?P<order>[0-9]+|on)> | \[(?P<through>[0-9]+|on)\] | (?P<count>[0-9]+) )?
    )?
    (?P<star> [*∗](?P<heap>[0-9]*) )?
    """,
    re.VERBOSE,
)


def atom_node(atom: re.Match[str], text: str) -> Node:
    """Return the tree of what `ATOM` has matched in a text."""
    up, higher = _ups(atom, text)
    compact = Compact(*_dyadic(atom, text), up, _heap(atom))
    if higher is None:
        return compact
    if atom["number"] or atom["star"]:
        return Sum(((1, compact), (1, higher)))
    return higher


def _dyadic(atom: re.Match[str], text: str) -> tuple[int, int]:
    """Return the number in front, in lowest terms."""
    if not atom["number"]:
        return 0, 0
    numerator, denominator = fraction(atom["number"])
    if denominator < 1 or denominator & (denominator - 1):
        top, slash, bottom = atom["number"].partition("/")
        raise fault(
            f"expected a power of two as denominator, found {clip(bottom or top, 20)!r}",
            text,
            atom.start("number") + (len(top) + 1 if slash else 0),
        )
    exponent = denominator.bit_length() - 1
    if numerator == 0:
        return 0, 0
    shift = min(exponent, (numerator & -numerator).bit_length() - 1)
    return numerator >> shift, exponent - shift


def _ups(atom: re.Match[str], text: str) -> tuple[int, Node | None]:
    """Return a multiple of up, or an up of higher order."""
    if not atom["up"]:
        return 0, None
    sign = -1 if atom["up"][0] in "v↓⇓" else 1
    if atom["run"]:
        return sign * len(atom["run"]) * (2 if atom["up"][0] in "⇑⇓" else 1), None
    order = atom["order"] or atom["through"]
    if order is None:
        return sign * from_text(atom["count"] or "1"), None
    if order == "on":
        upon = Symbol("uponth" if atom["order"] else "upon", atom.start())
        return 0, upon if sign > 0 else Negation(upon)
    n = from_text(order)
    if not 1 <= n <= MAX_ORDER:
        column = atom.start("order" if atom["order"] else "through")
        raise fault(
            f"expected an order from 1 to {MAX_ORDER}, found {clip(order, 20)!r}", text, column
        )
    return (sign, None) if n == 1 else (0, HigherUp(n, sign, bool(atom["through"])))


def _heap(atom: re.Match[str]) -> int:
    if not atom["star"]:
        return 0
    return from_text(atom["heap"]) if atom["heap"] else 1


def fraction(text: str) -> tuple[int, int]:
    """Return numerator and denominator of ``-3``, ``3/8``, ``0.75``, ``½`` or ``1½``."""
    sign, text = (-1, text[1:]) if text[0] in MINUS else (1, text)
    if text[-1] in _PARTS:
        above, below = _PARTS[text[-1]]
        return sign * (from_text(text[:-1] or "0") * below + above), below
    whole, dot, decimals = text.partition(".")
    if dot:
        below = 10 ** len(decimals)
        above = from_text(whole or "0") * below + from_text(decimals)
        common = gcd(above, below)
        return sign * above // common, below // common
    top, _, bottom = text.partition("/")
    return sign * from_text(top), from_text(bottom or "1")
