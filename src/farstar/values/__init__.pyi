# Written by make stubs.
from farstar.values._form import Form as Form
from farstar.values._named import born_by_day as born_by_day
from farstar.values._named import star as star
from farstar.values._named import switch as switch
from farstar.values._named import tiny as tiny
from farstar.values._named import up as up
from farstar.values._thermograph import Line as Line
from farstar.values._thermograph import Thermograph as Thermograph
from farstar.values._thermograph import Wall as Wall
from farstar.values._thermograph import lowest as lowest
from farstar.values._thermograph import of_handle as of_handle
from farstar.values._thermograph import outline as outline
from farstar.values._thermograph import wall_line as wall_line
from farstar.values._value import Value as Value
from farstar.values._value import load as load
from farstar.values._value import wrap as wrap
from farstar.values.order import UptimalExpansion as UptimalExpansion
from farstar.values.printing import ascii_text as ascii_text

__all__ = [
    "Form",
    "Line",
    "Thermograph",
    "UptimalExpansion",
    "Value",
    "Wall",
    "ascii_text",
    "born_by_day",
    "load",
    "lowest",
    "of_handle",
    "outline",
    "star",
    "switch",
    "tiny",
    "up",
    "wall_line",
    "wrap",
]

MODULES: dict[str, str]
