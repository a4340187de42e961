"""Sets, tables, maps and strings of CGScript, and how results are written there.

Lists and maps are those of Python. Sets and tables are lists too, which are written differently.
The changes of a `Mutable` are seen by everybody who holds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cmp_to_key
from typing import Any

from farstar._digits import to_text
from farstar._outcome import Left, Player
from farstar.errors import BudgetExceeded, NotationError
from farstar.loopy import LoopyOutcome
from farstar.transfinite import Surreal, SurrealFraction
from farstar.values import Form, Thermograph, UptimalExpansion, Value, Wall


class ScriptSet(list[Any]):
    """A set: each element once."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__()
        for item in items:
            if item not in self:
                self.append(item)

    def __contains__(self, item: object) -> bool:
        return has(self, item)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ScriptSet)
            and len(self) == len(other)
            and all(item in other for item in self)
        )

    __hash__ = None


class ScriptRange(list[Any]):
    """The numbers from one to another, which are written by these two."""

    def __init__(self, start: int, end: int, step: int = 1) -> None:
        super().__init__(range(start, end + (1 if step > 0 else -1), step))
        self.text = f"{start}..{end}" + (f"..{step}" if step != 1 else "")

    def __str__(self) -> str:
        return self.text


class Table(list[list[Any]]):
    """Rows that are shown below each other."""

    def __str__(self) -> str:
        rows = [[written(cell) for cell in row] for row in self]
        columns = max(map(len, rows), default=0)
        widths = [max(len(row[c]) for row in rows if c < len(row)) for c in range(columns)]
        line = "-+-".join("-" * width for width in widths)
        lines = [" | ".join(map(str.rjust, row, widths)) for row in rows]
        return f"\n{line}\n".join(lines)


@dataclass(frozen=True)
class MapEntry:
    """A key with its value."""

    key: Any
    value: Any

    def __str__(self) -> str:
        return f"{written(self.key)} => {written(self.value)}"


