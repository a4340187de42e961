"""What theorems that are in use say about boards, and how they come into use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from farstar._arguments import shown
from farstar._outcome import Player
from farstar.certificates import Certificate, Refused, load_certificate
from farstar.errors import CertificateError, NotationError
from farstar.prove._answers import NOTHING, Answers, Edit, answers_of
from farstar.prove._theorem import Theorem
from farstar.prove.heaps_in_use import HeapTheorem, heaps_of, own_heap_theorems
from farstar.prove.in_use import (
    Known,
    checked_data,
    families_text,
    forget_theories,
    normal_rules,
    own_theorems,
)
from farstar.rules import CitedTheorem


class TheoremInUse(NamedTuple):
    """A theorem with what it says about boards, and the marks of its rules in normal order."""

    cited: CitedTheorem
    answers: Answers
    marks: str


class WordTheory:
    """What theorems say about the boards of some rules with a fixed number of rows."""

    def __init__(self, marks: str, theorems: tuple[TheoremInUse, ...]) -> None:
        self._marks = {*marks, "|"}
        self._theorems = [
            (one, str.maketrans(marks, one.marks), str.maketrans(one.marks, marks))
            for one in theorems
        ]

    def reads(self, board: str) -> bool:
        """Return whether the rules know all marks of a board; a part cut out may have others."""
        return self._marks.issuperset(board)

    def known(self, board: str) -> Known:
        """Return what is known about a board, and the theorems that say it."""
        facts = NOTHING
        normal = misere = None
        for one, translation, _ in self._theorems:
            more = facts.joined(one.answers.facts(board.translate(translation)))
            if more.misere != facts.misere:
                misere = one.cited
            if more.outcome != facts.outcome or more.value != facts.value:
                normal = normal or one.cited
            facts = more
        return Known(facts, normal, misere)

    def moves(self, board: str, player: Player) -> Iterator[Edit] | None:
        """Return all moves of a player, one by one; None for rings and for several rows."""
        one, translation, back = self._theorems[0]
        edits = one.answers.moves(board.translate(translation), player)
        if edits is None:
            return None
        return (edit._replace(text=edit.text.translate(back)) for edit in edits)

    def is_move(self, board: str, after: str, player: Player) -> bool:
        """Return whether a move of a player leads from one board to another, of one row."""
        one, translation, _ = self._theorems[0]
        machine = one.answers.machines[player]
        number = {letter: a for a, letter in enumerate(machine.letters)}
        reached, final = frozenset(machine.initial), machine.final
        words = (text.translate(translation) for text in (board, after))
        steps: dict[tuple[frozenset[int], str, str], frozenset[int]] = {}
        for a, b in zip(*words, strict=True):
            key = (reached, a, b)
            if key not in steps:
                steps[key] = frozenset(
                    q for p in reached for c, q in machine.next[p][number[a]] if c == number[b]
                )
            reached = steps[key]
        return bool(reached & final)

    def moves_to_lost(self, board: str, player: Player, *, misere: bool) -> Iterator[Edit] | None:
        """Return the moves that are known to win, by the first theorem that gives some."""
        for one, translation, back in self._theorems:
            there = board.translate(translation)
            if one.answers.facts(there).first_wins(player, misere=misere) is not None:
                edits = one.answers.moves_to_lost(there, player, misere=misere)
                if edits is not None:
                    return (edit._replace(text=edit.text.translate(back)) for edit in edits)
        return None


def index_text(certificates: dict[str, Certificate]) -> str:
    """Check certificates, and return the index of those about boards, heaps and families."""
    lines = []
    for name, certificate in certificates.items():
        statement, data = certificate.theorem().lines[0], certificate.data
        heaps = heaps_of(data)
        if heaps is not None:
            rules = heaps.text
        elif data["kind"] == "families":
            rules = families_text(family["name"] for family in data["families"])
        elif answers_of(data) is not None:
            rules = normal_rules(data["rules"]).text
        else:
            continue
        lines.append(f"{name}\t{data['digest']}\t{rules}\t{statement}\n")
    return "".join(lines)


def from_library(cited: CitedTheorem) -> TheoremInUse:
    """Return a theorem of the library whose certificate is the one of the index."""
    return _in_use(cited, checked_data(cited))


def _in_use(cited: CitedTheorem, data: Any) -> TheoremInUse:
    answers = answers_of(data)
    assert answers is not None
    return TheoremInUse(cited, answers, normal_rules(data["rules"]).marks)


def use(theorem: Theorem | Certificate | str | os.PathLike[str]) -> CitedTheorem:
    r"""Let rulesets that a theorem is about answer by it, until the program ends.

    Parameters
    ----------
    theorem : Theorem, Certificate or path
        A theorem about words or boards: an automaton, an invariant, or bounds; or one about
        families that are the heaps of a partizan subtraction game. The certificate is checked
        first.

    Raises
    ------
    CertificateError
        If the checker refuses the certificate.
    NotationError
        If the theorem is not about boards or heaps.

    See Also
    --------
    without_theorems : Answer without theorems for a while.

    Examples
    --------
    >>> text = "board strip\ncells . o\nleft oo. -> ..o\nright o. -> .."
    >>> cited = fs.prove.use(fs.prove.outcomes(text))
    >>> str(fs.rules(text)("o." * 5000).outcome)
    'R'
    """
    certificate = theorem.certificate() if isinstance(theorem, Theorem) else theorem
    if isinstance(certificate, str | os.PathLike):
        certificate = _loaded(certificate)
    if not isinstance(certificate, Certificate):
        raise NotationError(f"expected a theorem, its certificate or a file, got {shown(theorem)}")
    if not certificate.is_theorem:
        raise NotationError(f"expected a theorem for all sizes, got {certificate!r}")
    try:
        statement = certificate.theorem().lines[0]
    except Refused as refusal:
        raise CertificateError(f"expected a certificate that proves: {refusal}") from None
    data = certificate.data
    cited = CitedTheorem("", statement, data["digest"])
    heaps = heaps_of(data)
    if heaps is not None:
        own_heap_theorems[heaps.text] = HeapTheorem("", data["digest"], data)
        return cited
    if answers_of(data) is None:
        raise NotationError(f"expected a theorem about words, boards or heaps, got {statement!r}")
    normal = normal_rules(data["rules"]).text
    others = own_theorems.get(normal, ())
    others = tuple(one for one in others if one.cited.digest != cited.digest)
    own_theorems[normal] = (_in_use(cited, data), *others)
    forget_theories()
    return cited


def _loaded(path: str | os.PathLike[str]) -> Certificate:
    try:
        return load_certificate(path)
    except OSError as error:
        raise NotationError(f"expected a file with a certificate: {error}") from None
    except Refused as refusal:
        raise NotationError(str(refusal)) from None
