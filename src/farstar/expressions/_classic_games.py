"""How the positions of the classic games are written: boards, pictures, heaps and cakes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from farstar.expressions._fields import Field, clip
from farstar.expressions._registry import Notation
from farstar.games import (
    Amazons,
    Clobber,
    Col,
    Cram,
    Cutcake,
    DawsonsKayles,
    Domineering,
    Eatcake,
    GraphCol,
    GraphSnort,
    GrundysGame,
    Hackenbush,
    Kayles,
    Konane,
    MaundyCake,
    Nim,
    PartizanSubtraction,
    Snort,
    Subtraction,
    TakeAndBreak,
    ToadsAndFrogs,
    TopplingDominoes,
    Wythoff,
)
from farstar.rules import Position

Reader = Callable[[str], Position]


def _text(kind: Callable[[str], Position]) -> Reader:
    """Return a reader for games whose positions are made of the text itself."""

    def read(raw: str) -> Position:
        field = Field(raw)
        return field.placed(lambda: kind(field.text))

    return read


def _board_or_graph(board: Any, graph: Any) -> Reader:
    """Return a reader of boards; a semicolon or a word such as path makes it a graph."""

    def read(raw: str) -> Position:
        field = Field(raw)
        words = ("path", "cycle", "clique", "star")
        is_graph = ";" in field.text or field.text.lower().startswith(words)
        position: Position = field.placed(lambda: (graph if is_graph else board)(field.text))
        return position

    return read


def _heaps(kind: Callable[..., Position]) -> Reader:
    def read(raw: str) -> Position:
        field = Field(raw)
        heaps = field.integers()
        return field.placed(lambda: kind(*heaps))

    return read


def _wythoff(raw: str) -> Position:
    field = Field(raw)
    heaps = field.integers()
    if len(heaps) != 2:
        raise field.fault(f"expected two integers, got {len(heaps)} of them")
    return field.placed(lambda: Wythoff(*heaps))


def _after_semicolon(raw: str, wanted: str) -> tuple[Field, Field]:
    fields = Field(raw).split(";")
    if len(fields) != 2 or not fields[1].text:
        raise Field(raw).fault(f"expected {wanted}, got {clip(raw.strip())!r}")
    return fields[0], fields[1]


def _subtraction(raw: str) -> Position:
    heaps, takes = _after_semicolon(raw, "heaps, a semicolon and takes such as 10; 1,3,4")
    numbers = heaps.integers()
    return takes.placed(lambda: Subtraction(*numbers, takes=_set(takes.text)))


def _partizan_subtraction(raw: str) -> Position:
    wanted = "heaps, a semicolon, Left's takes, a bar and Right's takes such as 12; 1,4 | 2,3"
    heaps, takes = _after_semicolon(raw, wanted)
    if takes.text.count("|") != 1:
        raise takes.fault(f"expected {wanted}, got {clip(raw.strip())!r}")
    numbers = heaps.integers()
    left, right = map(_set, takes.text.split("|"))
    return takes.placed(lambda: PartizanSubtraction(*numbers, left=left, right=right))


def _set(text: str) -> str:
    """Return a set as text; braces may be left out."""
    bare = text.strip()
    return f"{{{bare}}}" if bare[:1].isdigit() else bare


def _take_and_break(raw: str) -> Position:
    code, heaps = Field(raw).split(";") if raw.count(";") == 1 else (Field(raw), Field(""))
    numbers = heaps.integers()
    return code.placed(lambda: TakeAndBreak(code.text, *numbers))


def _cake(kind: Any) -> Reader:
    def read(raw: str) -> Position:
        pieces = []
        for field in Field(raw).split(";"):
            sides = field.integers()
            if len(sides) != 2:
                raise field.fault(f"expected rows and columns such as 3,4, got {len(sides)} sides")
            pieces.append(sides)
        position: Position = Field(raw).placed(lambda: kind(*pieces))
        return position

    return read


_BOARD = "rows with bars between them, or a size"

NOTATIONS = (
    Notation(
        "Amazons",
        _text(Amazons),
        "rows of . x o # with bars between them",
        "queens that burn a cell after every move",
        examples=("Amazons(x..|..o)",),
    ),
    Notation(
        "Clobber",
        _text(Clobber),
        f"{_BOARD}; . x o",
        "stones take neighbouring stones",
        examples=("Clobber(xo|ox)", "Clobber(3x4)"),
    ),
    Notation(
        "Col",
        _board_or_graph(Col, GraphCol),
        f"{_BOARD}; . x o l r #; or a graph",
        "colour cells, neighbours unlike",
        aliases=("GraphCol",),
        examples=("Col(..|.x)", "Col(cycle 5)", "Col(.x.; 0-1,1-2)"),
    ),
    Notation(
        "Cram",
        _text(Cram),
        f"{_BOARD}; . #",
        "dominoes, placed either way by both players",
        examples=("Cram(3x4)", "Cram(..|.#)"),
    ),
    Notation(
        "Cutcake",
        _cake(Cutcake),
        "rows,columns; ...",
        "cut a cake in two: Left between columns, Right between rows",
        examples=("Cutcake(3,4)", "Cutcake(2,3; 4,5)"),
    ),
    Notation(
        "DawsonsKayles",
        _heaps(DawsonsKayles),
        "rows,...",
        "knock over two neighbouring pins, 0.07",
        examples=("DawsonsKayles(7,9)",),
    ),
    Notation(
        "Domineering",
        _text(Domineering),
        f"{_BOARD}; . #",
        "upright dominoes for Left, flat ones for Right",
        examples=("Domineering(..|.#)", "Domineering(4x4)"),
    ),
    Notation(
        "Eatcake",
        _cake(Eatcake),
        "rows,columns; ...",
        "Left eats a column, Right a row",
        examples=("Eatcake(4,6)",),
    ),
    Notation(
        "GrundysGame",
        _heaps(GrundysGame),
        "heaps,...",
        "split a heap into two unequal ones",
        examples=("GrundysGame(9,12)",),
    ),
    Notation(
        "Hackenbush",
        _text(Hackenbush),
        "edges l r e, branches (...;...), names :A",
        "cut an edge of a picture on the ground",
        examples=("Hackenbush(lrl)", "Hackenbush(l(l;rl);eee:G)"),
    ),
    Notation(
        "Kayles",
        _heaps(Kayles),
        "rows,...",
        "knock over one pin or two neighbours, 0.77",
        examples=("Kayles(5,7)",),
    ),
    Notation(
        "Konane",
        _text(Konane),
        f"{_BOARD}; . x o",
        "stones jump over stones",
        examples=("Konane(xo.xo.)", "Konane(4x4)"),
    ),
    Notation(
        "MaundyCake",
        _cake(MaundyCake),
        "rows,columns; ...",
        "cut a cake into equal pieces",
        examples=("MaundyCake(4,6)",),
    ),
    Notation("Nim", _heaps(Nim), "heaps,...", "take from one heap", examples=("Nim(3,5,7)",)),
    Notation(
        "PartizanSubtraction",
        _partizan_subtraction,
        "heaps,...; Left's takes | Right's takes",
        "take a number from one's own set",
        examples=("PartizanSubtraction(12; 1,4 | 2,3)",),
    ),
    Notation(
        "Snort",
        _board_or_graph(Snort, GraphSnort),
        f"{_BOARD}; . x o l r #; or a graph",
        "colour cells, neighbours alike",
        aliases=("GraphSnort",),
        examples=("Snort(..|.x)", "Snort(path 4)"),
    ),
    Notation(
        "Subtraction",
        _subtraction,
        "heaps,...; takes",
        "take a number from a set",
        examples=("Subtraction(10; 1,3,4)", "Subtraction(5,7; k=3)"),
    ),
    Notation(
        "TakeAndBreak",
        _take_and_break,
        "code; heaps,...",
        "take from a heap and break it, by a code such as 0.77",
        aliases=("Octal",),
        examples=("TakeAndBreak(0.137; 5,9)",),
    ),
    Notation(
        "ToadsAndFrogs",
        _text(ToadsAndFrogs),
        "cells . T F",
        "toads go right, frogs go left",
        examples=("ToadsAndFrogs(TT.F)",),
    ),
    Notation(
        "TopplingDominoes",
        _text(TopplingDominoes),
        "dominoes l r e, gaps .",
        "topple a domino and all on one side of it",
        examples=("TopplingDominoes(lre)",),
    ),
    Notation(
        "Wythoff",
        _wythoff,
        "a,b",
        "take from one of two heaps, or as many from both",
        examples=("Wythoff(3,5)",),
    ),
)
