r"""Papers in LaTeX, made from the proofs of the documentation, our figures, and certificates.

A `Manuscript` says what a paper consists of. The pages of proofs are Markdown with mathematics in
plain characters. Here they become LaTeX for pdfTeX: every character beyond ASCII is declared,
scripts such as x_(k+1) are set, and what belongs to a web page is left out: sessions, commands, and
sentences about pages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from farstar.certificates import Certificate, certify
from farstar.errors import FarstarError
from farstar.formulas import to_latex
from farstar.papers._claim import PaperError
from farstar.papers._mathematics import sentence
from farstar.papers._reports import SYMBOLS, declarations, exhibits, save_lines
from farstar.plugins import load_reference, merged
from farstar.prove import known
from farstar.tables import Table, tex


@dataclass(frozen=True)
class Page:
    """A page of the documentation, or a part of it."""

    name: str
    """The file."""

    title: str
    """The heading of the section that it becomes."""

    left_out: tuple[str, ...] = ()
    """Headings of sections that are left out."""

    part: tuple[str, str] | None = None
    """If only a part is used: how it begins, and how what follows it begins."""


@dataclass(frozen=True)
class Manuscript:
    """What a paper consists of."""

    name: str
    """The name of its files."""

    title: str
    abstract: str

    keywords: str
    """Key words, with commas between them."""

    subjects: str
    """Classes of the Mathematics Subject Classification of 2020."""

    opening: str
    """The introduction, with the rules and the definitions, in Markdown."""

    pages: tuple[Page, ...]
    """The pages with the proofs, in order."""

    literature: tuple[str, ...]
    """The bibliography: each entry is a key, a colon and a text in Markdown."""

    exhibits: tuple[tuple[str, str], ...] = ()
    """The paper and the label of each table or figure that is shown."""

    certified: tuple[str, ...] = ()
    """Sums whose outcomes are certified in an appendix."""

    theorems: tuple[str, ...] = ()
    """Theorems for all sizes, by their names in the library, whose certificates are added."""

    links: tuple[tuple[str, str], ...] = ()
    """What stands in place of links to pages: the page, and a section or an entry of the
    bibliography."""

    authors: str = ""
    """The authors, as LaTeX prints them."""

    paper: str = ""
    """The paper with the claims, which ``farstar verify`` checks; see `farstar.papers.Paper`."""

    claims: tuple[str, ...] = ()
    """The labels of the claims that check finite parts, for the data statement."""

    is_written_with_ai: bool = False
    """Whether the paper has a section that says so."""


_MORE = {
    c: rf"\ensuremath{{\{name}}}"
    for c, name in {
        "∎": "blacksquare",
        "·": "cdot",
        "→": "to",
        "∫": "int",
        "∞": "infty",
        "½": "frac12",
        "∗": "ast",
        "±": "pm",
        "⇒": "Rightarrow",
        "∈": "in",
        "⌈": "lceil",
        "⌉": "rceil",
        "⌊": "lfloor",
        "⌋": "rfloor",
        "≠": "ne",
        "⇑": "Uparrow",
        "⇓": "Downarrow",
        "ε": "varepsilon",
        "↔": "leftrightarrow",
        "ℕ": "mathbb{N}",
        "∖": "setminus",
        "ℓ": "ell",
    }.items()
} | {
    "–": "--",
    "“": "``",
    "”": "''",
    "″": "''",
    "′": "'",
    "⧏": r"\lessorconfused{}",
    "⧐": r"\greaterorconfused{}",
}

_PREAMBLE = r"""\documentclass[a4paper,11pt]{article}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb}
\usepackage{array,booktabs,longtable,graphicx}
\usepackage[margin=2.6cm]{geometry}
\setlength{\parskip}{0.5em}\setlength{\parindent}{0pt}
\emergencystretch=6em\tolerance=4000\hbadness=10000\vbadness=10000\raggedbottom
% Lists in formulas may break after a comma.
\mathchardef\mathcomma\mathcode`\,
{\catcode`\,=\active \gdef,{\mathcomma\penalty700 }}
\mathcode`\,="8000
\newcommand{\lessorconfused}{\ensuremath{\mathrel{\lhd\mkern-3mu|}}}
\newcommand{\greaterorconfused}{\ensuremath{\mathrel{|\mkern-3mu\rhd}}}
% Figures stay where they are.
\makeatletter\newcommand{\captionof}[1]{\def\@captype{#1}\caption}\makeatother"""

_DATA = (
    "All programs, tables and figures are part of Farstar, which is free software{verified}; "
    "`farstar reproduce` writes this paper and its figures again, the same bytes every time."
)
_VERIFIED = (
    ". The command `farstar verify {paper}` repeats the finite parts of the proofs and compares "
    "theorems with brute force over stated ranges; the tests of Farstar do so for the lemmas and "
    "theorems that it does not name"
)
_DISCLOSURE = (
    "AI systems wrote much of the text, of the programs and of the proofs, under the direction of "
    "the authors. The proofs have not been refereed. The results do not rest on the proofs alone: "
    "the command above compares the claims with brute force or with a second program."
)


class DocumentationError(FarstarError, ValueError):
    """The folder of the documentation does not have the pages of a paper."""


def manuscripts(docs: Path, folder: Path, paper: str | None = None) -> list[Path]:
    """Write the papers in LaTeX that belong to a subject, or all; return their paths.

    Parameters
    ----------
    docs : Path
        The folder of the documentation, with the pages of the proofs.
    folder : Path
        Where the files, their figures and the folder ``certificates`` are written.
    paper : str, optional
        The paper of the literature to which they belong; by default all.

    Raises
    ------
    PaperError
        If nothing was written about the paper.
    DocumentationError
        If a page is missing.
    """
    written = merged("notes")
    if paper is not None and paper not in written:
        raise PaperError(
            f"expected a paper with manuscripts, one of {', '.join(written)}, got {paper!r}"
        )
    names = written if paper is None else [paper]
    return [
        write_manuscript(manuscript, docs, folder)
        for name in names
        for manuscript in load_reference(written[name])
    ]


def write_manuscript(manuscript: Manuscript, docs: Path, folder: Path) -> Path:
    """Write a paper with its figures and certificates; return the path of its LaTeX file.

    Raises
    ------
    DocumentationError
        If a page is missing, or does not have the part that is used.
    """
    for page in manuscript.pages:
        if not (docs / page.name).is_file():
            raise DocumentationError(f"expected the page {page.name} in {str(docs)!r}")
    folder.mkdir(parents=True, exist_ok=True)
    body = [
        rf"\title{{{sentence(manuscript.title)}}}",
        rf"\author{{{tex(manuscript.authors)}}}\date{{}}",
        r"\begin{document}\maketitle",
        rf"\begin{{abstract}}{sentence(manuscript.abstract)}\end{{abstract}}",
        rf"\textbf{{Key words.}} {tex(manuscript.keywords)}. "
        rf"\textbf{{MSC 2020.}} {manuscript.subjects}.",
        *_markdown(f"# Introduction\n\n{manuscript.opening}", is_page=False),
        *(
            part
            for section, page in enumerate(manuscript.pages, 2)
            for part in _page(docs, page, section, manuscript.links, manuscript.literature)
        ),
        *_exhibits(manuscript, folder),
        *(_certificates(manuscript, folder) if manuscript.certified else ()),
        *(_theorems(manuscript, folder) if manuscript.theorems else ()),
        r"\section*{Data and programs}",
        *_markdown(_data_statement(manuscript), is_page=False),
        *(
            (r"\section*{Use of AI systems}", *_markdown(_DISCLOSURE, is_page=False))
            if manuscript.is_written_with_ai
            else ()
        ),
        *_bibliography(manuscript),
        r"\end{document}",
    ]
    text = "\n\n".join(body)
    letters = {c: latex for c in set(text) if (latex := _letter_or_script(c))}
    lines = [_PREAMBLE, *declarations(text, letters | SYMBOLS | _MORE), text]
    return save_lines(folder / f"{manuscript.name}.tex", lines)


def _data_statement(manuscript: Manuscript) -> str:
    verified = _VERIFIED.format(paper=manuscript.paper) if manuscript.paper else ""
    data = _DATA.format(verified=verified)
    names = ", ".join(f"*{label}*" for label in manuscript.claims)
    return f"{data} The statements of this paper are the claims {names}." if names else data


def _exhibits(manuscript: Manuscript, folder: Path) -> Iterator[str]:
    """Write the figures, and yield tables and figures."""
    for name, label in manuscript.exhibits:
        exhibit = next(one for one in exhibits(name) if one.label == label)
        file = f"{manuscript.name}-{name}-{exhibit.name}"
        shown = exhibit.make()
        caption = to_latex(exhibit.caption)
        if isinstance(shown, Table):
            yield _table(shown, caption)
            continue
        shown.save(folder / f"{file}.pdf")
        size = r"width=\linewidth,height=0.7\textheight,keepaspectratio"
        yield _standing(rf"\includegraphics[{size}]{{{file}.pdf}}\captionof{{figure}}{{{caption}}}")


def _table(table: Table, caption: str) -> str:
    latex = table.latex()
    inner = latex[latex.index(r"\begin{tabular}") : latex.index(r"\end{tabular}")]
    shown = f"\n{inner}\\end{{tabular}}"
    return _standing(rf"\small\captionof{{table}}{{{caption}}}\medskip{shown}")


def _standing(content: str) -> str:
    """Return a figure or table that is not moved to another page than the text around it."""
    return (
        r"\begin{center}\begin{minipage}{\linewidth}\centering "
        + content
        + r"\end{minipage}\end{center}"
    )


_INITIAL = re.compile(r"\b([A-Z]\.) (?=[A-Z])")


def _bibliography(manuscript: Manuscript) -> Iterator[str]:
    yield r"\begin{thebibliography}{99}"
    for entry in manuscript.literature:
        key, _, text = entry.partition(": ")
        named = _INITIAL.sub("\\1\N{NO-BREAK SPACE}", text)
        (line,) = _markdown(named, is_page=False)
        yield rf"\bibitem{{{key}}} {line}"
    yield r"\end{thebibliography}"


def _certificates(manuscript: Manuscript, folder: Path) -> Iterator[str]:
    """Write the certificates, and yield the section that lists them."""
    yield r"\section{Certificates}"
    yield (
        "The following files prove outcomes of sums move by move. They contain the rules of the "
        "game and a winning reply to every play, and can be checked by a short program that needs "
        "nothing but Python."
    )
    (folder / "certificates").mkdir(exist_ok=True)
    yield r"\begin{description}"
    for number, text in enumerate(manuscript.certified, 1):
        certificate = certify(text)
        name = f"certificates/{manuscript.name}-{number}.json"
        certificate.save(folder / name)
        halves = _digest(certificate)
        proved = ", ".join(certificate.check())
        yield (
            rf"\item[\texttt{{{tex(text)}}}] has outcome {tex(proved)}:\newline "
            rf"\texttt{{{tex(name)}}}, {certificate.replies} replies, SHA-256\newline {halves}"
        )
    yield r"\end{description}"


def _digest(certificate: Certificate) -> str:
    """Return the SHA-256 digest of a certificate on two lines."""
    digest = str(certificate.data["digest"])
    return rf"\texttt{{{digest[:32]}}}\newline \texttt{{{digest[32:]}}}"


def _theorems(manuscript: Manuscript, folder: Path) -> Iterator[str]:
    """Write the certificates of theorems for all sizes, and yield the section that lists them."""
    yield r"\section{Certificates of theorems}"
    yield (
        "Each of the following files contains the rules of a game in full, and all that the finite "
        "check needs. The program that checks them needs nothing but Python, and has the proofs of "
        "the theorems behind the check in its comments. The statements are those that it prints."
    )
    (folder / "certificates").mkdir(exist_ok=True)
    yield r"\begin{description}"
    for name in manuscript.theorems:
        one = known(name)
        statement, *_ = one.lines()
        path = f"certificates/{manuscript.name}-{name}.json"
        one.certificate.save(folder / path)
        yield (
            rf"\item[{sentence(one.about)}]\hfill\newline {_statement(statement)}.\newline "
            rf"\texttt{{{tex(path)}}}, {one.size} bytes, SHA-256\newline {_digest(one.certificate)}"
        )
    yield r"\end{description}"


def _statement(text: str) -> str:
    """Return the statement of a theorem with its signs set as mathematics."""
    return sentence(text.replace(".up", "·↑").replace("*", "∗"))


def _letter_or_script(c: str) -> str:
    """Return how a Greek letter or a raised or lowered character is set, or nothing."""
    kind, _, point = unicodedata.decomposition(c).partition(" ")
    if kind in ("<sub>", "<super>"):
        sign = "_" if kind == "<sub>" else "^"
        return rf"\ensuremath{{{sign}{chr(int(point, 16)).replace('−', '-')}}}"
    alphabet, _, name = unicodedata.name(c, "").partition(" LETTER ")
    if alphabet not in ("GREEK SMALL", "GREEK CAPITAL") or " " in name:
        return ""
    return rf"\ensuremath{{\{name.lower() if alphabet == 'GREEK SMALL' else name.title()}}}"


# Markdown to LaTeX.

_SENTENCE = re.compile(r"(?<=[.∎:]) (?=[A-Z*`\[(])")
_OF_A_PAGE = re.compile(r"`farstar[ .\[]|`--\w|in Python|\bpages?\b|Farstar|\bcommand\b")
_REFERENCE = re.compile(r"\b([Ss])ection (\d)")
_REMARK = re.compile(r" \(proved: \"[^\"]*\"\)|\s\(`\w+\.[\w.]+`\)")


