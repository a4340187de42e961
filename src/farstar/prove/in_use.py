"""Theorems in use: rulesets that a theorem is about answer by it, for boards of any size.

A ruleset is recognised by its rules alone, as plain patterns with the marks renamed. The theorems
of the library are found in an index, which also has the digest of each certificate; the tests and
the drills check these certificates. A theorem of the user's is checked before it is used.

Every game by patterns asks here, so that little is imported until a theorem is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from farstar import engine
from farstar.errors import CertificateError, NotationError
from farstar.games.patterns import word_rules
from farstar.plugins import merged
from farstar.rules import CitedTheorem

if TYPE_CHECKING:
    from farstar.prove._answers import Edit as Edit
    from farstar.prove._answers import Facts
    from farstar.prove._using import TheoremInUse
    from farstar.prove._using import WordTheory as WordTheory

LIBRARY = "farstar.prove"
"""The package with the theorems of the workbench."""
INDEX = "theorems/index.txt"
"""In a package, which of its theorems are about which rules: a line for each, with tabs."""

_MOST_RENAMED = 5
"""Marks of rules that are recognised whatever the marks are called."""

_are_off: ContextVar[bool] = ContextVar("farstar_theorems_are_off", default=False)


class NormalRules(NamedTuple):
    """Rules in a form that does not depend on the names of the marks."""

    text: str
    marks: str
    """The marks in the order of their new names."""


def normal_rules(rules: Any) -> NormalRules:
    r"""Return plain rules in normal form: marks renamed, patterns in order.

    Examples
    --------
    >>> kayles = {"height": 1, "left": [". -> #", ".. -> ##"], "marks": ".#", "ring": 0}
    >>> same = {"height": 1, "left": ["xx -> --", "x -> -"], "marks": "-x", "ring": 0}
    >>> first, second = (normal_rules({**r, "right": r["left"]}) for r in (kayles, same))
    >>> first.text == second.text, first.marks, second.marks
    (True, '.#', 'x-')
    """
    marks = rules["marks"]
    orders = permutations(marks) if len(marks) <= _MOST_RENAMED else [tuple(sorted(marks))]
    return min(_renamed(rules, "".join(order)) for order in orders)


def _renamed(rules: Any, order: str) -> NormalRules:
    names = {mark: i for i, mark in enumerate(order)}
    sides = [sorted(_renamed_rule(rule, names) for rule in rules[s]) for s in ("left", "right")]
    shape = f"{rules['height']} {rules['ring']} {len(order)}"
    return NormalRules("; ".join([shape, *(", ".join(side) for side in sides)]), order)


def _renamed_rule(rule: str, names: dict[str, int]) -> str:
    """Return a rule with numbers for its marks; those of a class are in order."""
    sides = []
    for side in rule.split(" -> "):
        rows = []
        for row in side.split("|"):
            tokens, at = [], 0
            while at < len(row):
                end = row.index("]", at) + 1 if row[at] == "[" else at + 1
                token = row[at:end]
                if len(token) > 1:
                    is_negated = "^" * (token[1] == "^")
                    inside = sorted(_name(x, names) for x in token[1 + len(is_negated) : -1])
                    token = f"[{is_negated}{' '.join(inside)}]"
                tokens.append(token if len(token) > 1 else _name(token, names))
                at = end
            rows.append(" ".join(tokens))
        sides.append("|".join(rows))
    return " -> ".join(sides)


def _name(mark: str, names: dict[str, int]) -> str:
    return str(names[mark]) if mark in names else mark


class Known(NamedTuple):
    """What theorems say about a board."""

    facts: Facts
    normal: CitedTheorem | None
    """The theorem that tells the most about normal play."""
    misere: CitedTheorem | None


def theory_of(source: str, rows: int) -> WordTheory | None:
    """Return what theorems say about rules written as patterns, on boards of so many rows."""
    return None if _are_off.get() else _theory_of(source, rows)


def theory_for(source: str, board: str) -> WordTheory | None:
    """Return what theorems say about boards like this one, if they know all its marks."""
    theory = theory_of(source, board.count("|") + 1)
    return theory if theory is not None and theory.reads(board) else None


@lru_cache(maxsize=256)
def _theory_of(source: str, rows: int) -> WordTheory | None:
    try:
        normal = normal_rules(word_rules(source, height=rows).to_dict())
    except NotationError:
        return None
    entries, own = index().get(normal.text, ()), own_theorems.get(normal.text, ())
    if not entries and not own:
        return None
    from farstar.prove._using import WordTheory, from_library

    return WordTheory(normal.marks, (*own, *map(from_library, entries)))


def families_text(names: Iterable[str]) -> str:
    """Return families of games as the index of theorems has them.

    Examples
    --------
    >>> families_text("DE")
    'families; D E'
    """
    return f"families; {' '.join(names)}"


def are_off() -> bool:
    """Return whether theorems are not to be used now."""
    return _are_off.get()


def file_of(package: str, path: str) -> Path:
    """Return a file of a package, such as a certificate."""
    return Path(import_module(package).__path__[0]) / path


def certificate_file(name: str) -> Path:
    """Return the file with the certificate of a theorem: the workbench's own, or a plugin's."""
    own = file_of(LIBRARY, f"theorems/{name}.json")
    return (
        own if own.is_file() else file_of(merged("theorems")[name].package, f"theorems/{name}.json")
    )


def checked_data(cited: CitedTheorem) -> Any:
    """Return the certificate of a theorem of the library, if it is the one of the index."""
    from farstar.certificates import load_certificate, theorem_checker

    data = load_certificate(certificate_file(cited.name)).data
    try:
        theorem_checker.check_digest(data)
    except theorem_checker.Refused as refusal:
        raise CertificateError(f"expected a whole certificate of {cited.name}: {refusal}") from None
    if data["digest"] != cited.digest:
        raise CertificateError(
            f"expected the certificate of {cited.name} of the index, got another"
        )
    return data


own_theorems: dict[str, tuple[TheoremInUse, ...]] = {}
"""Theorems of the user's, by the rules that they are about."""


