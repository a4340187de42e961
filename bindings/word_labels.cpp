// Labels of periodic families of words.
#include "word_labels.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

namespace {

using namespace nb::literals;
using Letters = std::vector<std::uint8_t>;
using Rules = std::vector<std::pair<Letters, Letters>>;

constexpr std::size_t kMostWords = 1'000'000;  // of one length
constexpr int kLargestExponent = 20;
constexpr std::size_t kLongest = 5000;

std::vector<DeadlyRule> read_rules(const Rules& rules, std::size_t letters) {
    std::vector<DeadlyRule> made;
    for (const auto& [before, after] : rules) {
        const auto is_letter = [&](std::uint8_t x) { return x < letters; };
        const bool is_rule = !before.empty() && before.size() == after.size() &&
                             std::all_of(before.begin(), before.end(), is_letter) &&
                             std::all_of(after.begin(), after.end(), [&](std::uint8_t x) {
                                 return is_letter(x) || x == WordLabels::kDead;
                             });
        if (!is_rule || std::count(after.begin(), after.end(), WordLabels::kDead) == 0)
            throw nb::value_error("expected rules that leave a dead cell");
        made.push_back({before, after});
    }
    return made;
}

void make(WordLabels* self, std::size_t letters, const Rules& left, const Rules& right,
          const Letters& period, std::optional<int> exponent, bool has_ups) {
    if (letters == 0 || letters >= WordLabels::kDead) throw nb::value_error("expected letters");
    if (period.empty() ||
        std::any_of(period.begin(), period.end(), [&](auto x) { return x >= letters; }))
        throw nb::value_error("expected a period of letters");
    if (exponent && (*exponent < 0 || *exponent > kLargestExponent))
        throw nb::value_error("expected an exponent up to 20");
    std::size_t width = 1, words = period.size();
    for (const Rules* side : {&left, &right})
        for (const auto& [before, _] : *side) width = std::max(width, before.size());
    for (std::size_t i = 0; i + 1 < width; ++i) {
        words *= letters * letters;
        if (words > kMostWords) throw nb::value_error("expected shorter rules, or fewer letters");
    }
    new (self) WordLabels(letters, {read_rules(left, letters), read_rules(right, letters)}, period,
                          {exponent, has_ups});
}

std::optional<std::size_t> extend(WordLabels& self) {
    if (self.longest() >= kLongest) throw nb::value_error("expected at most 5000 letters");
    try {
        nb::gil_scoped_release no_gil;
        SignalToken token;
        return self.extend([&] {
            if (token.stop_requested()) throw Interrupted();
            if (is_late()) out_of_time();
        });
    } catch (const Interrupted&) {
        throw nb::python_error();
    }
}

nb::list row(const WordLabels& self, std::size_t length) {
    if (length > self.longest()) throw nb::index_error("expected a length that was reached");
    nb::list entries;
    for (const WordLabels::Entry& entry : self.row(length)) {
        entries.append(nb::make_tuple(
            entry.has_moves,
            nb::make_tuple(entry.label.number, entry.label.ups[0], entry.label.ups[1]),
            nb::make_tuple(nb::make_tuple(entry.verified[0].number, entry.verified[0].ups),
                           nb::make_tuple(entry.verified[1].number, entry.verified[1].ups))));
    }
    return entries;
}

}  // namespace

void bind_word_labels(nb::module_& m) {
    nb::class_<WordLabels>(m, "WordLabels", "Lower bounds of the words of a periodic family.")
        .def("__init__", &make, "letters"_a, "left"_a, "right"_a, "period"_a, "exponent"_a.none(),
             "has_ups"_a)
        .def("extend", &extend,
             "Find the labels of the words of one letter more; return a word without, or None.")
        .def("row", &row, "length"_a,
             nb::sig("def row(self, length: int) -> list[tuple[bool, tuple[int, int, int], "
                     "tuple[tuple[int, int], tuple[int, int]]]]"),
             "Return whether each word has moves, its label, and what is verified for e = 0, 1.")
        .def(
            "word",
            [](const WordLabels& self, std::size_t length, std::size_t number) {
                const Letters letters = self.word(length, number);
                return nb::bytes(letters.data(), letters.size());
            },
            "length"_a, "number"_a, "Return the letters of a word.");
}

}  // namespace farstar::bindings