_NAMED = re.compile(r"([A-Z]\w+)\s\(((?:[^()]|\([^()]*\))*)\)")
"""An author, and what follows in parentheses: a year, or a title with a year."""
_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")


def _cited(text: str, literature: Sequence[str]) -> str:
    """Return a text in which authors with a year are followed by the number of their paper."""

    def number(found: re.Match[str]) -> str:
        author, rest = found.groups()
        years = set(_YEAR.findall(rest))
        for number, entry in enumerate(literature, 1):
            if author in entry and years & set(_YEAR.findall(entry)):
                return f"{author} [{number}]"
        return found[0]

    return _NAMED.sub(number, text)


_WORDS_FOR_SIGNS = (
    (r"\.up\b", "·↑"),
    (r"\.down\b", "·↓"),
    (r"\.star\b", "·∗"),
    (r"\bup(?= \+ star\b| per \d)", "↑"),
    (r"\bdown(?=\s\+ star\b| per \d)", "↓"),
    (r"(?<=\+ )star\b|(?<== )star\b|(?<=from )star(?= to 0)", "∗"),
)
"""How pages write some values in words, in the order in which they become signs."""


def _page(
    docs: Path,
    page: Page,
    section: int,
    links: Sequence[tuple[str, str]],
    literature: Sequence[str],
) -> Iterator[str]:
    """Yield the LaTeX of a page: its title, and its headings below it."""
    text = (docs / page.name).read_text(encoding="utf-8")
    if page.part is not None:
        first, last = (text.find(mark) for mark in page.part)
        if not 0 <= first < last:
            raise DocumentationError(f"expected {page.part[0]!r} in the page {page.name}")
        text = text[first:last]
    else:
        text = text.partition("\n")[2]
    text = _cited(text, literature)
    for words, signs in _WORDS_FOR_SIGNS:
        text = re.sub(words, signs, text)
    yield from _markdown(f"# {page.title}\n\n{text}", page.left_out, section=section, links=links)


