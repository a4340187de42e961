"""The paper, to which the other modules add their claims."""

from functools import partial

from farstar.papers._claim import Paper, declare

CLAIMS = Paper("nim-type-game", "A nim-type game and continued fractions")
claim = partial(declare, CLAIMS)
