"""``farstar doctor``: checks this installation."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import click

from farstar.cli.common import command_with_examples, emit_json, flag, say

SCHEMA = "farstar.doctor/1"


@dataclass(frozen=True)
class Check:
    """Something that was tried."""

    name: str
    ok: bool
    detail: str


@command_with_examples("""\b
Examples:
  farstar doctor
  farstar doctor --json
""")
@click.argument("nothing", metavar="", nargs=-1)
@flag("--json", "as_json", "Print JSON.")
def command(nothing: tuple[str, ...], as_json: bool) -> int:
    """Check this installation: the engines and the optional extras.

    The exit code is 1 if something is broken. A missing engine or extra is not an error.
    """
    if nothing:
        raise click.UsageError(f"expected no argument, got {' '.join(nothing)!r}")
    facts, checks = find_facts(), run_checks()
    ok = all(check.ok for check in checks)
    if as_json:
        emit_json(
            {"schema": SCHEMA, "ok": ok, **facts, "checks": [asdict(check) for check in checks]}
        )
    else:
        _show(facts, checks)
    return 0 if ok else 1


def commit() -> str | None:
    """Return the commit from which the package was built; None if it was not in a repository."""
    from importlib.resources import files

    try:
        return files("farstar").joinpath("commit.txt").read_text("utf-8").strip()
    except FileNotFoundError:
        return None


def find_facts() -> dict[str, object]:
    """Return what there is: versions, engines, the store, extras."""
    import farstar as fs

    return {
        "version": fs.__version__,
        "commit": commit(),
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "platform": platform.platform(),
        "engine": fs.engine.active().name,
        "engines": list(fs.engine.available()),
        "store": fs.engine.stats(),
        "output_encoding": sys.stdout.encoding,
        "extras": extras(),
    }


def extras() -> dict[str, dict[str, str | None]]:
    """Return for each extra its packages with their versions, None for one that is missing."""
    from importlib.metadata import PackageNotFoundError, requires, version

    try:
        lines = requires("farstar") or []
    except PackageNotFoundError:
        return {}

    def found(package: str) -> str | None:
        try:
            return version(package)
        except PackageNotFoundError:
            return None

    return {
        extra: {package: found(package) for package in packages}
        for extra, packages in packages_of_extras(lines).items()
    }


def packages_of_extras(lines: Iterable[str]) -> dict[str, list[str]]:
    """Return the packages of each extra, those of the extras that it refers to included."""
    required: dict[str, list[str]] = {}
    for line in lines:
        requirement, _, marker = line.partition(";")
        quoted = marker.partition("extra ==")[2].strip()
        if quoted:
            extra = quoted[1:].partition(quoted[0])[0]
            required.setdefault(extra, []).append(requirement.strip())
    return {extra: _expanded(extra, required) for extra in required}


def _expanded(extra: str, required: dict[str, list[str]]) -> list[str]:
    """Return the packages of one extra, following references to extras of Farstar itself."""
    packages = set[str]()
    seen = {extra}
    todo = list(reversed(required[extra]))
    while todo:
        requirement = todo.pop()
        package = re.split(r"[ <>=!~\[(@]", requirement, maxsplit=1)[0]
        if package != "farstar":
            packages.add(package)
            continue
        names = requirement.partition("[")[2].partition("]")[0].split(",")
        for name in (name.strip() for name in names):
            if name not in seen:
                seen.add(name)
                todo.extend(reversed(required.get(name, [])))
    return sorted(packages)


def run_checks() -> list[Check]:
    """Let every engine compute things that are known."""
    import farstar as fs

    checks = []
    for name in fs.engine.available():
        for title, (compute, expected) in _CHECKS.items():
            with fs.engine.use(name):
                checks.append(_try(f"{title} ({name} engine)", partial(compute, fs), expected))
    return checks


def _try(name: str, compute: Callable[[], object], expected: object) -> Check:
    from farstar import FarstarError

    try:
        actual = compute()
    except (FarstarError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return Check(name, False, f"{type(error).__name__}: {error}")
    if actual == expected:
        return Check(name, True, str(actual))
    return Check(name, False, f"expected {expected}, got {actual}")


def _order(fs: Any) -> object:
    up, star = fs.Value("^"), fs.Value("*")
    return up >= 0, up >= star, up + up > star


def _thermographs(fs: Any) -> object:
    g = fs.Value("{3||2|1}")
    return f"mean {g.mean}, temperature {g.temperature}"


_CHECKS: dict[str, tuple[Callable[[Any], object], object]] = {
    "canonical forms": (lambda fs: str(fs.Value("{0,*,-1|-1,{1|-2},{2|0}}")), "{0,*|-1}"),
    "sums": (lambda fs: str(fs.Value("+-1+-2+-3+-4")), "+-{10|8||6|4|||4|2||0|-2}"),
    "order": (_order, (True, False, True)),
    "thermographs": (_thermographs, "mean 9/4, temperature 3/4"),
    "atomic weights": (lambda fs: str(fs.Value("{^^|v}").atomic_weight()), "1/2"),
}
"""What is computed from the package, and the result."""


def _show(facts: dict[str, object], checks: list[Check]) -> None:
    slow = ": the native engine was not built or not chosen, so everything is slower"
    engine = str(facts["engine"])
    click.echo(f"Farstar  {facts['version']}")
    click.echo(f"Python   {facts['python']} ({facts['implementation']}, {facts['platform']})")
    click.echo(f"engine   {engine}{'' if engine == 'native' else slow}")
    say(f"extras   {_extras_text(extras())}", 9)
    click.echo("checks")
    for check in checks:
        click.echo(f"  {'ok' if check.ok else 'FAILED':<8}{check.name}: {check.detail}")


def _extras_text(missing: dict[str, dict[str, str | None]]) -> str:
    if not missing:
        return "unknown: Farstar runs from its source tree"
    return ", ".join(
        f"{extra} ({'installed' if all(packages.values()) else 'not installed'})"
        for extra, packages in sorted(missing.items())
    )