def _markdown(
    text: str,
    left_out: Sequence[str] = (),
    *,
    section: int = 0,
    is_page: bool = True,
    links: Sequence[tuple[str, str]] = (),
) -> Iterator[str]:
    """Yield the LaTeX of a text; of a page without its sessions and without sentences about pages.

    Headings keep their numbers, behind that of the section, and so do references to them. If none
    has a number, LaTeX counts them.
    """
    from markdown_it import MarkdownIt

    kept = re.sub(r"(?ms)^```.*?^```$", "", text)
    paragraphs = []
    for paragraph in kept.split("\n\n"):
        if is_page and not paragraph.startswith(("|", "#")):
            sentences = _SENTENCE.split(_REMARK.sub("", paragraph).replace("\n", " \0"))
            kept_ones = [one for one in sentences if not _OF_A_PAGE.search(one.replace("\0", ""))]
            paragraph = " ".join(kept_ones).replace(" \0", "\n")
            # The end of a proof stays, whatever stood before it.
            if "∎" in "".join(sentences) and "∎" not in paragraph:
                paragraph += " ∎"
        paragraphs.append(paragraph)
    joined = "\n\n".join(paragraphs)
    if section:
        joined = _REFERENCE.sub(rf"\1ection {section}.\2", joined)
    for page, instead in links:
        joined = re.sub(rf"\[[^]]*\]\({page}\)", instead, joined)
    tokens = MarkdownIt("commonmark").enable("table").parse(joined)
    has_numbers = any(
        tokens[place - 1].tag == "h2" and _HEADING_NUMBER.match(token.content)
        for place, token in enumerate(tokens)
    )
    is_left_out = False
    rows: list[str] = []
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            is_left_out = tokens[place + 1].content.endswith(tuple(left_out) or "\0")
        if is_left_out:
            continue
        parts = list(_block(token, tokens, place, section if has_numbers else 0))
        # A table has no empty lines: they would end a paragraph in a cell.
        if token.type == "table_open" or rows:
            rows += parts
            if token.type == "table_close":
                yield "\n".join(rows)
                rows = []
        else:
            yield from parts


