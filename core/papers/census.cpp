#include "census.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace farstar {

std::uint64_t& OutcomeCounts::of(char outcome) {
    switch (outcome) {
        case 'P':
            return p;
        case 'L':
            return l;
        case 'R':
            return r;
        case 'N':
            return n;
        default:
            throw std::invalid_argument("expected an outcome P, L, R or N");
    }
}

OutcomeCounts& OutcomeCounts::operator+=(const OutcomeCounts& other) {
    p += other.p;
    l += other.l;
    r += other.r;
    n += other.n;
    return *this;
}

namespace {

struct Node {
    std::uint32_t q;
    std::uint32_t t;
    std::uint8_t state;
};

// The sum of floor((a*i + b) / m) over 0 <= i < n. Here a*n + b is the bound of the census, N, at
// first and less than that later; so no product exceeds N*N, nor does the sum.
std::uint64_t floor_sum(std::uint64_t n, std::uint64_t m, std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    for (;;) {
        sum += (a / m) * (n * (n - 1) / 2) + (b / m) * n;
        a %= m;
        b %= m;
        const std::uint64_t top = a * n + b;
        if (top < m) return sum;
        n = top / m;
        b = top % m;
        std::swap(m, a);
    }
}

class Counter {
public:
    Counter(std::uint32_t bound, std::span<const OutcomeState> automaton, bool every_node)
        : bound_(bound), automaton_(automaton) {
        for (std::size_t i = 0; i < automaton.size(); ++i) {
            absorbing_.push_back(!every_node && automaton[i].l == i && automaton[i].r == i);
        }
    }

    /// Count what reduces to this node and add its child by l; take it to its child by r, if any.
    template <typename Add>
    bool step(Node& node, OutcomeCounts& counts, Add add) const {
        const OutcomeState& state = automaton_[node.state];
        counts.of(state.outcome) += multiples(node.t, node.q);
        const std::uint32_t sum = node.q + node.t;
        if (sum + node.q <= bound_) {
            if (absorbing_[state.l]) {
                counts.of(automaton_[state.l].outcome) += subtree(sum, node.q);
            } else {
                add(Node{sum, node.q, state.l});
            }
        }
        if (sum + node.t > bound_) return false;
        if (absorbing_[state.r]) {
            counts.of(automaton_[state.r].outcome) += subtree(sum, node.t);
            return false;
        }
        node = {sum, node.t, state.r};
        return true;
    }

    /// Positions in which q divides p: p = g(0 + k*1), but not p = q.
    std::uint64_t terminal() const { return multiples(0, 1) - bound_; }

    /// Positions that reduce to (q, t) or to a node below it, q + t <= bound.
    std::uint64_t subtree(std::uint32_t q, std::uint32_t t) const {
        const std::uint32_t most = (bound_ - t) / q;
        return 2 * floor_sum(most, t, q, bound_ - most * q) - multiples(q, t);
    }

private:
    // The number of pairs g, k >= 1 with g(start + k*step) <= bound.
    std::uint64_t multiples(std::uint32_t start, std::uint32_t step) const {
        if (step < bound_ >> 10) return many_multiples(start, step);
        std::uint64_t count = 0;
        std::uint32_t p = start + step;
        for (; p <= bound_ / 2; p += step) count += bound_ / p;
        return p <= bound_ ? count + (bound_ - p) / step + 1 : count;
    }
    // The same where k is large: small p = start + k*step are taken one by one, each with all its
    // g, and the others by their g, which are small.
    std::uint64_t many_multiples(std::uint32_t start, std::uint32_t step) const {
        std::uint64_t count = 0;
        std::uint64_t p = std::uint64_t{start} + step;
        for (; p * p <= std::uint64_t{bound_} * step; p += step) count += bound_ / p;
        for (std::uint64_t g = bound_ / p; g > 0; --g) count += (bound_ / g - p) / step + 1;
        return count;
    }

    std::uint32_t bound_;
    std::span<const OutcomeState> automaton_;
    std::vector<char> absorbing_;
};

void refuse_beyond(std::uint32_t bound) {
    if (bound > kLargestCensus) throw std::invalid_argument("expected a bound of at most 10^9");
}

}  // namespace

std::uint64_t partizan_euclid_subtree(std::uint32_t bound, std::uint32_t q, std::uint32_t t) {
    refuse_beyond(bound);
    if (t == 0 || t >= q || q > bound - std::min(bound, t))
        throw std::invalid_argument("expected 0 < t < q and q + t within the bound");
    return Counter(bound, {}, false).subtree(q, t);
}

OutcomeCounts partizan_euclid_census(std::uint32_t bound, std::span<const OutcomeState> automaton,
                                     unsigned part, unsigned parts, unsigned threads,
                                     bool every_node, const std::atomic<bool>& stop) {
    refuse_beyond(bound);
    const Counter counter(bound, automaton, every_node);
    // The top of the tree is counted by part 0; the subtrees below it are dealt out in turn. The
    // smaller the numbers the larger the subtree, so the smallest ones are opened, node by node.
    constexpr std::size_t kSubtrees = 1 << 12;
    OutcomeCounts total;
    OutcomeCounts top;
    std::vector<Node> level;
    const auto later = [](const Node& a, const Node& b) {
        return std::pair(a.q + a.t, a.q) > std::pair(b.q + b.t, b.q);
    };
    const auto put = [&](const Node& node) {
        level.push_back(node);
        std::push_heap(level.begin(), level.end(), later);
    };
    if (bound >= 3) put({2, 1, 0});
    while (!level.empty() && level.size() < kSubtrees) {
        std::pop_heap(level.begin(), level.end(), later);
        Node node = level.back();
        level.pop_back();
        if (counter.step(node, top, put)) put(node);
    }
    std::sort(level.begin(), level.end(),
              [&](const Node& a, const Node& b) { return later(b, a); });
    if (part == 0) {
        total = top;
        total.p += counter.terminal();
    }
    std::vector<OutcomeCounts> found(std::max(1u, threads));
    const std::size_t mine = level.size() > part ? (level.size() - part - 1) / parts + 1 : 0;
    deal_out(mine, threads, stop, [&](std::size_t i, unsigned worker) {
        std::vector<Node> todo{level[part + i * parts]};
        for (std::uint32_t steps = 0; !todo.empty(); ++steps) {
            if ((steps & 0xfff) == 0 && stop.load(std::memory_order_relaxed)) return;
            Node node = todo.back();
            todo.pop_back();
            const auto add = [&](const Node& child) { todo.push_back(child); };
            while (counter.step(node, found[worker], add)) {
            }
        }
    });
    for (const OutcomeCounts& counts : found) total += counts;
    return total;
}

}  // namespace farstar
