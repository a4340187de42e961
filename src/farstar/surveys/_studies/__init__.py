"""The surveys that have a name."""

from farstar.surveys._studies import _loopy as loopy
from farstar.surveys._studies import _misere as misere
from farstar.surveys._studies import _other_games as other_games
from farstar.surveys._studies import _partizan_euclid as partizan_euclid
from farstar.surveys._study import Study

STUDIES: tuple[Study, ...] = (
    partizan_euclid.Census(),
    partizan_euclid.Outcomes(),
    partizan_euclid.Values(),
    partizan_euclid.AtomicWeights(),
    partizan_euclid.MeanWeights(),
    partizan_euclid.WordGrowth(),
    other_games.EuclidGrundy(),
    other_games.GrossmanWinners(),
    other_games.GrossmanSetWinners(),
    other_games.GrossmanMeanLengths(),
    other_games.GrossmanLengths(),
    other_games.GeographyValues(),
    misere.MisereAtlas(),
    loopy.FoxAndGeeseMuseum(),
)
