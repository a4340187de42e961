"""Values as text: ASCII and Unicode (which `parse` reads back), LaTeX and MathML.

A value is a shared graph, and its text may be exponentially longer. So every follower that the text
shows is first laid out as *pieces*: signs, atoms and other followers. They tell how long and how
deep the text will be before any of it is written.
"""

from __future__ import annotations

from farstar._digits import to_text
from farstar._immutable import Record
from farstar._lazy import TYPE_CHECKING
from farstar.engine import Dyadic, Handle, owner_of, state, use
from farstar.errors import BudgetExceeded
from farstar.values._operations import fold, less, number
from farstar.values.order import Expansion, Order
from farstar.values.tree import MAX_DEPTH, MAX_LENGTH, MAX_ORDER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

MAX_BARS = 4
"""A game that would need as many bars as this inside another is braced."""

Piece: TypeAlias = "str | Expansion | Handle"
"""A sign, number and ups and nimber written together, or a game.

Signs are written as in ASCII, but for the square brackets, which stand for parentheses around one
game: those of ``Tiny(G)`` are not the same in all styles.
"""

Choice: TypeAlias = "tuple[tuple[Handle, ...], Callable[[], list[Piece]]]"
"""The games that the text of a game shows, and what lays it out when they are."""

_OPENED = {"{": 1, "[": 1, "+-": 1, "Tiny(": 1, "Miny(": 1, "}": -1, "]": -1, ")": -1}
"""How many brackets and signs a sign opens, as the parser counts them."""


def ascii_text(g: Handle, *, limit: int = MAX_LENGTH) -> str:
    """Return the text of a value in ASCII, of at most `limit` characters.

    Raises
    ------
    BudgetExceeded
        If the text is longer, or nested deeper than the parser reads.

    Examples
    --------
    >>> from farstar.engine import active
    >>> ascii_text(active().compact(-3, 3, 2, 1))
    '-3/8^^*'
    """
    return render(g, ASCII, limit)


def render(g: Handle, style: Style, limit: int = MAX_LENGTH) -> str:
    """Return the text of a value in a style; the limit counts the characters of its ASCII text."""
    if (owner := owner_of(g)) != state.engine.name:
        with use(owner):
            return render(g, style, limit)
    layout = Layout(g, limit)
    atoms = layout.atoms if style is ASCII else {}
    text: list[str] = []
    # A stack of what is still to be written.
    todo: list[Piece] = list(reversed(layout.whole))
    while todo:
        piece = todo.pop()
        if isinstance(piece, str):
            text.append(style.sign(piece))
        elif isinstance(piece, Expansion):
            if piece not in atoms:
                atoms[piece] = style.atom(piece)
            text.append(atoms[piece])
        else:
            todo.extend(reversed(layout.pieces[piece]))
    return "".join(text)


