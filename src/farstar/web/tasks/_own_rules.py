"""Rules of the visitor's own: patterns, which are data, so that nothing of them is executed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

import farstar as fs
from farstar.errors import NotationError
from farstar.expressions import Expression, read, registered
from farstar.web.settings import LONGEST_EXPRESSION

LONGEST_RULES = 4_000
"""Characters of rules that a visitor has written."""

Result = TypeVar("Result")


def read_expression(expression: str, rules: str = "") -> Expression:
    r"""Return an expression, in which a game of the visitor's own may occur."""
    if len(expression) > LONGEST_EXPRESSION:
        raise NotationError(
            f"expected an expression of at most {LONGEST_EXPRESSION} characters, "
            f"got {len(expression)}"
        )
    with own_rules(rules):
        return read(expression)


@contextmanager
def own_rules(rules: str) -> Iterator[None]:
    """Let expressions know the game that some rules describe, for a while.

    Raises
    ------
    NotationError
        If the rules are too long or cannot be read.
    """
    if len(rules) > LONGEST_RULES:
        raise NotationError(
            f"expected rules of at most {LONGEST_RULES} characters, got {len(rules)}"
        )
    if not rules.strip():
        yield
        return
    try:
        ruleset: Any = fs.rules(rules)  # type: ignore[operator]
    except NotationError as error:
        # Its column is one of the rules, not of the expression.
        raise NotationError(f"in the rules, {error.message}") from None
    with registered(ruleset):
        yield


def takes_rules(function: Callable[..., Result]) -> Callable[..., Result]:
    r"""Give a task one more argument, `rules`: rules that its expressions may use."""

    @wraps(function)
    def with_rules(*arguments: Any, rules: str = "", **named: Any) -> Result:
        with own_rules(rules):
            return function(*arguments, **named)

    # Arguments from outside are checked against the signature.
    own = inspect.Parameter("rules", inspect.Parameter.KEYWORD_ONLY, default="", annotation="str")
    signature = inspect.signature(function)
    parameters = [*signature.parameters.values(), own]
    with_rules.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_rules.__annotations__ = {**function.__annotations__, "rules": "str"}
    return with_rules
