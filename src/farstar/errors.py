"""The errors of Farstar, one small tree.

::

    FarstarError
    ├── NotationError(ValueError)          text that cannot be read
    ├── IllegalPositionError(ValueError)   a position that the rules do not know
    ├── ComparisonError(TypeError)         a comparison of a game with something that is not one
    ├── NotAtomicError(ValueError)         an atomic weight was asked of a game that has none
    ├── LoopyError(ValueError)             something that a game with loops does not have
    ├── BudgetExceeded(RuntimeError)       out of time, nodes, memory or text length
    ├── ValueOverflowError(OverflowError)  a number too large even for the exact arithmetic
    ├── SurveyError(RuntimeError)          a survey that cannot go on, or cannot be read
    └── MissingExtraError(ImportError)     an optional dependency is not installed

Every message is lower-case, says what was expected and shows what was given.
"""


class FarstarError(Exception):
    """Base of every error that Farstar raises on purpose."""

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows: the lines of the user that led here, and the message."""
        from traceback import extract_tb

        package = __file__.rpartition("errors")[0]
        own = [frame for frame in extract_tb(self.__traceback__) if package not in frame.filename]
        places = [
            f"line {f.lineno}: {f.line}" for f in own if f.line and "IPython" not in f.filename
        ]
        return [*places, f"{type(self).__name__}: {self}"]


class _InputError(FarstarError, ValueError):
    """What was given cannot be used; if it was text, the error knows the place.

    Parameters
    ----------
    message : str
        What was expected and what was found.
    text : str, optional
        The whole text that was being read.
    column : int, optional
        Zero-based place of the fault in ``text``.
    """

    def __init__(self, message: str, text: str | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.column = column

    def __reduce__(self) -> tuple[type, tuple[str, str | None, int | None]]:
        return type(self), (self.message, self.text, self.column)


class NotationError(_InputError):
    """Text that is not in the notation; the message names the column."""


class IllegalPositionError(_InputError):
    """A position that the rules of its game do not allow."""


class ComparisonError(FarstarError, TypeError):
    """A game compared by ``==`` or ``<`` with a text, a float or a game of another kind.

    Examples
    --------
    >>> try:
    ...     fs.Domineering("2x2") > "0"
    ... except fs.ComparisonError as error:
    ...     print(error)
    expected a game or an exact number next to >, got '0': to compare values write
    position.compare('0')
    """


class NotAtomicError(FarstarError, ValueError):
    """The game has no atomic weight."""


class LoopyError(FarstarError, ValueError):
    """A game with loops does not have what was asked for, such as a mean."""


class BudgetExceeded(FarstarError, RuntimeError):  # noqa: N818 - a name of the public contract
    """The work ran out of its budget (time, nodes, memory or text length); nothing is known."""


class ValueOverflowError(FarstarError, OverflowError):
    """A number left the range of the exact arithmetic."""


class SurveyError(FarstarError, RuntimeError):
    """A survey cannot be begun, continued or read; the message says what to do."""


class CertificateError(FarstarError, ArithmeticError):
    """Something that was to be proved is not."""


class MissingExtraError(FarstarError, ImportError):
    """An optional dependency is missing; the message names the extra to install."""