class Layout:
    """The pieces of a game and of all followers that its text shows."""

    def __init__(self, root: Handle, limit: int = MAX_LENGTH) -> None:
        self._engine = state.engine
        self._order = Order()
        self._limit = limit
        self._bars: dict[Handle, int] = {}
        """The longest run of bars of each game that is written with bars."""
        self._sizes: dict[Handle, tuple[int, int]] = {}
        self.pieces: dict[Handle, Sequence[Piece]] = {}
        self.atoms: dict[Expansion, str] = {}
        """The ASCII texts of atoms."""
        self._refuse_deep(root)
        self._build(root)
        self.whole = self._braced(root)
        self.length, self.depth = self._measured(self.whole)

    def _refuse_deep(self, root: Handle) -> None:
        """Refuse what is certainly nested too deeply, before any follower is laid out.

        Fewer than `MAX_BARS` levels of options go without a bracket, and no value that is written
        without its options (up to order `MAX_ORDER`) is as deep as this.
        """
        as_compact = self._engine.as_compact
        levels = fold(
            root,
            lambda g: None if as_compact(g) is None else 0,
            lambda _, left, right: 1 + max((*left, *right)),
        )
        if levels > MAX_BARS * (max(MAX_DEPTH, MAX_ORDER) + 1):
            self._refuse(0, levels)

    def _refuse(self, length: int, depth: int) -> None:
        if length > self._limit:
            raise BudgetExceeded(
                f"expected a text of at most {self._limit} characters, got a longer one"
            )
        if depth > MAX_DEPTH:
            raise BudgetExceeded(
                f"expected a text with at most {MAX_DEPTH} nested brackets, got a deeper one"
            )

    def _build(self, root: Handle) -> None:
        """Lay out the root, and before it the games that its text shows."""
        stack: list[tuple[Handle, Callable[[], list[Piece]] | None]] = [(root, None)]
        while stack:
            g, lay_out = stack.pop()
            if g in self.pieces:
                continue
            if lay_out is None:
                shown, lay_out = self._choose(g)
                missing = [h for h in shown if h not in self.pieces]
                if missing:
                    stack.append((g, lay_out))
                    stack.extend((h, None) for h in missing)
                    continue
            self.pieces[g] = lay_out()
            self._sizes[g] = self._measured(self.pieces[g])

    def _measured(self, pieces: Sequence[Piece]) -> tuple[int, int]:
        """Return length and depth of the ASCII text; the root holds the first that is too long."""
        length = depth = opened = 0
        for piece in pieces:
            if isinstance(piece, str):
                length += len(piece)
                opened += _OPENED.get(piece, 0)
            elif isinstance(piece, Expansion):
                length += self._atom_length(piece)
            else:
                inside, below = self._sizes[piece]
                length += inside
                depth = max(depth, opened + below)
        self._refuse(length, depth)
        return length, depth

    def _atom_length(self, atom: Expansion) -> int:
        (numerator, exponent), coefficients, star = atom
        longest = max(n.bit_length() for n in (numerator, 1 << exponent, star, *coefficients))
        # A digit has less than four bits.
        if longest > 4 * self._limit:
            return self._limit + 1
        if atom not in self.atoms:
            self.atoms[atom] = ASCII.atom(atom)
        return len(self.atoms[atom])

    # Which notation a game gets.

    def _choose(self, g: Handle) -> Choice:
        atom = self._order.uptimals.expansion(g)
        if atom is not None and up_notation(atom.coefficients) is not None:
            return (), lambda: [atom]
        left, right = self._order.options(g)
        if self._engine.negate(g) == g:
            return left, lambda: self._symmetric(left)
        if len(left) == 1 and len(right) == 1:
            tiny = self._tiny(left[0], right[0], 0) or self._tiny(right[0], left[0], 1)
            if tiny is not None:
                return tiny
        return left + right, lambda: self._slashed(g, left, right)

    def _tiny(self, near: Handle, far: Handle, side: int) -> Choice | None:
        """Recognise ``{x||x|x-G}``, x plus tiny-G; or for side 1 ``{x+G|x||x}``, x plus miny-G.

        The mean of G has to be positive.
        """
        engine = self._engine
        x = number(near)
        if x is None or engine.as_compact(far) is not None:
            return None
        inner = engine.options(far)
        if inner[side] != (near,) or len(inner[1 - side]) != 1:
            return None
        pair = (near, inner[1 - side][0]) if side == 0 else (inner[1 - side][0], near)
        means = [engine.thermograph(h)[0][0] for h in pair]
        if not less(*means[::-1]):
            return None
        argument = engine.add(pair[0], engine.negate(pair[1]))
        glued = [Expansion(x, (), 0)] if x[0] else []
        name = ("Tiny(", "Miny(")[side]
        return (argument,), lambda: [*glued, name, *self._braced(argument), ")"]

    def _symmetric(self, options: tuple[Handle, ...]) -> list[Piece]:
        """Return ``+-A`` or ``+-{A,B}``."""
        if len(options) > 1:
            return ["+-", "{", *self._with_commas(options), "}"]
        (option,) = options
        if option in self._bars:
            return ["+-", *self._braced(option)]
        atom = self.pieces[option][0]
        if isinstance(atom, Expansion) and len(self.pieces[option]) == 1:
            (numerator, _), coefficients, star = atom
            if (numerator != 0) + bool(coefficients) + bool(star) <= 1:
                return ["+-", option]
        return ["+-", "[", option, "]"]

    def _slashed(
        self, g: Handle, left: tuple[Handle, ...], right: tuple[Handle, ...]
    ) -> list[Piece]:
        """Return ``left|right``, with one bar more than an option has that goes without braces."""
        inside = [self._bars.get(side[0], 0) for side in (left, right) if len(side) == 1]
        self._bars[g] = 1 + max((bars for bars in inside if bars < MAX_BARS), default=0)
        return [*self._with_commas(left), "|" * self._bars[g], *self._with_commas(right)]

    def _with_commas(self, options: tuple[Handle, ...]) -> list[Piece]:
        """Return options with commas between them."""
        pieces: list[Piece] = []
        for option in options:
            pieces += [","] if pieces else []
            pieces += self._braced(option, is_alone=len(options) == 1)
        return pieces

    def _braced(self, g: Handle, *, is_alone: bool = False) -> list[Piece]:
        """Return a game, in braces if it has bars; many bars, if it is alone between others."""
        fewest = MAX_BARS if is_alone else 1
        return ["{", g, "}"] if self._bars.get(g, 0) >= fewest else [g]


def up_notation(coefficients: tuple[int, ...]) -> tuple[str, int] | None:
    """Return how an up part is written: ``("", n)``, ``("<", n)`` or ``("[", n)``, n signed.

    None if it has no notation of its own and must be written with braces.
    """
    n = len(coefficients)
    if n <= 1:
        return "", coefficients[0] if coefficients else 0
    sign = coefficients[-1]
    if abs(sign) != 1 or n > MAX_ORDER:
        return None
    if not any(coefficients[:-1]):
        return "<", sign * n
    return ("[", sign * n) if all(c == sign for c in coefficients) else None


