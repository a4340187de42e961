"""Values as text: ASCII (which `parse` reads back), Unicode (likewise) and LaTeX."""

from __future__ import annotations

from dataclasses import dataclass

from farstar._digits import to_text
from farstar.engine import Dyadic, Handle, owner_of, state, use
from farstar.values._layout import (
    Atom,
    Layout,
    Shape,
    Slashes,
    Symmetric,
    TinyLike,
    up_notation,
)
from farstar.values._uptimal import Expansion, Uptimals
from farstar.values.syntax import MAX_LENGTH

__all__ = [
    "Expansion",
    "ascii_text",
    "latex_text",
    "text_length",
    "unicode_text",
    "uptimal",
]


def ascii_text(g: Handle, *, limit: int = MAX_LENGTH) -> str:
    """Return the text of a value in ASCII.

    Parameters
    ----------
    g : Handle
        A game of the active engine.
    limit : int
        The longest text to build.

    Raises
    ------
    BudgetExceeded
        If the text is longer than `limit`, or nested deeper than the parser reads.

    Examples
    --------
    >>> from farstar.engine import active
    >>> ascii_text(active().compact(-3, 3, 2, 1))
    '-3/8^^*'
    """
    return _render(g, _ASCII, limit)


def unicode_text(g: Handle, *, limit: int = MAX_LENGTH) -> str:
    """Return the text of a value with arrows; the limit counts ASCII characters."""
    return _render(g, _UNICODE, limit)


def latex_text(g: Handle, *, macros: bool = False, limit: int = MAX_LENGTH) -> str:
    r"""Return the formula of a value in LaTeX; the limit counts ASCII characters.

    Parameters
    ----------
    g : Handle
        A game of the active engine.
    macros : bool
        Use the macros of the LaTeX package combgames-symbols, instead of plain LaTeX.
    limit : int
        The longest ASCII text to write as a formula.
    """
    text = _render(g, _MACROS if macros else _LATEX, limit)
    return rf"\combgame{{{text}}}" if macros and r"\cgsl" in text else text


def mathml_text(g: Handle, *, limit: int = MAX_LENGTH) -> str:
    """Return the formula of a value in MathML; the limit counts ASCII characters."""
    return f"<math>{_render(g, _MATHML, limit)}</math>"


def text_length(g: Handle) -> int:
    """Return the exact length of the ASCII text, without building it.

    Raises
    ------
    BudgetExceeded
        If the length itself has more than a thousand digits.
    """
    return Layout(g).length


def uptimal(g: Handle) -> Expansion | None:
    """Return the expansion of a number plus ups of any order plus a nimber; None for the rest."""
    return Uptimals().expansion(g)


@dataclass(frozen=True, slots=True)
class _Style:
    """The symbols of one kind of text."""

    ups: tuple[str, str]
    """Up and double up."""
    downs: tuple[str, str]
    star: str
    plus_minus: str
    open: str
    close: str
    open_list: str
    """The brace of ``+-{A,B}``, which has no bar."""
    close_list: str
    comma: str
    open_group: str = "("
    close_group: str = ")"

    def atom(self, expansion: Expansion) -> str:
        """Return number, up part and nimber."""
        number, coefficients, star = expansion
        notation = up_notation(coefficients)
        assert notation is not None
        bracket, n = notation
        text = self.up_part(bracket, n) if n else ""
        if star:
            text += self.star if star == 1 else self.counted(self.star, star)
        return self.number(number) + text if number[0] or not text else text

    def number(self, number: Dyadic) -> str:
        """Return a dyadic number."""
        numerator, exponent = number
        text = to_text(numerator)
        return f"{text}/{to_text(1 << exponent)}" if exponent else text

    def up_part(self, bracket: str, n: int) -> str:
        """Return a multiple of up, or an up of order n."""
        single, double = self.ups if n > 0 else self.downs
        if bracket:
            return self.higher_up(single, bracket, abs(n))
        if abs(n) <= 2:
            return single if abs(n) == 1 else double
        return self.counted(single, abs(n))

    def counted(self, symbol: str, n: int) -> str:
        """Return a multiple of up, or a nimber."""
        return symbol + to_text(n)

    def higher_up(self, arrow: str, bracket: str, n: int) -> str:
        """Return an up of order n, or the sum of those up to n."""
        return f"{arrow}<{n}>" if bracket == "<" else f"{arrow}[{n}]"

    def bars(self, n: int) -> str:
        """Return a run of bars."""
        return "|" * n

    def around_argument(self, name: str) -> tuple[str, str]:
        """Return what stands before and after the argument of Tiny or Miny."""
        return f"{name}(", ")"


