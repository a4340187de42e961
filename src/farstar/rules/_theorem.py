"""A theorem for positions of every size, as it is named where it answers."""

from __future__ import annotations

from typing import NamedTuple


class CitedTheorem(NamedTuple):
    """What a theorem says, and the certificate that proves it."""

    name: str
    """Its name in the library; empty for a theorem of the user's."""
    statement: str
    """What is proved, as the checker printed it."""
    digest: str
    """The SHA-256 digest of the certificate."""

    def __str__(self) -> str:
        name = f"{self.name}: " if self.name else ""
        return f"{name}{self.statement} (certificate {self.digest[:16]})"
