"""Closed forms for Partizan Euclid: pure functions on words and integers."""
