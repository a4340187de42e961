"""The paper, to which the other modules add their claims."""

from functools import partial

from farstar.papers._claim import Paper, declare

CLAIMS = Paper("partizan-geography", "Partizan Geography on K_n x K_2")
claim = partial(declare, CLAIMS)
