"""The results of a proof: a theorem with its certificate, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, final

from farstar.certificates import Certificate, Refused, seal, theorem_checker
from farstar.errors import BudgetExceeded, CertificateError, NotationError

if TYPE_CHECKING:
    from farstar.learn import Machine

Arguments = ParamSpec("Arguments")


@final
class Theorem:
    """A statement about positions of every size, proved.

    A theorem exists only if the stand-alone checker accepts its certificate: `statement` is what
    the checker printed.

    Parameters
    ----------
    data : mapping
        The fields of the certificate, without version and digest.
    method : str
        The name of the method, such as ``"Moore machine"``.
    latex : str
        The statement as LaTeX.
    automaton : Machine, optional
        The automaton that the proof is about.
    value : callable, optional
        Returns what the theorem says about the member of the family with a number, or about a word.

    Raises
    ------
    CertificateError
        If the checker refuses the certificate.
    """

    __slots__ = ("_certificate", "_latex", "_value", "automaton", "lines", "method")

    automaton: Machine | None
    """The automaton that the proof is about, if there is one."""
    lines: tuple[str, ...]
    """The statement and the rules in full, as the checker prints them."""
    method: str
    """The name of the method."""

    def __init__(
        self,
        data: Mapping[str, Any],
        *,
        method: str,
        latex: str,
        automaton: Machine | None = None,
        value: Callable[[Any], Any] | None = None,
    ) -> None:
        self._certificate = seal(data)
        try:
            self.lines = tuple(self._certificate.theorem().lines)
        except Refused as refusal:
            raise CertificateError(f"expected a certificate that proves: {refusal}") from None
        self._latex = latex
        self._value = value
        self.automaton = automaton
        self.method = method

    @property
    def statement(self) -> str:
        """What is proved, in one line."""
        return self.lines[0]

    def certificate(self) -> Certificate:
        """Return the certificate, which is checked without Farstar's other code."""
        return self._certificate

    def value(self, n: Any) -> Any:
        """Return what the theorem says about one member: number `n` of a family, or a word.

        Raises
        ------
        NotationError
            If the theorem says nothing about single members.
        """
        if self._value is None:
            raise NotationError(f"expected a theorem about values, got {self.statement!r}")
        return self._value(n)

    def latex(self) -> str:
        """Return the statement as LaTeX."""
        return self._latex

    def _repr_latex_(self) -> str:
        return self._latex

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"proved: {self.statement}"

    def __repr__(self) -> str:
        return f"<Theorem: {self.statement}>"


@final
class NotProved:
    """Why there is no proof; the statement may still be true.

    A result of this kind counts as false: ``if theorem := fs.prove.outcomes(...)``. Where the
    budget is used up, `is_out_of_budget` is true: nothing is known then, not even that the method
    fails.

    Examples
    --------
    >>> strip = "board strip" + chr(10) + "cells . #" + chr(10) + "both .. -> ##"
    >>> with fs.engine.budget(seconds=0):
    ...     answer = fs.prove.outcomes(strip)
    >>> answer.is_out_of_budget, str(answer).startswith("out of budget, nothing is known: ")
    (True, True)
    """

    __slots__ = ("counterexample", "is_out_of_budget", "reason")

    counterexample: str | None
    """A word or member for which the statement is false, if one was found."""
    is_out_of_budget: bool
    """Whether the budget was used up before there was an answer."""
    reason: str
    """What is missing, in one line."""

    def __init__(
        self, reason: str, counterexample: str | None = None, *, is_out_of_budget: bool = False
    ) -> None:
        self.reason = reason
        self.counterexample = counterexample
        self.is_out_of_budget = is_out_of_budget

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return self.reason if self.is_out_of_budget else f"no proof: {self.reason}"

    def __repr__(self) -> str:
        return f"<NotProved: {self.reason}>"


class Unproved(Exception):  # noqa: N818 - it is no error, but an answer
    """Stops a proof; the public functions turn it into `NotProved`."""

    def __init__(self, reason: str, counterexample: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.counterexample = counterexample

    def result(self) -> NotProved:
        """Return the answer to the user."""
        return NotProved(self.reason, self.counterexample)


def give_up(reason: str, counterexample: str | None = None) -> NoReturn:
    """Stop a proof for a reason."""
    raise Unproved(reason, counterexample)


def answers(
    method: Callable[Arguments, Theorem | NotProved],
) -> Callable[Arguments, Theorem | NotProved]:
    """Let a method return its reason where it gives up, and say so where the budget is used up."""

    @wraps(method)
    def answer(*arguments: Arguments.args, **options: Arguments.kwargs) -> Theorem | NotProved:
        try:
            return method(*arguments, **options)
        except Unproved as stopped:
            return stopped.result()
        except (BudgetExceeded, theorem_checker.OutOfBudget) as error:
            detail = str(error).removeprefix("out of budget: ").removesuffix(": nothing is known")
            return NotProved(f"out of budget, nothing is known: {detail}", is_out_of_budget=True)

    return answer
