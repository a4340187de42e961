"""Ranges that several papers go through, each case by case."""

from functools import partial

from farstar.papers import _brute as brute
from farstar.papers._cases import letters, numbers

pairs = partial(numbers, "`a < b <= {}`", over=brute.pairs)
coprime = partial(numbers, "coprime `q < p <= {}`", over=brute.coprime_pairs)
standard = partial(numbers, "coprime `q < p < 2q, p <= {}`", over=brute.standard_pairs)
words = partial(letters, "words of at most {} letters", over=brute.words)
