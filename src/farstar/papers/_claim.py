"""Papers: their statements as data with functions that look for counterexamples, and exhibits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from farstar.errors import FarstarError
from farstar.formulas import MarkedText, source_of
from farstar.papers._ranges import CaseCheck, Check, ForAll, Range

if TYPE_CHECKING:
    from farstar.figures import Figure
    from farstar.papers._examples import ExamplePositions
    from farstar.tables import Table


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
    """No fault of the paper: a convention that it does not spell out, or a sign that is missing in
    our copy; the check shows that no other reading is right."""
    QUESTION = "question"
    ANSWERED = "answered"
    """A question or conjecture of the paper that has an answer now; `Claim.answer` says which."""
    PROVED = "proved"
    SKETCHED = "proof sketched"
    """With a proof that leaves out estimates."""
    CHECKED = "checked"


class ClaimVerdict(StrEnum):
    """The verdict on a claim after its check.

    ``holds``: no counterexample. ``corrected``: the statement as printed has one, the corrected one
    has none; the `Status` says what is wrong with it. ``disagrees``: a counterexample where there
    should be none, or none where there should be one. ``open``: a question; what
    is checked beside it agrees. ``answered``: a question that has an answer now; what is checked
    agrees with it.

    Examples
    --------
    >>> str(ClaimVerdict.HOLDS)
    'holds'
    """

    HOLDS = "holds"
    CORRECTED = "corrected"
    DISAGREES = "disagrees"
    OPEN = "open"
    ANSWERED = "answered"


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
    """Looks for counterexamples to the printed statement, if that is wrong."""
    answer: str | None = None
    """The answer, where the statement is a question that has one."""

    def __post_init__(self) -> None:
        if (self.answer is not None) != (self.status is Status.ANSWERED):
            raise PaperError(
                f"expected an answer exactly if the status is {str(Status.ANSWERED)!r}, "
                f"got {self.answer!r} for {self.label!r} with {str(self.status)!r}"
            )
        for name in ("label", "statement", "compared", "correction", "answer"):
            text = getattr(self, name)
            object.__setattr__(self, name, None if text is None else MarkedText(text))

    @property
    def is_corrected(self) -> bool:
        """Whether something is wrong with the statement as printed."""
        return self.printed is not None

    def __str__(self) -> str:
        return f"{self.paper} {self.label}"

    def to_dict(self, bound: int | None = None) -> dict[str, object]:
        """Return the statement, its status and how far it is checked, as JSON data."""
        return {
            "paper": self.paper,
            "label": self.label,
            "range": self.range.text(self.range.bound(bound)),
            "statement": self.statement,
            "compared": self.compared,
            "status": str(self.status),
            "correction": self.correction,
            "answer": self.answer,
        }


@dataclass(frozen=True)
class Exhibit:
    """A table or figure of a paper."""

    paper: str
    """The paper, as in ``partizan-euclid``."""

    label: str
    """What the paper calls it, or what we call it where the paper has no name for it."""

    caption: str
    """What it shows, with its parameters, corrected where the paper is wrong."""

    make: Callable[[], Table | Figure]
    """Computes it."""

    note: str = ""
    """What differs from the paper, if anything."""

    claims: tuple[str, ...] = ()
    """The labels of the claims that it belongs to."""

    def __post_init__(self) -> None:
        for name in ("label", "caption", "note"):
            object.__setattr__(self, name, MarkedText(getattr(self, name)))

    @property
    def name(self) -> str:
        """The name of its files, without their suffixes.

        Examples
        --------
        >>> from farstar.tables import Table
        >>> Exhibit("real-euclid", "Table 1", "", Table).name
        'table-1'
        """
        kept = (c if c.isalnum() else " " for c in self.label.lower())
        return "-".join("".join(kept).split())

    @cached_property
    def made(self) -> Table | Figure:
        """The table or figure, with the caption."""
        caption = f"{source_of(self.label)}. {source_of(self.caption)}"
        exhibit = self.make()
        if not hasattr(exhibit, "with_caption"):
            raise TypeError(
                f"expected {self.label} to be a table or a figure, got {type(exhibit).__name__}"
            )
        return exhibit.with_caption(MarkedText(caption))


class Publication(NamedTuple):
    """Where a paper was published.

    Examples
    --------
    >>> Publication("A nim-type game", "T. Lengyel", "2003").authors
    'T. Lengyel'
    """

    short_title: str
    """A title short enough for a menu."""
    authors: str = ""
    year: str = ""
    published: str = ""
    """The journal, with volume and pages."""
    link: str = ""
    """Where to read it: the address of its DOI, or of a free copy."""


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
    publication : Publication, optional
        Where it was published; the page Papers shows it.
    examples : ExamplePositions, optional
        Positions to look at, which the page Papers opens beside the claims.

    Examples
    --------
    >>> from farstar.papers import numbers
    >>> paper = Paper("squares", "On squares")
    >>> @paper.holds("Lemma 1", "A square is not negative.", "squares with 0", numbers("n<={}", 9))
    ... def squares(bound):
    ...     for n in range(bound + 1):
    ...         yield None if n * n >= 0 else f"{n}"
    >>> paper[0].label, paper[0].status
    ('Lemma 1', <Status.TRUE: 'true'>)
    """

    def __init__(
        self,
        paper: str,
        title: str,
        authors: str = "",
        *,
        publication: Publication | None = None,
        examples: ExamplePositions | None = None,
    ) -> None:
        if not _NAME.fullmatch(paper):
            raise PaperError(
                f"expected a name of letters, digits and hyphens for a paper, got {paper!r}"
            )
        self.paper = paper
        self.title = title
        self.authors = authors
        self.publication = publication or Publication(title, authors)
        self.examples = examples
        self.exhibits: list[Exhibit] = []
        self.source: str | None = None
        """The file it was loaded from, if any."""
        self._claims: list[Claim] = []

    def __len__(self) -> int:
        return len(self._claims)

    def __iter__(self) -> Iterator[Claim]:
        return iter(self._claims)

    def __getitem__(self, place: int) -> Claim:
        return self._claims[place]

    def add(self, others: Paper) -> None:
        """Append the claims of another part of the same paper."""
        for claim in others:
            self._append(claim)

    def _append(self, claim: Claim) -> None:
        if any(known.label == claim.label for known in self._claims):
            raise PaperError(f"expected different labels in {self.paper}, got two {claim.label!r}")
        self._claims.append(claim)

    def prove_for_all(self, path: Path, labels: Mapping[str, str]) -> None:
        """Say that a certificate proves claims for all parameters.

        Parameters
        ----------
        path : Path
            The certificate of a theorem; to check a claim is to check it, too.
        labels : mapping
            The labels of the claims, each with a note on how the certificate states it.
        """
        unknown = labels.keys() - {claim.label for claim in self._claims}
        if unknown:
            raise PaperError(f"expected claims of {self.paper}, got {sorted(unknown)!r}")
        for place, claim in enumerate(self._claims):
            if claim.label in labels:
                proof = ForAll(path, labels[claim.label])
                check = _both(proof, claim.check)
                upto = replace(claim.range, for_all=proof)
                self._claims[place] = replace(claim, range=upto, check=check)

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
        *,
        answer: str | None = None,
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Return a decorator for the check of a statement that is right, or of a question.

        A question with the status ``answered`` needs its `answer`.
        """
        return self._decorator(label, statement, compared, upto, status, answer=answer)

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
        return self._decorator(label, statement, compared, upto, status, correction, printed)

    def declare(
        self, label: str, upto: Range, status: Status | None = None
    ) -> Callable[[CheckFunction], CheckFunction]:
        """Return a decorator for a check whose docstring is the statement.

        The decorators `compared`, `correction` and `answer` below it say the rest.

        Examples
        --------
        >>> from farstar.papers import compared, numbers, true
        >>> paper = Paper("squares", "On squares")
        >>> @paper.declare("Lemma 1", numbers("n <= {}", 9, over=range))
        ... @compared("squares with 0")
        ... def square(n):
        ...     "A square is not negative."
        ...     return true(n, n * n >= 0)
        >>> str(paper[0].statement)
        'A square is not negative.'
        """

        def register(check: CheckFunction) -> CheckFunction:
            statement, notes = " ".join((check.__doc__ or "").split()), vars(check)
            if "compared" not in notes:
                raise PaperError(f"expected the decorator compared below {label!r}, got none")
            by_notes = Status.FALSE if "printed" in notes else Status.TRUE
            standing = status or (Status.ANSWERED if "answer" in notes else by_notes)
            return self._decorator(label, statement, upto=upto, status=standing, **notes)(check)

        return register

    def _decorator(
        self,
        label: str,
        statement: str,
        compared: str,
        upto: Range,
        status: Status,
        correction: str | None = None,
        printed: CaseCheck | None = None,
        answer: str | None = None,
    ) -> Callable[[CheckFunction], CheckFunction]:
        def register(check: CheckFunction) -> CheckFunction:
            sound = upto.check(check)
            claim = Claim(
                self.paper, label, statement, compared, upto, sound, status, answer=answer
            )
            if printed is not None:
                claim = replace(claim, correction=correction, printed=upto.check(printed))
            self._append(claim)
            return check

        return register


def _both(proof: ForAll, check: Check) -> Check:
    """Return a check that also checks the proof for all parameters."""
    return lambda bound: chain(proof.check(), check(bound))


def compared(text: str) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator that says what a check compares with what."""

    def note(check: CheckFunction) -> CheckFunction:
        vars(check)["compared"] = text
        return check

    return note


