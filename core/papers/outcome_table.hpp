// Outcomes of Partizan Euclid: the rule for tables of them, and lists of the rare ones.
//
// The state of a position (p, q) that is not over is that of its word, read by the automaton of
// paired outcomes. With t = p mod q the word of (p, q) is l in front of that of (q, t) if 2t > q,
// and r in front of that of (q, q - t) if 2t < q; at 2t = q it is the first state.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "byte_table.hpp"
#include "census.hpp"

namespace farstar {

struct OutcomeRule {
    ByteRule rule;
    ByteMap letters;  // the outcome of each state
};

/// The rule whose cells are the states, and one more for the positions that are over. The state
/// after r may depend on the outcome of Left's option only; else std::invalid_argument is thrown.
OutcomeRule outcome_rule(std::span<const OutcomeState> automaton);

/// All (p, q), q < p, begin <= p < end, with outcome `letter`, in order. States from which both
/// letters lead back must have another outcome: what comes after them is not looked at.
std::vector<std::pair<std::uint32_t, std::uint32_t>> partizan_euclid_positions(
    std::uint32_t begin, std::uint32_t end, std::span<const OutcomeState> automaton, char letter,
    unsigned threads, const std::atomic<bool>& stop);

}  // namespace farstar
