"""Certificates as objects and as files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, final

from farstar.certificates import checker
from farstar.errors import FarstarError

MOST_BYTES = 50_000_000
"""The largest file that is read."""


@final
class Certificate:
    """A proof of who wins a sum, of a relation between games, or of a value.

    Examples
    --------
    >>> import farstar as fs
    >>> certificate = fs.certify(fs.Value("{1|-1}"))
    >>> certificate
    <Certificate of N: 2 strategies, 2 replies>
    """

    __slots__ = ("data",)

    data: Mapping[str, Any]
    """What the file contains; the head of `farstar.certificates.checker` describes the fields."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @property
    def claims(self) -> list[str]:
        """What it claims: an outcome, ``>=`` or ``<=`` to zero, ``canonical``, ``grundy``."""
        return list(self.data["claims"])

    def check(self) -> list[str]:
        """Walk through the whole proof, and return what is proved.

        Raises
        ------
        Refused
            If it does not prove what it claims.
        """
        return checker.check(self.data)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the certificate as JSON.

        Examples
        --------
        >>> import tempfile, os
        >>> import farstar as fs
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
        replies = sum(len(proof["replies"]) for proof in self.data["proofs"])
        return (
            f"<Certificate of {', '.join(self.claims)}: {len(self.data['proofs'])} strategies, "
            f"{replies} replies>"
        )


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
