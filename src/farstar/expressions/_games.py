"""How the positions of the built-in games are written."""

from __future__ import annotations

import re
from typing import Any

from farstar.errors import NotationError
from farstar.expressions import _classic_games as classic
from farstar.expressions._fields import Field, clip
from farstar.expressions._literals import arguments
from farstar.expressions._registry import Notation
from farstar.games import (
    Euclid,
    Geography,
    GeographyA,
    GeographyB,
    GeographyBoard,
    Grossman,
    ModularNim,
    PartizanEuclid,
    PartizanGeography,
    SerialNim,
    Word,
)
from farstar.rules import Position

_WORD = re.compile("(?:[lr](?:[1-9][0-9]*)?)*")
_NUMBER = re.compile("[+−-]?[0-9]+")


def _partizan_euclid(raw: str) -> Position:
    field = Field(raw)
    if field.text == "λ" or field.text[:1] in ("l", "r", "e"):
        return _word(field)
    if "," not in field.text:
        wanted = "two integers such as 11,8 or a word such as lrlle"
        raise field.fault(f"expected {wanted}, got {clip(field.text)!r}")
    return _exactly(field, 2, PartizanEuclid)


def _word(field: Field) -> Position:
    text = field.text
    match = _WORD.match(text)
    if text != "λ" and match is not None and text[match.end() :] != "e":
        found = clip(text[match.end() : match.end() + 1])
        wanted = "a word of l and r, each with an optional count, that ends in e"
        raise field.fault(
            f"expected {wanted}, got {found!r}" if found else f"expected {wanted}, got no e",
            match.end(),
        )
    return field.placed(lambda: Word(text).position)


def _two_rows(kind: type[GeographyA] | type[GeographyB], raw: str) -> Position:
    return _exactly(Field(raw), 3, kind)


def _pair(kind: type[Euclid] | type[Grossman], raw: str) -> Position:
    numbers, rest = _before_semicolon(raw, "a set of multipliers such as k=2, odd or {1,4}")
    if rest is None:
        return _exactly(numbers, 2, kind)
    multipliers = rest.placed(lambda: kind(1, 1, multipliers=rest.text).multipliers)
    return _exactly(numbers, 2, lambda a, b: kind(a, b, multipliers=multipliers))


def _serial_nim(raw: str) -> Position:
    heaps, rest = _before_semicolon(raw, "a set of takes such as k=2, odd or {1,4}")
    takes = None if rest is None else rest.placed(lambda: SerialNim(takes=rest.text).takes)
    numbers = heaps.integers()
    return heaps.placed(lambda: SerialNim(*numbers, takes=takes))


def _modular_nim(raw: str) -> Position:
    size, rest = _before_semicolon(raw, "the moves, such as 2,3")
    if rest is None:
        return _literal_call(ModularNim, raw, ("visited",), (2, 3))
    if rest.text.startswith("{") and rest.text.endswith("}"):
        rest = Field(raw, rest.start + 1, rest.start + len(rest.text) - 1)
    n, moves = size.integer(), rest.integers()
    return rest.placed(lambda: ModularNim(n, moves))


def _board(raw: str) -> Position:
    field = Field(raw)
    if _NUMBER.fullmatch(field.text):
        return field.placed(lambda: GeographyBoard.start(field.integer()))
    if field.text.count("|") != 1:
        raise field.fault(
            f"expected a number of columns or two rows such as @..|..., got {clip(field.text)!r}"
        )
    return field.placed(lambda: GeographyBoard(field.text))


def _geography(raw: str) -> Position:
    return _literal_call(Geography, raw, ("visited",), (2,))


def _partizan_geography(raw: str) -> Position:
    return _literal_call(PartizanGeography, raw, ("visited",), (3,))


def _cycle_product(raw: str) -> Position:
    field = Field(raw)
    sizes = field.integers()
    return field.placed(lambda: Geography.cycle_product(*sizes))


