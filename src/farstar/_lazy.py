"""Names of a package that are loaded when they are first used."""

from __future__ import annotations

# That of typing, for every module that the first value of a program needs: importing typing takes
# longer than all of them together. Type checkers know the name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def modules_of_names(package: str, names_by_module: Mapping[str, str]) -> dict[str, str]:
    """Return the module of each name, from the names in each module of a package.

    Examples
    --------
    >>> modules_of_names("farstar", {"_outcome": "Left Right", "errors": "FarstarError"})
    {'Left': 'farstar._outcome', 'Right': 'farstar._outcome', 'FarstarError': 'farstar.errors'}
    """
    return {
        name: f"{package}.{module}"
        for module, names in names_by_module.items()
        for name in names.split()
    }


def lazy_names(
    package: str,
    modules: Mapping[str, str],
    *more: Callable[[], Mapping[str, str]],
    computed: Mapping[str, Callable[[], object]] | None = None,
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package whose names live in other modules.

    Parameters
    ----------
    package : str
        The name of the package.
    modules : mapping
        The module of each name; an empty text for a name that is itself a submodule.
    *more : callable
        Return the modules of further names, such as those of plugins. They are called in turn when
        a name is not in `modules`.
    computed : mapping, optional
        Functions that return the members with these names.
    """
    known = computed or {}

    def load(name: str) -> object:
        from importlib import import_module

        if name in known:
            member = known[name]()
        else:
            module = modules.get(name)
            for further in more if not name.startswith("_") else ():
                if module is None:
                    module = further().get(name)
            if module is None:
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            if not module:
                return import_module(f"{package}.{name}")
            member = getattr(import_module(module), name)
        vars(import_module(package))[name] = member
        return member

    def names() -> list[str]:
        from sys import modules as loaded

        further = {name for modules in more for name in modules()}
        return sorted({*vars(loaded[package]), *modules, *further, *known})

    return load, names
