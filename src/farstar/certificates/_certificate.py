"""Certificates as objects and as files, and whether their games are those that their names mean."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, final

from farstar._arguments import shown
from farstar._files import write_whole
from farstar.certificates import checker, theorem_checker
from farstar.certificates._games import Component, Games, Work, options_of, positions_of
from farstar.certificates.theorem_work import TheoremWork
from farstar.engine import bounds, budget
from farstar.errors import BudgetExceeded, FarstarError
from farstar.loopy import Loopy
from farstar.rules import Position, meter
from farstar.values import Value

MOST_LETTERS = 100_000
"""Of a name that is read."""

MOST_LETTERS_OF_POSITION = 1_000
"""Of the name of a position whose moves are compared."""

MOST_TRIES = 10
"""Games of one certificate that turn out to be too large to be compared."""

MOST_NODES = 500_000
"""Options that are looked at to learn which game a short name means; fewer for a long one."""


class Names(NamedTuple):
    """The names in a certificate."""

    known: list[str]
    """Those of games of Farstar, which have the moves in the certificate."""
    unknown: list[str]
    """Those that mean no game to Farstar."""
    uncompared: list[str]
    """Those of games that are too large to be compared."""


def compare_names(games: Iterable[dict[str, Any]]) -> Names:
    """Compare games with those of Farstar that have their names.

    Raises
    ------
    ValueError
        If Farstar knows a game of this name, and its moves are others.
    BudgetExceeded
        If the caller's budget is exceeded.
    """
    names = Names([], [], [])
    tries = MOST_TRIES
    for game in games:
        name = game["name"]
        group = names.known
        component = None
        try:
            with budget(nodes=MOST_NODES):
                component = _named(name)
            if component is None:
                group = names.unknown
            else:
                with _bounded(name, component, tries):
                    if not _has_moves_of(game, component):
                        raise ValueError(f"the moves of another game than {name}")
        except BudgetExceeded:
            _refuse_if_over()
            if component is not None and not _has_rules_of(game, component):
                if _surely_lasts_longer(name, component, game, tries):
                    raise ValueError(f"the moves of another game than {name}") from None
                component = None
            group = names.known if component is not None else names.uncompared
            tries -= 1
        if name not in group:
            group.append(name)
    return names


def _refuse_if_over() -> None:
    """Raise the error again if it was the caller's budget that ended."""
    meter().charge(0)
    _, nodes, memory = bounds()
    if nodes is not None or memory is not None:
        raise BudgetExceeded("the names in a certificate were not compared within the budget")


def _named(name: str) -> Component | None:
    from farstar.expressions import parse

    if len(name) > MOST_LETTERS:
        return None
    try:
        game = parse(name)
    except BudgetExceeded:
        raise
    except FarstarError:
        return None
    return game if isinstance(game, Value | Position | Loopy) else None


@contextmanager
def _bounded(name: str, component: Component, tries: int) -> Iterator[None]:
    """Bound how many options of a game are looked at: the work for one grows with its position."""
    nodes = MOST_NODES
    if tries <= 0:
        raise BudgetExceeded(f"expected at most {MOST_TRIES} large games, got more")
    if isinstance(component, Position):
        if len(name) > MOST_LETTERS_OF_POSITION:
            most = MOST_LETTERS_OF_POSITION
            raise BudgetExceeded(f"expected a position of at most {most} letters, got {len(name)}")
        nodes //= checker.per_step(len(name))
    with budget(nodes=nodes):
        yield


def _has_moves_of(game: dict[str, Any], component: Component) -> bool:
    known = Games()
    try:
        known.component(component, 1)
    except BudgetExceeded:
        raise
    except FarstarError:  # a position of which we know no moves, such as one with endless play
        return False
    sides = zip(positions_of(game), known.sides[0], strict=True)
    return all(_is_same(rows, others) for rows, others in sides)


