"""The surveys that have a name, one module a game."""

from farstar.surveys._studies._euclid import (
    EuclidGrundy,
    GrossmanLengths,
    GrossmanMeanLengths,
    GrossmanSetWinners,
    GrossmanWinners,
)
from farstar.surveys._studies._geography import GeographyValues
from farstar.surveys._studies._growth import WordGrowth
from farstar.surveys._studies._outcomes import Census, Outcomes
from farstar.surveys._studies._values import AtomicWeights, MeanWeights, Values
from farstar.surveys._study import Study

STUDIES: tuple[Study, ...] = (
    Census(),
    Outcomes(),
    Values(),
    AtomicWeights(),
    MeanWeights(),
    WordGrowth(),
    EuclidGrundy(),
    GrossmanWinners(),
    GrossmanSetWinners(),
    GrossmanMeanLengths(),
    GrossmanLengths(),
    GeographyValues(),
)
