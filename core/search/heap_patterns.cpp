#include "heap_patterns.hpp"

#include <algorithm>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

constexpr std::uint64_t kMostTried = 2'000'000;

bool holds(std::int64_t value, Sign sign) {
    switch (sign) {
        case Sign::kLess:
            return value < 0;
        case Sign::kAtMost:
            return value <= 0;
        case Sign::kMore:
            return value > 0;
        case Sign::kAtLeast:
            return value >= 0;
        case Sign::kEqual:
            return value == 0;
        case Sign::kUnequal:
            return value != 0;
    }
    return false;
}

/// Goes through the numbers for the letters of a rule, and shows the heaps that it leaves.
template <typename Visit>
class Application {
public:
    Application(Engine& engine, const HeapPattern& rule, std::int64_t heap, Visit& visit)
        : engine_(engine), rule_(rule), heap_(heap), visit_(visit) {
        solve(rule_.before, heap_, [this] {
            if (rule_.shared) {
                // Letters that cancel out in what is shared are free.
                solve(*rule_.shared, 0, [this] { choose_freely(0); });
            } else {
                choose_freely(0);
            }
        });
    }

private:
    std::int64_t at(const LinearForm& form) const {
        std::int64_t value = form.number;
        for (std::size_t i = 0; i < kMostLetters; ++i) value += form.factors[i] * letters_[i];
        return value;
    }

    /// Calls `next` for all numbers from 0 to the heap for the letters of a form that have none
    /// yet and give it a total. No deeper than there are letters.
    template <typename Next>
    void solve(const LinearForm& form, std::int64_t total, const Next& next) {
        std::size_t letter = kMostLetters, others = 0;
        bool all_positive = true;
        for (std::size_t i = kMostLetters; i-- > 0;) {
            if (form.factors[i] == 0 || is_known_[i]) continue;
            all_positive = all_positive && form.factors[i] > 0;
            letter = i;
            ++others;
        }
        const std::int64_t rest = total - at(form);  // letters that are not known are 0
        if (letter == kMostLetters) {
            if (rest == 0) next();
            return;
        }
        const std::int64_t factor = form.factors[letter];
        std::int64_t first = 0, last = heap_;
        if (others == 1) {
            first = last = rest / factor;
            if (rest % factor != 0 || first < 0 || first > heap_) return;
        } else if (all_positive) {
            last = rest < 0 ? -1 : std::min(heap_, rest / factor);
        }
        is_known_[letter] = true;
        for (std::int64_t n = first; n <= last; ++n) {
            letters_[letter] = n;
            count();
            solve(form, total, next);
        }
        letters_[letter] = 0;
        is_known_[letter] = false;
    }

    void choose_freely(std::size_t letter) {
        const auto is_new = [&](const LinearForm& part) { return part.factors[letter] != 0; };
        while (letter < kMostLetters &&
               (is_known_[letter] || std::none_of(rule_.after.begin(), rule_.after.end(), is_new)))
            ++letter;
        if (letter == kMostLetters) {
            show();
            return;
        }
        for (std::int64_t n = 0; n <= heap_; ++n) {
            letters_[letter] = n;
            count();
            choose_freely(letter + 1);
        }
        letters_[letter] = 0;
    }

    void show() {
        for (const HeapCondition& condition : rule_.conditions) {
            if (!holds(at(condition.form), condition.sign)) return;
        }
        std::array<std::int64_t, kMostHeapsLeft> heaps;
        std::size_t left = 0;
        for (const LinearForm& part : rule_.after) {
            const std::int64_t size = at(part);
            if (size < 0 || (rule_.is_smaller && size >= heap_)) return;
            if (size > 0) heaps[left++] = size;
        }
        if (left == 1 && heaps[0] == heap_) return;  // a move changes something
        visit_(std::span<const std::int64_t>(heaps.data(), left));
    }

    void count() {
        if (++tried_ > kMostTried)
            throw BudgetExceeded(BudgetExceeded::What::kNodes,
                                 "expected at most 2000000 ways to apply a rule to a heap");
        if (tried_ % 256 == 0) engine_.step();
    }

    Engine& engine_;
    const HeapPattern& rule_;
    const std::int64_t heap_;
    Visit& visit_;
    std::array<std::int64_t, kMostLetters> letters_{};
    std::array<bool, kMostLetters> is_known_{};
    std::uint64_t tried_ = 0;
};

/// Calls `visit` with the heaps that each move leaves of one; returns whether all are smaller.
template <typename Visit>
bool each_result(Engine& engine, const std::vector<HeapPattern>& rules, std::size_t heap,
                 Visit visit) {
    bool are_smaller = true;
    const auto size = static_cast<std::int64_t>(heap);
    auto look = [&](std::span<const std::int64_t> heaps) {
        are_smaller = are_smaller && std::all_of(heaps.begin(), heaps.end(),
                                                 [&](std::int64_t part) { return part < size; });
        if (are_smaller) visit(heaps);
    };
    if (heap == 0) return true;  // nothing is left to move in
    for (const HeapPattern& rule : rules) Application(engine, rule, size, look);
    return are_smaller;
}

}  // namespace

void extend_grundy_values(Engine& engine, const std::vector<HeapPattern>& rules, std::size_t last,
                          std::vector<std::uint32_t>& values) {
    std::vector<std::size_t> reached_by;  // the last heap, plus 1, that reached a value
    while (values.size() <= last) {
        engine.step();
        const std::size_t heap = values.size();
        const bool are_smaller =
            each_result(engine, rules, heap, [&](std::span<const std::int64_t> heaps) {
                std::uint32_t value = 0;
                for (const std::int64_t part : heaps)
                    value ^= values[static_cast<std::size_t>(part)];
                if (value >= reached_by.size()) reached_by.resize(2 * std::size_t{value} + 1);
                reached_by[value] = heap + 1;
            });
        if (!are_smaller) return;
        std::uint32_t least = 0;
        while (least < reached_by.size() && reached_by[least] == heap + 1) ++least;
        values.push_back(least);
    }
}

void extend_heap_values(Engine& engine, const std::vector<HeapPattern>& left,
                        const std::vector<HeapPattern>& right, std::size_t last,
                        std::vector<GameId>& values) {
    while (values.size() <= last) {
        engine.step();
        std::array<std::vector<GameId>, 2> options;
        for (const bool is_left : {true, false}) {
            std::vector<GameId>& side = options[is_left ? 0 : 1];
            const bool are_smaller = each_result(
                engine, is_left ? left : right, values.size(),
                [&](std::span<const std::int64_t> heaps) {
                    GameId total = engine.store().zero();
                    for (const std::int64_t part : heaps)
                        total = engine.add(total, values[static_cast<std::size_t>(part)]);
                    side.push_back(total);
                });
            if (!are_smaller) return;
            std::sort(side.begin(), side.end());
            side.erase(std::unique(side.begin(), side.end()), side.end());
        }
        values.push_back(engine.construct(options[0], options[1]));
    }
}

}  // namespace farstar