def _before_semicolon(raw: str, wanted: str) -> tuple[Field, Field | None]:
    """Return what stands before the semicolon, and what stands after it if there is one."""
    fields = [Field(raw)] if ";" not in raw else Field(raw).split(";")
    if len(fields) > 2:
        raise fields[2].fault(f"expected one semicolon, then {wanted}, got another")
    if len(fields) == 2 and not fields[1].text:
        raise fields[1].fault(f"expected {wanted} after the semicolon, got nothing")
    return fields[0], fields[1] if len(fields) == 2 else None


def _exactly(field: Field, count: int, make: Any) -> Position:
    """Return the position made of so many integers."""
    numbers = field.integers()
    if len(numbers) != count:
        raise field.fault(f"expected {_COUNTS[count]} integers, got {len(numbers)} of them")
    position: Position = field.placed(lambda: make(*numbers))
    return position


_COUNTS = {2: "two", 3: "three"}


def _literal_call(kind: Any, raw: str, names: tuple[str, ...], counts: tuple[int, ...]) -> Position:
    field = Field(raw)
    given, named = arguments(raw, names=names)
    if len(given) not in counts:
        wanted = " or ".join(map(str, counts))
        raise field.fault(f"expected {wanted} arguments, got {len(given)}")
    try:
        position: Position = field.placed(lambda: kind(*given, **named))
    except TypeError as error:
        raise NotationError(f"expected hashable vertices: {error}", raw, field.start) from None
    return position


_MULTIPLIERS = "k=2, odd or {1,4}"

NOTATIONS = (
    Notation(
        "E",
        _partizan_euclid,
        "p,q or a word",
        "Partizan Euclid",
        aliases=("PartizanEuclid",),
        examples=("E(11,8)", "E(lrlle)", "E(l3r2l3re)"),
    ),
    Notation(
        "A",
        lambda raw: _two_rows(GeographyA, raw),
        "x,y,z",
        "Geography on two rows, the token's column open in both",
        aliases=("GeographyA",),
        examples=("A(3,2,1)",),
    ),
    Notation(
        "B",
        lambda raw: _two_rows(GeographyB, raw),
        "x,y,z",
        "Geography on two rows, the other cell of the token's column closed",
        aliases=("GeographyB",),
        examples=("B(3,1,2)",),
    ),
    Notation(
        "Board",
        _board,
        "columns, or two rows",
        "Geography on a board of two rows",
        aliases=("GeographyBoard",),
        examples=("Board(5)", "Board(@..#|#...)"),
    ),
    Notation(
        "Euclid",
        lambda raw: _pair(Euclid, raw),
        f"a,b and perhaps ; {_MULTIPLIERS}",
        "Euclid, which ends in a 0",
        examples=("Euclid(9,2)", "Euclid(9,2; odd)"),
    ),
    Notation(
        "Grossman",
        lambda raw: _pair(Grossman, raw),
        f"a,b and perhaps ; {_MULTIPLIERS}",
        "Grossman's game, Euclid without the 0",
        examples=("Grossman(9,2)", "Grossman(459,2393; k=2)"),
    ),
    Notation(
        "SerialNim",
        _serial_nim,
        f"heaps,... and perhaps ; {_MULTIPLIERS}",
        "Nim on the first of a row of heaps",
        examples=("SerialNim(3,1,2)", "SerialNim(7; {1,3,4})"),
    ),
    Notation(
        "ModularNim",
        _modular_nim,
        "n; moves",
        "Kotzig's Nim on a ring of n places",
        examples=("ModularNim(7; 2,3)", "ModularNim(7, {2, 3}, 2, visited=[0])"),
    ),
    Notation(
        "Geography",
        _geography,
        "arcs, token, visited=[...]",
        "Geography on a digraph",
        examples=("Geography({'a': ['b', 'c'], 'b': ['c']}, 'a')",),
    ),
    Notation(
        "PartizanGeography",
        _partizan_geography,
        "left arcs, right arcs, token, visited=[...]",
        "Geography with arcs for Left and for Right",
        examples=("PartizanGeography([(0, 1), (1, 2)], [(0, 2), (2, 1)], 0)",),
    ),
    Notation(
        "CycleProduct",
        _cycle_product,
        "sizes,...",
        "Geography on a product of directed cycles",
        examples=("CycleProduct(3,4)",),
    ),
    *classic.NOTATIONS,
)
