"""How to cite a result: the program, the literature about its games, and its certificate."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any

from farstar.expressions import Expression
from farstar.formulas import escape_latex
from farstar.reports._find import report
from farstar.reports._playable import components
from farstar.reports._record import shorten
from farstar.rules import Position

TITLE = "Farstar: a workbench for combinatorial game theory"
AUTHORS = "The Farstar developers"
YEAR = 2026

_SECTION = re.compile(r"^References\n-+\n(.*?)(?=\n\n\S|\Z)", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"^\.\. \[\w+\] (.*?)(?=^\.\. \[|\Z)", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"((?:[A-Z][a-z]?\.[ -]?)+) ?((?:(?:van|von|de|der) )*[A-Z][^\s,]+), ")
_YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b(?!.*\b(?:1[89]|20)\d\d\b)")


@dataclass(frozen=True)
class Reference:
    """A book or an article about a game."""

    authors: tuple[tuple[str, str], ...]
    """Given names and family name of each."""
    rest: str
    """Title, and where it was published."""
    year: int | None

    @property
    def text(self) -> str:
        """The reference as one line."""
        names = ", ".join(f"{given} {family}" for given, family in self.authors)
        return f"{names}, {self.rest}" if names else self.rest

    @property
    def key(self) -> str:
        """A name for BibTeX, such as ``bouton1901``."""
        family = self.authors[0][1] if self.authors else self.rest
        return re.sub(r"\W", "", family).lower() + (str(self.year) if self.year else "")


@dataclass(frozen=True)
class Citation:
    """What to cite for a result."""

    version: str
    result: str = ""
    """The result in a sentence; empty if only the program is cited."""
    references: tuple[Reference, ...] = field(default=())
    digest: str | None = None
    """The SHA-256 digest of a certificate of the result."""

    @property
    def note(self) -> str:
        """The result and its certificate in one line."""
        proof = f"certificate with the SHA-256 digest {self.digest}" if self.digest else ""
        return "; ".join(filter(None, (self.result, proof)))

    def text(self) -> str:
        """Return the citation for people."""
        lines = [f"{AUTHORS}, {TITLE}, version {self.version} ({YEAR})."]
        if self.result:
            lines.append(f"Result: {self.result}.")
        if self.digest:
            lines.append(f"Certificate: SHA-256 {self.digest}")
        if self.references:
            lines += ["About the games:", *(f"  {entry.text}" for entry in self.references)]
        return "\n".join(lines)

    def bibtex(self) -> str:
        """Return the citation as entries of BibTeX.

        Examples
        --------
        >>> print(Citation("0.1.0").bibtex())
        @software{farstar,
          author = {{The Farstar developers}},
          title = {{Farstar: a workbench for combinatorial game theory}},
          version = {0.1.0},
          year = {2026},
        }
        """
        fields = {"author": f"{{{AUTHORS}}}", "title": f"{{{TITLE}}}", "version": self.version}
        fields |= {"year": str(YEAR)} | ({"note": escape_latex(self.note)} if self.note else {})
        entries = [_bibtex("software", "farstar", fields)]
        for reference in self.references:
            names = " and ".join(f"{family}, {given}" for given, family in reference.authors)
            details = {"author": escape_latex(names), "note": escape_latex(reference.rest)}
            details |= {"year": str(reference.year)} if reference.year else {}
            entries.append(_bibtex("misc", reference.key, {k: v for k, v in details.items() if v}))
        return "\n\n".join(entries)

    def csl(self) -> list[dict[str, Any]]:
        """Return the citation as items of CSL-JSON, which reference managers read."""
        program: dict[str, Any] = {
            "id": "farstar",
            "type": "software",
            "title": TITLE,
            "author": [{"literal": AUTHORS}],
            "version": self.version,
            "issued": {"date-parts": [[YEAR]]},
        }
        items = [program | ({"note": self.note} if self.note else {})]
        for reference in self.references:
            issued = {"issued": {"date-parts": [[reference.year]]}} if reference.year else {}
            authors = [{"family": family, "given": given} for given, family in reference.authors]
            items.append(
                {"id": reference.key, "type": "document", "title": reference.rest}
                | ({"author": authors} if authors else {})
                | issued
            )
        return items


def cite(expression: Expression | None = None, *, digest: str | None = None) -> Citation:
    """Return how to cite a result.

    Parameters
    ----------
    expression : Expression, optional
        What was computed; without it the program alone is cited.
    digest : str, optional
        The digest of a certificate of the result, which was checked.

    Examples
    --------
    >>> from farstar.expressions import read
    >>> citation = cite(read("Nim(3,5)"))
    >>> citation.result
    'Nim(3,5) has outcome N and value *6'
    >>> citation.references[0].text
    'C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901) 35-39.'
    """
    from farstar import __version__

    if expression is None:
        return Citation(__version__, digest=digest)
    known = report(expression)
    facts = [f"outcome {known.outcome}" if known.outcome is not None else ""]
    facts.append(f"value {shorten(known.text)}" if known.text is not None else "")
    result = " and ".join(filter(None, facts)) or "no outcome or value that was found in time"
    sentence = f"{shorten(known.expression)} has {result}"
    theorem = None
    if isinstance(known.game, Position):
        theorem = known.game.ruleset.theorem(known.game.state)
    if theorem is not None and digest is None:
        sentence += f", by the theorem that {theorem.statement}"
        digest = theorem.digest
    return Citation(__version__, sentence, _references(known.game), digest)


def _references(game: Any) -> tuple[Reference, ...]:
    """Return the literature about the games in a sum, each entry once."""
    entries: dict[str, Reference] = {}
    for component in components(game):
        if isinstance(component, Position):
            for entry in _of_game(component):
                entries.setdefault(entry.text, entry)
    return tuple(entries.values())


def _of_game(position: Position) -> list[Reference]:
    """Return the references in the docstring of the module of a game, or of its folder."""
    places = [type(position).__module__, type(position.ruleset).__module__]
    places += [name.rpartition(".")[0] for name in places]
    for name in places:
        section = _SECTION.search(getattr(sys.modules.get(name), "__doc__", None) or "")
        if section:
            return [_reference(" ".join(text.split())) for text in _ENTRY.findall(section[1])]
    return []


def _reference(text: str) -> Reference:
    authors: list[tuple[str, str]] = []
    at = 0
    while match := _NAME.match(text, at):
        authors.append((match[1].strip(), match[2]))
        at = match.end()
    year = _YEAR.search(text)
    return Reference(tuple(authors), text[at:], int(year[1]) if year else None)


def _bibtex(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items())
    return f"@{kind}{{{key},\n{lines}}}"


def csl_json(citation: Citation) -> str:
    """Return a citation as the text of a CSL-JSON file."""
    return json.dumps(citation.csl(), indent=2, ensure_ascii=False)