def forget_theories() -> None:
    """Look for theorems again, after one was added."""
    _theory_of.cache_clear()
    _known_about.cache_clear()


def known_about(source: str, board: str) -> Known | None:
    """Return what is known about a board under rules written as patterns."""
    theory = theory_for(source, board)
    # Values belong to an engine.
    return None if theory is None else _known_about(theory, board, engine.active().name)


@lru_cache(maxsize=256)
def _known_about(theory: WordTheory, board: str, engine_name: str) -> Known:
    # A report asks several times about the same board.
    return theory.known(board)


def packages() -> list[str]:
    """Return the packages with theorems: that of the workbench, then those of plugins."""
    return list(dict.fromkeys([LIBRARY, *(one.package for one in merged("theorems").values())]))


@lru_cache(maxsize=1)
def index() -> dict[str, list[CitedTheorem]]:
    """Return the theorems of the workbench, except those about P-positions, by their rules."""
    return _entries([LIBRARY])


@lru_cache(maxsize=1)
def index_of_plugins() -> dict[str, list[CitedTheorem]]:
    """Return the theorems of plugins, by their rules; boards are answered without loading them."""
    return _entries(packages()[1:])


def _entries(brought: list[str]) -> dict[str, list[CitedTheorem]]:
    entries: dict[str, list[CitedTheorem]] = {}
    for package in brought:
        file = file_of(package, INDEX)
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else ()
        for line in lines:
            name, digest, rules, statement = line.split("\t")
            # A name belongs to the first package that uses it.
            if certificate_file(name).parent == file.parent:
                entries.setdefault(rules, []).append(CitedTheorem(name, statement, digest))
    return entries


@contextmanager
def without_theorems() -> Iterator[None]:
    r"""Answer without theorems inside this block, for example to compare them with a search.

    What was answered before may still be remembered; `Ruleset.forget` clears it. The methods that
    begin with ``search_`` never use theorems.

    Examples
    --------
    >>> row = fs.rules("board strip\ncells . #\nboth . -> # .. -> ##")("." * 30)
    >>> row.ruleset.theorem(row.state).name
    'kayles'
    >>> with fs.prove.without_theorems():
    ...     print(row.ruleset.theorem(row.state))
    None
    """
    token = _are_off.set(True)
    try:
        yield
    finally:
        _are_off.reset(token)
