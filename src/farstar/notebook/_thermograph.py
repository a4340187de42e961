"""A thermograph with a slider for the temperature."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import traitlets

import farstar as fs
from farstar import reports
from farstar.errors import NotationError
from farstar.notebook._widget import Widget, playable, with_note
from farstar.web.thermograph import can_draw, draw

_LONGEST_NUMBER = 40


class ThermographSlider(Widget):
    """A thermograph whose walls can be read off at every temperature.

    ``temperature`` follows the slider; `cooled` is the game cooled by it.

    Parameters
    ----------
    game : Value, Position, Sum or str
        The game.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from farstar.notebook import ThermographSlider
    >>> slider = ThermographSlider("{3||2|1}")
    >>> slider.temperature = Fraction(1, 2)
    >>> slider.cooled, slider.walls
    (Value('{5/2|2*}'), (Fraction(5, 2), Fraction(2, 1)))
    """

    kind: ClassVar[str] = "thermograph"
    actions: ClassVar[tuple[str, ...]] = ("cool",)

    temperature = traitlets.Instance(Fraction)
    """Where the slider is."""

    def __init__(self, game: Any) -> None:
        super().__init__()
        self.game: fs.Value = game if isinstance(game, fs.Value) else playable(game).value
        self.thermograph = self.game.thermograph()
        if not can_draw(self.thermograph):
            raise NotationError("expected a thermograph whose numbers are short enough to draw")
        self.temperature = max(Fraction(0), self.thermograph.temperature)

    @property
    def cooled(self) -> fs.Value:
        """The game cooled by the temperature; at a negative temperature the game itself."""
        return self.game.cool(max(self.temperature, Fraction(0)))

    @property
    def walls(self) -> tuple[Fraction, Fraction]:
        """Where the walls are at this temperature, Left's first."""
        graph, t = self.thermograph, self.temperature
        return graph.left_wall(t), graph.right_wall(t)

    @traitlets.validate("temperature")
    def _legal(self, proposal: Any) -> Fraction:
        t: Fraction = proposal["value"]
        if t < -1:
            raise traitlets.TraitError(f"expected a temperature of at least -1, got {t}")
        return t

    @traitlets.observe("temperature")
    def _show(self, _: Any) -> None:
        name = reports.shorten(reports.spell(self.game, unicode=True) or repr(self.game))
        cooled = reports.spell(self.cooled, unicode=True)
        self.view = {
            "kind": self.kind,
            "text": str(name),
            "html": draw(self.thermograph, str(name)),
            "temperature": str(self.temperature),
            "cooled": None if cooled is None else str(reports.shorten(cooled)),
        }

    def cool(self, temperature: str) -> None:
        """Move the slider to a temperature such as "1/2"."""
        try:
            self.temperature = Fraction(temperature[:_LONGEST_NUMBER])
        except (ValueError, ZeroDivisionError, traitlets.TraitError):
            raise NotationError(
                f"expected a temperature such as 1/2, got {temperature!r:.60}"
            ) from None

    def static(self) -> dict[str, str]:
        """Return the thermograph as a picture, if matplotlib is installed."""
        return with_note("thermograph", self.thermograph._repr_svg_())