def _has_rules_of(game: dict[str, Any], component: Component) -> bool:
    """Return whether the rules and the position are written as Farstar writes those of a game."""
    if not isinstance(component, Position):
        return False
    rules = component.ruleset.plain_rules(component.state)
    return rules is not None and checker.text_of({**rules, "name": game["name"]}) == (
        checker.text_of(game)
    )


def _surely_lasts_longer(name: str, component: Component, game: dict[str, Any], tries: int) -> bool:
    """Return whether a game is known to last longer than its rows; False if that takes too long."""
    try:
        with _bounded(name, component, tries):
            return _lasts_longer(component, game)
    except BudgetExceeded:
        _refuse_if_over()
        return False


def _lasts_longer(component: Component, game: dict[str, Any]) -> bool:
    """Return whether one player alone can make more moves in a game than its rows allow."""
    rows, _ = positions_of(game)
    if not isinstance(component, Position) or checker.has_loop(rows):
        return False
    for side in (0, 1):
        longest = [0] * len(rows)
        for p in checker.options_first(rows):
            longest[p] = max((1 + longest[option] for option in rows[p][side]), default=0)
        position, moves = component, 0
        while moves <= longest[0]:
            options = list(options_of(position)[side])
            meter().charge(1 + len(options))
            after = options[0] if options else None
            if after is None:
                break
            position, moves = after, moves + 1
        if moves > longest[0]:
            return True
    return False


def _is_same(rows: Sequence[Any], others: Sequence[Any]) -> bool:
    """Return whether two graphs allow the same play from their first positions.

    If there are no loops, positions get the same number if their options do. If there are, they
    have the same number until their options differ. Equal options count once.
    """
    shift = len(rows)
    both = [*rows, *([[shift + p for p in side] for side in row] for row in others)]
    size = sum(1 + len(left) + len(right) for left, right in both)
    number, kinds = [0] * len(both), dict[Any, int]()

    def kind(p: int) -> Any:
        return tuple(frozenset(number[option] for option in side) for side in both[p])

    if not checker.has_loop(both):
        meter().charge(size)
        for p in checker.options_first(both):
            number[p] = kinds.setdefault(kind(p), len(kinds))
        return number[0] == number[shift]
    count = 1
    while True:
        meter().charge(size)
        kinds = {}
        number = [kinds.setdefault((number[p], kind(p)), len(kinds)) for p in range(len(both))]
        if number[0] != number[shift] or len(kinds) == count:
            return number[0] == number[shift]
        count = len(kinds)


MOST_BYTES = 50_000_000
"""The largest file that is read."""

_KINDS = {
    "lemmas": "sum",
    "positions": "family",
    "code": "period",
    "format": "misere quotient",
    "h": "loops",
    "plays": "plays",
}
"""The kinds of certificates besides strategies without loops, and a field that tells each."""


class Refused(FarstarError, ValueError):  # noqa: N818
    """A certificate does not prove what it claims."""


