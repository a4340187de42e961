"""The settings of a server: where it listens, and its limits."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

from farstar.errors import FarstarError

LONGEST_EXPRESSION = 10_000
"""Characters of an expression from the network."""


class PortTakenError(FarstarError, OSError):
    """The address is in use already, or not available."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Where a server listens, and its limits.

    Examples
    --------
    >>> Settings(port=9000).url, Settings().is_local, Settings(host="0.0.0.0").is_local
    ('http://127.0.0.1:9000/', True, False)
    """

    host: str = "127.0.0.1"
    """The address to listen at."""

    port: int = 8128
    """The port; 0 takes any free one."""

    open_browser: bool = True
    """Whether to show the page once the server listens."""

    hosts: tuple[str, ...] = ()
    """Names, besides those of this computer, under which browsers may ask for the pages."""

    workers: int = field(default_factory=lambda: max(2, min(8, os.cpu_count() or 2)))
    """Requests that may take long at once; there are two more workers for shorter ones, and one in
    reserve."""

    time_limit: float = 20.0
    """Seconds for one request."""

    longest_time: float = 600.0
    """Seconds for a piece of work with a progress bar, such as a large table."""

    memory_limit: int = 1 << 30
    """Bytes of address space of a worker."""

    recycle_after: int = 500
    """Requests after which a worker is replaced."""

    waiting: int = 200
    """Requests that may wait; more are refused."""

    waiting_per_client: int = 50
    """Requests of one address that may wait."""

    waiting_per_tab: int = 8
    """Requests of one tab or connection that may wait."""

    rate: float = 50.0
    """Requests a second that one address may make."""

    longest_request: int = 64 * 1024
    """Bytes of a request."""

    request_time: float = 30.0
    """Seconds in which a request must have arrived; then the connection is closed."""

    docs: Path | None = None
    """A folder with the documentation as built by ``make docs``, to which the pages link."""

    @property
    def is_local(self) -> bool:
        """Whether only this computer can reach the server."""
        return is_loopback(self.host)

    @property
    def url(self) -> str:
        """The address of the first page."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/"


def is_loopback(host: str) -> bool:
    """Return whether an address or a name belongs to this computer alone.

    Examples
    --------
    >>> [is_loopback(host) for host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "example.org")]
    [True, True, True, False, False]
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
