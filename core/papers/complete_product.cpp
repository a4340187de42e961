#include "complete_product.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "key_map.hpp"

namespace farstar {

class ProductValues::Search {
public:
    Search(Engine& engine, unsigned rows) : engine_(engine), rows_(rows) {
        if (rows < 1 || rows > kMostRows) throw std::invalid_argument("expected 1 to 7 rows");
        for (unsigned row = 0; row < rows; ++row) name_rows(row);
    }

    GameId value(const ProductPosition& position) {
        const unsigned columns = 1 + static_cast<unsigned>(position.others.size());
        const unsigned sets = 1u << rows_;
        if (columns * rows_ > kMostCells || position.own >= sets || position.own % 2 != 0 ||
            std::any_of(position.others.begin(), position.others.end(),
                        [&](std::uint8_t rows) { return rows >= sets; })) {
            throw std::invalid_argument("expected at most 63 cells, and sets of rows");
        }
        Board board{position.own, 0, {}};
        for (const std::uint8_t column : position.others) board.add(column);
        return value(key(board, 0));
    }
    std::size_t positions() const { return positions_; }

private:
    struct Board {
        std::uint8_t own;
        std::uint8_t size;
        std::array<std::uint8_t, kMostCells> others;

        void add(std::uint8_t column) {
            if (column != 0) others[size++] = column;
        }
    };
    // New names of rows, applied to sets of them.
    using Renaming = std::array<std::uint8_t, 1 << kMostRows>;

    // The ways to name rows that make `row` the row 0.
    void name_rows(unsigned row) {
        std::vector<unsigned> names(rows_ - 1);
        std::iota(names.begin(), names.end(), 1u);
        do {
            Renaming renaming{};
            for (unsigned set = 0; set < 1u << rows_; ++set) {
                unsigned image = set >> row & 1u;
                for (unsigned other = 0, i = 0; other < rows_; ++other) {
                    if (other != row) image |= (set >> other & 1u) << names[i++];
                }
                renaming[set] = static_cast<std::uint8_t>(image);
            }
            renamings_[row].push_back(renaming);
        } while (std::next_permutation(names.begin(), names.end()));
    }

    // The least of all ways to write the position with the token in that row: the token's column,
    // then the others in order, each behind a bit that says that it is there.
    std::uint64_t key(const Board& board, unsigned row) const {
        // The least names for the rows of the token's column are 1, 2, ...
        const unsigned own = ((1u << std::popcount(board.own)) - 1) << 1;
        std::uint64_t least = UINT64_MAX;
        std::array<std::uint8_t, kMostCells> columns;
        for (const Renaming& renaming : renamings_[row]) {
            if (renaming[board.own] != own) continue;
            for (unsigned i = 0; i < board.size; ++i) {
                const std::uint8_t column = renaming[board.others[i]];
                unsigned at = i;
                for (; at > 0 && columns[at - 1] < column; --at) columns[at] = columns[at - 1];
                columns[at] = column;
            }
            std::uint64_t packed = 0;
            for (unsigned i = 0; i < board.size; ++i) packed = packed << rows_ | columns[i];
            least = std::min(least, packed);
        }
        return least << rows_ | own;
    }
    Board board(std::uint64_t key) const {
        const std::uint64_t all = (std::uint64_t{1} << rows_) - 1;
        Board made{static_cast<std::uint8_t>(key & all), 0, {}};
        for (key >>= rows_; key != 0; key >>= rows_) made.add(static_cast<std::uint8_t>(key & all));
        return made;
    }

    // A game has no more moves than cells, so this does not go deep.
    GameId value(std::uint64_t key) {
        if (const std::uint32_t known = known_.look_up(key)) return known - 1;
        engine_.step();
        const Board at = board(key);
        std::vector<GameId> left;
        std::vector<GameId> right;
        for (unsigned i = 0; i < at.size; ++i) {
            // Equal columns stand side by side.
            if (at.others[i] % 2 == 0 || (i > 0 && at.others[i] == at.others[i - 1])) continue;
            Board to{static_cast<std::uint8_t>(at.others[i] - 1), 0, {}};
            for (unsigned j = 0; j < at.size; ++j) {
                if (j != i) to.add(at.others[j]);
            }
            to.add(at.own);
            left.push_back(value(this->key(to, 0)));
        }
        for (unsigned row = 1; row < rows_; ++row) {
            if ((at.own >> row & 1u) == 0) continue;
            Board to = at;
            to.own = static_cast<std::uint8_t>(at.own & ~(1u << row));
            right.push_back(value(this->key(to, row)));
        }
        const GameId game = engine_.construct(left, right);
        known_.at(engine_, key) = game + 1;
        ++positions_;
        return game;
    }

    Engine& engine_;
    unsigned rows_;
    std::array<std::vector<Renaming>, kMostRows> renamings_;
    KeyMap<std::uint32_t> known_;  // the game, plus 1
    std::size_t positions_ = 0;
};

ProductValues::ProductValues(Engine& engine, unsigned rows)
    : search_(std::make_unique<Search>(engine, rows)) {}
ProductValues::~ProductValues() = default;

GameId ProductValues::value(const ProductPosition& position) { return search_->value(position); }
std::size_t ProductValues::positions() const { return search_->positions(); }

}  // namespace farstar
