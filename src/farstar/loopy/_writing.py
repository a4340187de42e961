"""How a loopy game is written and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farstar.errors import FarstarError
from farstar.loopy import _text
from farstar.loopy._graph import Graph
from farstar.loopy._names import OFF, ON

if TYPE_CHECKING:
    from farstar.values import Value


class Writing:
    """Text, formulas and pictures of a loopy game."""

    __slots__ = ()

    if TYPE_CHECKING:
        _short: Value | None

        def _sides(self) -> tuple[Graph, Graph]: ...
        def graph(self) -> Graph: ...

    def __str__(self) -> str:
        return self._text(_text.ASCII, " & ")

    def _text(self, style: _text.Style, ampersand: str) -> str:
        if self._short is not None:
            return style.value(self._short)
        on, off = self._sides()
        if on == off:
            return _text.text_of(on, style)
        if (on, off) == (ON, OFF):
            return style.word.format("dud")
        return _text.text_of(on, style) + ampersand + _text.text_of(off, style)

    def __repr__(self) -> str:
        try:
            return f"Loopy({str(self)!r})"
        except FarstarError:
            sizes = " & ".join(str(len(side)) for side in self._sides())
            return f"<Loopy: {sizes} positions, text too long>"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def unicode(self) -> str:
        """Return the game in notation with arrows and stars.

        Examples
        --------
        >>> fs.Loopy("upon + *").unicode()
        '↑[on]∗'
        """
        return self._text(_text.UNICODE, " & ")

    def latex(self) -> str:
        r"""Return the game in LaTeX for math mode.

        Examples
        --------
        >>> print(fs.Loopy("{on|0} & v<on>").latex())
        \left\{\mathbf{on}\,\middle|\,0\right\} \mathbin{\&} {\downarrow}^{\mathbf{on}}
        """
        return self._text(_text.LATEX, r" \mathbin{\&} ")

    def _repr_latex_(self) -> str | None:
        try:
            return f"${self.latex()}$"
        except FarstarError:
            return None

    def svg(self) -> str:
        """Return a picture of the canonical form of a stopper, as SVG.

        Left's moves are blue and full, Right's orange and dashed, short positions are boxes.

        Examples
        --------
        >>> "<title>the graph of over</title>" in fs.Loopy("over").svg()
        True
        """
        from farstar.loopy._svg import picture

        return picture(self.graph())
