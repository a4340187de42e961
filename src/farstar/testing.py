"""Hypothesis strategies for values, to test laws and programs with.

They need the extra ``test``: ``pip install "farstar[test]"``.

Examples
--------
>>> from hypothesis import given
>>> from farstar.testing import values
>>> @given(values(), values())
... def addition_commutes(g, h):
...     assert g + h == h + g
>>> addition_commutes()
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from farstar.engine import Engine, Handle
from farstar.errors import MissingExtraError
from farstar.values import Value

try:
    from hypothesis import strategies as st
except ImportError as error:
    raise MissingExtraError(
        "farstar.testing needs hypothesis: install the extra 'test', "
        'for example with pip install "farstar[test]"'
    ) from error

__all__ = ["Form", "build", "dyadics", "forms", "handle", "values"]

Form: TypeAlias = "tuple[int, int, int, int] | tuple[tuple[Form, ...], tuple[Form, ...]]"
"""A game written down, not yet simplified: ``(numerator, exponent, up, star)`` for
``numerator/2**exponent + up.(up) + *star``, or the Left and the Right options."""


def dyadics(*, max_size: int = 4, max_exponent: int = 3) -> st.SearchStrategy[Fraction]:
    """Return a strategy for dyadic numbers.

    Parameters
    ----------
    max_size : int
        Bound on the absolute value.
    max_exponent : int
        Largest power of two in the denominator.

    Examples
    --------
    >>> from hypothesis import find
    >>> from farstar.testing import dyadics
    >>> find(dyadics(), lambda x: x.denominator > 1)
    Fraction(1, 2)
    """
    return st.integers(0, max_exponent).flatmap(
        lambda k: st.integers(-max_size * 2**k, max_size * 2**k).map(lambda n: Fraction(n, 2**k))
    )


def forms(*, max_leaves: int = 8, all_small: bool = False) -> st.SearchStrategy[Form]:
    """Return a strategy for games that are written down but not yet simplified.

    They belong to no engine, so that one example can be built in both.

    Parameters
    ----------
    max_leaves : int
        About how many numbers, ups and nimbers the game is made of.
    all_small : bool
        Whether to keep to all-small games.
    """
    numbers = st.just(Fraction(0)) if all_small else dyadics()
    leaves = st.builds(_leaf, numbers, st.integers(-3, 3), st.integers(0, 4))
    return st.recursive(
        leaves,
        lambda inner: st.tuples(_side(inner), _side(inner)),
        max_leaves=max_leaves,
    )


def values(*, max_leaves: int = 8, all_small: bool = False) -> st.SearchStrategy[Value]:
    """Return a strategy for values.

    Parameters
    ----------
    max_leaves : int
        About how many numbers, ups and nimbers the game is made of.
    all_small : bool
        Whether to keep to all-small games.

    Examples
    --------
    >>> from hypothesis import given
    >>> from farstar.testing import values
    >>> @given(values(all_small=True))
    ... def all_small_games_are_infinitesimal(v):
    ...     assert v.is_infinitesimal
    >>> all_small_games_are_infinitesimal()
    """
    return forms(max_leaves=max_leaves, all_small=all_small).map(build)


def build(form: Form) -> Value:
    """Return the value of a form in the active engine.

    Examples
    --------
    >>> from farstar.testing import build
    >>> build((((3, 1, 0, 0),), ((0, 0, 1, 2),)))
    Value('{3/2|^*2}')
    """
    if len(form) == 4:
        numerator, exponent, up, star = form
        return Value(Fraction(numerator, 2**exponent)) + up * Value("^") + Value(f"*{star}")
    left, right = form
    return Value.of(map(build, left), map(build, right))


def handle(engine: Engine, form: Form) -> Handle:
    """Return the canonical form of a form in an engine, for tests of engines themselves."""
    if len(form) == 4:
        return engine.compact(*form)
    left, right = form
    return engine.construct([handle(engine, g) for g in left], [handle(engine, g) for g in right])


def _leaf(number: Fraction, up: int, star: int) -> Form:
    return number.numerator, number.denominator.bit_length() - 1, up, star


def _side(inner: st.SearchStrategy[Form]) -> st.SearchStrategy[tuple[Form, ...]]:
    # A side without options makes a number of anything: both sides have some.
    return st.lists(inner, min_size=1, max_size=3).map(tuple)
