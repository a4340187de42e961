"""Worksheets: exercises about positions of games, with pictures, and answers with reasons.

>>> import farstar as fs
>>> sheet = fs.worksheet("Domineering", questions=2, level=1, seed=3)
>>> [question.kind for question in sheet.questions]
['who', 'who']
>>> print(sheet.questions[0].prompt)
Who wins if Left moves first, and who wins if Right moves first?
"""

from farstar.worksheets._make import FORMATS, Worksheet, worksheet
from farstar.worksheets._questions import KINDS, LEVELS, Question

__all__ = ["FORMATS", "KINDS", "LEVELS", "Question", "Worksheet", "worksheet"]
