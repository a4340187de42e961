"""Certificates as files, and back."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from farstar._arguments import shown
from farstar.errors import NotationError
from farstar.misere._check import Checked, check

MAX_BYTES = 256 * 2**20
"""Size of the largest file that is read."""


def write(document: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a certificate as JSON; the file appears whole or not at all."""
    target = Path(os.path.realpath(path))
    scratch = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        text = json.dumps(document, sort_keys=True, separators=(",", ":"))
        scratch.write_text(text + "\n", encoding="ascii")
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)


def read(path: str | os.PathLike[str]) -> Any:
    """Return what a file holds, unchecked."""
    size = os.stat(path).st_size
    if size > MAX_BYTES:
        raise NotationError(f"expected a file of at most {MAX_BYTES} bytes, got {size}")
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotationError(
            f"expected a certificate in JSON, got {shown(os.fspath(path))}: {error}"
        ) from None


def check_certificate(certificate: str | os.PathLike[str] | dict[str, Any]) -> Checked:
    """Check a certificate, a file or the data of one, and return what it proves.

    The checker computes with the products, the P-positions and the images that it is given, and
    takes the moves from the rules of the game. It needs nothing that found the quotient.

    Raises
    ------
    CertificateError
        If the certificate does not prove what it says.
    NotationError
        If the file is not JSON.

    Examples
    --------
    >>> document = fs.misere_quotient("0.75").certificate()
    >>> check_certificate(document)
    Checked(order=8, games=22, pairs=33, period=(8, 2))
    >>> document["losing"] = [1, 5]
    >>> check_certificate(document)
    Traceback (most recent call last):
    ...
    farstar.theory.certificates._certificate.CertificateError: certificate refused: expected ...
    """
    return check(certificate if isinstance(certificate, dict) else read(certificate))