class _Latex(_Style):
    """LaTeX that needs no package and that MathJax renders."""

    __slots__ = ()

    def number(self, number: Dyadic) -> str:
        numerator, exponent = number
        if not exponent:
            return to_text(numerator)
        sign = "-" if numerator < 0 else ""
        return rf"{sign}\frac{{{to_text(abs(numerator))}}}{{{to_text(1 << exponent)}}}"

    def higher_up(self, arrow: str, bracket: str, n: int) -> str:
        return f"{arrow}^{{{n}}}" if bracket == "<" else f"{arrow}^{{[{n}]}}"

    def bars(self, n: int) -> str:
        return r"\," + r"\middle|" * n + r"\,"

    def around_argument(self, name: str) -> tuple[str, str]:
        # Conway's signs: a plus for tiny and a minus for miny, with the game below the line.
        return ("{+}_{" if name == "Tiny" else "{-}_{"), "}"


class _Macros(_Latex):
    r"""LaTeX with the macros of combgames-symbols.

    Its ``\combgame`` makes braces and slashes grow; ``\cgslash`` also works inside other macros,
    where a typed bar would not.
    """

    __slots__ = ()

    def bars(self, n: int) -> str:
        return (r"\cgslash ", r"\cgsslash ")[n - 1] if n <= 2 else rf"\cgslashes{{{n}}}"

    def around_argument(self, name: str) -> tuple[str, str]:
        return rf"\cg{name.lower()}_{{", "}"


def _mo(symbol: str) -> str:
    return f'<mo stretchy="false">{symbol}</mo>'


class _MathML(_Style):
    """Presentation MathML, as browsers draw it.

    Nothing stretches: without a mathematical font, which few systems have, browsers make braces
    far too tall.
    """

    __slots__ = ()

    def number(self, number: Dyadic) -> str:
        numerator, exponent = number
        sign = '<mo form="prefix">−</mo>' if numerator < 0 else ""
        text = f"<mn>{to_text(abs(numerator))}</mn>"
        if exponent:
            text = f"<mfrac>{text}<mn>{to_text(1 << exponent)}</mn></mfrac>"
        return sign + text

    def counted(self, symbol: str, n: int) -> str:
        return f"{symbol}<mn>{to_text(n)}</mn>"

    def higher_up(self, arrow: str, bracket: str, n: int) -> str:
        order = f"<mn>{n}</mn>"
        if bracket != "<":
            order = f"<mrow>{_mo('[')}{order}{_mo(']')}</mrow>"
        return f"<msup>{arrow}{order}</msup>"

    def bars(self, n: int) -> str:
        spaces = [
            f'lspace="{0.28 if i == 0 else 0.02}em" rspace="{0.28 if i == n - 1 else 0.02}em"'
            for i in range(n)
        ]
        return "".join(f'<mo form="infix" stretchy="false" {space}>|</mo>' for space in spaces)

    def around_argument(self, name: str) -> tuple[str, str]:
        return f"<mi>{name}</mi><mrow>{_mo('(')}", f"{_mo(')')}</mrow>"


