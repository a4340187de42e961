"""The paper, to which the other modules add their claims."""

from functools import partial

from farstar.papers._claim import Paper, declare

CLAIMS = Paper("real-euclid", "The Sprague-Grundy function of the real game Euclid")
claim = partial(declare, CLAIMS)
