"""What a value holds: the native cell answers as the operators in Python do."""

from __future__ import annotations

import operator
import threading
import weakref
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import farstar as fs
from farstar import Value, engine
from farstar.values._operators import Operators, PythonCell

TEXTS = ("0", "1", "-3/4", "*", "*2", "^", "^^*", "v3", "{1|-1}", "{3||2|1}", "{1*|^}", "2^31")
OTHERS: tuple[object, ...] = (
    *(0, 1, -2, 2**31, -(2**31) - 1, 2**70),
    *(Fraction(1, 2), Fraction(1, 3), True, 0.5, None, "^", [1]),
)
UNARY: tuple[Callable[..., Any], ...] = (operator.neg, bool, hash)
BINARY: tuple[Callable[..., Any], ...] = (
    *(operator.add, operator.sub, operator.eq, operator.ne),
    *(operator.ge, operator.le, operator.gt, operator.lt),
)
native = pytest.mark.skipif("native" not in engine.available(), reason="no native engine")


def answer(question: Callable[..., Any], *sides: object) -> object:
    """Return the answer, values by their handles, or the kind of error."""
    try:
        answer = question(*sides)
    except TypeError:
        return TypeError
    return answer._handle if isinstance(answer, Operators) else answer


def values() -> list[Value]:
    return [Value(2**31) if text == "2^31" else Value(text) for text in TEXTS]


@pytest.mark.usefixtures("each_engine")
def test_operators_agree_with_those_in_python() -> None:
    cells = [(value, PythonCell._of(value._handle)) for value in values()]
    for v, twin in cells:
        for question in UNARY:
            # Twice: what a cell did not know at first it knows the second time.
            assert answer(question, v) == answer(question, v) == answer(question, twin)
        for w, other_twin in cells:
            for question in BINARY:
                expected = answer(question, twin, other_twin)
                assert answer(question, v, w) == answer(question, v, w) == expected
        for other in OTHERS:
            for question in BINARY:
                assert answer(question, v, other) == answer(question, twin, other)
                assert answer(question, other, v) == answer(question, other, twin)


@native
def test_the_native_cell_answers_first() -> None:
    for name in ("__add__", "__radd__", "__sub__", "__neg__", "__bool__", "__eq__", "__ge__"):
        assert name not in vars(Value)
        assert getattr(Value, name) is not getattr(Operators, name)


@native
def test_operators_wait_for_an_engine_that_is_busy() -> None:
    v, w = Value("{3||2|1}"), Value("{1|-1}")
    expected = v + w, v - w, -v, v >= w, v < 5, v == w
    games = []
    for step in (3, 7):
        g = Value(0)
        for n in range(1, 400):
            g = Value.of([step * n * n], [g])
        games.append(g)
    work = threading.Thread(target=operator.add, args=games)
    work.start()
    rounds = 0
    while work.is_alive() or not rounds:
        assert (v + w, v - w, -v, v >= w, v < 5, v == w) == expected
        rounds += 1
    work.join()


def test_cells_are_small_and_closed() -> None:
    v = Value("^")
    assert weakref.ref(v)() is v
    with pytest.raises(AttributeError):
        v._handle = Value("*")._handle
    with pytest.raises(AttributeError):
        v.colour = "red"


def test_an_empty_cell_is_refused() -> None:
    empty = object.__new__(Value)
    for question in UNARY:
        with pytest.raises(AttributeError):
            question(empty)
    for question in BINARY:
        with pytest.raises(AttributeError):
            question(empty, 1)
        with pytest.raises(AttributeError):
            question(Value(1), empty)


@native
def test_what_overflows_says_so() -> None:
    huge = 2**62 * Value("^")
    with pytest.raises(fs.ValueOverflowError, match="up"):
        huge + huge


def test_weak_references_die_with_their_value() -> None:
    v = Value("{7|-7}") + 1
    gone = weakref.ref(v)
    del v
    assert gone() is None
