"""Misère values as text: ``*[2#0]`` is the game with the options 2# and 0.

A digit is a nim-heap, larger heaps stand in angle brackets: ``<12>``. The options of a game stand
side by side, those of an option in parentheses. ``#`` makes the game whose only option is what
stands before. Subscripts, in square brackets after an item, go on with it: a number is added, ``-``
and a number subtracts it, ``#`` as before. So ``4[2#]`` is the game whose only option is *4 + *2.
With commas, options are lists: ``*[[4,2],4,3,1]``.
"""

from __future__ import annotations

from farstar._walk import reached
from farstar.errors import NotationError
from farstar.misere._forms import FormAlgebra

_DEEPEST = 100
_MOST_FOLLOWERS = 400
"""Forms with at most this many followers are searched for sums, to write them as sums."""


def to_text(form: int, algebra: FormAlgebra) -> str:
    """Return a form as ``*[...]``."""
    writer = _Writer(form, algebra)
    return f"*[{writer.item(form, is_top=True)}]"


class _Writer:
    """Writes the followers of one form."""

    def __init__(self, form: int, algebra: FormAlgebra) -> None:
        self._algebra = algebra
        self._heap_of: dict[int, int] = {}
        self._items: dict[int, tuple[str, str]] = {}
        size = 0
        followers = reached([form], algebra.ordered)
        self._finds_sums = len(followers) <= _MOST_FOLLOWERS
        days = algebra.birthday(form)
        while size <= days:
            self._heap_of[algebra.heap(size)] = size
            size += 1
        for follower in sorted(followers, key=lambda x: (algebra.birthday(x), x)):
            self._write(follower)

    def item(self, form: int, *, is_top: bool = False) -> str:
        base, more = self._write(form)
        if more.strip("#"):
            return f"{base}[{more}]"
        if is_top and base.startswith("(") and not more:
            return base[1:-1]
        return base + more

    def _write(self, form: int) -> tuple[str, str]:
        """Return an item as what it begins with, and what is done with that."""
        known = self._items.get(form)
        if known is None:
            known = self._items[form] = self._base(form)
        return known

    def _base(self, form: int) -> tuple[str, str]:
        algebra = self._algebra
        size = self._heap_of.get(form)
        if size is not None:
            return (str(size) if size < 10 else f"<{size}>"), ""
        options = algebra.ordered(form)
        if len(options) == 1:
            base, more = self._write(options[0])
            return base, more + "#"
        even = algebra.even_part(form)
        if even != form:
            base, more = self._write(even)
            return base, more + "1"
        if self._finds_sums:
            size = 2
            while size <= algebra.birthday(form):
                rest = algebra.difference(form, algebra.heap(size))
                if rest is not None and algebra.birthday(rest) < algebra.birthday(form):
                    base, more = self._write(rest)
                    return base, more + (str(size) if size < 10 else f"<{size}>")
                size *= 2
        ordered = sorted(options, key=self._rank)
        return f"({''.join(map(self.item, ordered))})", ""

    def _rank(self, form: int) -> tuple[int, bool, str]:
        text = self.item(form)
        return -self._algebra.birthday(form), not text.startswith("("), text


def read_text(text: str, algebra: FormAlgebra) -> int:
    """Return the form that is written; a `NotationError` has the column of the fault."""
    return _Reader(text, algebra).whole()


class _Reader:
    """A reader of one text, from left to right."""

    def __init__(self, text: str, algebra: FormAlgebra) -> None:
        self._text = text
        self._algebra = algebra
        self._at = 0
        self._depth = 0

    def whole(self) -> int:
        form = self._sum()
        if self._at < len(self._text):
            raise self._fault("the end of the value")
        return form

    def _peek(self) -> str:
        while self._text[self._at : self._at + 1].isspace():
            self._at += 1
        return self._text[self._at : self._at + 1]

    def _take(self, wanted: str) -> bool:
        if self._peek() != wanted:
            return False
        self._at += 1
        return True

    def _need(self, wanted: str) -> None:
        if not self._take(wanted):
            raise self._fault(repr(wanted))

    def _fault(self, wanted: str) -> NotationError:
        rest = self._text[self._at : self._at + 10]
        got = repr(rest) if rest else "the end"
        message = f"column {self._at + 1}: expected {wanted} in a misère value, got {got}"
        return NotationError(message, self._text, self._at)

    def _sum(self) -> int:
        total = self._value()
        while True:
            if self._take("+"):
                total = self._algebra.add(total, self._value())
            elif self._take("-"):
                total = self._minus(total, self._value())
            else:
                return total

    def _minus(self, g: int, h: int) -> int:
        rest = self._algebra.difference(g, h)
        if rest is None:
            raise self._fault("a difference that exists: no game makes the sum,")
        return rest

    def _value(self) -> int:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._fault(f"at most {_DEEPEST} brackets inside each other")
        if self._take("*"):
            if self._take("["):
                form = self._body()
            elif self._peek().isdigit():
                form = self._number()
            else:
                form = self._algebra.heap(1)
        elif self._peek().isdigit():
            form = self._number()
        elif self._take("["):
            form = self._algebra.make(self._list())
        else:
            raise self._fault("'*', a number or '['")
        self._depth -= 1
        return form

    def _number(self) -> int:
        start = self._at
        while self._text[self._at : self._at + 1].isdigit():
            self._at += 1
        digits = self._text[start : self._at]
        if len(digits) > 4:
            raise self._fault("a nim-heap below 10000")
        return self._algebra.heap(int(digits))

    def _body(self) -> int:
        """Read what stands in ``*[...]``: a list with commas, or items side by side."""
        start, level = self._at, 0
        is_list = self._peek() in "[*"
        for place in range(start, len(self._text)):
            level += {"[": 1, "]": -1}.get(self._text[place], 0)
            if level < 0:
                break
            is_list = is_list or (level == 0 and self._text[place] == ",")
        forms = self._list() if is_list else self._items("]")
        return forms[0] if len(forms) == 1 else self._algebra.make(forms)

    def _list(self) -> list[int]:
        forms = []
        if not self._take("]"):
            forms.append(self._sum())
            while self._take(","):
                forms.append(self._sum())
            self._need("]")
        return forms

    def _items(self, end: str) -> list[int]:
        forms = []
        while not self._take(end):
            forms.append(self._item())
        return forms

    def _item(self) -> int:
        form = self._atom("a digit, '<' or '('")
        while True:
            if self._take("#"):
                form = self._algebra.make([form])
            elif self._take("["):
                form = self._subscript(form)
            else:
                return form

    def _atom(self, wanted: str) -> int:
        character = self._peek()
        if character.isdigit():
            self._at += 1
            return self._algebra.heap(int(character))
        if self._take("<"):
            form = self._number()
            self._need(">")
            return form
        if self._take("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise self._fault(f"at most {_DEEPEST} brackets inside each other")
            form = self._algebra.make(self._items(")"))
            self._depth -= 1
            return form
        raise self._fault(wanted)

    def _subscript(self, form: int) -> int:
        while not self._take("]"):
            if self._take("#"):
                form = self._algebra.make([form])
            elif self._take("-"):
                form = self._minus(form, self._atom("a nim-heap or '('"))
            else:
                form = self._algebra.add(form, self._atom("']', '#', '-', a nim-heap or '('"))
        return form
