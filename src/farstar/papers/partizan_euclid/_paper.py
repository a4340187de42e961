"""The paper, to which the other modules add their claims."""

from functools import partial

from farstar.papers._claim import Paper, declare

CLAIMS = Paper("partizan-euclid", "Outcomes of Partizan Euclid")
claim = partial(declare, CLAIMS)