_ASCII = _Style(("^", "^^"), ("v", "vv"), "*", "+-", "{", "}", "{", "}", ",")
_UNICODE = _Style(("↑", "⇑"), ("↓", "⇓"), "∗", "±", "{", "}", "{", "}", ",")
_LATEX = _Latex(
    (r"{\uparrow}", r"{\Uparrow}"),
    (r"{\downarrow}", r"{\Downarrow}"),
    r"{\ast}",
    r"{\pm}",
    r"\left\{",
    r"\right\}",
    r"\left\{",
    r"\right\}",
    ",",
)
_MACROS = _Macros(
    (r"{\cgup}", r"{\cgdoubleup}"),
    (r"{\cgdown}", r"{\cgdoubledown}"),
    r"{\cgstar}",
    r"{\pm}",
    r"\{",
    r"\}",
    r"\{",
    r"\}",
    ",",
)
_MATHML = _MathML(
    ("<mi>↑</mi>", "<mi>⇑</mi>"),
    ("<mi>↓</mi>", "<mi>⇓</mi>"),
    "<mi>∗</mi>",
    '<mo form="prefix">±</mo>',
    f"<mrow>{_mo('{')}",
    f"{_mo('}')}</mrow>",
    f"<mrow>{_mo('{')}",
    f"{_mo('}')}</mrow>",
    "<mo>,</mo>",
    f"<mrow>{_mo('(')}",
    f"{_mo(')')}</mrow>",
)


def _render(g: Handle, style: _Style, limit: int) -> str:
    if (owner := owner_of(g)) != state.engine.name:
        with use(owner):
            return _render(g, style, limit)
    return "".join(_pieces(Layout(g, limit), style))


def _pieces(layout: Layout, style: _Style) -> list[str]:
    """Write the root, on a stack of what is still to be written, last things first."""
    pieces: list[str] = []
    atoms: dict[Handle, str] = {}
    shapes = layout.shapes
    todo: list[str | Handle] = []
    _push(todo, _braced(layout.root, style, isinstance(shapes[layout.root], Slashes)))
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            pieces.append(item)
            continue
        shape = shapes[item]
        if isinstance(shape, Atom):
            if item not in atoms:
                atoms[item] = style.atom(shape.expansion)
            pieces.append(atoms[item])
        else:
            _push(todo, _expand(shape, layout, style))
    return pieces


def _push(todo: list[str | Handle], items: list[str | Handle]) -> None:
    todo.extend(reversed(items))


def _braced(g: Handle, style: _Style, braced: bool) -> list[str | Handle]:
    return [style.open, g, style.close] if braced else [g]


def _expand(shape: Shape, layout: Layout, style: _Style) -> list[str | Handle]:
    """Return the symbols and games that a shape is written with."""
    match shape:
        case TinyLike(name, number, argument):
            opening, closing = style.around_argument(name)
            glued = style.number(number) if number[0] else ""
            inner = _braced(argument, style, layout.is_braced(argument, alone=False))
            return [glued + opening, *inner, closing]
        case Symmetric((option,)):
            return [style.plus_minus, *_single(option, layout, style)]
        case Symmetric(options):
            between = _options(options, layout, style)
            return [style.plus_minus, style.open_list, *between, style.close_list]
        case Slashes(left, right, bars):
            before, after = (_options(side, layout, style) for side in (left, right))
            return [*before, style.bars(bars), *after]
        case Atom(expansion):
            return [style.atom(expansion)]


def _single(option: Handle, layout: Layout, style: _Style) -> list[str | Handle]:
    """Return the one option of ``+-A``, in braces or parentheses if it needs them."""
    shape = layout.shapes[option]
    if isinstance(shape, Slashes):
        return _braced(option, style, True)
    if isinstance(shape, Atom) and shape.is_single:
        return [option]
    return [style.open_group, option, style.close_group]


def _options(options: tuple[Handle, ...], layout: Layout, style: _Style) -> list[str | Handle]:
    alone = len(options) == 1
    pieces: list[str | Handle] = []
    for h in options:
        if pieces:
            pieces.append(style.comma)
        pieces.extend(_braced(h, style, layout.is_braced(h, alone=alone)))
    return pieces