class Style(Record):
    """The symbols of one kind of text."""

    ups: tuple[str, str]
    """Up and double up."""
    downs: tuple[str, str]
    star: str
    signs: Mapping[str, str]
    """What the signs among the pieces are written as; by default as they are."""

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
            return self.higher_up(single, bracket, str(abs(n)))
        if abs(n) <= 2:
            return single if abs(n) == 1 else double
        return self.counted(single, abs(n))

    def counted(self, symbol: str, n: int) -> str:
        """Return a multiple of up, or a nimber."""
        return symbol + to_text(n)

    def higher_up(self, arrow: str, bracket: str, order: str) -> str:
        """Return an up of some order, or the sum of those up to it."""
        return f"{arrow}<{order}>" if bracket == "<" else f"{arrow}[{order}]"

    def word(self, name: str) -> str:
        """Return the name of a game, such as ``on``."""
        return name

    def sign(self, sign: str) -> str:
        """Return a bracket, a run of bars or the like."""
        return self.signs.get(sign, sign)


class _Latex(Style):
    """LaTeX that needs no package and that MathJax renders."""

    def number(self, number: Dyadic) -> str:
        numerator, exponent = number
        if not exponent:
            return to_text(numerator)
        sign = "-" if numerator < 0 else ""
        return rf"{sign}\frac{{{to_text(abs(numerator))}}}{{{to_text(1 << exponent)}}}"

    def higher_up(self, arrow: str, bracket: str, order: str) -> str:
        return f"{arrow}^{{{order}}}" if bracket == "<" else f"{arrow}^{{[{order}]}}"

    def word(self, name: str) -> str:
        return rf"\mathbf{{{name}}}"


def _mo(symbol: str) -> str:
    # Nothing stretches: without a mathematical font browsers make braces far too tall.
    return f'<mo stretchy="false">{symbol}</mo>'


class _MathML(Style):
    """Presentation MathML, as browsers draw it."""

    def number(self, number: Dyadic) -> str:
        numerator, exponent = number
        sign = '<mo form="prefix">−</mo>' if numerator < 0 else ""
        text = f"<mn>{to_text(abs(numerator))}</mn>"
        if exponent:
            text = f"<mfrac>{text}<mn>{to_text(1 << exponent)}</mn></mfrac>"
        return sign + text

    def counted(self, symbol: str, n: int) -> str:
        return f"{symbol}<mn>{to_text(n)}</mn>"

    def higher_up(self, arrow: str, bracket: str, order: str) -> str:
        text = f"<mn>{order}</mn>"
        if bracket != "<":
            text = f"<mrow>{_mo('[')}{text}{_mo(']')}</mrow>"
        return f"<msup>{arrow}{text}</msup>"


def _mathml_bars(n: int) -> str:
    spaces = [
        f'lspace="{0.28 if i == 0 else 0.02}em" rspace="{0.28 if i == n - 1 else 0.02}em"'
        for i in range(n)
    ]
    return "".join(f'<mo form="infix" stretchy="false" {space}>|</mo>' for space in spaces)


_RUNS = range(1, MAX_BARS + 1)
_GROUP = {"[": "(", "]": ")"}
ASCII = Style(("^", "^^"), ("v", "vv"), "*", _GROUP)
UNICODE = Style(("↑", "⇑"), ("↓", "⇓"), "∗", {"+-": "±", **_GROUP})
# Conway's signs: a plus for tiny and a minus for miny, with the game below the line.
LATEX = _Latex(
    (r"{\uparrow}", r"{\Uparrow}"),
    (r"{\downarrow}", r"{\Downarrow}"),
    r"{\ast}",
    {
        "{": r"\left\{",
        "}": r"\right\}",
        "+-": r"{\pm}",
        "Tiny(": "{+}_{",
        "Miny(": "{-}_{",
        ")": "}",
    }
    | {"|" * n: r"\," + r"\middle|" * n + r"\," for n in _RUNS}
    | _GROUP,
)
# With the macros of combgames-symbols. Its \combgame makes braces and slashes grow; \cgslash also
# works inside other macros, where a typed bar would not.
MACROS = _Latex(
    (r"{\cgup}", r"{\cgdoubleup}"),
    (r"{\cgdown}", r"{\cgdoubledown}"),
    r"{\cgstar}",
    {"{": r"\{", "}": r"\}", "+-": r"{\pm}", "Tiny(": r"\cgtiny_{", "Miny(": r"\cgminy_{", ")": "}"}
    | {"|" * n: rf"\cgslashes{{{n}}}" for n in _RUNS}
    | {"|": r"\cgslash ", "||": r"\cgsslash "}
    | _GROUP,
)
MATHML = _MathML(
    ("<mi>↑</mi>", "<mi>⇑</mi>"),
    ("<mi>↓</mi>", "<mi>⇓</mi>"),
    "<mi>∗</mi>",
    {"+-": '<mo form="prefix">±</mo>', ",": "<mo>,</mo>", ")": f"{_mo(')')}</mrow>"}
    | {f"{name}(": f"<mi>{name}</mi><mrow>{_mo('(')}" for name in ("Tiny", "Miny")}
    | {"{": f"<mrow>{_mo('{')}", "}": f"{_mo('}')}</mrow>"}
    | {"[": f"<mrow>{_mo('(')}", "]": f"{_mo(')')}</mrow>"}
    | {"|" * n: _mathml_bars(n) for n in _RUNS},
)
