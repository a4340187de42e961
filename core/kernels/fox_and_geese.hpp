// All positions of Fox and Geese on a board: the values of every place of the fox before every set
// of geese.
//
// The pieces stand on the squares of one colour, numbered row by row from the top. Geese go up, to
// squares with smaller numbers, so sets of geese in colexicographic order only lead to earlier
// ones. Before one set of geese the fox goes to and fro: the squares that it can reach are a
// strongly connected part, and no play inside it alternates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "farstar/stoppers.hpp"

namespace farstar {

class FoxAndGeeseTable {
public:
    using Id = Stoppers::Id;
    using Square = std::uint32_t;

    static constexpr Id kNoFox = ~Id{0};

    /// A board with so many rows and columns; the fox goes up to `reach` squares in one direction.
    FoxAndGeeseTable(std::uint32_t rows, std::uint32_t columns, std::uint32_t geese,
                     std::uint32_t reach, Charge charge);

    std::size_t squares() const { return row_of_.size(); }
    std::size_t geese() const { return geese_; }
    /// How many sets of geese there are.
    std::size_t sets() const { return sets_; }
    /// How many of them are solved.
    std::size_t solved() const { return values_.size() / squares(); }

    /// Solve the sets of geese before `end`; stopped by an exception, it goes on where it was.
    void solve(std::size_t end);

    /// The value with the fox on each square; kNoFox where a goose stands.
    std::span<const Id> values(std::size_t set) const {
        return {values_.data() + set * squares(), squares()};
    }
    /// The squares of a set of geese, in ascending order.
    std::vector<Square> squares_of(std::size_t set) const;
    /// The number of a set of geese, given in ascending order.
    std::size_t set_of(const std::vector<Square>& geese) const;

    Stoppers& stoppers() { return stoppers_; }
    const Stoppers& stoppers() const { return stoppers_; }
    std::size_t bytes() const { return values_.capacity() * sizeof(Id); }

private:
    struct Goose {
        Square from;
        Square to;
    };

    void solve_set();
    std::vector<Goose> goose_moves(const std::vector<Square>& geese) const;
    std::vector<Square> fox_moves(Square fox) const;
    std::vector<Square> region(Square start, const std::vector<Id>& values) const;

    std::uint32_t rows_;
    std::size_t geese_;
    std::uint32_t reach_;
    std::size_t sets_;
    std::vector<std::uint32_t> row_of_;
    /// For each square the squares in each of four directions, up to `reach`, one after the other.
    std::vector<std::vector<std::vector<Square>>> rays_;
    /// binomial_[k][n], for the numbers of sets.
    std::vector<std::vector<std::size_t>> binomial_;
    Stoppers stoppers_;
    std::vector<Id> values_;
    std::vector<bool> is_goose_;
};

}  // namespace farstar
