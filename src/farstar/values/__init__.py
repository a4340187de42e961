"""Game values: the `Value` type, thermographs and value notation."""

from farstar.values._born import born_by_day
from farstar.values._measures import UptimalExpansion
from farstar.values._thermograph import Thermograph, Wall, of_handle
from farstar.values._value import Value, load, wrap

__all__ = [
    "Thermograph",
    "UptimalExpansion",
    "Value",
    "Wall",
    "born_by_day",
    "load",
    "of_handle",
    "wrap",
]
