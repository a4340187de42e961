"""Settings and fixtures that all tests share."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from farstar import engine
from farstar.expressions import _registry

# The same examples every time; HYPOTHESIS_PROFILE=desk looks for new ones, and make test tries
# fewer (quick). The fixture `each_engine` holds nothing that one example could spoil for the next.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
settings.register_profile("desk", settings.get_profile("ci"), derandomize=False)
settings.register_profile("quick", settings.get_profile("ci"), max_examples=30)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let CI try a test that drives other programs once more if it fails, and list it.

    Chromium, terminals and sockets have moods of their own. At a desk every failure counts, and so
    does every failure of the engine, of games and of surveys.
    """
    if os.environ.get("CI"):
        for item in items:
            if item.path.parent.name in {"web", "notebook", "docs", "cli", "packaging"}:
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let tests that need the same missing program make one line of the summary."""
    report = yield
    return with_common_place(report)


def with_common_place(report: pytest.TestReport) -> pytest.TestReport:
    """Return a report whose place, if a program is missing, is the same for all such tests."""
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2]
        if reason.removeprefix("Skipped: ").startswith("needs the program"):
            report.longrepr = (__file__, 1, reason)
    return report


@pytest.fixture(autouse=True, scope="session")
def interrupts_arrive() -> Iterator[None]:
    """Let SIGINT and SIGHUP through to the tests and to the programs they start.

    A shell starts what it runs in the background with SIGINT ignored, nohup what it runs with
    SIGHUP ignored, and children inherit that.
    """
    usual: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler}
    if os.name == "posix":
        usual[signal.SIGHUP] = signal.SIG_DFL
    in_main_thread = threading.current_thread() is threading.main_thread()
    ignored = [n for n in usual if in_main_thread and signal.getsignal(n) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, usual[number])
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(autouse=True)
def games_keep_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget after each test what it called a game, which may be the name of one of ours."""
    monkeypatch.setattr(_registry, "_own", dict(_registry._own))


@pytest.fixture(params=engine.available())
def each_engine(request: pytest.FixtureRequest) -> Iterator[engine.Engine]:
    """Run the test once under each engine, as the active one."""
    with engine.use(request.param) as chosen:
        yield chosen
