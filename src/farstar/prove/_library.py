"""Theorems that are known: each with the question that proves it, and its certificate as a file.

A certificate is kept, so that a theorem need not be found again; it is checked whenever it is
used. ``python -m farstar.prove._library`` finds all of them again and writes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from farstar.certificates import Certificate, load_certificate
from farstar.errors import NotationError
from farstar.prove._bounds import bounds
from farstar.prove._moore import outcomes
from farstar.prove._theorem import NotProved, Theorem

_STRIP = "board strip\ncells . #\n"
_PEGS = "board strip\ncells o .\nboth oo. -> ..o"
_TOPPLING = (
    "board strip\ncells x/o .\nleft $[xo.]*x -> =.*.  x[xo.]*$ -> ..*=\nright = swap of left"
)
_CLOBBER = "game Clobber\nboard strip\ncells x/o .\nleft xo -> .x rows\nright = swap of left"


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
    """Return the question who wins a strip on which players cover so many neighbouring cells."""
    rules = [" ".join(f"{'.' * n} -> {'#' * n}" for n in side) for side in (left, right)]
    text = f"{_STRIP}left {rules[0]}\nright {rules[1]}"
    numbers = [" or ".join(map(str, side)) for side in (left, right)]
    about = f"who wins a strip on which Left covers {numbers[0]} cells and Right {numbers[1]}"
    return _Question(about, outcomes, (text,), {})


def _taking(name: str, *numbers: int) -> _Question:
    """Return the question for the Grundy values of rows from which both take so many pins."""
    rules = " ".join(f"{'.' * n} -> {'#' * n}" for n in numbers)
    options = {"what": "grundy", "parts": "#"}
    return _Question(f"Grundy values of {name}", outcomes, (f"{_STRIP}both {rules}",), options)


def _clobber(word: str) -> _Question:
    return _Question(f"one-row Clobber, ({word})^n", bounds, (_CLOBBER, word), {})


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
    "clobber-xxo": _clobber("xxo"),
    "clobber-xxoo": _clobber("xxoo"),
    "clobber-xxxoo": _clobber("xxxoo"),
    "clobber-xxxo": _clobber("xxxo"),
}


def library() -> Iterator[Known]:
    """Yield the theorems that are known, with their certificates.

    Examples
    --------
    >>> known = {one.name: one for one in fs.prove.library()}
    >>> known["clobber-xxoo"].lines()[0]
    '(xxoo)^n = 0 for all n >= 1'
    """
    for name in _QUESTIONS:
        yield known(name)


def known(name: str) -> Known:
    """Return one theorem of the library.

    Examples
    --------
    >>> fs.prove.known("strip-2-3").about
    'who wins a strip on which Left covers 2 cells and Right 3'
    """
    question = _QUESTIONS.get(name)
    if question is None:
        raise NotationError(f"expected one of {', '.join(_QUESTIONS)}, got {name!r}")
    path = Path(str(files("farstar.prove"))) / "theorems" / f"{name}.json"
    return Known(name, question.about, load_certificate(path))


def proved_again(name: str) -> Theorem | NotProved:
    """Find a theorem of the library again, without its certificate."""
    question = _QUESTIONS[name]
    return question.prove(*question.arguments, **question.options)


def _write(folder: Path) -> None:
    """Find all theorems, and write their certificates."""
    folder.mkdir(exist_ok=True)
    for name in _QUESTIONS:
        theorem = proved_again(name)
        if not isinstance(theorem, Theorem):
            raise SystemExit(f"{name}: {theorem}")
        theorem.certificate().save(folder / f"{name}.json")
        print(f"{name}: {theorem.statement}")


if __name__ == "__main__":
    _write(Path("src/farstar/prove/theorems"))