def answer(text: str) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator that says how a question of a paper is answered."""

    def note(check: CheckFunction) -> CheckFunction:
        vars(check)["answer"] = text
        return check

    return note


def correction(
    text: str, printed: CaseCheck | None = None, **changed: object
) -> Callable[[CheckFunction], CheckFunction]:
    """Return a decorator that gives the correction, and how to refute the printed statement.

    The check of what is printed is another function, or the same one with arguments `changed`.
    """

    def note(check: CheckFunction) -> CheckFunction:
        vars(check).update(correction=text, printed=printed or partial(check, **changed))
        return check

    return note


def same(where: object, actual: object, claimed: object) -> str | None:
    """Return None if `actual` is what was `claimed`, else a line that says what was found.

    What is no number, nor a text of several words, is a formula.

    Examples
    --------
    >>> same("`E(5,3)`", "down", "up"), same("heaps of `13/5`", 3, 4)
    ('`E(5,3)`: `down`, not `up`', 'heaps of `13/5`: 3, not 4')
    >>> same("`E(5,3)` is won", False, True), same("E(5,3)", "down", "down")
    ('`E(5,3)` is won: false, but true is claimed', None)
    """
    if actual == claimed:
        return None
    if isinstance(actual, bool) and isinstance(claimed, bool):
        return f"{where}: {str(actual).lower()}, but {str(claimed).lower()} is claimed"
    return f"{where}: {_marked(actual)}, not {_marked(claimed)}"


def _marked(thing: object) -> str:
    if isinstance(thing, bool):
        return "yes" if thing else "no"
    is_plain = isinstance(thing, int | float) or (isinstance(thing, str) and " " in thing)
    return str(thing) if is_plain else f"`{thing}`"


def true(where: object, fact: bool) -> str | None:
    """Return None if the fact holds, else the place where it fails."""
    return None if fact else str(where)
