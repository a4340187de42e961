// The order of loopy games: a game on the product of two graphs.
//
// G >= H is decided from Left's chances, moving second, in G - H. A state is a vertex of G, one of
// H and who moves. Left moves in G or makes a Right move of H, Right the converse; whoever cannot
// move loses. What an infinite play counts depends on the reading of the loops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace farstar {

/// A graph with edges for Left and edges for Right, both ways, in compressed rows.
class Bigraph {
public:
    using Vertex = std::uint32_t;
    struct Rows {
        std::vector<std::size_t> begin;
        std::vector<Vertex> target;
        const Vertex* first(Vertex v) const { return target.data() + begin[v]; }
        const Vertex* last(Vertex v) const { return target.data() + begin[v + 1]; }
        std::size_t count(Vertex v) const { return begin[v + 1] - begin[v]; }
    };

    /// Targets must be below the number of vertices; both lists must be of one length.
    Bigraph(const std::vector<std::vector<Vertex>>& left,
            const std::vector<std::vector<Vertex>>& right);

    std::size_t size() const { return size_; }
    const Rows& left() const { return left_; }
    const Rows& right() const { return right_; }
    const Rows& into_left() const { return into_left_; }
    const Rows& into_right() const { return into_right_; }

private:
    std::size_t size_;
    Rows left_;
    Rows right_;
    Rows into_left_;
    Rows into_right_;
};

/// How infinite play in G - H is read.
enum class Reading {
    kStoppers,  // there is none that alternates: Left survives unless she runs out of moves
    kOnsides,   // Left needs infinitely many moves in G
    kOffsides,  // Left needs infinitely many moves in H
};

/// Called with the number of states that are about to be looked at; may throw.
using Charge = std::function<void(std::size_t)>;

/// Whether g >= h for each pair of vertices, at [g * |H| + h]. The whole product is solved at once.
std::vector<std::uint8_t> solve_order(const Bigraph& g, const Bigraph& h, Reading reading,
                                      const Charge& charge);

}  // namespace farstar
