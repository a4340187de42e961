"""Closed forms for Euclid, Grossman's game and Serial Nim: pure functions on integers."""