@final
class Certificate:
    """A proof of who wins a sum, of a relation, of a value, of a period, or about a family.

    Check it with `check`, or without Farstar by ``python checker.py FILE``: this file of the
    package needs nothing but Python, and `check` runs the same code.

    Examples
    --------
    >>> certificate = fs.certify(fs.Value("{1|-1}"))
    >>> certificate
    <Certificate of N: 2 strategies, 2 replies>
    """

    __slots__ = ("data",)

    data: Mapping[str, Any]
    """What the file contains; the page on certificates describes the fields."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @classmethod
    def sealed(cls, data: Mapping[str, Any]) -> Certificate:
        """Return a certificate with these fields and with their digest.

        Examples
        --------
        >>> certificate = fs.certify("^")
        >>> Certificate.sealed({**certificate.data, "claim": "R"}).check()
        Traceback (most recent call last):
        ...
        farstar.certificates._certificate.Refused: the strategies are not those that prove R: ...
        """
        text = checker.text_of({**data, "digest": ""})
        digest = hashlib.sha256(text.encode()).hexdigest()
        return cls({**json.loads(text), "digest": digest})

    @property
    def claims(self) -> list[str]:
        """What it claims: an outcome, ``>=`` or ``<=`` to zero, which values, or about what."""
        if self.is_theorem or "claim" not in self.data:
            return [self._kind()]
        return sorted(self._values()) or [self.data["claim"]]

    @property
    def is_theorem(self) -> bool:
        """Whether it is about positions of every size."""
        return self.data.get("kind") in theorem_checker.KINDS

    def _kind(self) -> str:
        if self.is_theorem:
            return f"theorem by {self.data['kind']}"
        for field, kind in _KINDS.items():
            if field in self.data:
                return kind
        return "strategies"

    def _values(self) -> set[str]:
        """Return the names of the values that it claims of a form, if its fields are in order."""
        data: Any = self.data
        try:
            if data.get("theory") == "strategies":
                data = data["lemmas"][-1]["certificate"]
            return set(data["values"].keys())
        except (AttributeError, IndexError, KeyError, TypeError):
            return set()

    def _games(self) -> list[dict[str, Any]]:
        """Return the games that it is about, without the forms that it proves to be equal."""
        games = []
        certificates = [(self.data, [None] * len(self.data.get("start", ())))]
        if self._kind() == "sum":
            lemmas = self.data["lemmas"]
            certificates = [(lemma["certificate"], lemma["uses"]) for lemma in lemmas]
        for data, uses in certificates:
            is_value = bool(data.get("values"))
            start = data["start"][:-1] if is_value else data.get("start", ())
            for part, use in zip(start, uses, strict=False):
                if use is None:
                    games.append(data["games"][data["parts"][part][0]])
        return [game for i, game in enumerate(games) if game not in games[:i]]

    @property
    def listed(self) -> list[str]:
        """The games whose moves are listed, not derived from rules.

        Examples
        --------
        >>> fs.certify("Domineering(2x2) + Hackenbush(br)").listed
        ['Hackenbush(lr)']
        """
        if self.is_theorem:
            return []
        games = self.data["rules"] if self._kind() == "family" else self._games()
        return [game["name"] for game in games if "left" not in game]

    @property
    def replies(self) -> int:
        """How many replies the strategies have."""
        parts = [lemma["certificate"] for lemma in self.data.get("lemmas", ())] or [self.data]
        return sum(
            len(one["replies"])
            for data in parts
            for one in data.get("plays", data.get("strategies", ()))
        )

    def check(self) -> list[str]:
        """Walk through the whole proof, and return in short what is proved.

        The games must also have the moves of those of Farstar's games whose names they bear.

        Raises
        ------
        Refused
            If it does not prove what it claims.
        BudgetExceeded
            If the check takes too long; then nothing is known about the certificate.

        Examples
        --------
        >>> fs.certify("^", prove="canonical").check()
        ['canonical form {0|{0|0}}']
        """
        return self.theorem().claims if self.is_theorem else self._checked()[0].claims

    def report(self) -> list[str]:
        """Check the proof, and return what is proved in full, line by line.

        Everything is printed from what was checked: the rules and positions of the games, and the
        claim. The names of games are what the file calls them. The last lines say which of them
        mean games of Farstar with the same moves.

        Raises
        ------
        Refused, BudgetExceeded
            As `check` does.

        Examples
        --------
        >>> for line in fs.certify("E(5,3) - Clobber(xo)").report():
        ...     print(line[:60])
        proved: N: the player who starts wins, in the sum of
          +1 times {"heaps":[[5,3]],"left":["p, q -> (q, p % q) if p
          -1 times {"board":"xo","left":["xo -> .x","ox -> x."],"rig
        the same moves as the games of Farstar: "E(5,3)", "Clobber(x
        """
        if self.is_theorem:
            first, *more = self.theorem().lines
            return [f"proved: {first}", *more]
        statement, names = self._checked()
        lines = [f"proved: {statement.lines[0]}", *statement.lines[1:]]
        for note, group in (
            ("the same moves as the games of Farstar", names.known),
            ("names that Farstar does not know", names.unknown),
            ("games of Farstar that are too large to be compared", names.uncompared),
        ):
            if group:
                lines.append(f"{note}: {', '.join(map(checker.text_of, group))}")
        return lines

    def theorem(self) -> theorem_checker.Statement:
        """Check a theorem about positions of every size, and return the statement.

        Raises
        ------
        Refused, BudgetExceeded
            As `check` does.
        """
        with _refusals():
            return theorem_checker.check(self.data, TheoremWork())

    def _checked(self) -> tuple[checker.Statement, Names]:
        with _refusals():
            return checker.check(self.data, Work()), compare_names(self._games())

    def save(self, path: str | os.PathLike[str], *, with_checker: bool = False) -> None:
        """Write the certificate as JSON; the file appears whole or not at all.

        Parameters
        ----------
        path : path
            The file.
        with_checker : bool
            Write the checker next to it, a program that needs nothing but Python.

        Examples
        --------
        >>> import tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "proof.json")
        ...     fs.certify(fs.Value("*2")).save(path)
        ...     load_certificate(path).check()
        ['N']
        """
        write_whole(path, str(self))
        if with_checker:
            save_checker(Path(path).parent, self)

    def __str__(self) -> str:
        return checker.text_of(self.data) + "\n"

    def __repr__(self) -> str:
        kind = self._kind()
        if kind not in ("strategies", "sum", "loops", "plays"):
            return f"<Certificate of a {kind}>"
        count, name = len(self.data.get("strategies", ())), "strategies"
        if kind == "sum":
            count, name = len(self.data["lemmas"]), "lemmas"
        elif kind == "plays":
            count = len(self.data["plays"])
        return f"<Certificate of {', '.join(self.claims)}: {count} {name}, {self.replies} replies>"


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the errors of both checkers into ours."""
    try:
        yield
    except (checker.OutOfBudget, theorem_checker.OutOfBudget) as error:
        raise BudgetExceeded(str(error)) from None
    except MemoryError:
        raise BudgetExceeded("out of memory: nothing is known") from None
    except ValueError as error:
        raise Refused(str(error)) from None


def seal(data: Mapping[str, Any]) -> Certificate:
    """Return the certificate of a theorem, with version and digest; it is not checked yet."""
    return Certificate.sealed({**data, "version": theorem_checker.VERSION})


def load_certificate(path: str | os.PathLike[str]) -> Certificate:
    """Return the certificate in a file; it is not checked yet.

    Raises
    ------
    Refused
        If the file is not a JSON object that is written as a certificate must be.
    BudgetExceeded
        If the file is too large.
    """
    size = os.path.getsize(path)
    if size > MOST_BYTES:
        raise BudgetExceeded(f"expected a certificate of at most {MOST_BYTES} bytes, got {size}")
    try:
        with open(path, encoding="utf-8") as file:
            data = checker.read(file.read())
    except ValueError as error:
        name = shown(os.fspath(path))
        raise Refused(f"expected a certificate in JSON, got {name}: {error}") from None
    if not isinstance(data, dict):
        raise Refused(f"expected a certificate in JSON, got {checker.in_short(data)}")
    return Certificate(data)


def save_checker(folder: str | os.PathLike[str], certificate: Certificate) -> Path:
    """Write the program that checks a certificate into a folder, and return its path.

    It is one file that needs nothing but Python; theorems about positions of every size have a
    checker of their own.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_checker(folder, fs.certify(fs.Value("*2"))).name
    'checker.py'
    """
    name = "theorem_checker.py" if certificate.is_theorem else "checker.py"
    target = Path(folder) / name
    target.write_bytes(files("farstar.certificates").joinpath(name).read_bytes())
    return target


def check_certificate(path: str | os.PathLike[str]) -> list[str]:
    """Check the certificate in a file, and return what it proves, as ``farstar check`` does.

    Raises
    ------
    Refused
        If the certificate proves nothing; the message says why.

    Examples
    --------
    >>> import tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "proof.json")
    ...     fs.certify("^ || *").save(path)
    ...     fs.check_certificate(path)[0]
    'proved: N: the player who starts wins, in the sum of'
    """
    return load_certificate(path).report()
