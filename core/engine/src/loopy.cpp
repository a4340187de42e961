#include "farstar/loopy.hpp"

#include <utility>

namespace farstar {

namespace {

using Vertex = Bigraph::Vertex;
using Rows = Bigraph::Rows;

Rows rows_of(const std::vector<std::vector<Vertex>>& lists) {
    Rows rows;
    rows.begin.reserve(lists.size() + 1);
    rows.begin.push_back(0);
    for (const auto& list : lists) {
        rows.target.insert(rows.target.end(), list.begin(), list.end());
        rows.begin.push_back(rows.target.size());
    }
    return rows;
}

Rows reversed(const Rows& rows, std::size_t size) {
    Rows back;
    back.begin.assign(size + 1, 0);
    back.target.resize(rows.target.size());
    for (const Vertex w : rows.target) ++back.begin[w + 1];
    for (std::size_t v = 0; v < size; ++v) back.begin[v + 1] += back.begin[v];
    std::vector<std::size_t> next(back.begin.begin(), back.begin.end() - 1);
    for (Vertex v = 0; v < size; ++v) {
        for (const Vertex* w = rows.first(v); w != rows.last(v); ++w) back.target[next[*w]++] = v;
    }
    return back;
}

/// The states of a product: [2 * (g * |H| + h)] where Left moves, and one more where Right does.
class Product {
public:
    Product(const Bigraph& g, const Bigraph& h, const Charge& charge)
        : g_(g), h_(h), charge_(charge), states_(2 * g.size() * h.size()) {}

    /// Left survives unless Right can force her into a state without moves.
    std::vector<std::uint8_t> survival() {
        charge_(states_);
        std::vector<std::uint8_t> lost(states_, 0);
        std::vector<std::uint32_t> moves_left(states_ / 2);
        for (Vertex a = 0; a < g_.size(); ++a) {
            for (Vertex b = 0; b < h_.size(); ++b) {
                const std::size_t pair = pair_of(a, b);
                moves_left[pair] =
                    static_cast<std::uint32_t>(g_.left().count(a) + h_.right().count(b));
                if (moves_left[pair] == 0) join(lost, a, b, kLeft);
            }
        }
        while (!todo_.empty()) {
            const State state = take();
            if (state.mover == kLeft) {
                // Right moves here: one such move is enough.
                before(g_.into_right(), state.a, [&](Vertex a) { join(lost, a, state.b, kRight); });
                before(h_.into_left(), state.b, [&](Vertex b) { join(lost, state.a, b, kRight); });
            } else {
                const auto count = [&](Vertex a, Vertex b) {
                    if (--moves_left[pair_of(a, b)] == 0) join(lost, a, b, kLeft);
                };
                before(g_.into_left(), state.a, [&](Vertex a) { count(a, state.b); });
                before(h_.into_right(), state.b, [&](Vertex b) { count(state.a, b); });
            }
        }
        std::vector<std::uint8_t> result(states_ / 2);
        for (std::size_t pair = 0; pair < result.size(); ++pair) result[pair] = !lost[2 * pair + 1];
        return result;
    }

