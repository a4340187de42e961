r"""Plain mathematics in sentences, as our pages have it, set as TeX formulas.

A sentence of a proof mixes words and formulas without marks: "for every b there is v_(i+1) = {x|y}
with x <= b". It is cut into tokens. Runs of tokens that are no words are formulas where they have
a variable, an operator or a script; brackets without a partner and punctuation at the end belong
to the sentence.

>>> print(sentence("if x >= 0 then v_(i+1) = {x|y}, a game of class 9"))
if $x\ge 0$ then $v_{i+1}=\{x\mid y\}$, a game of class 9
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from farstar.tables import tex

__all__ = ["sentence"]


class Token(NamedTuple):
    """A piece of a sentence."""

    kind: str
    text: str


_LATIN = "A-Za-zÀ-ÖØ-öø-ſ"
_LETTER = "A-Za-z\N{GREEK CAPITAL LETTER ALPHA}-\N{GREEK SMALL LETTER OMEGA}ℓℕ"
_ACCENTS = "\N{COMBINING MACRON}\N{COMBINING TILDE}"
_ACCENTED = [
    c
    for c in map(chr, range(0xC0, 0x180))
    if unicodedata.normalize("NFD", c)[1:] in tuple(_ACCENTS)
]
_LOWERED = "₀-₉₊₋₌ₐ-ₜᵢⱼ"
_RAISED = "⁰¹²³⁴-⁹⁺⁻ⁿⁱ"
_TOKENS = re.compile(
    r"(?P<label>(?:Theorem|Lemma|Corollary|Figure|Table|Section|Question)s? \d+[a-z]?(?!\w))"
    r"|(?P<initial>[A-Z]\.(?=[\N{NO-BREAK SPACE}-]))"
    r"|(?P<space>\s+)"
    rf"|(?P<code>(?<![\w'])[lr](?:[lr]|[0-9]|[{_RAISED}])*(?:e|[A-Zuv])?(?![A-Za-z0-9\u0303\u0304]))"
    r"|(?P<function>(?<![\w])(?:aw|min|max|alt|mod|ln|log|xor|gcd|cos|sin|exp|det|sgn|target)(?!\w)"
    r"|(?<!\w)(?:mean|length|floor|ceil|po)(?=[({]))"
    rf"|(?P<word>(?<!\w)[A-Za-z]\d+\w*|[{_LATIN}]{{2,}}(?:['’-][{_LATIN}]+)*)"
    r"|(?P<number>(?<!\()\d{1,3}(?:,\d{3})+(?![\d)])|\d+(?:\.\d+)?)"
    r"|(?P<possessive>'s\b)"
    rf"|(?P<variable>(?!Σ)[{_LETTER}][{_ACCENTS}]?)"
    rf"|(?P<lowered>[{_LOWERED}]+)|(?P<raised>[{_RAISED}]+)"
    r"|(?P<script>[_^](?=[\w({−-]))"
    r"|(?P<relation><=|>=|<\||\|>|->|\|\|\||\|\||[=<>≤≥≠≡∈→↔⇒⧏⧐])"
    r"|(?P<operator>[+−·×±∖/|∫∗*]|Σ|(?<=\s)-(?=\s))"
    r"|(?P<constant>[↑↓⇑⇓∞½])"
    r"|(?P<open>[(\[{⌊⌈])|(?P<closed>[)\]}⌋⌉])"
    r"|(?P<comma>[,;])|(?P<dots>…)"
    r"|(?P<prime>['′″](?![A-Za-z]))"
    r"|(?P<other>.)",
    re.DOTALL,
)
_MIXED = re.compile(r"(?<![\w/.])(\d+) (\d)/(\d)(?![\w/])")
_ATOMS = ("variable", "code", "constant")
_PROSE = ("word", "label", "initial", "other", "possessive")
_PARTNERS = {"(": ")", "[": "]", "{": "}", "⌊": "⌋", "⌈": "⌉"}
_COMMANDS = {
    "=": "=", "<": "<", ">": ">", "+": "+", "/": "/", "(": "(", ")": ")", "[": "[", "]": "]",
    "<=": r"\le ", ">=": r"\ge ", "<|": r"\lessorconfused ", "|>": r"\greaterorconfused ",
    "->": r"\to ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "≡": r"\equiv ",
    "∈": r"\in ", "→": r"\to ",
    "↔": r"\leftrightarrow ", "⇒": r"\Rightarrow ", "⧏": r"\lessorconfused ",
    "⧐": r"\greaterorconfused ", "−": "-", "-": "-", "·": r"\cdot ", "×": r"\times ", "±": r"\pm ",
    "∖": r"\setminus ", "∫": r"\int ", "Σ": r"\sum ", "∗": r"{\ast}", "*": r"{\ast}",
    "↑": r"{\uparrow}", "↓": r"{\downarrow}", "⇑": r"{\Uparrow}", "⇓": r"{\Downarrow}",
    "∞": r"\infty ", "½": r"\tfrac12 ", "{": r"\{", "}": r"\}", "⌊": r"\lfloor ",
    "⌋": r"\rfloor ", "…": r"\ldots ", "'": "'", "′": "'", "″": "''", "ℓ": r"\ell ",
    "ℕ": r"\mathbb{N}", "φ": r"\varphi ", "ε": r"\varepsilon ", "aw": r"\operatorname{aw}",
    "min": r"\min ", "max": r"\max ", "mod": r"\bmod ", "ln": r"\ln ", "log": r"\log ",
    "gcd": r"\gcd ", "cos": r"\cos ", "sin": r"\sin ", "exp": r"\exp ", "det": r"\det ",
    "xor": r"\mathbin{\mathrm{xor}}",
}  # fmt: skip
_AFTER_A = frozenset(
    ("is", "are", "and", "or", "has", "by", "in", "of", "with", "if", "does", "from", "on", "for")
)

_AFTER_ARTICLES = ("variable", "code", "number", "function", "constant", "open")


def sentence(text: str) -> str:
    """Return a sentence in LaTeX, with its formulas between dollars."""
    text = _MIXED.sub(r"\1+\2/\3", text)
    text = "".join(unicodedata.normalize("NFD", c) if c in _ACCENTED else c for c in text)
    text = re.sub(r"(K(?:_\([^)]*\)|[_₀-₉ₐ-ₜ]\w*)) x (?=K)", r"\1 × ", text)
    text = re.sub(r'(^|[\s(])"', r"\1“", text).replace('"', "”")
    tokens = [Token(m.lastgroup or "", m[0]) for m in _TOKENS.finditer(text)]
    tokens = _with_scripts(_without_outcomes(_without_articles(tokens), text))
    out: list[str] = []
    start = 0
    for begin, end in _formulas(tokens):
        out += _plain(tokens[start:begin])
        out.append(f"${_formula(tokens[begin:end])}$")
        start = end
    return "".join([*out, *_plain(tokens[start:])])


def _plain(tokens: Sequence[Token]) -> list[str]:
    joined = "".join(token.text for token in tokens)
    return [tex(joined)] if joined else []


def _without_articles(tokens: Sequence[Token]) -> list[Token]:
    """Tell the variables a and A from articles."""
    out = []
    for place, token in enumerate(tokens):
        if token.kind == "variable" and token.text.lower() == "a":
            before, after = _neighbours(tokens, place)
            is_word = after.text not in ("mod", "") and (
                (after.kind == "word" and after.text not in _AFTER_A)
                or (after.kind in _AFTER_ARTICLES and tokens[place + 1].kind == "space")
            )
            # Emphasis cuts a sentence: "a *comb*".
            is_word = is_word or (not after.text and tokens[place + 1 :] != [])
            in_formula = before.kind in ("relation", "operator", "script")
            if is_word and not in_formula:
                token = Token("word", token.text)
        out.append(token)
    return out


_ABOUT_OUTCOMES = re.compile(r"outcome|position|PSPACE|\b[LP]\b|^[NR]( for good)?$")


def _without_outcomes(tokens: Sequence[Token], text: str) -> list[Token]:
    """Tell outcomes, and the class P of problems, from variables: they stand alone or behind =."""
    if not _ABOUT_OUTCOMES.search(text):
        return list(tokens)
    out = []
    for place, token in enumerate(tokens):
        if token.kind == "variable" and token.text in ("L", "R", "N", "P"):
            before, after = _neighbours(tokens, place)
            is_alone = after.kind in ("word", "comma", "other", "label", "prime") or not after.text
            is_class = after.text == "=" and _neighbours(tokens, place + 2)[1].kind == "word"
            if (is_alone and before.text != "(" and before.kind != "operator") or is_class:
                is_value = before.text == "="
                token = Token("outcome" if is_value else "word", token.text)
        out.append(token)
    return out


def _neighbours(tokens: Sequence[Token], place: int) -> tuple[Token, Token]:
    """Return what stands before and after a place, without spaces."""
    nothing = Token("other", "")
    before = next((t for t in reversed(tokens[:place]) if t.kind != "space"), nothing)
    after = next((t for t in tokens[place + 1 :] if t.kind != "space"), nothing)
    return before, after


def _with_scripts(tokens: Sequence[Token]) -> list[Token]:
    """Join what is written with ^ or _ to one token, brackets included."""
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token.kind == "script":
            begin = place
            if tokens[place].text in _PARTNERS:
                place = _partner(tokens, place) + 1
                inner = tokens[begin + 1 : place - 1]
            else:
                place += tokens[place].text in "−-"
                place += 1
                while place < len(tokens) and tokens[place].kind in ("variable", "prime"):
                    place += 1
                inner = tokens[begin:place]
            token = Token("script", f"{token.text}{{{_script(inner)}}}")
        elif token.kind in ("lowered", "raised"):
            shown = "".join(unicodedata.normalize("NFKC", c) for c in token.text)
            sign = "_" if token.kind == "lowered" else "^"
            token = Token("script", f"{sign}{{{shown.replace('−', '-')}}}")
        out.append(token)
    return out


def _script(tokens: Sequence[Token]) -> str:
    text = "".join(token.text for token in tokens)
    if set(text) <= set("LR"):
        return rf"\mathrm{{{text}}}"
    if [token.kind for token in tokens] == ["word"]:
        return rf"\text{{{text}}}"
    return _formula(_with_scripts(tokens))


def _partner(tokens: Sequence[Token], place: int) -> int:
    """Return where the bracket at a place is closed, or the last place."""
    open_ones = 0
    for end in range(place, len(tokens)):
        open_ones += (tokens[end].kind == "open") - (tokens[end].kind == "closed")
        if open_ones == 0:
            return end
    return len(tokens) - 1


def _formulas(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return where formulas begin and end."""
    spans = []
    begin = 0
    for place in range(len(tokens) + 1):
        if place == len(tokens) or tokens[place].kind in _PROSE:
            spans += _parts(tokens, begin, place)
            begin = place + 1
    return spans