_SECTIONS = {"h1": "section", "h2": "subsection", "h3": "subsubsection", "h4": "paragraph"}
# A table is not broken: all of ours fit on a page.
_ENVIRONMENTS = {
    "table_close": r"\bottomrule\end{tabular}\end{center}",
    "bullet_list_open": r"\begin{itemize}\setlength\itemsep{0pt}\setlength\parskip{0pt}",
    "bullet_list_close": r"\end{itemize}",
    "ordered_list_open": r"\begin{enumerate}\setlength\itemsep{0pt}\setlength\parskip{0pt}",
    "ordered_list_close": r"\end{enumerate}",
    "list_item_open": r"\item",
    "thead_close": r"\midrule",
    "tr_close": r"\tabularnewline",
}
_HEADING_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.? ")


def _block(token: Any, tokens: Sequence[Any], place: int, section: int) -> Iterator[str]:
    """Yield the LaTeX of a token; ``section`` is 0 if LaTeX counts the headings."""
    before = tokens[place - 1].type if place else ""
    if token.type in _ENVIRONMENTS:
        yield _ENVIRONMENTS[token.type]
    elif token.type == "table_open":
        following = next(i for i, t in enumerate(tokens[place:]) if t.type == "thead_close")
        columns = sum(1 for t in tokens[place : place + following] if t.type == "th_open")
        cells = _cells(tokens[place:])
        form = _columns([cells[i::columns] for i in range(columns)])
        yield rf"\begin{{center}}\small\setlength\parskip{{0pt}}\begin{{tabular}}{{{form}}}\toprule"
    elif token.type == "inline" and before == "heading_open":
        tag = tokens[place - 1].tag
        command, star = _SECTIONS[tag], section and tag != "h1"
        number = _HEADING_NUMBER.match(token.content)
        shown = rf"{section}.{number[0].strip(' .')}\quad " if number else ""
        title = _inline(token, _HEADING_NUMBER)
        yield rf"\{command}{'*' if star else ''}{{{shown}{title}}}"
    elif token.type == "inline" and before in ("th_open", "td_open"):
        is_first = tokens[place - 2].type == "tr_open"
        yield ("" if is_first else "& ") + _inline(token)
    elif token.type == "inline":
        yield _inline(token)


