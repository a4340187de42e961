#include "misere_table.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace farstar::misere {

namespace {

struct SignatureHash {
    std::size_t operator()(const std::vector<std::uint64_t>& bits) const { return mixed(bits, 1); }
};

}  // namespace

LearningTable::LearningTable(WordOutcomes& outcomes, std::span<const Word> columns,
                             std::size_t most)
    : outcomes_(outcomes),
      generators_(outcomes.length()),
      most_(most),
      columns_{Word(generators_, 0)},
      words_(generators_),
      scratch_(generators_) {
    for (const Word& column : columns) {
        if (std::find(columns_.begin(), columns_.end(), column) == columns_.end())
            columns_.push_back(column);
    }
}

std::size_t LearningTable::bytes() const {
    const std::size_t each = sizeof(Noted) + (columns_.size() / 64 + 1) * sizeof(std::uint64_t);
    return words_.bytes() + noted_.capacity() * each + outcomes_.bytes();
}

Monoid LearningTable::monoid() {
    while (true) {
        close();
        std::optional<Word> suffix = noncommuting();
        if (!suffix) {
            Monoid monoid = make_monoid();
            suffix = misjudged(monoid);
            if (!suffix) return monoid;
        }
        columns_.push_back(std::move(*suffix));
    }
}

bool LearningTable::refine(WordView word, const Monoid& monoid) {
    std::optional<Word> suffix = splitting_suffix(0, word, monoid);
    if (suffix) columns_.push_back(std::move(*suffix));
    return suffix.has_value();
}

Element LearningTable::class_of(WordView word, std::size_t start) const {
    std::size_t at = start;
    for (std::size_t generator = 0; generator < generators_; ++generator) {
        for (Exponent copies = word[generator]; copies > 0; --copies) at = step(at, generator);
    }
    return static_cast<Element>(at);
}

bool LearningTable::is_losing(WordView word, WordView test) {
    scratch_.assign(word.begin(), word.end());
    add_to(scratch_, test);
    return outcomes_.is_losing(scratch_);
}

const LearningTable::Signature& LearningTable::signature(std::uint32_t word) {
    if (noted_.size() <= word) noted_.resize(word + 1);
    Noted& noted = noted_[word];
    noted.bits.resize(columns_.size() / 64 + 1, 0);
    for (; noted.columns < columns_.size(); ++noted.columns) {
        if (is_losing(words_[word], columns_[noted.columns]))
            insert(noted.bits.data(), noted.columns);
    }
    return noted.bits;
}

void LearningTable::close() {
    // Rows stay apart when columns are added, so those that there are remain.
    if (rows_.empty()) rows_.push_back(words_.number(Word(generators_, 0)));
    std::unordered_map<Signature, Element, SignatureHash> known;
    for (std::size_t row = 0; row < rows_.size(); ++row)
        known.emplace(signature(rows_[row]), static_cast<Element>(row));
    steps_.clear();
    Word next;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::size_t generator = 0; generator < generators_; ++generator) {
            const WordView word = words_[rows_[row]];
            next.assign(word.begin(), word.end());
            ++next[generator];
            const std::uint32_t number = words_.number(next);
            const auto [place, is_new] =
                known.emplace(signature(number), static_cast<Element>(rows_.size()));
            if (is_new) {
                rows_.push_back(number);
                if (rows_.size() > most_) throw TooManyElements();
            }
            steps_.push_back(place->second);
        }
    }
}

std::optional<Word> LearningTable::noncommuting() {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        for (std::size_t g = 0; g < generators_; ++g) {
            for (std::size_t h = 0; h < g; ++h) {
                const std::size_t a = step(step(row, g), h);
                const std::size_t b = step(step(row, h), g);
                if (a == b) continue;
                std::size_t column = 0;
                while (entry(a, column) == entry(b, column)) ++column;
                Word test = columns_[column];
                const WordView word = words_[rows_[row]];
                Word whole(word.begin(), word.end());
                ++whole[g];
                ++whole[h];
                // The way whose end is judged differently took a wrong turn at its first step.
                const bool lost = is_losing(whole, test);
                ++test[entry(a, column) != lost ? h : g];
                return test;
            }
        }
    }
    return std::nullopt;
}

Monoid LearningTable::make_monoid() {
    Monoid monoid;
    monoid.size = rows_.size();
    monoid.table.resize(monoid.size * monoid.size);
    monoid.losing.resize(monoid.size);
    for (std::size_t x = 0; x < monoid.size; ++x) {
        monoid.losing[x] = entry(x, 0) ? 1 : 0;
        for (std::size_t y = 0; y < monoid.size; ++y)
            monoid.table[x * monoid.size + y] = class_of(words_[rows_[y]], x);
    }
    return monoid;
}

std::optional<Word> LearningTable::misjudged(const Monoid& monoid) {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const Element factor = class_of(columns_[column]);
        for (std::size_t x = 0; x < monoid.size; ++x) {
            if ((monoid.losing[monoid.times(x, factor)] != 0) != entry(x, column))
                return splitting_suffix(x, Word(columns_[column]), monoid);
        }
    }
    return std::nullopt;
}

std::optional<Word> LearningTable::splitting_suffix(std::size_t start, WordView word,
                                                    const Monoid& monoid) {
    Word left(word.begin(), word.end());
    const bool truth = is_losing(words_[rows_[start]], left);
    if (truth == (monoid.losing[class_of(word, start)] != 0)) return std::nullopt;
    std::size_t at = start;
    for (std::size_t generator = 0; generator < generators_; ++generator) {
        for (Exponent copies = word[generator]; copies > 0; --copies) {
            at = step(at, generator);
            --left[generator];
            if (is_losing(words_[rows_[at]], left) != truth) return left;
        }
    }
    throw std::logic_error("a misjudged word changes its outcome on the way to its class");
}

}  // namespace farstar::misere
