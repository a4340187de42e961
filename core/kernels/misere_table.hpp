// Learning the classes of words from their outcomes.
//
// The table has a row for each class that is known and a column for each test word; an entry says
// whether the sum of both is a P-position. Rows that agree in all columns are taken to be one
// class, until a column tells them apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "misere_monoid.hpp"
#include "misere_words.hpp"

namespace farstar::misere {

/// There are more classes than are allowed.
struct TooManyElements : std::runtime_error {
    TooManyElements() : std::runtime_error("too many elements") {}
};

class LearningTable {
public:
    /// Test words to begin with; the empty word is always one.
    LearningTable(WordOutcomes& outcomes, std::span<const Word> columns, std::size_t most);

    /// The commutative monoid of the classes, once the table agrees with itself.
    Monoid monoid();
    /// Add a column if the table misjudges a word; tell whether it does.
    bool refine(WordView word, const Monoid& monoid);
    /// The row to which a word leads from another row.
    Element class_of(WordView word, std::size_t start = 0) const;
    const std::vector<Word>& columns() const { return columns_; }
    std::size_t bytes() const;

private:
    using Signature = std::vector<std::uint64_t>;
    struct Noted {
        Signature bits;
        std::size_t columns = 0;  // how many of them the bits know
    };

    const Signature& signature(std::uint32_t word);
    void close();
    std::optional<Word> noncommuting();
    Monoid make_monoid();
    std::optional<Word> misjudged(const Monoid& monoid);
    std::optional<Word> splitting_suffix(std::size_t start, WordView word, const Monoid& monoid);
    bool entry(std::size_t row, std::size_t column) const {
        return (row_signature(row)[column / 64] >> column % 64 & 1) != 0;
    }
    const Signature& row_signature(std::size_t row) const { return noted_[rows_[row]].bits; }
    bool is_losing(WordView word, WordView test);
    Element step(std::size_t row, std::size_t generator) const {
        return steps_[row * generators_ + generator];
    }

    WordOutcomes& outcomes_;
    std::size_t generators_;
    std::size_t most_;
    std::vector<Word> columns_;
    WordStore words_;
    std::vector<Noted> noted_;         // of each word of the store
    std::vector<std::uint32_t> rows_;  // words
    std::vector<Element> steps_;       // where each row leads by each generator
    Word scratch_;
};

}  // namespace farstar::misere
