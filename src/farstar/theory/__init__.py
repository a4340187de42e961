"""Closed forms: pure functions on integers and words that need no engine.

Each subject is a module, which is used by its name here and loaded when it is first used. The
modules on impartial games live in `farstar.impartial`, those of a paper in the paper's folder.

>>> from farstar import theory
>>> theory.continued_fractions.continued_fraction(11, 8)
(1, 2, 1, 2)
"""

from farstar._former_modules import former_modules
from farstar._lazy import lazy_names

_NAMES = ("Multipliers", "odd", "unrestricted", "up_to")
_MODULES = dict.fromkeys(_NAMES, "farstar.impartial.number_sets")


def _modules() -> dict[str, str]:
    """Return the module of each name; a subject is a module of its own."""
    parts = [name.rpartition(".") for name in former_modules()]
    return _MODULES | {name: "" for package, _, name in parts if package == __name__}


__getattr__, __dir__ = lazy_names(
    __name__, _MODULES, _modules, computed={"__all__": lambda: sorted(_modules())}
)
