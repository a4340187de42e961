"""Impartial games as arithmetic: Grundy values, codes, periods and misère forms; no engine needed.

Each module is one subject and is used by its name.

>>> from farstar.impartial.grundy import mex
>>> mex([0, 1, 3])
2
"""
