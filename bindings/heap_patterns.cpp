// Games on heaps whose rules are patterns of numbers.
#include "heap_patterns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

/// A number, and the factors of the letters.
using FormRow = std::pair<std::int64_t, std::vector<std::int64_t>>;
/// Before the arrow, after it, conditions, what must be 0 (or nothing), and whether the only new
/// heap may be any smaller one.
using RuleRow = std::tuple<FormRow, std::vector<FormRow>, std::vector<std::pair<FormRow, unsigned>>,
                           std::vector<FormRow>, bool>;

constexpr std::int64_t kLargestNumber = 1'000'000;
constexpr std::size_t kLargestHeap = 1'000'000;

void refuse_unless(bool is_right) {
    if (!is_right) throw nb::value_error("expected rules on heaps with few letters and numbers");
}

LinearForm form(const FormRow& row) {
    LinearForm result{row.first, {}};
    refuse_unless(std::abs(row.first) <= kLargestNumber && row.second.size() <= kMostLetters);
    for (std::size_t i = 0; i < row.second.size(); ++i) {
        refuse_unless(std::abs(row.second[i]) <= kLargestNumber);
        result.factors[i] = row.second[i];
    }
    return result;
}

std::vector<HeapPattern> patterns(const std::vector<RuleRow>& rows) {
    std::vector<HeapPattern> rules;
    for (const auto& [before, after, conditions, shared, is_smaller] : rows) {
        refuse_unless(!after.empty() && after.size() <= kMostHeapsLeft && shared.size() <= 1);
        HeapPattern rule{form(before), {}, {}, {}, is_smaller};
        for (const FormRow& part : after) rule.after.push_back(form(part));
        for (const auto& [compared, sign] : conditions) {
            refuse_unless(sign <= static_cast<unsigned>(Sign::kUnequal));
            rule.conditions.push_back({form(compared), static_cast<Sign>(sign)});
        }
        if (!shared.empty()) rule.shared = form(shared[0]);
        rules.push_back(std::move(rule));
    }
    return rules;
}

nb::bytes grundy_values(const std::vector<RuleRow>& rules, std::size_t last, nb::bytes known) {
    refuse_unless(last <= kLargestHeap);
    const std::vector<HeapPattern> patterns_of_both = patterns(rules);
    std::vector<std::uint32_t> values(known.size() / sizeof(std::uint32_t));
    std::copy_n(known.c_str(), values.size() * sizeof(std::uint32_t),
                reinterpret_cast<char*>(values.data()));
    run([&](Engine& e) {
        extend_grundy_values(e, patterns_of_both, last, values);
        return 0;
    });
    return nb::bytes(reinterpret_cast<const char*>(values.data()),
                     values.size() * sizeof(std::uint32_t));
}

nb::list values_of_heaps(const std::vector<RuleRow>& left, const std::vector<RuleRow>& right,
                         std::size_t last, const std::vector<HeldGame>& known) {
    refuse_unless(last <= kLargestHeap);
    const std::vector<HeapPattern> of_left = patterns(left), of_right = patterns(right);
    std::vector<GameId> ids;
    for (const HeldGame& game : known) ids.push_back(game.id());
    std::vector<Game> games;
    run([&](Engine& e) {
        extend_heap_values(e, of_left, of_right, last, ids);
        for (std::size_t i = known.size(); i < ids.size(); ++i) games.emplace_back(ids[i]);
        return 0;
    });
    nb::list listed;
    for (Game& game : games) listed.append(nb::cast(std::move(game)));
    return listed;
}

}  // namespace

void bind_heap_patterns(nb::module_& m) {
    m.def("heap_grundy_values", guarded<&grundy_values>, "rules"_a, "last"_a, "known"_a,
          nb::sig("def heap_grundy_values(rules: collections.abc.Sequence[object], last: int, "
                  "known: bytes) -> bytes"),
          "Continue the Grundy values of heaps, as unsigned 32-bit numbers, up to `last` or to a "
          "heap that can grow.");
    m.def("heap_values", guarded<&values_of_heaps>, "left"_a, "right"_a, "last"_a, "known"_a,
          nb::sig("def heap_values(left: collections.abc.Sequence[object], "
                  "right: collections.abc.Sequence[object], last: int, "
                  "known: collections.abc.Sequence[Game]) -> list[Game]"),
          "Return the values of the heaps after the known ones up to `last` or to a heap that can "
          "grow.");
}

}  // namespace farstar::bindings
