// Words in some generators and their outcomes.
//
// A word says how often each generator stands in a sum. Outcomes of words without the last
// generator are known from an earlier quotient; those of the others are worked out and remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "farstar/meter.hpp"
#include "misere_monoid.hpp"

namespace farstar::misere {

using Exponent = std::uint16_t;
using Word = std::vector<Exponent>;
using WordView = std::span<const Exponent>;

/// Sum of two words into the first; throws std::overflow_error instead of a wrong answer.
void add_to(Word& word, WordView other);

/// Numbers words of one length 0, 1, ... in the order in which they come.
class WordStore {
public:
    explicit WordStore(std::size_t length);
    /// The number of a word, which is a new one if the word is.
    std::uint32_t number(WordView word);
    WordView operator[](std::size_t number) const {
        return {exponents_.data() + number * length_, length_};
    }
    std::size_t size() const { return size_; }
    std::size_t bytes() const {
        return exponents_.capacity() * sizeof(Exponent) + slots_.capacity() * sizeof(std::uint32_t);
    }

private:
    std::uint64_t hash_of(WordView word) const;
    void grow();

    std::size_t length_;
    std::size_t size_ = 0;
    std::vector<Exponent> exponents_;
    std::vector<std::uint32_t> slots_;  // numbers plus one, by hash
};

class WordOutcomes {
public:
    /// The options of each generator as words, an earlier quotient, the elements of all generators
    /// but the last in it, and whether the first generator is a heap of one, two of which cancel.
    WordOutcomes(std::vector<std::vector<Word>> options, const Monoid& earlier,
                 std::vector<Element> factors, bool cancels, Meter& meter);

    /// Whether a word is a P-position. No recursion, whatever its length.
    bool is_losing(WordView word);
    std::size_t length() const { return steps_.size(); }
    std::size_t bytes() const { return store_.bytes() + states_.capacity(); }

private:
    enum class State : std::uint8_t { kUnknown, kLosing, kWinning };
    /// A word whose options are being looked at: the next of which generator.
    struct Frame {
        std::uint32_t word;
        std::uint32_t generators_left;
        std::uint32_t next_option;
    };

    bool is_known_losing(WordView word);
    std::uint32_t number(WordView word);
    /// Put the next option into `option_`; false if there is none.
    bool next_option(Frame& frame);

    std::vector<std::vector<Word>> steps_;
    const Monoid& earlier_;
    std::vector<std::vector<Element>> powers_;  // of each factor, as many as were needed
    bool cancels_;
    Meter& meter_;
    WordStore store_;
    std::vector<State> states_;
    Word option_;
};

}  // namespace farstar::misere
