"""Theorems that are known: each with the question that proves it, and its certificate as a file.

A certificate is kept, so that a theorem need not be found again; it is checked whenever it is
used. Those of plugins follow those of the workbench, in the same form.
``python -m farstar.prove._library`` finds all of them again and writes the files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from farstar.certificates import Certificate, load_certificate
from farstar.errors import NotationError
from farstar.games.domineering import DomineeringRules
from farstar.games.toppling_dominoes import TopplingDominoesRules
from farstar.plugins import merged
from farstar.prove._bounds import bounds
from farstar.prove._families import family
from farstar.prove._heaps import heaps
from farstar.prove._invariant import invariant
from farstar.prove._moore import outcomes
from farstar.prove._theorem import NotProved, Theorem
from farstar.prove._using import index_text
from farstar.prove.in_use import INDEX, LIBRARY, certificate_file, file_of, packages

_STRIP = "board strip\ncells . #\n"
_PEGS = "board strip\ncells o .\nboth oo. -> ..o"
_TOPPLING = (
    "board strip\ncells x/o .\nleft $[xo.]*x -> =.*.  x[xo.]*$ -> ..*=\nright = swap of left"
)
_CLOBBER = "game Clobber\nboard strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"
_CANNIBAL = (
    "game Cannibal\nboard strip\ncells x/o .\n"
    "left xo -> .x rows xx -> .x rows\nright = swap of left"
)
_TOADS = "game Toads\nboard strip\ncells T/F .\nleft T. -> .T TF. -> .FT\nright = mirror of left"
_TOADS_AND_STAR = (
    "board strip\ncells T/F . s d\nleft T. -> .T TF. -> .FT s -> d\nright = mirror of left"
)
_GREEN = TopplingDominoesRules.patterns
_DOMINEERING = DomineeringRules.source
_CRAM = "game Cram\ncells . #\nboth .. -> ## both"
_TWO_HEAPS = "heaps a b; both a -> a-k; both b -> b-k; both a,b -> a-k,b-k"


class Known(NamedTuple):
    """A theorem of the library."""

    name: str
    """A short name, such as ``kayles``."""
    about: str
    """What it is about, for people."""
    certificate: Certificate
    """The certificate; it is not checked yet."""

    def lines(self) -> list[str]:
        """Check the certificate, and return the statement and the rules in full.

        Raises
        ------
        Refused
            If the certificate does not prove it.
        """
        return self.certificate.theorem().lines

    @property
    def method(self) -> str:
        """The kind of certificate."""
        return str(self.certificate.data["kind"])

    @property
    def size(self) -> int:
        """The number of bytes of the certificate."""
        return len(str(self.certificate).encode())


class _Question(NamedTuple):
    about: str
    prove: Callable[..., Theorem | NotProved]
    arguments: tuple[str, ...]
    options: dict[str, Any]


def _covering(left: tuple[int, ...], right: tuple[int, ...]) -> _Question:
    """Return the question who wins a strip on which players cover these numbers of cells."""
    rules = [" ".join(f"{'.' * n} -> {'#' * n}" for n in side) for side in (left, right)]
    text = f"{_STRIP}left {rules[0]}\nright {rules[1]}"
    numbers = [" or ".join(map(str, side)) for side in (left, right)]
    cells = "cell" if left == (1,) else "cells"
    about = f"who wins a strip on which Left covers {numbers[0]} {cells} and Right {numbers[1]}"
    return _Question(about, outcomes, (text,), {})


def _taking(name: str, *numbers: int) -> _Question:
    """Return the question for the Grundy values of rows from which both take so many pins."""
    rules = " ".join(f"{'.' * n} -> {'#' * n}" for n in numbers)
    options = {"what": "grundy", "parts": "#"}
    return _Question(f"Grundy values of {name}", outcomes, (f"{_STRIP}both {rules}",), options)


def _clobber(word: str) -> _Question:
    return _Question(f"one-row Clobber, ({word})^n", bounds, (_CLOBBER, word), {})


def _strip_values(left: int, right: int) -> _Question:
    """Return the question for bounds of strips of which the players cover so many cells."""
    text = f"{_STRIP}left {'.' * left} -> {'#' * left}\nright {'.' * right} -> {'#' * right}"
    cells = "cell" if left == 1 else "cells"
    about = f"bounds of a strip on which Left covers {left} {cells} and Right {right}"
    return _Question(about, bounds, (text, "."), {"leaves": "all"})


def _families(about: str, name: str, package: str = LIBRARY) -> _Question:
    """Return the question for families and claims about them that are files of a package."""
    paths = (f"families/{name}.{kind}" for kind in ("families", "lemmas"))
    texts = [file_of(package, path).read_text("utf-8") for path in paths]
    return _Question(about, family, tuple(texts), {})


def _taking_from_a_heap(left: tuple[int, ...], right: tuple[int, ...], period: int) -> _Question:
    """Return the question for heaps from which the players take so many, by their remainders."""
    rows = []
    for rest in range(period):
        rows.append(f"family V{rest}(k) if k >= 0 rank {period}k+{rest}")
        for side, numbers in (("left", left), ("right", right)):
            for number in numbers:
                times, after = divmod(rest - number, period)
                condition = f" if k >= {-times}" if times else ""
                rows.append(f"{side} V{after}(k-{-times}){condition}")
    taken = [" or ".join(map(str, side)) for side in (left, right)]
    about = f"heaps of {period}k + r, written Vr(k), from which Left takes {taken[0]}"
    return _Question(f"{about}, Right {taken[1]}", family, ("\n".join(rows),), {"fit": 7})


def _same_from_both(condition: str) -> _Question:
    """Return the question for P-positions if the same k may be taken from both of two heaps."""
    about = f"two heaps; any number from one, or the same k from both if k is {condition}"
    text = f"{_TWO_HEAPS} if k {'= ' if condition[0].isdecimal() else 'is '}{condition}"
    return _Question(about, heaps, (text,), {"numeration": 2})


_QUESTIONS = {
    "kayles": _taking("Kayles", 1, 2),
    "cram-strip": _taking("Cram on a strip, 0.07", 2),
    "strip-1-2": _covering((1,), (2,)),
    "strip-1-3": _covering((1,), (3,)),
    "strip-2-3": _covering((2,), (3,)),
    "strip-2-4": _covering((2,), (4,)),
    "strip-3-4": _covering((3,), (4,)),
    "strip-3-5": _covering((3,), (5,)),
    "strip-4-5": _covering((4,), (5,)),
    "strip-12-3": _covering((1, 2), (3,)),
    "pegs": _Question("one-way pegs, Grundy values", outcomes, (_PEGS,), {"what": "grundy"}),
    "pegs-misere": _Question("one-way pegs, misère", outcomes, (_PEGS,), {"what": "misere"}),
    "pegs-ring": _Question(
        "one-way pegs on rings", outcomes, (_PEGS.replace("strip", "ring"),), {"what": "grundy"}
    ),
    "toppling-dominoes": _Question(
        "who wins Toppling Dominoes of two colours", outcomes, (_TOPPLING,), {"words": "[xo]*"}
    ),
    "toppling-green": _Question(
        "who wins a row of Toppling Dominoes, green ones included",
        outcomes,
        (_GREEN,),
        {"words": "[lre]*"},
    ),
    "toppling-green-misere": _Question(
        "the same in misère play", outcomes, (_GREEN,), {"words": "[lre]*", "what": "misere"}
    ),
    "toads-one-blank": _Question(
        "who wins Toads and Frogs with one blank", outcomes, (_TOADS,), {"words": "[TF]*.[TF]*"}
    ),
    "cram-two-rows": _Question(
        "Cram on two rows of 2n columns", invariant, (_CRAM, "(..|..)^n"), {"height": 2}
    ),
    "domineering-two-rows": _Question(
        "Domineering on two rows of 4n columns, Left with vertical dominoes first",
        invariant,
        (_DOMINEERING, "(....|....)^n"),
        {"height": 2, "player": "right"},
    ),
    "domineering-two-rows-first": _Question(
        "the same if Right, with horizontal dominoes, moves first",
        invariant,
        (_DOMINEERING, "(....|....)^n"),
        {"height": 2, "player": "right", "wins": "first"},
    ),
    "wythoff": _Question(
        "P-positions of Wythoff's game", heaps, (_TWO_HEAPS,), {"numeration": "zeckendorf"}
    ),
    "nim-3": _Question(
        "P-positions of Nim with three heaps",
        heaps,
        ("heaps a b c; both a -> a-k; both b -> b-k; both c -> c-k",),
        {"numeration": 2},
    ),
    "odd-wythoff": _same_from_both("odd"),
    "power-wythoff": _same_from_both("a power of 2"),
    "one-wythoff": _same_from_both("1"),
    "three-wythoff": _same_from_both("3"),
    "toads-one-frog": _families(
        "Toads and Frogs with one frog and one blank, every position", "toads-and-frogs"
    ),
    "toads-two-blanks": _families(
        "Toads and Frogs with one frog and two blanks, every position", "toads-two-blanks"
    ),
    "take-12-13": _families(
        "heaps from which Left takes 1 or 2, Right 1 or 3, of every size", "subtraction"
    ),
    "take-13-2": _taking_from_a_heap((1, 3), (2,), 4),
    "take-12-3": _taking_from_a_heap((1, 2), (3,), 6),
    "take-23-1": _taking_from_a_heap((2, 3), (1,), 2),
    "toads-beside-star": _Question(
        "who wins Toads and Frogs with one blank, also beside the game * (s becomes d)",
        outcomes,
        (_TOADS_AND_STAR,),
        {"words": "[TF]*.[TF]*[sd]"},
    ),
    "strip-values-1-2": _strip_values(1, 2),
    "cannibal-xoox": _Question(
        "one-row Cannibal Clobber, (xoox)^n", bounds, (_CANNIBAL, "xoox"), {"leaves": "all"}
    ),
    "clobber-xxo": _clobber("xxo"),
    "clobber-xxoo": _clobber("xxoo"),
    "clobber-xxxoo": _clobber("xxxoo"),
    "clobber-xxxo": _clobber("xxxo"),
}


def library() -> Iterator[Known]:
    """Yield the theorems that are known, with their certificates; those of plugins come last.

    Examples
    --------
    >>> known = {one.name: one for one in fs.prove.library()}
    >>> known["clobber-xxoo"].lines()[0]
    '(xxoo)^n = 0 for all n >= 1'
    """
    for name in _subjects():
        yield known(name)


def _subjects() -> dict[str, str]:
    """Return what each theorem is about; a name of the workbench stays its own."""
    own = {name: question.about for name, question in _QUESTIONS.items()}
    brought = {name: one.about for name, one in merged("theorems").items() if name not in own}
    return own | brought


def known(name: str) -> Known:
    """Return one theorem of the library.

    Examples
    --------
    >>> fs.prove.known("strip-2-3").about
    'who wins a strip on which Left covers 2 cells and Right 3'
    """
    subjects = _subjects()
    if name not in subjects:
        raise NotationError(f"expected one of {', '.join(subjects)}, got {name!r}")
    return Known(name, subjects[name], load_certificate(certificate_file(name)))


def proved_again(name: str) -> Theorem | NotProved:
    """Find a theorem of the library again, without its certificate."""
    question = _QUESTIONS.get(name)
    if question is None:
        theorem = merged("theorems")[name]
        question = _families(theorem.about, name, theorem.package)
    return question.prove(*question.arguments, **question.options)


def _names(package: str) -> list[str]:
    """Return the names of the theorems of a package."""
    if package == LIBRARY:
        return list(_QUESTIONS)
    brought = {name: one for name, one in merged("theorems").items() if name not in _QUESTIONS}
    return [name for name, one in brought.items() if one.package == package]


def _write(package: str) -> None:
    """Find all theorems of a package, and write their certificates."""
    file_of(package, "theorems").mkdir(exist_ok=True)
    for name in _names(package):
        theorem = proved_again(name)
        if not isinstance(theorem, Theorem):
            raise SystemExit(f"{name}: {theorem}")
        theorem.certificate().save(file_of(package, f"theorems/{name}.json"))
        print(f"{name}: {theorem.statement}")


def index_of(package: str) -> str:
    """Check the certificates of a package, and return which of them are about which rules."""
    return index_text({name: known(name).certificate for name in _names(package)})


def write_index(package: str) -> None:
    """Write by which theorems of a package games answer; every certificate is checked.

    Parameters
    ----------
    package : str
        The package of a plugin's theorems. The file is its ``theorems/index.txt``; without it they
        are listed, but not used. If none of them is about boards, heaps or families, there is none.

    Raises
    ------
    Refused
        If a certificate does not prove its theorem.
    NotationError
        If no plugin has theorems in this package.
    """
    if package not in packages():
        raise NotationError(f"expected one of {', '.join(packages())}, got {package!r}")
    text, file = index_of(package), file_of(package, INDEX)
    if text:
        file.write_text(text, encoding="utf-8")
    else:
        file.unlink(missing_ok=True)


if __name__ == "__main__":
    for brought in packages():
        if sys.argv[1:] != ["index"]:
            _write(brought)
        write_index(brought)