def _parts(tokens: Sequence[Token], begin: int, end: int) -> list[tuple[int, int]]:
    """Cut a run without words at brackets without a partner, and where no operator joins."""
    unmatched, opened = set[int](), list[int]()
    for place in range(begin, end):
        if tokens[place].kind == "open":
            opened.append(place)
        elif tokens[place].kind == "closed":
            if opened and _PARTNERS[tokens[opened[-1]].text] == tokens[place].text:
                opened.pop()
            else:
                unmatched.add(place)
    unmatched |= set(opened)
    spans, first, depth = [], begin, 0
    for place in range(begin, end):
        if place in unmatched:
            spans.append((first, place))
            first = place + 1
            continue
        depth += (tokens[place].kind == "open") - (tokens[place].kind == "closed")
        if tokens[place].kind == "space" and depth == 0 and not _is_joined(tokens, place):
            spans.append((first, place))
            first = place + 1
    trimmed = (_trimmed(tokens, *span) for span in [*spans, (first, end)])
    return [span for span in trimmed if _is_formula(tokens[slice(*span)])]


def _is_joined(tokens: Sequence[Token], space: int) -> bool:
    """Return whether what stands on both sides of a space is one formula."""
    if not 0 < space < len(tokens) - 1:
        return False
    before, after = tokens[space - 1], tokens[space + 1]
    joining = ("relation", "operator", "function")
    if before.kind == "comma":
        return False
    if before.kind in joining or after.kind in joining:
        return True
    if _is_applied(_neighbours(tokens, space - 1)[0], before, after):
        return True
    if before.kind == "number" and after.kind == "variable":
        return tokens[space + 2].kind == "script" if space + 2 < len(tokens) else False
    letters = ("l", "r", "e")
    is_code = [t.kind in ("code", "dots") or t.text in letters for t in (before, after)]
    if before.kind == "script" and after.kind in ("variable", "code"):
        is_code[0] = True
    return all(is_code) or (
        any(is_code) and {before.kind, after.kind} <= {"variable", "code", "script", "prime"}
    )


