"""Words against the recursive definition of the signature and the rules of the game."""

from __future__ import annotations

import itertools
import pickle
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farstar.errors import BudgetExceeded, IllegalPositionError, NotationError, ValueOverflowError
from farstar.papers.partizan_euclid.theory.words import Run, Word

words = st.lists(
    st.tuples(st.sampled_from("lr"), st.one_of(st.integers(1, 4), st.integers(1, 10**40)))
).map(Word.from_runs)  # type: ignore[arg-type]


def all_words(length: int) -> list[str]:
    """Return every word with at most `length` letters before its e, and λ."""
    letters = (itertools.product("lr", repeat=n) for n in range(length + 1))
    return ["", *("".join(word) + "e" for word in itertools.chain.from_iterable(letters))]


def signature(p: int, q: int) -> str:
    """Return the signature as Definition 8 has it, one letter at a time."""
    common = gcd(p, q)
    p, q = p // common, q // common
    letters = ""
    while q > 2:
        t = p % q
        letters += "l" if 2 * t > q else "r"
        p, q = (q, t) if 2 * t > q else (q, q - t)
    return letters + "e" if q == 2 else ""


@pytest.mark.parametrize("most", [250, pytest.param(999, marks=pytest.mark.long)])
def test_words_and_positions(most: int) -> None:
    for p in range(1, most + 1):
        for q in range(1, max(p, 250) + 1):
            word = Word.from_position(p, q)
            assert word.letters() == signature(p, q)
            if q < p < 2 * q and gcd(p, q) == 1:
                assert word.pair == (p, q)


def test_every_word_is_the_signature_of_its_standard_position() -> None:
    for text in all_words(10):
        word = Word(text)
        p, q = word.pair
        assert Word.from_position(p, q) == word
        assert gcd(p, q) == 1
        assert (q < p < 2 * q) == (text != "")


@pytest.mark.parametrize("p", range(1, 80))
def test_options_follow_the_rules(p: int) -> None:
    for q in range(1, 80):
        word, t = Word.from_position(p, q), p % q
        if t:
            assert word.left_option() == Word.from_position(q, t)
            assert word.right_option() == Word.from_position(q, q - t)
        else:
            assert word.left_option() is None
            assert word.right_option() is None


def test_inverse_steps_from_e() -> None:
    # Prepending l takes (p, q) to (p + q, p), prepending r takes it to (2p - q, p).
    for text in all_words(8)[1:]:
        p, q = Word(text).pair
        assert Word(text).prepend("l").pair == (p + q, p)
        assert Word(text).prepend("r").pair == (2 * p - q, p)


def test_spine() -> None:
    for text in all_words(7):
        assert list(Word(text).spine()) == [Word(text).suffix(k).pair for k in range(len(text))]


def test_families() -> None:
    for k in range(2, 40):
        assert Word.from_position(k + 1, k).letters() == "r" * (k - 2) + "e"
    a, b = 2, 3
    for k in range(4, 50):
        assert Word.from_position(b, a).letters() == "l" * (k - 4) + "e"
        a, b = b, a + b


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("λ", ""),
        ("e", "e"),
        ("lrlle", "lrl2e"),
        ("l3r2l3re", "l3r2l3re"),
        ("lllrrlllre", "l3r2l3re"),
        ("l2l1r10re", "l3r11e"),
    ],
)
def test_parse_and_print(text: str, printed: str) -> None:
    assert str(Word(text)) == printed
    assert repr(Word(text)) == f"Word({printed!r})"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("l", 1),
        ("x", 1),
        ("lxe", 1),
        ("3le", 0),
        ("l0e", 1),
        ("l03e", 1),
        ("lee", 1),
        ("l-3e", 1),
        ("l e", 1),
        ("l٣e", 1),
        ("Le", 0),
    ],
)
def test_bad_text(text: str, column: int) -> None:
    with pytest.raises(NotationError, match=r"^expected a word of l and r") as caught:
        Word(text)
    assert "\n" not in str(caught.value)
    assert repr(text) in str(caught.value)
    assert (caught.value.text, caught.value.column) == (text, column)


def test_bad_text_is_short_to_report() -> None:
    for text in ("x" * 10**6, "x" * 10**6 + "e", "l" * (10**6 + 2) + "e"):
        with pytest.raises(NotationError) as caught:
            Word(text)
        assert len(str(caught.value)) < 250
    with pytest.raises(NotationError):
        Word(7)  # type: ignore[arg-type]


@given(words)
def test_text_pickle_and_hash(word: Word) -> None:
    assert Word(str(word)) == word
    copy = pickle.loads(pickle.dumps(word))
    assert copy == word
    assert hash(copy) == hash(word)
    assert Word.from_runs(word.runs) == word
    assert all(a.letter != b.letter for a, b in itertools.pairwise(word.runs))


@given(words, words)
def test_prepend_then_drop(word: Word, other: Word) -> None:
    prefix = str(other)[:-1]
    longer = word.prepend(prefix)
    assert longer.length == word.length + other.length - 1
    assert longer.suffix(other.length - 1) == word


def test_suffixes_by_letters() -> None:
    text = "lllrrlllre"
    for k in range(len(text) + 1):
        assert Word(text).suffix(k).letters() == text[k:]
    with pytest.raises(NotationError, match="at most 10 letters"):
        Word(text).suffix(11)
    assert Word("").suffix(0) == Word("")


def test_empty_word_is_not_e() -> None:
    assert Word("") != Word("e")
    assert (len(Word("")), len(Word("e"))) == (0, 1)
    assert Word("").is_empty
    assert not Word("e").is_empty
    assert Word("e") != "e"
    with pytest.raises(NotationError):
        Word("").prepend("l")
    with pytest.raises(NotationError):
        Word("e").prepend("le")
    with pytest.raises(NotationError):
        Word.from_runs([("e", 1)])  # type: ignore[list-item]


def test_words_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Word("e")._runs = ()
    with pytest.raises(AttributeError):
        del Word("e")._runs


def test_astronomical_runs() -> None:
    huge = 10**1000
    word = Word.from_position(huge + 1, huge)
    assert word.runs == (Run("r", huge - 2),)
    assert word.pair == (huge + 1, huge)
    assert word.length == huge - 1
    assert Word(str(word)) == word
    with pytest.raises(BudgetExceeded):
        word.letters()
    with pytest.raises(ValueOverflowError):
        len(word)
    with pytest.raises(BudgetExceeded):
        Word("l1" + "0" * 30 + "e").pair  # noqa: B018
    far = Word.from_position(10**5000 + 1, 10**5000)
    assert Word(str(far)) == far


def test_large_random_position() -> None:
    p, q = 3**20000, 2**30000 + 1
    word = Word.from_position(p, q)
    assert word.pair == (q + p % q, q)


@pytest.mark.parametrize(("p", "q"), [(0, 1), (1, 0), (-3, 2), (2.0, 1), ("3", 2), (True, 1)])
def test_bad_positions(p: object, q: object) -> None:
    with pytest.raises(IllegalPositionError, match=r"^expected each number"):
        Word.from_position(p, q)  # type: ignore[arg-type]
