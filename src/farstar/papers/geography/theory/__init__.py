"""Closed forms for Partizan Geography: pure functions on integers."""
