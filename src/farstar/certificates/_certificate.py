"""Certificates as objects and as files."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any, final

from farstar.certificates import (
    checker,
    family_checker,
    octal_checker,
    value_checker,
    weight_checker,
)
from farstar.errors import FarstarError

MOST_BYTES = 50_000_000
"""The largest file that is read."""

_KINDS = {"positions": "family", "code": "period", "format": "misere quotient"}
"""The kinds of certificates without strategies, and a field that tells each."""

_REFUSED = (
    family_checker.Refused,
    octal_checker.Refused,
    value_checker.Refused,
    weight_checker.Refused,
)


@final
class Certificate:
    """A proof of who wins a sum, of a relation, of a value, of a period, or about a family.

    Check it with `check`, or without Farstar with ``checker.py`` and, for values,
    ``value_checker.py`` and ``weight_checker.py``; ``octal_checker.py`` checks periods and misère
    quotients, and ``family_checker.py`` families. They need nothing but Python.

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
        if "strategies" in self.data:
            return [self.data["claim"], *sorted(self.data["values"])]
        return [self._kind()]

    def _kind(self) -> str:
        for field, kind in _KINDS.items():
            if field in self.data:
                return kind
        return "sum"

    @property
    def listed(self) -> list[str]:
        """The games whose moves are listed, not derived from rules.

        Examples
        --------
        >>> fs.certify("Domineering(2x2) + Hackenbush(br)").listed
        ['Hackenbush(lr)']
        """
        return [game["name"] for game in self.data.get("games", ()) if "moves" in game]

    @property
    def replies(self) -> int:
        """How many replies the strategies have."""
        return sum(len(strategy["replies"]) for strategy in self.data.get("strategies", ()))

    def check(self) -> list[str]:
        """Walk through the whole proof, and return what is proved.

        Raises
        ------
        Refused
            If it does not prove what it claims.
        """
        kind = self._kind()
        try:
            if kind == "family":
                return [family_checker.check(self.data)]
            if kind != "sum":
                return [octal_checker.check(self.data)]
            proved: list[str] = [checker.check(self.data)]
            if self.data["values"] != {}:
                proved += value_checker.check(self.data)
            if "atomic_weight" in self.data["values"]:
                proved += weight_checker.check(self.data)
        except _REFUSED as error:
            raise checker.Refused(str(error)) from None
        return proved

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
        return json.dumps(self.data, sort_keys=True, separators=(",", ":")) + "\n"

    def __repr__(self) -> str:
        if "strategies" not in self.data:
            return f"<Certificate of a {self._kind()}>"
        return (
            f"<Certificate of {', '.join(self.claims)}: {len(self.data['strategies'])} strategies, "
            f"{self.replies} replies>"
        )


def sealed(data: dict[str, Any]) -> Certificate:
    """Return a certificate with the digest of its fields."""
    text = json.dumps({**data, "digest": ""}, sort_keys=True, separators=(",", ":"))
    return Certificate({**data, "digest": hashlib.sha256(text.encode()).hexdigest()})


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
            data = json.load(file)
    except (ValueError, RecursionError) as error:
        raise FarstarError(f"expected a certificate in JSON, got {error}") from None
    if not isinstance(data, dict):
        raise FarstarError(f"expected a certificate in JSON, got {type(data).__name__}")
    return Certificate(data)
