"""A soak of the server; ``python tests/drills/soak.py`` soaks it longer."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_the_server_survives_a_soak() -> None:
    pytest.importorskip("starlette")
    from .soak import run

    assert "200:" in run(60)
