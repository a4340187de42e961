"""Names of a package that are loaded when they are first used."""

from __future__ import annotations

# That of typing, for every module that the first value of a program needs: importing typing takes
# longer than all of them together. Type checkers know the name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose names live in other modules.

    A name that is itself a submodule has an empty text for its module.
    """

    def load(name: str) -> object:
        from importlib import import_module

        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if not modules[name]:
            return import_module(f"{package}.{name}")
        member = getattr(import_module(modules[name]), name)
        vars(import_module(package))[name] = member
        return member

    def names() -> list[str]:
        from sys import modules as loaded

        return sorted({*vars(loaded[package]), *modules})

    return load, names
