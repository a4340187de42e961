"""A table or figure of a paper, and how to make it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from farstar.formulas import MarkedText, source_of

if TYPE_CHECKING:
    from farstar.figures import Figure
    from farstar.tables import Table


@dataclass(frozen=True)
class Exhibit:
    """A table or figure of a paper."""

    paper: str
    """The paper, as in ``partizan-euclid``."""

    label: str
    """What the paper calls it, or what we call it where the paper has no name for it."""

    caption: str
    """What it shows, with its parameters, and right."""

    make: Callable[[], Table | Figure]
    """Works it out."""

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
