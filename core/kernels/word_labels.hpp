// Lower bounds of the words of a periodic family, each as large as a lemma proves it.
//
// The rules rewrite factors of a word and leave dead cells, at which the word falls into parts. The
// family of a period has all words a.u.b, where u is a factor of the period repeated for ever and
// the ends a and b have one letter less than the longest rule; moves do not lead out of it. A label
// claims for e = 0 and e = 1 that a word is >= number + ups[e].up + e.star. Labels are found from
// those of shorter words, by the lemma that stands in section 6 of the stand-alone checker of
// theorems; only the checker is believed.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace farstar {

/// A number, in units of 2^-exponent, and a multiple of up; ordered by the number first.
struct NumberUps {
    std::int64_t number = 0;
    std::int64_t ups = 0;

    friend auto operator<=>(const NumberUps&, const NumberUps&) = default;
};

/// The two claims about a word; they have the number in common.
struct WordLabel {
    std::int64_t number = 0;
    std::array<std::int32_t, 2> ups{0, -2};

    NumberUps claim(std::size_t e) const {
        return {number, std::max<std::int64_t>(ups[e], ups[1 - e] - 2)};
    }
    friend bool operator==(const WordLabel&, const WordLabel&) = default;
};

/// A factor of a word and what replaces it; at least one cell dies.
struct DeadlyRule {
    std::vector<std::uint8_t> before;
    std::vector<std::uint8_t> after;
};

/// Which claims are made: numbers with denominators up to 2^exponent, or 0 only, and multiples of
/// up and star, or none.
struct Leaves {
    std::optional<int> exponent;
    bool has_ups = true;
};

class WordLabels {
public:
    static constexpr std::uint8_t kDead = 255;
    static constexpr std::int64_t kEndless = std::int64_t{1} << 50;

    struct Entry {
        WordLabel label;
        // What the lemma gives for each e by itself.
        std::array<NumberUps, 2> verified{NumberUps{0, 0}, NumberUps{0, -2}};
        bool has_moves = false;
        std::uint32_t first_option = 0;  // the best labels of Left's options
        std::uint32_t options = 0;
    };

    /// Letters are numbers below `letters`; rules[0] are Left's.
    WordLabels(std::size_t letters, std::array<std::vector<DeadlyRule>, 2> rules,
               std::vector<std::uint8_t> period, Leaves leaves);

    /// Called after so many steps at most; throws when the work has to stop.
    using Poll = std::function<void()>;
    static constexpr std::uint64_t kPollEvery = 4096;

    /// Finds the labels of all words that are one letter longer than those at hand. The result is
    /// the number of a word that no claim of the wanted kind bounds, if there is one. If the poll
    /// throws, the labels are as before.
    std::optional<std::size_t> extend(const Poll& poll);

    /// Letters read and labels compared so far.
    std::uint64_t steps() const { return steps_; }

    std::size_t longest() const { return rows_.size() - 1; }
    std::span<const Entry> row(std::size_t length) const { return rows_[length]; }

    /// The letters of a word: of fewer letters than two ends have, the digits of its number; of
    /// others, number = (a * ends + b) * period + start.
    std::vector<std::uint8_t> word(std::size_t length, std::size_t number) const;

    /// The number of letters of an end.
    std::size_t end() const { return end_; }

private:
    struct Place {
        std::size_t length = 0;
        std::size_t number = 0;
    };

    std::size_t words(std::size_t length) const;
    const Entry& at(Place place) const { return rows_[place.length][place.number]; }
    void parts_after(std::span<const std::uint8_t> word, std::size_t start, std::size_t i,
                     const DeadlyRule& rule, std::vector<Place>& parts) const;
    std::optional<Entry> entry(std::span<const std::uint8_t> word, std::size_t start,
                               const Poll& poll);
    void count(std::size_t steps, const Poll& poll) {
        steps_ += steps;
        if (steps_ < next_poll_) return;
        next_poll_ = steps_ + kPollEvery;
        poll();
    }
    std::int64_t best_number(NumberUps below, NumberUps ahead) const;
    NumberUps verified(std::size_t e, const std::array<NumberUps, 2>& below,
                       const std::array<NumberUps, 2>& ahead) const;

    std::size_t letters_;
    std::array<std::vector<DeadlyRule>, 2> rules_;
    std::vector<std::uint8_t> period_;
    Leaves leaves_;
    std::size_t end_ = 0;
    std::size_t ends_ = 1;  // how many ends there are
    std::vector<std::vector<Entry>> rows_;
    std::vector<WordLabel> pool_;  // the options of all entries
    std::uint64_t steps_ = 0;
    std::uint64_t next_poll_ = 0;
};

}  // namespace farstar
