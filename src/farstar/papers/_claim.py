"""What a claim is: a statement of a paper as data, with functions that look for counterexamples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from farstar.errors import FarstarError
from farstar.formulas import MarkedText
from farstar.papers._exhibit import Exhibit

if TYPE_CHECKING:
    from farstar.figures import Figure
    from farstar.tables import Table

Cases: TypeAlias = Iterator[str | None]
"""The cases that a check goes through: None for one that agrees, else what is wrong with it; its
formulas are marked, as in all texts here."""

Check: TypeAlias = Callable[[int], Cases]
"""Goes through all cases up to a bound."""

CaseCheck: TypeAlias = Callable[..., Cases | str | None]
"""Looks at one case, from one or several sides."""

Over: TypeAlias = Callable[[int], Iterable[Any]]
"""Yields the cases up to a bound, those of several numbers as tuples."""

Make = TypeVar("Make", bound="Callable[[], Table | Figure]")
CheckFunction = TypeVar("CheckFunction", bound=CaseCheck)

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,60}")


class PaperError(FarstarError, ValueError):
    """A paper contradicts itself, or its file cannot be used."""


class Status(StrEnum):
    """How a statement stands as it was printed, or, for one of our own, how it is known.

    Examples
    --------
    >>> str(Status.FALSE)
    'false as printed'
    """

    TRUE = "true"
    FALSE = "false as printed"
    MISPRINT = "misprint"
    MISSING = "hypothesis missing"
    SUPERFLUOUS = "hypothesis superfluous"
    """True as printed, and more generally."""
    PROOF = "wrong step in a proof"
    """What is proved there is true."""
    READING = "our reading"
    """No fault of the paper: a convention that it does not spell out, or a sign that got lost on
    the way to us; the check shows that no other reading is right."""
    QUESTION = "question"
    PROVED = "proved"
    SKETCHED = "proof sketched"
    """With a proof that leaves out estimates."""
    CHECKED = "checked"


class Verdict(StrEnum):
    """What checking a claim came to.

    ``holds``: no counterexample. ``corrected``: the statement as printed has one, the corrected one
    has none; the `Status` says what is wrong with it. ``disagrees``: a counterexample where there
    should be none, or none where there should be one. ``open``: a question; what
    is checked beside it agrees.

    Examples
    --------
    >>> str(Verdict.HOLDS)
    'holds'
    """

    HOLDS = "holds"
    CORRECTED = "corrected"
    DISAGREES = "disagrees"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Range:
    """How far a claim is checked, and how a wanted bound changes that.

    Examples
    --------
    >>> pairs = Range("`q < p <= {}`", 100)
    >>> pairs.text(pairs.bound(None)), pairs.bound(400)
    ('q < p <= 100', 400)
    >>> letters = Range("words of at most {} letters", 9, "letters")
    >>> letters.bound(400), letters.bound(50)
    (11, 8)
    """

    template: str
    """What is gone through, with ``{}`` for the bound."""
    default: int = 0
    scale: Literal["numbers", "letters", "sizes", "fixed"] = "numbers"
    """How a wanted bound N is understood: as the bound itself; as one letter more each time N
    doubles; in proportion; or not at all."""
    least: int = 1
    """The smallest bound that makes sense: below it a counterexample could not be found."""
    over: Over | None = None
    """The cases up to a bound. If it is given, a check is called for one case after the other."""

    def bound(self, wanted: int | None) -> int:
        """Return the bound to check up to, if `wanted` was asked for (None: the default)."""
        if wanted is None or self.scale == "fixed":
            return self.default
        if self.scale == "numbers":
            scaled = wanted
        elif self.scale == "letters":
            # 100 is the size at which the default number of letters is right.
            scaled = self.default + (wanted // 100).bit_length() - 1
            if wanted < 100:
                scaled = self.default - (100 // max(wanted, 1)).bit_length() + 1
        else:
            scaled = self.default * wanted // 100
        return max(scaled, self.least)

    def text(self, bound: int) -> str:
        """Return what is gone through, with the bound."""
        return MarkedText(self.template.format(bound))

    def check(self, check: CaseCheck) -> Check:
        """Return a check that goes through all cases up to a bound."""
        over = self.over
        if over is None:
            return check  # type: ignore[return-value]

        def every_case(bound: int) -> Cases:
            for case in over(bound):
                faults = check(*case) if isinstance(case, tuple) else check(case)
                if faults is None or isinstance(faults, str):
                    yield faults
                else:
                    yield from faults

        return every_case


def numbers(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range where a wanted bound is the bound itself."""
    return Range(template, default, "numbers", least, over)


