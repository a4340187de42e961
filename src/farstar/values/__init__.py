"""Game values: the `Value` type, thermographs and value notation."""

from farstar._lazy import lazy_names

MODULES = {
    "Form": "farstar.values._form",
    "Line": "farstar.values._thermograph",
    "Thermograph": "farstar.values._thermograph",
    "UptimalExpansion": "farstar.values.order",
    "Value": "farstar.values._value",
    "Wall": "farstar.values._thermograph",
    "ascii_text": "farstar.values.printing",
    "born_by_day": "farstar.values._named",
    "load": "farstar.values._value",
    "lowest": "farstar.values._thermograph",
    "of_handle": "farstar.values._thermograph",
    "outline": "farstar.values._thermograph",
    "star": "farstar.values._named",
    "switch": "farstar.values._named",
    "tiny": "farstar.values._named",
    "up": "farstar.values._named",
    "wall_line": "farstar.values._thermograph",
    "wrap": "farstar.values._value",
}
"""The module of each public name."""

__all__ = sorted(MODULES)

__getattr__, __dir__ = lazy_names(__name__, MODULES)
