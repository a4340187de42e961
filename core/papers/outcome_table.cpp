#include "outcome_table.hpp"

#include <algorithm>
#include <stdexcept>

namespace farstar {

namespace {

// The outcome of Left's option in each state: that of the position itself before a letter l, and
// the same before a letter r. Nobody can move in Left's option of the first state.
std::vector<char> left_outcomes(std::span<const OutcomeState> automaton) {
    std::vector<char> left(automaton.size(), 0);
    const auto set = [&](std::size_t state, char outcome) {
        if (left[state] != 0 && left[state] != outcome)
            throw std::invalid_argument("expected an automaton of paired outcomes");
        const bool fresh = left[state] == 0;
        left[state] = outcome;
        return fresh;
    };
    std::vector<std::size_t> todo{0};
    set(0, 'P');
    while (!todo.empty()) {
        const std::size_t at = todo.back();
        todo.pop_back();
        if (set(automaton[at].l, automaton[at].outcome)) todo.push_back(automaton[at].l);
        if (set(automaton[at].r, left[at])) todo.push_back(automaton[at].r);
    }
    return left;
}

}  // namespace

OutcomeRule outcome_rule(std::span<const OutcomeState> automaton) {
    const auto count = static_cast<std::uint8_t>(automaton.size());
    if (automaton.empty() || automaton.size() > 15)
        throw std::invalid_argument("expected an automaton of 1 to 15 states");
    const std::vector<char> left = left_outcomes(automaton);
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (left[i] == left[j] && automaton[i].r != automaton[j].r)
                throw std::invalid_argument("expected r to depend on Left's option only");
        }
    }
    OutcomeRule result{{{{}}, 1, {}, {}, {}, count}, {}};
    ByteRule& rule = result.rule;
    for (std::uint8_t state = 0; state < 16; ++state) {
        const bool known = state < count;
        rule.steps[0][state] = state;  // the quotient does not matter
        result.letters[state] = static_cast<std::uint8_t>(known ? automaton[state].outcome : 'P');
        // Left's option of (p, q) is (q, t), as it is after l; and after r it stays the same.
        rule.below[state] = known ? automaton[automaton[state].l].r : automaton[0].r;
        rule.above[state] = known ? automaton[state].l : 0;
        rule.tie[state] = 0;
    }
    return result;
}

namespace {

struct Node {
    std::uint32_t q;
    std::uint32_t t;
    std::uint8_t state;
};

class Lister {
public:
    using Found = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

    Lister(std::uint32_t begin, std::uint32_t end, std::span<const OutcomeState> automaton,
           char letter)
        : begin_(begin), last_(end - 1), automaton_(automaton), letter_(letter) {
        for (std::size_t i = 0; i < automaton.size(); ++i) {
            absorbing_.push_back(automaton[i].l == i && automaton[i].r == i);
            if (absorbing_.back() && automaton[i].outcome == letter)
                throw std::invalid_argument("expected an outcome that is not absorbing");
        }
    }

    /// List what reduces to this node and to its run of r's; add the children by l.
    template <typename Add>
    void visit(Node node, Found& found, Add add) const {
        while (!absorbing_[node.state]) {
            const OutcomeState& state = automaton_[node.state];
            if (state.outcome == letter_) list(node.q, node.t, found);
            const std::uint32_t sum = node.q + node.t;
            if (sum + node.q <= last_) add(Node{sum, node.q, state.l});
            if (sum + node.t > last_) return;
            node = {sum, node.t, state.r};
        }
    }
    /// The positions that are over, or some of them if it was stopped.
    void list_terminal(Found& found, const std::atomic<bool>& stop) const {
        for (std::uint32_t q = 1; q <= last_ / 2; ++q) {
            if (stop.load(std::memory_order_relaxed)) return;
            std::uint32_t p = std::max(2 * q, (begin_ + q - 1) / q * q);
            for (; p <= last_; p += q) found.emplace_back(p, q);
        }
    }

private:
    // The positions (g(kq + t), gq), g, k >= 1.
    void list(std::uint32_t q, std::uint32_t t, Found& found) const {
        for (std::uint32_t p = q + t; p <= last_; p += q) {
            std::uint32_t g = (begin_ + p - 1) / p;
            for (; g <= last_ / p; ++g) found.emplace_back(g * p, g * q);
        }
    }

    std::uint32_t begin_;
    std::uint32_t last_;
    std::span<const OutcomeState> automaton_;
    char letter_;
    std::vector<char> absorbing_;
};

// To sort a list of hundreds of millions takes a while.
Lister::Found sorted_unless(const std::atomic<bool>& stop, Lister::Found&& found) {
    struct Stopped : std::exception {};
    std::uint32_t compared = 0;
    try {
        std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
            if ((++compared & 0xffff) == 0 && stop.load(std::memory_order_relaxed)) throw Stopped();
            return a < b;
        });
    } catch (const Stopped&) {
        return {};
    }
    return std::move(found);
}

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> partizan_euclid_positions(
    std::uint32_t begin, std::uint32_t end, std::span<const OutcomeState> automaton, char letter,
    unsigned threads, const std::atomic<bool>& stop) {
    if (end > kLargestRow + 1) throw std::invalid_argument("expected rows of at most 10^9");
    begin = std::max(begin, 2u);
    if (end <= begin) return {};
    const Lister lister(begin, end, automaton, letter);
    std::vector<Lister::Found> found(std::max(1u, threads));
    if (letter == 'P') lister.list_terminal(found[0], stop);
    std::vector<Node> level;
    if (end > 3) level.push_back({2, 1, 0});
    constexpr std::size_t kSubtrees = 1 << 12;
    while (!level.empty() && level.size() < kSubtrees) {
        std::vector<Node> next;
        for (const Node& node : level) {
            if (stop.load(std::memory_order_relaxed)) return {};
            lister.visit(node, found[0], [&](const Node& c) { next.push_back(c); });
        }
        level.swap(next);
    }
    deal_out(level.size(), threads, stop, [&](std::size_t i, unsigned worker) {
        std::vector<Node> todo{level[i]};
        for (std::uint32_t steps = 0; !todo.empty(); ++steps) {
            if ((steps & 0xfff) == 0 && stop.load(std::memory_order_relaxed)) return;
            const Node node = todo.back();
            todo.pop_back();
            lister.visit(node, found[worker], [&](const Node& c) { todo.push_back(c); });
        }
    });
    if (stop.load(std::memory_order_relaxed)) return {};
    Lister::Found all = std::move(found[0]);
    for (std::size_t i = 1; i < found.size(); ++i) {
        all.insert(all.end(), found[i].begin(), found[i].end());
        Lister::Found().swap(found[i]);
    }
    return sorted_unless(stop, std::move(all));
}

}  // namespace farstar