@dataclass(frozen=True)
class Unquoted:
    """A text that is shown without quotation marks."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ClassName:
    """The class of an object, by its name in CGSuite."""

    name: str

    def __str__(self) -> str:
        return f"⟪{self.name}⟫"


@dataclass(frozen=True)
class Infinity:
    """What a division of a number by zero gives."""

    sign: int

    def __neg__(self) -> Infinity:
        return Infinity(-self.sign)

    def __str__(self) -> str:
        return "inf" if self.sign > 0 else "-inf"


def written(result: Any) -> str:
    """Return a result as CGSuite writes it.

    Examples
    --------
    >>> written([True, None, Fraction(1, 2), fs.Left, "text"])
    '[true,Nothing,1/2,Left,"text"]'
    """
    if isinstance(result, bool):
        return str(result).lower()
    if result is None:
        return "Nothing"
    if isinstance(result, Player):
        return "Left" if result is Left else "Right"
    if isinstance(result, LoopyOutcome):
        return str(result).replace("^", "Hat").replace("v", "Check")
    if isinstance(result, str) and not isinstance(result, Enum):
        return f'"{result}"'
    if isinstance(result, Table | ScriptRange):
        return str(result)
    if isinstance(result, int | Fraction):
        return _number_text(result)
    if isinstance(result, UptimalExpansion):
        return _expansion_text(result)
    if isinstance(result, Thermograph):
        return f"Thermograph({_wall_text(result.left_wall)},{_wall_text(result.right_wall)})"
    if isinstance(result, ScriptSet):
        return f"{{{','.join(map(written, in_order(result)))}}}"
    if isinstance(result, list):
        return f"[{','.join(map(written, result))}]"
    if isinstance(result, dict):
        return f"{{{_entries(result)}}}"
    if isinstance(result, Surreal | SurrealFraction):
        return _surreal_text(result)
    if _is_transfinite(result):
        return str(result.unicode())
    return f"'{result}'" if isinstance(result, Form) else str(result)


def _number_text(number: int | Fraction) -> str:
    top, bottom = number.numerator, number.denominator
    return to_text(top) if bottom == 1 else f"{to_text(top)}/{to_text(bottom)}"


def _surreal_text(number: Surreal | SurrealFraction) -> str:
    quotient = SurrealFraction(number) if isinstance(number, Surreal) else number
    top, bottom = quotient.numerator, quotient.denominator
    if not (top.is_generalised_ordinal and bottom.is_generalised_ordinal):
        return number.unicode()
    above, below = _ordinal_text(top), _ordinal_text(bottom)
    if bottom == 1:
        return above
    is_simple = len(bottom.terms) == 1 and (bottom.terms[0][1] == 1 or bottom.is_rational)
    above = f"({above})" if len(top.terms) > 1 else above
    return f"{above}/{below}" if is_simple else f"{above}/({below})"


def _ordinal_text(number: Surreal) -> str:
    text = ""
    for exponent, coefficient in number.terms:
        sign = "-" if coefficient < 0 else "+" if text else ""
        count = abs(coefficient)
        if not exponent:
            text += f"{sign}{_number_text(count)}"
            continue
        inner = _ordinal_text(exponent)
        is_bare = exponent.is_rational or (len(exponent.terms) == 1 and exponent.terms[0][1] == 1)
        power = "" if exponent == 1 else f"^{inner}" if is_bare else f"^({inner})"
        text += f"{sign}{_number_text(count) if count != 1 else ''}ω{power}"
    return text or "0"


def _expansion_text(expansion: UptimalExpansion) -> str:
    number, coefficients, star = expansion
    before = _number_text(number) if number or not star else ""
    nim = "" if not star else "*" if star == 1 else f"*{star}"
    marks = (str(abs(c)) if abs(c) < 10 else f"({abs(c)})" for c in coefficients)
    signs = ("-" if c < 0 else "" for c in coefficients)
    return f"{before}{nim}.{''.join(m + s for m, s in zip(marks, signs, strict=True)) or '0'}"


def _wall_text(wall: Wall) -> str:
    return ",".join(map(written, wall_parts(wall)))


def wall_parts(wall: Wall) -> tuple[Any, list[Any], list[Any]]:
    """Return the mast of a wall, its critical temperatures from the top, and its slopes."""
    return wall.mast, list(wall.critical_temperatures), list(wall.slopes)


_MOST_BITS = 1_000_000
_MOST_ITEMS = 1_000_000


def require_room(result: Any) -> None:
    """Raise `BudgetExceeded` for a number, a text or a collection that is too large to go on."""
    kind = type(result)
    if kind is int:
        if result.bit_length() > _MOST_BITS:
            raise BudgetExceeded(f"expected a number of at most {_MOST_BITS} bits, got more")
    elif kind is Fraction:
        require_room(result.numerator)
        require_room(result.denominator)
    elif kind is str:
        if len(result) > _MOST_ITEMS:
            raise BudgetExceeded(f"expected a text of at most {_MOST_ITEMS} characters, got more")
    elif isinstance(result, list | dict):
        count, waiting = 0, [result]
        while waiting:
            items = waiting.pop()
            count += len(items)
            if count > _MOST_ITEMS:
                raise BudgetExceeded(
                    f"expected a collection of at most {_MOST_ITEMS} elements, got more"
                )
            inner = items.values() if isinstance(items, dict) else items
            waiting += [item for item in inner if isinstance(item, list | dict)]


def _entries(entries: Mapping[Any, Any]) -> str:
    keys = in_order(entries)
    return ", ".join(f"{written(key)} => {written(entries[key])}" for key in keys) or "=>"


def _is_transfinite(x: Any) -> bool:
    return type(x).__module__.startswith("farstar.transfinite")


# Equality and order.


def same(x: Any, y: Any) -> bool:
    """Return whether two objects are equal; those of different kinds are not."""
    return _kind(x) is _kind(y) and bool(x == y)


def _kind(x: Any) -> Any:
    if isinstance(x, ScriptRange):
        return list
    return _GAME if _is_game(x) and not isinstance(x, bool) else type(x)


_GAME = "a number or a value"


def _is_game(x: Any) -> bool:
    return isinstance(x, int | Fraction | Value) or _is_transfinite(x)


def has(items: Iterable[Any], item: Any) -> bool:
    """Return whether an item is among others."""
    return any(same(item, other) for other in items)


def in_order(items: Iterable[Any]) -> list[Any]:
    """Return items in an order for all objects: numbers, games, truth values, texts, lists."""
    return sorted(items, key=cmp_to_key(_compare))


def _compare(x: Any, y: Any) -> int:
    a, b = _rank(x), _rank(y)
    if a != b:
        return -1 if a < b else 1
    if a == 0:
        return int(x > y) - int(x < y)
    if isinstance(x, list):
        for one, other in zip(x, y, strict=False):
            if decided := _compare(one, other):
                return decided
        return len(x) - len(y)
    one, other = _key(x), _key(y)
    return int(one > other) - int(one < other)


def _rank(x: Any) -> int:
    if isinstance(x, bool):
        return 5
    if isinstance(x, int | Fraction) or _is_transfinite(x):
        return 0
    if isinstance(x, Value):
        if x.is_number:
            return 0
        return 1 if x.is_nimber else 2 if x.is_uptimal else 3
    kinds: tuple[tuple[Any, int], ...] = ((str, 6), (ScriptSet, 8), (list, 7), (dict, 9))
    return next((rank for kind, rank in kinds if isinstance(x, kind)), 4)


def _key(x: Any) -> Any:
    expansion = x.uptimal_expansion() if isinstance(x, Value) else None
    if expansion is not None:
        return expansion.number, expansion.coefficients, expansion.star
    return x if isinstance(x, bool | str) else str(x)


# Methods.


def _mex(items: list[Any]) -> int:
    least = 0
    while has(items, least):
        least += 1
    return least


def _extreme(find: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    def ask(items: list[Any]) -> Any:
        if not items:
            raise NotationError("expected a collection that is not empty")
        return find(items)

    return ask


def _place(items: Any, index: Any) -> int:
    if not isinstance(index, int) or not 1 <= index <= len(items):
        raise NotationError(f"expected a place from 1 to {len(items)}, got {index}")
    return index - 1


def _updated(items: list[Any], index: Any, value: Any) -> list[Any]:
    at = _place(items, index)
    return [*items[:at], value, *items[at + 1 :]]


def _sorted_with(items: list[Any], compare: Any) -> list[Any]:
    return sorted(items, key=cmp_to_key(compare))


def _like(items: list[Any], found: Iterable[Any]) -> list[Any]:
    """Return items as a set if `items` is one."""
    return ScriptSet(found) if isinstance(items, ScriptSet) else list(found)


def _grouped(items: list[Any], n: Any) -> list[list[Any]]:
    if not isinstance(n, int) or n < 1:
        raise NotationError(f"expected a length of at least 1, got {n}")
    return [items[i : i + n] for i in range(0, len(items), n)]


def _replaced(items: list[Any], changes: Mapping[Any, Any]) -> list[Any]:
    return _like(items, (changes.get(item, item) for item in items))


def _total(items: list[Any]) -> Any:
    from farstar.interop._cgscript_names import arithmetic

    total: Any = items[0] if items else 0
    for item in items[1:]:
        total = arithmetic("+", total, item)
    return total


def _for_each(items: list[Any], f: Callable[[Any], Any]) -> None:
    for item in items:
        f(item)


COLLECTION_METHODS: Mapping[str, Callable[..., Any]] = {
    "Adjoin": lambda items, item: _like(items, [*items, item]),
    "Apply": lambda items, f: _like(items, [f(item) for item in items]),
    "Concat": lambda items, more: [*items, *more],
    "Contains": has,
    "Count": lambda items, f: sum(1 for item in items if f(item) is True),
    "Distinct": lambda items: list(ScriptSet(items)),
    "Drop": lambda items, n: items[n:],
    "Exists": lambda items, f: any(f(item) is True for item in items),
    "Filter": lambda items, f: _like(items, [item for item in items if f(item) is True]),
    "Find": lambda items, f: next((item for item in items if f(item) is True), None),
    "ForAll": lambda items, f: all(f(item) is True for item in items),
    "ForEach": _for_each,
    "Grouped": _grouped,
    "Head": _extreme(lambda items: items[0]),
    "IndexOf": lambda items, item: next((i for i, x in enumerate(items, 1) if same(x, item)), 0),
    "Intersection": lambda items, more: _like(items, [item for item in items if item in more]),
    "IsEmpty": lambda items: not items,
    "Last": _extreme(lambda items: items[-1]),
    "Length": len,
    "Max": _extreme(max),
    "Mex": _mex,
    "Min": _extreme(min),
    "PeriodicTable": lambda items, n: Table(_grouped(items, n)),
    "Replaced": _replaced,
    "Reverse": lambda items: items[::-1],
    "Size": len,
    "Sorted": in_order,
    "SortedWith": _sorted_with,
    "Sum": _total,
    "Tail": _extreme(lambda items: _like(items, items[1:])),
    "Take": lambda items, n: items[:n],
    "ToList": lambda items: items if isinstance(items, ScriptRange) else list(items),
    "ToSet": ScriptSet,
    "Union": lambda items, more: ScriptSet([*items, *more]),
    "Updated": _updated,
}


def _entry_set(entries: Mapping[Any, Any]) -> ScriptSet:
    return ScriptSet(MapEntry(key, entries[key]) for key in in_order(entries))


def _map_updated(entries: Mapping[Any, Any], *change: Any) -> dict[Any, Any]:
    return {**entries, **(change[0] if len(change) == 1 else {change[0]: change[1]})}


MAP_METHODS: Mapping[str, Callable[..., Any]] = {
    "ContainsKey": lambda entries, key: key in entries,
    "Entries": _entry_set,
    "Exists": lambda entries, f: any(f(e) is True for e in _entry_set(entries)),
    "ForAll": lambda entries, f: all(f(e) is True for e in _entry_set(entries)),
    "Head": lambda entries: COLLECTION_METHODS["Head"](_entry_set(entries)),
    "IsEmpty": lambda entries: not entries,
    "Keys": lambda entries: ScriptSet(entries),
    "Reversed": lambda entries: {entry: key for key, entry in entries.items()},
    "Size": len,
    "Tail": lambda entries: {e.key: e.value for e in _entry_set(entries)[1:]},
    "ToList": lambda entries: list(_entry_set(entries)),
    "ToSet": _entry_set,
    "Updated": _map_updated,
    "Values": lambda entries: ScriptSet(entries.values()),
}

ENTRY_METHODS: Mapping[str, Callable[..., Any]] = {
    "Key": lambda entry: entry.key,
    "Value": lambda entry: entry.value,
}


def _by_pattern(text: str, pattern: str, new: str) -> str:
    # Groups are written $1 there.
    return re.sub(pattern, re.sub(r"\$([0-9])", r"\\\1", new), text)


def _part(text: str, start: Any, end: Any) -> str:
    if not (isinstance(start, int) and isinstance(end, int) and 1 <= start <= end + 1):
        raise NotationError(f"expected the places of a part, got {start} and {end}")
    return text[start - 1 : end]


STRING_METHODS: Mapping[str, Callable[..., Any]] = {
    "Concat": lambda text, more: text + (more if isinstance(more, str) else written(more)),
    "Length": len,
    "Matches": lambda text, pattern: re.fullmatch(pattern, text) is not None,
    "Replace": lambda text, old, new: text.replace(old, new),
    "ReplaceRegex": _by_pattern,
    "Substring": _part,
    "ToLowerCase": str.lower,
    "ToUnquotedOutput": lambda text: Unquoted(text),
    "ToUpperCase": str.upper,
    "Updated": lambda text, index, new: "".join(_updated(list(text), index, new)),
}


# Collections that change.


class Mutable:
    """A list, set or map that can be changed: ``MutableList``, ``MutableSet``, ``MutableMap``."""

    def __init__(self, kind: str, start: Any = ()) -> None:
        self.kind = kind
        kinds = {"MutableList": list, "MutableSet": ScriptSet, "MutableMap": dict}
        self.items: Any = kinds[kind](start)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(self.items, dict):
            return lookup(self.items, place)
        return self.items[_place(self.items, place)]

    def __setitem__(self, place: Any, item: Any) -> None:
        at = place if isinstance(self.items, dict) else _place(self.items, place)
        self.items[at] = item

    def __iter__(self) -> Any:
        return iter(_entry_set(self.items) if isinstance(self.items, dict) else list(self.items))

    def ask(self, name: str, *given: Any) -> Any:
        """Return a property, or change the collection."""
        changes = _MAP_CHANGES if isinstance(self.items, dict) else _LIST_CHANGES
        if name in changes:
            changes[name](self.items, *given)
            return self if name.startswith("Sort") else None
        methods = MAP_METHODS if isinstance(self.items, dict) else COLLECTION_METHODS
        if name not in methods:
            raise NotationError(f"expected a member that is supported, got .{name} of {self.kind}")
        return methods[name](self.items, *given)

    def __str__(self) -> str:
        if isinstance(self.items, dict):
            entries = ", ".join(map(str, _entry_set(self.items)))
            return f"{self.kind}({entries})"
        items = in_order(self.items) if isinstance(self.items, ScriptSet) else self.items
        return f"{self.kind}({', '.join(map(written, items))})"


def lookup(entries: Mapping[Any, Any], key: Any) -> Any:
    """Return the value of a key, which must be there."""
    if key not in entries:
        raise NotationError(f"expected a key of the map, got {written(key)}")
    return entries[key]


def _add_all(items: list[Any], more: Iterable[Any]) -> None:
    for item in more:
        if not isinstance(items, ScriptSet) or item not in items:
            items.append(item)


def _remove_all(items: list[Any], gone: Iterable[Any]) -> None:
    for item in gone:
        if item in items:
            items.remove(item)


def _sort(items: list[Any], compare: Any = None) -> None:
    items[:] = in_order(items) if compare is None else _sorted_with(items, compare)


_LIST_CHANGES: Mapping[str, Callable[..., Any]] = {
    "Add": lambda items, item: _add_all(items, [item]),
    "AddAll": _add_all,
    "Clear": lambda items: items.clear(),
    "Remove": lambda items, item: _remove_all(items, [item]),
    "RemoveAll": _remove_all,
    "RemoveAt": lambda items, index: items.pop(_place(items, index)),
    "Sort": _sort,
    "SortWith": _sort,
}
_MAP_CHANGES: Mapping[str, Callable[..., Any]] = {
    "Clear": lambda entries: entries.clear(),
    "Put": lambda entries, key, value: entries.__setitem__(key, value),
    "PutAll": lambda entries, more: entries.update(more),
    "Remove": lambda entries, key: entries.pop(key, None),
}