_WIDEST = 78
"""Letters of a line of a table that is not broken."""


def _columns(cells: Sequence[Sequence[str]]) -> str:
    """Return the columns of a table with these cells, column by column: a wide one is broken.

    Each column is as wide as its longest word, and the rest is divided by the lengths of texts.
    """
    widths = [max(map(len, column)) for column in cells]
    if sum(widths) <= _WIDEST:
        return "l" * len(widths)
    words = [2 + max(len(word) for cell in column for word in cell.split()) for column in cells]
    more = [max(width - word, 1) for width, word in zip(widths, words, strict=True)]
    room = max(_WIDEST + 12 - sum(words), 0)
    letters = [word + room * extra / sum(more) for word, extra in zip(words, more, strict=True)]
    return "".join(
        rf">{{\raggedright\arraybackslash}}p{{\dimexpr {one / sum(letters) - 0.001:.3f}\linewidth"
        r"-2\tabcolsep\relax}"
        for one in letters
    )


def _cells(tokens: Sequence[Any]) -> list[str]:
    """Return the texts of the cells of the table that begins here, row by row."""
    end = next(i for i, token in enumerate(tokens) if token.type == "table_close")
    return [
        tokens[i + 1].content
        for i, token in enumerate(tokens[:end])
        if token.type in ("th_open", "td_open")
    ]


