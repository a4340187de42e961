#include "misere_words.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace farstar::misere {

namespace {

constexpr std::size_t kFirstSlots = 1024;

Exponent checked(std::uint32_t exponent) {
    if (exponent > std::numeric_limits<Exponent>::max())
        throw std::overflow_error("a sum of more than 65535 copies of a game was needed");
    return static_cast<Exponent>(exponent);
}

}  // namespace

void add_to(Word& word, WordView other) {
    for (std::size_t i = 0; i < other.size(); ++i)
        word[i] = checked(std::uint32_t{word[i]} + other[i]);
}

WordStore::WordStore(std::size_t length) : length_(length), slots_(kFirstSlots, 0) {}

std::uint64_t WordStore::hash_of(WordView word) const {
    std::uint64_t hash = 0;
    for (const Exponent exponent : word) hash = (hash ^ exponent) * 0xff51afd7ed558ccdu + 1;
    hash ^= hash >> 32;
    return hash * 0x9e3779b97f4a7c15u >> 16;
}

std::uint32_t WordStore::number(WordView word) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash_of(word) & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const std::uint32_t known = slots_[slot] - 1;
        if (std::equal(word.begin(), word.end(), (*this)[known].begin())) return known;
    }
    exponents_.resize(size_ * length_);
    exponents_.insert(exponents_.end(), word.begin(), word.end());
    slots_[slot] = static_cast<std::uint32_t>(++size_);
    if (2 * size_ > slots_.size()) grow();
    return static_cast<std::uint32_t>(size_ - 1);
}

void WordStore::grow() {
    std::vector<std::uint32_t> slots(2 * slots_.size(), 0);
    const std::size_t mask = slots.size() - 1;
    for (std::size_t number = 0; number < size_; ++number) {
        std::size_t slot = hash_of((*this)[number]) & mask;
        while (slots[slot] != 0) slot = (slot + 1) & mask;
        slots[slot] = static_cast<std::uint32_t>(number + 1);
    }
    slots_ = std::move(slots);
}

WordOutcomes::WordOutcomes(std::vector<std::vector<Word>> options, const Monoid& earlier,
                           std::vector<Element> factors, bool cancels, Meter& meter)
    : steps_(std::move(options)),
      earlier_(earlier),
      powers_(factors.size()),
      cancels_(cancels),
      meter_(meter),
      store_(steps_.size()),
      option_(steps_.size()) {
    for (std::size_t i = 0; i < factors.size(); ++i) powers_[i] = {0, factors[i]};
    for (std::vector<Word>& words : steps_) {
        // The last generators count first, as in numbers.
        std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) {
            return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
        });
        words.erase(std::unique(words.begin(), words.end()), words.end());
    }
}

bool WordOutcomes::is_known_losing(WordView word) {
    Element total = 0;
    for (std::size_t i = 0; i < powers_.size(); ++i) {
        std::vector<Element>& powers = powers_[i];
        while (powers.size() <= word[i]) powers.push_back(earlier_.times(powers.back(), powers[1]));
        total = earlier_.times(total, powers[word[i]]);
    }
    return earlier_.losing[total] != 0;
}

std::uint32_t WordOutcomes::number(WordView word) {
    const std::uint32_t number = store_.number(word);
    if (number >= states_.size()) states_.resize(number + 1, State::kUnknown);
    return number;
}

bool WordOutcomes::is_losing(WordView word) {
    option_.assign(word.begin(), word.end());
    if (cancels_) option_[0] &= 1;
    if (option_.back() == 0) return is_known_losing(option_);
    const std::uint32_t wanted = number(option_);
    if (states_[wanted] != State::kUnknown) return states_[wanted] == State::kLosing;
    std::vector<Frame> stack;
    const auto push = [&](std::uint32_t word_number) {
        meter_.step();
        stack.push_back({word_number, static_cast<std::uint32_t>(steps_.size()), 0});
    };
    push(wanted);
    while (!stack.empty()) {
        Frame& top = stack.back();
        State& state = states_[top.word];
        if (state != State::kUnknown) {
            // A lost position is won by whoever can move to it, one place down the stack.
            const bool is_lost = state == State::kLosing;
            stack.pop_back();
            if (is_lost && !stack.empty()) states_[stack.back().word] = State::kWinning;
            continue;
        }
        if (!next_option(top)) {
            state = State::kLosing;
        } else if (option_.back() == 0) {
            if (is_known_losing(option_)) state = State::kWinning;
        } else {
            const std::uint32_t after = number(option_);  // may move the states
            if (states_[after] == State::kUnknown) {
                push(after);
            } else if (states_[after] == State::kLosing) {
                states_[top.word] = State::kWinning;
            }
        }
    }
    return states_[wanted] == State::kLosing;
}

bool WordOutcomes::next_option(Frame& frame) {
    const WordView word = store_[frame.word];
    for (; frame.generators_left > 0; --frame.generators_left, frame.next_option = 0) {
        const std::size_t generator = frame.generators_left - 1;
        if (word[generator] == 0 || frame.next_option >= steps_[generator].size()) continue;
        option_.assign(word.begin(), word.end());
        --option_[generator];
        add_to(option_, steps_[generator][frame.next_option++]);
        if (cancels_) option_[0] &= 1;
        return true;
    }
    return false;
}

}  // namespace farstar::misere
