"""The checks under their former name, for rooms that still import them from here."""

from farstar._arguments import integer, integers, shown

__all__ = ["integer", "integers", "shown"]