_NAME = re.compile(r"Theorem|Lemma|Corollary|Proof")
_INLINE = {
    "em_open": r"\emph{",
    "em_close": "}",
    "strong_open": r"\textbf{",
    "strong_close": "}",
    "hardbreak": r"\\",
    "link_open": "",
    "link_close": "",
}


def _inline(token: Any, cut: re.Pattern[str] | None = None) -> str:
    parts: list[str] = []
    children = _joined_lines(token.children or ())
    is_name = False
    for number, (kind, content) in enumerate(children):
        if kind == "strong_open":
            # What is bold in the middle of a paragraph and is no name is stressed.
            is_name = not "".join(parts) or bool(_NAME.match(children[number + 1][1]))
        if kind.startswith("strong") and not is_name:
            kind = kind.replace("strong", "em")
        if kind == "text":
            parts.append(sentence(content if cut is None or number else cut.sub("", content)))
        elif kind == "code_inline":
            parts.append(_code(content))
        elif kind in _INLINE:
            parts.append(_INLINE[kind])
    return "".join(parts)


def _joined_lines(children: Sequence[Any]) -> list[tuple[str, str]]:
    """Return kinds and contents, where texts on several lines are one: formulas go over lines."""
    joined: list[tuple[str, str]] = []
    for child in children:
        kind, content = child.type, child.content
        if kind == "softbreak":
            kind, content = "text", "\n"
        if kind == "text" and joined and joined[-1][0] == "text":
            joined[-1] = ("text", joined[-1][1] + content)
        else:
            joined.append((kind, content))
    return joined


def _code(text: str) -> str:
    """Return a formula that is marked as code, or a command."""
    if re.match(r"farstar|\w+\.\w+", text):
        return rf"\texttt{{{tex(text)}}}"
    return sentence(text)
