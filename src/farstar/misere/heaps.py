"""Quotients of a game on heaps that grow heap by heap, for rulesets that use them."""

from farstar.misere._find import HeapQuotients, proved_period
from farstar.misere._games import HeapGames, heap_games

__all__ = ["HeapGames", "HeapQuotients", "heap_games", "proved_period"]
