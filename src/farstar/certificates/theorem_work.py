"""The checker of theorems within the budget of Farstar."""

from __future__ import annotations

from farstar import engine
from farstar.certificates import theorem_checker
from farstar.errors import BudgetExceeded


class TheoremWork(theorem_checker.Budget):
    """The steps of the checker of theorems, within the time of Farstar's budget."""

    POLL_EVERY = 1000

    def __init__(self, steps: int | None = None) -> None:
        super().__init__(steps)
        self._next = self.left

    def spend(self, steps: int = 1) -> None:
        """Count some steps, and look at the clock from time to time."""
        super().spend(steps)
        if self.left <= self._next:
            self._next = self.left - self.POLL_EVERY
            if engine.is_out_of_time():
                raise BudgetExceeded(f"out of time after {self.steps - self.left} steps of a check")
