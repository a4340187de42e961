"""Mathematics in running text: what the library writes in ASCII, set as books print it.

The library explains itself in sentences such as ``q < p <= 2^k`` or ``the value is vv*``. Here the
formulas in a sentence are found and set: real signs, raised exponents, lowered indices, letters in
italics. Each formula keeps its text in an attribute, and the pages put that on the clipboard when
it is copied, so that it can be typed in again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Literal

Kind = Literal["space", "text", "part", "sign", "comma", "formula"]
"""What a piece of text is: a part, such as a number, may also stand in a sentence by itself."""

Setter = Callable[[re.Match[str]], str]

_LONGEST = 3_000
"""Characters of a text that is set; longer ones are left as they are."""

_SIGNS = {"<=": "≤", ">=": "≥", "->": "→", "!=": "≠", "==": "=", "-": "−", "+-": "±"}
_GREEK = {"phi": "φ", "pi": "π", "lambda": "λ"}
_WORDS = {"up": "↑", "down": "↓", "star": "∗"}
_ARROWS = {"^": ("↑", "⇑"), "v": ("↓", "⇓")}
_THIN = "\u2009"
_CLOSING = {")": "(", "]": "[", "}": "{"}
_ROUNDED = {"floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉"), "sqrt": ("√(", ")")}


@dataclass(frozen=True)
class _Piece:
    """A piece of text, what it is, and how it is set in a formula."""

    source: str
    kind: Kind
    html: str


def typeset(text: str) -> str:
    """Return a sentence as HTML with its formulas set; the text is escaped.

    Examples
    --------
    >>> typeset("coprime q < p <= 120")
    'coprime <span class="math" data-text="q &lt; p &lt;= 120"><i>q</i> &lt; <i>p</i> ≤ 120</span>'
    >>> typeset("at most 3 <words>")
    'at most 3 &lt;words&gt;'
    """
    if len(text) > _LONGEST:
        return escape(text)
    pieces = _checked(_pieces(text))
    shown, at = [], 0
    while at < len(pieces):
        end = _end_of_run(pieces, at)
        shown.append(_run(pieces[at:end]))
        at = end
    return "".join(shown)


def formula(source: str, html: str) -> str:
    """Return the HTML of a formula that is set already; `source` is what is copied."""
    return f'<span class="math" data-text="{escape(source)}">{html}</span>'


def _run(pieces: list[_Piece]) -> str:
    source = "".join(piece.source for piece in pieces)
    if not _is_formula(pieces):
        return escape(source)
    return formula(source, "".join(piece.html for piece in pieces))


# Pieces.


def _italic(letters: str) -> str:
    return f"<i>{escape(letters)}</i>"


def _sub(text: str) -> str:
    """Set what is raised or lowered, without its brackets."""
    inner = text[1:-1] if text.startswith("(") else text
    return "".join(piece.html for piece in _pieces(inner))


def _word(match: re.Match[str]) -> str:
    """Set a word of Partizan Euclid: ``rl2e`` has its run of two letters as a power."""
    runs = re.findall(r"([^\W\d])(\d*)", match[0])
    return "".join(_italic(a) + (f"<sup>{n}</sup>" if n else "") for a, n in runs)


def _arrow(match: re.Match[str]) -> str:
    """Set a multiple of up or down, or one of a higher order."""
    text = match[0]
    single, double = _ARROWS[text[0]]
    rest = text[1:]
    if rest == text[0]:
        return double
    if rest.startswith(("<", "[")):
        order = rest[1:-1] if rest[0] == "<" else rest
        return f"{single}<sup>{order}</sup>"
    return single + rest


def _quotient(match: re.Match[str]) -> str:
    letter, index = match[0][0], match[0][1:]
    return f"{_italic(letter)}<sub>{_sub(index)}</sub>"


def _letter(match: re.Match[str]) -> str:
    text = match[0]
    return escape(text) if text[0].isupper() else _italic(text[0]) + "′" * (len(text) - 1)


def _plain(match: re.Match[str]) -> str:
    return escape(match[0])


_ORDER = r"(?:<\d+>|\[\d+\])"
_END = r"(?=[*\s,.;:|}()]|$)"
_PATTERNS: tuple[tuple[str, Kind, Setter], ...] = (
    (r"\s+", "space", _plain),
    # Dots of a list or of a decimal fraction, not those of a board.
    (
        r"(?:(?<![^\s{(\[])|(?<=\d))\.\.\.(?=\.?(?:[\s,;]|$)|\])|(?<=[|,{}±\d^*-])\.\.\.$",
        "formula",
        lambda _: "…",
    ),
    (r"(?<=\d)\.\.(?=\d)", "sign", lambda _: " … "),
    # Words of letters l and r.
    (r"(?<![\w.])(?=[lr\d]*[lr]\d)[lr][lr\d]*e?(?![\w(])", "formula", _word),
    (r"(?<![\w.'-])(?:[lr]+e?|e|λ|[α-ω]+[lrwe]+|[α-ω]{2,}e?)(?![\w(]|-\w)", "formula", _word),
    (r"(?<=[lr]\))\d(?!\d)", "formula", lambda m: f"<sup>{m[0]}</sup>"),
    (
        r"(?<!\w)(g|w|[lr]+e)(LL|RL|L|R)(?!\w)",
        "formula",
        lambda m: f"{_italic(m[1])}<sup>{m[2]}</sup>",
    ),
    # Ups and downs, then powers and indices.
    (rf"(?<![\w)\]])(?:\^\^|\^{_ORDER}|\^\d+|\^)", "formula", _arrow),
    (rf"(?<=\d)(?:\^\^|\^{_ORDER}|\^(?!\(){_END})", "formula", _arrow),
    # After a number these are ups, as in 1^3; only a genus has a power there.
    (r"(?<=\d)(?<!genus is \d)\^\d+", "formula", _arrow),
    (r"(?<=\))\^(?=\*)", "formula", _arrow),
    (rf"(?<![^\W\d_])(?:vv|v{_ORDER}|v\d+){_END}", "formula", _arrow),
    (rf"(?<!-> )(?<![^\W\d_])v{_END}", "formula", _arrow),
    (r"\^(\d+(?:\.\d+)?|[^\W_]+|\([^()^_]*\))", "formula", lambda m: f"<sup>{_sub(m[1])}</sup>"),
    (r"_([^\W_]+|\([^()^_]*\))", "formula", lambda m: f"<sub>{_sub(m[1])}</sub>"),
    (r"(?<![\w'])[adC]\d(?![\w'(])", "formula", _quotient),
    (r"(?<![\w'])[ad][nik](?![\w'(])", "part", _quotient),
    (r"(?<!\w)a(?:\([ni]-1\))", "formula", _quotient),
    # Names.
    (r"(?<![\w'-])(phi|pi|lambda)(?![^\W_])", "formula", lambda m: _italic(_GREEK[m[1]])),
    (r"(?<!\w)(?:ln|mod|min)(?!\w)", "sign", _plain),
    (r"(?<!\w)(?:floor|ceil|sqrt)(?=\()", "part", _plain),
    (
        r"(?:(?<=\.)|(?<=\()|(?<== )|(?<=\+ ))(?:up|star|down)(?![\w-])",
        "formula",
        lambda m: _WORDS[m[0]],
    ),
    (r"(?<=\d)x(?=\d)|(?<=\d )x(?= [a-z\d](?!\w))|(?<=K_n )x(?= K)", "sign", lambda _: "×"),
    (r"(?<!\w)Tiny(?=\()|(?<=\d)Tiny(?=\()|(?<![a-z])Miny(?=\()", "formula", _plain),
    (r"(?<!\w)(?:po|aw)(?=\()", "formula", _plain),
    (r"(?<=[( ])k[pq](?=[,)])|(?<!\w)ka(?=,)|(?<=, )kb(?=\))", "formula", lambda m: _italic(m[0])),
    # Where it is no article.
    (
        r"(?:(?<=every )|(?<=column )|(?<=positive )|(?<=whenever )|(?<=phi ))a(?!\w)",
        "formula",
        lambda m: _italic(m[0]),
    ),
    # Sentences; cases are called (a), (b) and (i).
    (r"(?<!\w)\((?:[a-zA-Z]|[A-Z]\)\(i+)\)|(?<=\))\(i+\)", "text", _plain),
    (r"(?<!\w)[A-F]\(i+\)|(?<!\w)[lre()]*;[lre();]*", "text", _plain),
    (r"['’]s\b|(?<!\w)'[^' ]*'|[A-Z]-(?=\s)", "text", _plain),
    (r"(?<!\w)[A-Z][a-z]{4,} \d+(?:\.\d+)?(?=,)", "text", _plain),
    (r"(?:\w-)?[^\W\d_]{2,}(?:['’-][^\W\d_]+)*", "text", _plain),
    (r"\d+(?:st|nd|rd|th)\b|\d+-[^\W\d_]{2,}|\d{4}-\d\d-\d\d(?!\d)", "text", _plain),
    (r"\d+(?:,\d{3})+(?![\d,])|(?<!\S)\.\d+|\d+(?:\.\d+)?", "part", _plain),
    (r"[a-zA-Z](?<=[aA-Z])", "part", _letter),
    (r"[^\W\d_](?:'(?!s\b)){0,2}", "formula", _letter),
    # Signs.
    (
        r"(?<=[\w)])\*(?=[^\W\d_])|(?<=[^\W\d_])\*(?=[\w(])|(?<=\d )\*(?= \d)|(?<=phi )\*(?= )",
        "sign",
        lambda _: "·",
    ),
    (r"(?<=[\w)])\.(?=up\b|\(|\*)", "sign", lambda _: "·"),
    (r"\*(\d+|[jk](?!\w))?", "formula", lambda m: f"∗{_sub(m[1] or '')}"),
    (r"(?<=\))-(?=\()", "sign", lambda _: "–"),
    (r"(?<=\{)\.(?= \|)", "formula", lambda _: "·"),
    (r"\|+", "sign", _plain),
    (r"<=|>=|->|!=|==|\+-|[-+=<>/∘]", "sign", lambda m: _SIGNS.get(m[0]) or escape(m[0])),
    (r"[()\[\]{}]", "part", _plain),
    (r",|;(?= \.\.\.)", "comma", _plain),
    (r".", "text", _plain),
)
_COMPILED = tuple((re.compile(p, re.DOTALL), kind, setter) for p, kind, setter in _PATTERNS)
_CALL = re.compile(r"(?<!\w)(?!Tiny|Miny)[A-Z][A-Za-z]+\(")


def _pieces(text: str) -> list[_Piece]:
    pieces, at = [], 0
    while at < len(text):
        piece = _call(text, at) or _piece(text, at)
        pieces.append(piece)
        at += len(piece.source)
    return pieces


def _call(text: str, at: int) -> _Piece | None:
    """Return the name of a ruleset with a position in its own notation, which stays as it is."""
    found = _CALL.match(text, at)
    if found is None:
        return None
    depth = 1
    for end in range(found.end(), len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            source = text[at : end + 1]
            return _Piece(source, "part", escape(source))
    return None


def _piece(text: str, at: int) -> _Piece:
    for pattern, kind, setter in _COMPILED:
        found = pattern.match(text, at)
        if found is not None:
            return _Piece(found[0], kind, setter(found))
    raise AssertionError(f"no pattern for {text[at]!r}")


# Formulas.


def _checked(pieces: list[_Piece]) -> list[_Piece]:
    """Make text of brackets around text, and set those that round."""
    checked = list(pieces)
    texts = [0]
    for piece in pieces:
        texts.append(texts[-1] + (piece.kind == "text"))
    opened: list[int] = []
    for at, piece in enumerate(pieces):
        if piece.source in _CLOSING.values():
            opened.append(at)
            checked[at] = _Piece(piece.source, "text", "")
        elif piece.source.startswith("|") and opened and pieces[opened[-1]].source == "{":
            has_room = pieces[at - 1].kind == "space"
            html = piece.source if has_room else f"{_THIN}{piece.source}{_THIN}"
            checked[at] = _Piece(piece.source, "sign", html)
        elif piece.source in _CLOSING:
            checked[at] = _Piece(piece.source, "text", "")
            if not opened or pieces[opened[-1]].source != _CLOSING[piece.source]:
                continue
            start = opened.pop()
            if texts[start] == texts[at]:
                name = pieces[start - 1].source if start else ""
                left, right = _ROUNDED.get(name, (pieces[start].source, piece.source))
                if name in _ROUNDED:
                    checked[start - 1] = _Piece(name, "formula", "")
                checked[start] = _Piece(pieces[start].source, "part", left)
                checked[at] = _Piece(piece.source, "part", right)
    for at in opened:
        # The end of the text was cut off.
        if texts[at] == texts[-1]:
            checked[at] = pieces[at]
    return checked


def _end_of_run(pieces: list[_Piece], start: int) -> int:
    """Return where what may be a formula ends; one piece on where there is none."""
    end, depth = start + 1, 0
    if pieces[start].kind in ("space", "text", "comma"):
        return end
    for at in range(start, len(pieces)):
        piece = pieces[at]
        depth += (piece.source in _CLOSING.values()) - (piece.source in _CLOSING)
        if piece.kind == "text" or depth < 0:
            break
        if piece.kind == "space" and depth == 0 and not _joins(pieces, at):
            break
        if (depth == 0 or at == len(pieces) - 1) and piece.kind not in ("space", "comma"):
            end = at + 1
    end = _without_afterthought(pieces, start, end)
    while end > start + 1 and pieces[end - 1].kind in ("sign", "space", "comma"):
        end -= 1
    return end


def _joins(pieces: list[_Piece], at: int) -> bool:
    """Tell whether a formula goes on after a space."""
    if not 0 < at < len(pieces) - 1:
        return False
    sides = {pieces[at - 1].kind, pieces[at + 1].kind}
    return bool(sides & {"sign", "comma"}) or sides == {"formula"}


def _without_afterthought(pieces: list[_Piece], start: int, end: int) -> int:
    """Return the end before a number, or an article, that only a comma joins to a formula."""
    while end - start > 3 and pieces[end - 1].kind == "part":
        before, comma, space = pieces[end - 4 : end - 1]
        if (comma.kind, space.kind) != ("comma", "space"):
            return end
        is_number = before.kind != "formula" or before.source == "..."
        if is_number and pieces[end - 1].source != "a":
            return end
        end -= 3
    return end


def _is_formula(pieces: list[_Piece]) -> bool:
    kinds = [piece.kind for piece in pieces]
    is_list = "comma" in kinds and any(piece.source in _CLOSING for piece in pieces)
    if "formula" in kinds or is_list:
        return True
    return "sign" in kinds and len({"part"} & set(kinds)) == 1 and len(kinds) > 1