    /// A Büchi game: Left wins where Right is stuck, or by infinitely many moves in one component.
    ///
    /// Z is what may still be won. Y is what forces, by moves in the other component, either a
    /// stuck Right or a move in the chosen component into Z; it is the next Z, until nothing
    /// changes.
    template <bool kInG>
    std::vector<std::uint8_t> infinitely_often() {
        std::vector<std::uint8_t> z(states_, 1);
        std::vector<std::uint32_t> open(states_ / 2);
        for (std::size_t size = states_;;) {
            charge_(states_);
            std::vector<std::uint8_t> y(states_, 0);
            std::size_t joined = 0;
            for (Vertex a = 0; a < g_.size(); ++a) {
                for (Vertex b = 0; b < h_.size(); ++b) begin_round<kInG>(z, y, open, a, b);
            }
            while (!todo_.empty()) {
                const State state = take();
                ++joined;
                if (state.mover == kRight) {
                    before(
                        kInG ? h_.into_right() : g_.into_left(), kInG ? state.b : state.a,
                        [&](Vertex v) { join(y, kInG ? state.a : v, kInG ? v : state.b, kLeft); });
                } else {
                    before(kInG ? h_.into_left() : g_.into_right(), kInG ? state.b : state.a,
                           [&](Vertex v) {
                               const Vertex a = kInG ? state.a : v;
                               const Vertex b = kInG ? v : state.b;
                               if (--open[pair_of(a, b)] == 0) join(y, a, b, kRight);
                           });
                }
            }
            z = std::move(y);
            if (joined == size) break;
            size = joined;
        }
        std::vector<std::uint8_t> result(states_ / 2);
        for (std::size_t pair = 0; pair < result.size(); ++pair) result[pair] = z[2 * pair + 1];
        return result;
    }

private:
    static constexpr std::uint8_t kLeft = 0;
    static constexpr std::uint8_t kRight = 1;
    struct State {
        Vertex a;
        Vertex b;
        std::uint8_t mover;
    };

    std::size_t pair_of(Vertex a, Vertex b) const { return a * h_.size() + b; }

    void join(std::vector<std::uint8_t>& set, Vertex a, Vertex b, std::uint8_t mover) {
        std::uint8_t& member = set[2 * pair_of(a, b) + mover];
        if (member) return;
        member = 1;
        todo_.push_back({a, b, mover});
    }

    State take() {
        const State state = todo_.back();
        todo_.pop_back();
        return state;
    }

    template <typename Visit>
    static void before(const Rows& into, Vertex v, Visit visit) {
        for (const Vertex* u = into.first(v); u != into.last(v); ++u) visit(*u);
    }

    /// Count how many replies of Right do not lead by the chosen component into Z.
    template <bool kInG>
    void begin_round(const std::vector<std::uint8_t>& z, std::vector<std::uint8_t>& y,
                     std::vector<std::uint32_t>& open, Vertex a, Vertex b) {
        const Rows& by_left = kInG ? g_.left() : h_.right();
        const Rows& by_right = kInG ? g_.right() : h_.left();
        const Vertex moved = kInG ? a : b;
        const auto in_z = [&](Vertex v, std::uint8_t mover) {
            return z[2 * (kInG ? pair_of(v, b) : pair_of(a, v)) + mover] != 0;
        };
        for (const Vertex* v = by_left.first(moved); v != by_left.last(moved); ++v) {
            if (in_z(*v, kRight)) {
                join(y, a, b, kLeft);
                break;
            }
        }
        std::size_t count = kInG ? h_.left().count(b) : g_.right().count(a);
        for (const Vertex* v = by_right.first(moved); v != by_right.last(moved); ++v) {
            count += !in_z(*v, kLeft);
        }
        open[pair_of(a, b)] = static_cast<std::uint32_t>(count);
        if (count == 0) join(y, a, b, kRight);
    }

    const Bigraph& g_;
    const Bigraph& h_;
    const Charge& charge_;
    std::size_t states_;
    std::vector<State> todo_;
};

}  // namespace

Bigraph::Bigraph(const std::vector<std::vector<Vertex>>& left,
                 const std::vector<std::vector<Vertex>>& right)
    : size_(left.size()),
      left_(rows_of(left)),
      right_(rows_of(right)),
      into_left_(reversed(left_, size_)),
      into_right_(reversed(right_, size_)) {}

std::vector<std::uint8_t> solve_order(const Bigraph& g, const Bigraph& h, Reading reading,
                                      const Charge& charge) {
    Product product(g, h, charge);
    switch (reading) {
        case Reading::kStoppers:
            return product.survival();
        case Reading::kOnsides:
            return product.infinitely_often<true>();
        case Reading::kOffsides:
            return product.infinitely_often<false>();
    }
    return {};
}

}  // namespace farstar
