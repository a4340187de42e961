# Written by make stubs.
from farstar.values._form import Form as Form
from farstar.values._named import born_by_day as born_by_day
from farstar.values._named import star as star
from farstar.values._named import switch as switch
from farstar.values._named import tiny as tiny
from farstar.values._named import up as up
from farstar.values._thermograph import Thermograph as Thermograph
from farstar.values._thermograph import Wall as Wall
from farstar.values._thermograph import of_handle as of_handle
from farstar.values._uptimal import UptimalExpansion as UptimalExpansion
from farstar.values._value import Value as Value
from farstar.values._value import load as load
from farstar.values._value import wrap as wrap
from farstar.values.printing import ascii_text as ascii_text

__all__ = [
    "Form",
    "Thermograph",
    "UptimalExpansion",
    "Value",
    "Wall",
    "ascii_text",
    "born_by_day",
    "load",
    "of_handle",
    "star",
    "switch",
    "tiny",
    "up",
    "wrap",
]

MODULES: dict[str, str]
