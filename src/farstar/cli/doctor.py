"""``farstar doctor``: checks this installation."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

import click

from farstar.cli._common import Command, emit_json

SCHEMA = "farstar.doctor/1"

_EXAMPLES = """\b
Examples:
  farstar doctor
  farstar doctor --json
"""


@dataclass(frozen=True)
class Check:
    """Something that was tried."""

    name: str
    ok: bool
    detail: str


@click.command(cls=Command, epilog=_EXAMPLES)
@click.argument("nothing", metavar="", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, nothing: tuple[str, ...], as_json: bool) -> int:
    """Check this installation: the engines and the optional extras.

    The exit code is 1 if something is broken. A missing engine or extra is not an error.
    """
    if nothing:
        raise click.UsageError(f"expected no argument, got {' '.join(nothing)!r}", ctx)
    facts, checks = find_facts(), run_checks()
    ok = all(check.ok for check in checks)
    if as_json:
        emit_json(
            {"schema": SCHEMA, "ok": ok, **facts, "checks": [asdict(check) for check in checks]}
        )
    else:
        _show(facts, checks)
    return 0 if ok else 1


def find_facts() -> dict[str, object]:
    """Return what there is: versions, engines, the store, extras."""
    import farstar as fs

    return {
        "version": fs.__version__,
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
    """Return the packages of each extra, those of the extras that it refers to included.

    Examples
    --------
    >>> packages_of_extras(
    ...     ["farstar[plot]; extra == 'web'", "starlette<2,>=0.45; extra == 'web'",
    ...      "matplotlib>=3.9; extra == 'plot'", "click>=8"]
    ... )
    {'web': ['matplotlib', 'starlette'], 'plot': ['matplotlib']}
    """
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
        package = _package_name(requirement)
        if package != "farstar":
            packages.add(package)
            continue
        names = requirement.partition("[")[2].partition("]")[0].split(",")
        for name in (name.strip() for name in names):
            if name not in seen:
                seen.add(name)
                todo.extend(reversed(required.get(name, [])))
    return sorted(packages)


def _package_name(requirement: str) -> str:
    for i, character in enumerate(requirement):
        if character in " <>=!~[(@":
            return requirement[:i]
    return requirement


def run_checks() -> list[Check]:
    """Let every engine compute things that are known."""
    import farstar as fs

    checks = []
    for name in fs.engine.available():
        for title, check in _CHECKS.items():
            with fs.engine.use(name):
                checks.append(_try(f"{title} ({name} engine)", check))
    return checks


def _try(name: str, check: Callable[[], tuple[object, object]]) -> Check:
    from farstar import FarstarError

    try:
        actual, expected = check()
    except (FarstarError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        return Check(name, False, f"{type(error).__name__}: {error}")
    if actual == expected:
        return Check(name, True, str(actual))
    return Check(name, False, f"expected {expected}, got {actual}")


def _canonical_forms() -> tuple[object, object]:
    from farstar import Value

    return str(Value("{0,*,-1|-1,{1|-2},{2|0}}")), "{0,*|-1}"


def _sums() -> tuple[object, object]:
    from farstar import Value

    return str(Value("+-1+-2+-3+-4")), "+-{10|8||6|4|||4|2||0|-2}"


def _order() -> tuple[object, object]:
    from farstar import Value

    up, star = Value("^"), Value("*")
    return (up >= 0, up >= star, up + up > star), (True, False, True)


def _thermographs() -> tuple[object, object]:
    from farstar import Value

    g = Value("{3||2|1}")
    return f"mean {g.mean}, temperature {g.temperature}", "mean 9/4, temperature 3/4"


def _atomic_weights() -> tuple[object, object]:
    from farstar import Value

    return str(Value("{^^|v}").atomic_weight()), "1/2"


_CHECKS: dict[str, Callable[[], tuple[object, object]]] = {
    "canonical forms": _canonical_forms,
    "sums": _sums,
    "order": _order,
    "thermographs": _thermographs,
    "atomic weights": _atomic_weights,
}


def _show(facts: dict[str, object], checks: list[Check]) -> None:
    rows = [
        ("Farstar", f"{facts['version']}"),
        ("Python", f"{facts['python']} ({facts['implementation']}, {facts['platform']})"),
        ("engine", _engine_text(str(facts["engine"]))),
        ("extras", _extras_text(extras())),
    ]
    for name, text in rows:
        click.echo(f"{name:<9}{text}")
    click.echo("checks")
    for check in checks:
        click.echo(f"  {'ok' if check.ok else 'FAILED':<8}{check.name}: {check.detail}")


def _engine_text(name: str) -> str:
    if name == "native":
        return "native"
    return f"{name}: the native engine was not built or not chosen, so everything is slower"


def _extras_text(missing: dict[str, dict[str, str | None]]) -> str:
    if not missing:
        return "unknown: Farstar runs from its source tree"
    return ", ".join(
        f"{extra} ({'installed' if all(packages.values()) else 'not installed'})"
        for extra, packages in sorted(missing.items())
    )