def letters(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range over words."""
    return Range(template, default, "letters", least, over)


def sizes(template: str, default: int, least: int = 1, over: Over | None = None) -> Range:
    """Return a range that grows in proportion to a wanted bound of 100."""
    return Range(template, default, "sizes", least, over)


def fixed(template: str) -> Range:
    """Return a range that a wanted bound does not change."""
    return Range(template, 0, "fixed", 0)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a paper, and how to check it."""

    paper: str
    """The paper, as in ``partizan-euclid``."""
    label: str
    """What the paper calls it: ``Theorem 6``, ``Lemma 13 rule 4``, ``Table 2``."""
    statement: str
    """What it says, in our words."""
    compared: str
    """What is compared with what."""
    range: Range
    """How far."""
    check: Check
    """Goes through the cases of the statement, or of its correction if it has one."""
    status: Status = Status.TRUE
    """How it stands as printed."""
    correction: str | None = None
    """What is right, where the printed statement is not."""
    printed: Check | None = None
    """Looks for counterexamples to the statement as printed, where it is not right."""

    def __post_init__(self) -> None:
        for name in ("label", "statement", "compared", "correction"):
            text = getattr(self, name)
            object.__setattr__(self, name, None if text is None else MarkedText(text))

    @property
    def is_corrected(self) -> bool:
        """Whether something is wrong with the statement as printed."""
        return self.printed is not None

    def to_dict(self, bound: int | None = None) -> dict[str, object]:
        """Return what it says, how it stands, and how far it is checked, as JSON knows it."""
        return {
            "paper": self.paper,
            "label": self.label,
            "range": self.range.text(self.range.bound(bound)),
            "statement": self.statement,
            "compared": self.compared,
            "status": str(self.status),
            "correction": self.correction,
        }


class Paper:
    """The claims of a paper, in the order of the paper, and its tables and figures.

    Parameters
    ----------
    paper : str
        A short name, such as ``partizan-euclid``, which also names its folder.
    title : str
        The title.
    authors : str
        The authors, as the LaTeX note names them.

    Examples
    --------
    >>> paper = Paper("squares", "On squares")
    >>> @paper.holds("Lemma 1", "A square is not negative.", "squares with 0", numbers("n<={}", 9))
    ... def squares(bound):
    ...     for n in range(bound + 1):
    ...         yield None if n * n >= 0 else f"{n}"
    >>> paper[0].label, paper[0].status
    ('Lemma 1', <Status.TRUE: 'true'>)
    """

    def __init__(self, paper: str, title: str, authors: str = "") -> None:
        if not _NAME.fullmatch(paper):
            raise PaperError(
                f"expected a name of letters, digits and hyphens for a paper, got {paper!r}"
            )
        self.paper = paper
        self.title = title
        self.authors = authors
        self.exhibits: list[Exhibit] = []
        self.source: str | None = None
        """The file it was loaded from, if any."""
        self._listed: list[Claim] = []

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._listed)

    def __getitem__(self, place: int) -> Claim:
        return self._listed[place]

    def add(self, others: Paper) -> None:
        """Append the claims of another part of the same paper."""
        for claim in others:
            self._append(claim)

    def _append(self, claim: Claim) -> None:
        if any(known.label == claim.label for known in self._listed):
            raise PaperError(f"expected different labels in {self.paper}, got two {claim.label!r}")
        self._listed.append(claim)

    def exhibit(
        self, label: str, caption: str, *, note: str = "", claims: Sequence[str] = ()
    ) -> Callable[[Make], Make]:
        """Return a decorator for the function that makes a table or a figure.

        Parameters
        ----------
        label : str
            What the paper calls it, such as ``Table 1``.
        caption : str
            What it shows.
        note : str
            What differs from the paper, if anything.
        claims : sequence of str
            The labels of the claims that it belongs to.
        """

        def register(make: Make) -> Make:
            exhibit = Exhibit(self.paper, label, caption, make, note, tuple(claims))
            if any(known.name == exhibit.name for known in self.exhibits):
                raise PaperError(
                    f"expected different labels of tables and figures in {self.paper}, "
                    f"got two {label!r}"
                )
            self.exhibits.append(exhibit)
            return make

        return register

    def holds(
        self,
        label: str,
        statement: str,
        compared: str,
        upto: Range,
        status: Status = Status.TRUE,
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Return a decorator for the check of a statement that is right, or of a question."""

        def register(check: CheckFunction) -> CheckFunction:
            self._append(
                Claim(self.paper, label, statement, compared, upto, upto.check(check), status)
            )
            return check

        return register

    def corrected(
        self,
        label: str,
        statement: str,
        compared: str,
        upto: Range,
        *,
        correction: str,
        printed: CaseCheck,
        status: Status = Status.FALSE,
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Return a decorator for the check of a corrected statement.

        `printed` must find a counterexample to the statement as printed (or, where a hypothesis
        is only superfluous, a witness outside it).
        """

        def register(check: CheckFunction) -> CheckFunction:
            self._append(
                Claim(
                    *(self.paper, label, statement, compared, upto, upto.check(check)),
                    *(status, correction, upto.check(printed)),
                )
            )
            return check

        return register


def declare(
    paper: Paper, label: str, upto: Range, status: Status | None = None
) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator for a check whose docstring is the statement.

    The decorators `compared` and `correction` below it say the rest.
    """

    def register(check: CheckFunction) -> CheckFunction:
        statement, notes = " ".join((check.__doc__ or "").split()), vars(check)
        if "printed" in notes:
            paper.corrected(
                *(label, statement, notes["compared"], upto),
                correction=notes["correction"],
                printed=notes["printed"],
                status=status or Status.FALSE,
            )(check)
        else:
            paper.holds(label, statement, notes["compared"], upto, status or Status.TRUE)(check)
        return check

    return register


def compared(text: str) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator that says what a check compares with what."""
    return _noting(compared=text)


def correction(text: str, printed: CaseCheck) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator that says what is right, and finds a counterexample to what is printed."""
    return _noting(correction=text, printed=printed)


def _noting(**notes: object) -> Callable[[CheckFunction], CheckFunction]:
    def note(check: CheckFunction) -> CheckFunction:
        vars(check).update(notes)
        return check

    return note


def same(where: object, actual: object, claimed: object) -> str | None:
    """Return None if `found` is what was `claimed`, else a line that says what was found.

    What is no number, nor a text of several words, is a formula.

    Examples
    --------
    >>> same("`E(5,3)`", "down", "up"), same("heaps of `13/5`", 3, 4)
    ('`E(5,3)`: `down`, not `up`', 'heaps of `13/5`: 3, not 4')
    >>> same("E(5,3)", "down", "down") is None
    True
    """
    return None if actual == claimed else f"{where}: {_marked(actual)}, not {_marked(claimed)}"


def _marked(thing: object) -> str:
    is_plain = isinstance(thing, int | float) or (isinstance(thing, str) and " " in thing)
    return str(thing) if is_plain else f"`{thing}`"


def true(where: object, fact: bool) -> str | None:
    """Return None if the fact is one, else where it is not."""
    return None if fact else str(where)
