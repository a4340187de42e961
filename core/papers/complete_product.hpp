// Partizan Geography on K_n x K_m: Left moves the token within its row, Right within its column,
// and no cell is visited twice.
//
// What matters of a position is the set of open rows of each column, a bit each. Rows are named so
// that the token is in row 0; columns may be exchanged, and the other rows.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "farstar/engine.hpp"

namespace farstar {

struct ProductPosition {
    /// The open rows of the token's column, without row 0.
    std::uint8_t own;
    /// Those of the other columns.
    std::vector<std::uint8_t> others;
};

/// Canonical forms of positions with the same number of rows; what was found is kept.
class ProductValues {
public:
    /// More rows could be exchanged in too many ways, and more cells do not fit a key.
    static constexpr unsigned kMostRows = 7;
    static constexpr unsigned kMostCells = 63;

    ProductValues(Engine& engine, unsigned rows);
    ~ProductValues();

    /// Throws std::invalid_argument for rows that do not exist or too many cells.
    GameId value(const ProductPosition& position);
    /// How many positions were met, up to symmetry.
    std::size_t positions() const;

private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace farstar
