"""Certificates as objects and as files."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Mapping
from typing import Any, final

from farstar._arguments import shown
from farstar.certificates import (
    checker,
    family_checker,
    loopy_checker,
    octal_checker,
    sum_checker,
    value_checker,
    weight_checker,
)
from farstar.errors import FarstarError

MOST_BYTES = 50_000_000
"""The largest file that is read."""

_KINDS = {
    "lemmas": "sum",
    "positions": "family",
    "code": "period",
    "format": "misere quotient",
    "h": "loops",
}
"""The kinds of certificates besides strategies without loops, and a field that tells each."""


class Refused(FarstarError, ValueError):  # noqa: N818
    """A certificate does not prove what it claims."""


@final
class Certificate:
    """A proof of who wins a sum, of a relation, of a value, of a period, or about a family.

    Check it with `check`, or without Farstar with the files in `checkers`, which need nothing but
    Python.

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

    @property
    def claims(self) -> list[str]:
        """What it claims: an outcome, ``>=`` or ``<=`` to zero, which values of a form, ..."""
        return (
            [self.data["claim"], *sorted(self._values())]
            if "claim" in self.data
            else [self._kind()]
        )

    def _kind(self) -> str:
        for field, kind in _KINDS.items():
            if field in self.data:
                return kind
        return "strategies"

    @property
    def checkers(self) -> list[str]:
        """The files that check it without Farstar; all of them must accept it.

        Examples
        --------
        >>> import farstar as fs
        >>> fs.certify("^", prove="atomic_weight").checkers
        ['checker.py', 'weight_checker.py']
        """
        return [module.__name__.split(".")[-1] + ".py" for module in self._modules()]

    def _modules(self) -> list[Any]:
        kind = self._kind()
        if kind == "family":
            others = {"value": [value_checker], "weight": [weight_checker]}
            return [family_checker, *others.get(str(self.data.get("what")), [])]
        if kind not in ("strategies", "sum"):
            return [loopy_checker if kind == "loops" else octal_checker]
        values = self._values()
        modules: list[Any] = [checker, sum_checker] if kind == "sum" else [checker]
        if values - {"atomic_weight"}:
            modules.append(value_checker)
        if "atomic_weight" in values or self.data.get("theory") == "two-ahead":
            modules.append(weight_checker)
        return modules

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
        """Return the games that it is about, without the forms of lemmas."""
        if self._kind() != "sum":
            return list(self.data.get("games", ()))
        games = []
        for lemma in self.data["lemmas"]:
            certificate = lemma["certificate"]
            for part, use in zip(certificate["start"], lemma["uses"], strict=False):
                if use is None:
                    games.append(certificate["games"][certificate["parts"][part][0]])
        return games

    @property
    def about(self) -> str:
        """The sum that it is about, with the names that its games bear; empty for other kinds.

        Examples
        --------
        >>> fs.certify("^ || *").about, fs.certify("E(5,3) + ^").about
        ('^ - *', 'E(5,3) + ^')
        """
        counts: Counter[str] = Counter()
        if self._kind() == "sum":
            for text, count in sum_checker.check(self.data)[1].items():
                counts[json.loads(text)["name"]] += count
        for part in self.data.get("start", ()):
            number, sign = self.data["parts"][part]
            counts[self.data["games"][number]["name"]] += sign
        terms = [
            f"{'-' if n < 0 else '+'} {f'{abs(n)} * ' if abs(n) > 1 else ''}{name}"
            for name, n in counts.items()
        ]
        text = " ".join(terms)
        return text.removeprefix("+ ") if not text.startswith("- ") else f"-{text[2:]}"

    @property
    def listed(self) -> list[str]:
        """The games whose moves are listed, not derived from rules.

        Examples
        --------
        >>> fs.certify("Domineering(2x2) + Hackenbush(br)").listed
        ['Hackenbush(lr)']
        """
        games = self.data["rules"] if self._kind() == "family" else self._games()
        return [game["name"] for game in games if "left" not in game]

    @property
    def unknown(self) -> list[str]:
        """The games with names that Farstar does not know; of the others it knows the moves.

        Examples
        --------
        >>> import farstar as fs
        >>> fs.certify("Domineering(2x2) + Hackenbush(br)").unknown
        []
        """
        from farstar.certificates._names import unknown_names

        return unknown_names(self._games())

    @property
    def replies(self) -> int:
        """How many replies the strategies have."""
        parts = [lemma["certificate"] for lemma in self.data.get("lemmas", ())] or [self.data]
        return sum(len(one["replies"]) for data in parts for one in data.get("strategies", ()))

    def check(self) -> list[str]:
        """Walk through the whole proof, and return what is proved.

        The games must also have the moves of those of Farstar's games whose names they bear.

        Raises
        ------
        Refused
            If it does not prove what it claims.
        """
        from farstar.certificates._names import unknown_names

        try:
            proved = [module.check(self.data) for module in self._modules()]
            unknown_names(self._games())
        except ValueError as error:
            raise Refused(str(error)) from None
        first, *others = proved
        if self._kind() == "sum":
            (first, _), *others = others
            others = others if self._values() else []
        values = [name for names in others for name in names]
        return values if values and self._kind() == "family" else [first, *values]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate as JSON.

        Examples
        --------
        >>> import tempfile, os
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = os.path.join(folder, "proof.json")
        ...     fs.certify(fs.Value("*2")).save(path)
        ...     load_certificate(path).check()
        ['N']
        """
        with open(path, "w", encoding="utf-8") as file:
            file.write(str(self))

    def __str__(self) -> str:
        return checker.TEXT(self.data) + "\n"

    def __repr__(self) -> str:
        kind = self._kind()
        if kind not in ("strategies", "sum", "loops"):
            return f"<Certificate of a {kind}>"
        steps = (len(self.data["lemmas"]), "lemmas") if kind == "sum" else None
        count, name = steps or (len(self.data["strategies"]), "strategies")
        return f"<Certificate of {', '.join(self.claims)}: {count} {name}, {self.replies} replies>"


def sealed(data: dict[str, Any]) -> Certificate:
    """Return a certificate with the digest of its fields."""
    text = checker.TEXT({**data, "digest": ""})
    return Certificate({**data, "digest": hashlib.sha256(text.encode()).hexdigest()})


def _refuse_float(text: str) -> None:
    raise ValueError(f"expected numbers that are integers, got {shown(text)}")


def load_certificate(path: str | os.PathLike[str]) -> Certificate:
    """Return the certificate in a file; it is not checked yet.

    Raises
    ------
    FarstarError
        If the file is too large, or is not a JSON object with the fields of a certificate.
    """
    size = os.path.getsize(path)
    if size > MOST_BYTES:
        raise FarstarError(f"expected a certificate of at most {MOST_BYTES} bytes, got {size}")
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read().strip()
        data = json.loads(text, parse_float=_refuse_float)
    except (ValueError, RecursionError) as error:
        name = shown(os.fspath(path))
        raise FarstarError(f"expected a certificate in JSON, got {name}: {error}") from None
    if not isinstance(data, dict):
        raise FarstarError(f"expected a certificate in JSON, got {type(data).__name__}")
    if checker.TEXT(data) != text:
        raise FarstarError("expected JSON with fields in order and without spaces, got another way")
    return Certificate(data)