def _is_applied(first: Token, before: Token, after: Token) -> bool:
    """Return whether this is a sum with its terms, or an operator and what it is applied to."""
    if before.kind == "script" and first.text in ("Σ", "∫"):
        return after.kind not in _PROSE
    return before.kind == after.kind == "variable" and first.kind in ("operator", "relation")


def _trimmed(tokens: Sequence[Token], begin: int, end: int) -> tuple[int, int]:
    outside = ("space", "comma", "dots")
    while begin < end and tokens[begin].kind in (*outside, "prime"):
        begin += 1
    while begin < end and tokens[end - 1].kind in outside:
        end -= 1
    return begin, end


def _is_formula(tokens: Sequence[Token]) -> bool:
    kinds = [token.kind for token in tokens]
    texts = [token.text for token in tokens]
    if len(tokens) == 3 and kinds[0] == "open" and texts[0] == "(" and kinds[1] in _ATOMS:
        return False  # a mark such as (a)
    has_atom = any(kind in (*_ATOMS, "script", "function", "relation") for kind in kinds)
    is_list = "open" in kinds and "comma" in kinds
    is_number = "operator" in kinds and "number" in kinds
    return has_atom or is_list or is_number or texts in (["*"], ["∗"])


def _formula(tokens: Sequence[Token]) -> str:
    """Return tokens in TeX's mathematics."""
    parts: list[str] = []
    braces = bars = 0
    divides = [token.text for token in tokens].count("|") == 1
    for place, token in enumerate(tokens):
        text = token.text
        braces += (text == "{") - (text == "}")
        is_spaced = 0 < place < len(tokens) - 1 and tokens[place - 1].kind == "space"
        if token.kind == "space":
            continue
        if token.kind == "word":
            parts.append(rf"\text{{ {text} }}")
            continue
        if text == "|":
            bars += not braces
            is_mid = braces or divides
            parts.append(r"\mid " if is_mid else r"\lvert " if bars % 2 else r"\rvert ")
        elif text in ("||", "|||"):
            parts.append(r"\parallel " if is_spaced else rf"\mathrel{{{text}}}")
        elif token.kind == "code":
            parts.append(_code(text))
        elif token.kind == "script":
            parts.append(text)
        elif token.kind == "comma":
            parts.append(f"{text} ")
        elif token.kind == "number":
            parts.append(text.replace(",", "{,}"))
        elif text in _COMMANDS:
            parts.append(_COMMANDS[text])
        elif token.kind == "function":
            parts.append(rf"\operatorname{{{text}}}")
        elif token.kind == "variable":
            parts.append(_variable(text))
        elif token.kind == "outcome":
            parts.append(rf"\mathrm{{{text}}}")
        else:
            parts.append(tex(text))
    return re.sub(r"(\\[A-Za-z]+) (?=[^A-Za-z]|$)", r"\1 ", "".join(parts)).strip()


def _variable(text: str) -> str:
    plain = unicodedata.normalize("NFD", text)
    if len(plain) > 1:
        accent = r"\bar" if plain[1] == "\N{COMBINING MACRON}" else r"\tilde"
        return rf"{accent}{{{_variable(plain[0])}}}"
    name = unicodedata.name(text, "")
    if name.startswith("GREEK SMALL LETTER "):
        return (
            "\\" + name.removeprefix("GREEK SMALL LETTER ").lower().replace("lamda", "lambda") + " "
        )
    if name.startswith("GREEK CAPITAL LETTER "):
        capital = name.removeprefix("GREEK CAPITAL LETTER ").title().replace("Lamda", "Lambda")
        return f"\\{capital} "
    return text


def _code(word: str) -> str:
    """Return a word of letters l, r and e, in which digits are powers."""
    shown = "".join(unicodedata.normalize("NFKC", c) for c in word)
    return re.sub(r"(\d+)", r"^{\1}", shown)
