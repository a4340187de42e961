"""Checks every sentence of an explanation against facts that the test computes itself.

A `Reader` has a pattern for each sentence that an explanation may contain, and a function that
returns what stands in its gaps, or whether the sentence is true if it has none. A text that is not
made of these sentences fails, so that no sentence can be added without a check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from farstar.rules import Explanation

Expected = Callable[[Any], Any]


class Reader:
    """The sentences of one kind of explanation.

    Parameters
    ----------
    sentences : dict
        For each pattern a function from the facts to the texts of its groups, or to a bool.
    """

    def __init__(self, sentences: dict[str, Expected]) -> None:
        self._sentences = [(re.compile(text), text, fact) for text, fact in sentences.items()]
        self.used: set[str] = set()
        """The patterns that were met, so that a test can see that all were."""

    def check(self, explanation: Explanation, facts: Any) -> None:
        """Fail if a text has an unknown sentence, or a sentence that does not state the facts."""
        for text in texts_of(explanation):
            self.check_text(text, facts)

    def check_text(self, text: str, facts: Any) -> None:
        """Fail if one text is wrong."""
        at = 0
        while at < len(text):
            for pattern, name, fact in self._sentences:
                match = pattern.match(text, at)
                if match is not None and match.end() > at:
                    self.used.add(name)
                    _compare(match, fact, facts)
                    at = match.end()
                    break
            else:
                raise AssertionError(f"no check for the sentence {text[at:]!r} of {facts}")
            while at < len(text) and text[at] == " ":
                at += 1

    @property
    def unused(self) -> set[str]:
        """The patterns that were not met."""
        return {name for _, name, _ in self._sentences} - self.used


def texts_of(explanation: Explanation) -> Iterator[str]:
    """Yield the title, and the title, text and items of each step."""
    yield str(explanation.title)
    for step in explanation.steps:
        yield from map(str, (step.title, step.text, *step.items))


def _compare(match: re.Match[str], fact: Expected, facts: Any) -> None:
    expected = fact((facts, *match.groups()) if _wants_groups(fact) else facts)
    if isinstance(expected, bool):
        assert expected, f"false: {match[0]!r} of {facts}"
        return
    expected = expected if isinstance(expected, tuple) else (expected,)
    texts = tuple("" if one is None else str(one) for one in expected)
    found = tuple(group or "" for group in match.groups())
    assert found == texts, f"{match[0]!r} of {facts}: expected {texts}"


def _wants_groups(fact: Expected) -> bool:
    return getattr(fact, "wants_groups", False)


def with_groups(fact: Expected) -> Expected:
    """Mark a function that gets (facts, group, group, ...) instead of the facts alone."""
    fact.wants_groups = True  # type: ignore[attr-defined]
    return fact
