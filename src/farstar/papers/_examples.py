"""For each claim of a paper a position to look at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from farstar.errors import FarstarError
from farstar.expressions import parse
from farstar.papers._claim import Claim
from farstar.papers._registry import UnknownClaimError, paper

_ONE = r"\b[A-Z][A-Za-z]*\([^()]{1,60}\)"
_POSITION = re.compile(rf"{_ONE}(?: [+-] (?:{_ONE}|\d+))*")


@dataclass(frozen=True, kw_only=True)
class ExamplePositions:
    """Positions to look at beside the claims of a paper.

    Examples
    --------
    >>> examples = ExamplePositions(by_subject={"heaps": "Nim(3,4,5)"}, otherwise="Nim(1)")
    >>> examples.otherwise
    'Nim(1)'
    """

    by_label: Mapping[str, str] = field(default_factory=dict)
    """Positions by how the label of a claim begins, if its text would lead to another one."""

    by_subject: Mapping[str, str] = field(default_factory=dict)
    """Positions by a regular expression, searched in the label and the statement of a claim that
    names no position; the first match counts."""

    otherwise: str = "0"
    """The position for all other claims."""

    notations: Mapping[str, str] = field(default_factory=dict)
    """How the paper writes positions without the name of the game: the position, with ``{0}`` for
    the first group, by a regular expression."""

    def named_in(self, text: str) -> Iterator[str]:
        """Yield what may be positions in a text, written with or without the name of the game."""
        yield from _POSITION.findall(text)
        for pattern, template in self.notations.items():
            for match in re.finditer(pattern, text):
                yield template.format(*match.groups())

    def chosen_for(self, claim: Claim) -> str | None:
        """Return the position for the label of a claim, if there is one."""
        labels = (label for label in self.by_label if claim.label.startswith(label))
        return next((self.by_label[label] for label in labels), None)

    def example_for(self, claim: Claim) -> str:
        """Return a position for the subject of a claim."""
        subject = f"{claim.label} {claim.statement}"
        fitting = (pattern for pattern in self.by_subject if re.search(pattern, subject))
        return next((self.by_subject[pattern] for pattern in fitting), self.otherwise)


def live_position(claim: Claim, counterexample: str | None = None) -> tuple[str, str]:
    """Return a position to look at, and its relation to the claim.

    It is that of the counterexample, one that the claim, its correction or its range names, or
    else one of the `ExamplePositions` of the paper.

    Examples
    --------
    >>> from farstar import papers
    >>> papers.live_position(papers.find("real-euclid", "Remark 2"))
    ('Euclid(43,19) - SerialNim(2,3,1,4)', 'what it speaks of')
    """
    examples = _examples_of(claim.paper)
    found = _first_readable(examples, counterexample)
    if found is not None:
        return found, "the counterexample"
    chosen = examples.chosen_for(claim)
    if chosen is not None:
        return chosen, "what it speaks of"
    upto = claim.range.text(claim.range.bound(None))
    found = _first_readable(examples, claim.label, claim.correction, claim.statement, upto)
    if found is not None:
        return found, "named in the claim"
    return examples.example_for(claim), "an example of what it speaks of"


def _examples_of(name: str) -> ExamplePositions:
    try:
        return paper(name).examples or ExamplePositions()
    except UnknownClaimError:  # a paper made in the session, which has no name that is known
        return ExamplePositions()


def _first_readable(examples: ExamplePositions, *texts: str | None) -> str | None:
    """Return the first position in some texts."""
    for text in texts:
        for position in examples.named_in(text or ""):
            with suppress(FarstarError):
                parse(position)
                return position
    return None
