"""Explanations: titled steps that render as text, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from farstar.formulas import MarkedText, to_html, to_markdown

_MARKDOWN_SPECIAL = str.maketrans({c: "\\" + c for c in "\\`*_{}[]<>|#~^$"})


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of an explanation.

    Examples
    --------
    >>> Reason("Parity", "the index is even", ("quotients 1, 2, 1, 2",), {"index": 2}).items
    ('quotients 1, 2, 1, 2',)
    """

    title: str
    """A few words; formulas in this and the other texts are marked, see `farstar.formulas`."""

    text: str = ""
    """What is found here and why."""

    items: tuple[str, ...] = ()
    """A list of single facts."""

    data: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The same facts for programs: what JSON can hold."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", MarkedText(self.title))
        object.__setattr__(self, "text", MarkedText(self.text))
        object.__setattr__(self, "items", tuple(map(MarkedText, self.items)))
        object.__setattr__(self, "data", MappingProxyType(dict(self.data)))

    def __reduce__(self) -> tuple[type[Reason], tuple[object, ...]]:
        return Reason, (self.title, self.text, self.items, dict(self.data))

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data."""
        return {
            "title": self.title,
            "text": self.text,
            "items": list(self.items),
            "data": dict(self.data),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Explanation:
    """Why a player wins: a title and steps.

    Examples
    --------
    >>> why = Explanation("Nim(1)", (Reason("Outcome", "the next player wins", ("take all",)),))
    >>> why
    Nim(1)
    1. Outcome: the next player wins
       - take all
    >>> print(why.markdown())
    ### Nim(1)
    <BLANKLINE>
    1. **Outcome**: the next player wins
       - take all
    >>> why.html()
    '<section><h3>Nim(1)</h3><ol class="steps"><li><b>Outcome</b>: the next player wins<ul><li>take
    all</li></ul></li></ol></section>'
    """

    title: str
    """What is explained."""

    steps: tuple[Reason, ...] = ()
    """The steps, in the order in which they are read."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", MarkedText(self.title))
        object.__setattr__(self, "steps", tuple(self.steps))

    def text(self) -> str:
        """Return the explanation as plain text."""
        lines = [self.title]
        for number, step in enumerate(self.steps, start=1):
            lines += _lines(number, step.title, step.text, step.items)
        return "\n".join(lines)

    def markdown(self) -> str:
        """Return the explanation as Markdown: formulas as code, special characters escaped."""
        lines = [f"### {_markdown(self.title)}", ""]
        for number, step in enumerate(self.steps, start=1):
            title = f"**{_markdown(step.title)}**"
            lines += _lines(number, title, _markdown(step.text), map(_markdown, step.items))
        return "\n".join(lines)

    def html(self) -> str:
        """Return the explanation as one HTML section, with its formulas set."""
        return f"<section><h3>{to_html(self.title)}</h3>{self.steps_html()}</section>"

    def steps_html(self) -> str:
        """Return the steps as an HTML list, without the title.

        Examples
        --------
        >>> Explanation("Nim(0)", (Reason("Outcome", "P"),)).steps_html()
        '<ol class="steps"><li><b>Outcome</b>: P</li></ol>'
        """
        steps = "".join(f"<li>{_html(step)}</li>" for step in self.steps)
        return f'<ol class="steps">{steps}</ol>'

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data, for JSON.

        Examples
        --------
        >>> Explanation("Nim(0)").to_dict()
        {'title': 'Nim(0)', 'steps': []}
        """
        return {"title": self.title, "steps": [step.to_dict() for step in self.steps]}

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


def _lines(number: int, title: str, text: str, items: Any) -> list[str]:
    head = f"{number}. {title}" + (f": {text}" if text else "")
    indent = " " * (len(str(number)) + 2)
    return [head.replace("\n", "\n" + indent), *(f"{indent}- {item}" for item in items)]


def _markdown(text: str) -> str:
    return to_markdown(text, lambda part: part.translate(_MARKDOWN_SPECIAL))


def _html(step: Reason) -> str:
    head = f"<b>{to_html(step.title)}</b>" + (f": {to_html(step.text)}" if step.text else "")
    items = "".join(f"<li>{to_html(item)}</li>" for item in step.items)
    return head + (f"<ul>{items}</ul>" if items else "")
