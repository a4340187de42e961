// Geography on K_n x K_m against a search of boards without any symmetry.
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "complete_product.hpp"

namespace {

using namespace farstar;

// Values by the rules alone: the token's row and column, and the open rows of each column.
class Plain {
public:
    explicit Plain(Engine& engine) : engine_(engine) {}

    GameId value(unsigned row, unsigned column, const std::vector<std::uint8_t>& open) {
        const auto key = std::pair(std::pair(row, column), open);
        if (const auto at = known_.find(key); at != known_.end()) return at->second;
        std::vector<GameId> left;
        std::vector<GameId> right;
        for (unsigned to = 0; to < open.size(); ++to) {
            if ((open[to] >> row & 1u) != 0) left.push_back(moved(row, to, open));
        }
        for (unsigned to = 0; to < 8; ++to) {
            if ((open[column] >> to & 1u) != 0) right.push_back(moved(to, column, open));
        }
        return known_[key] = engine_.construct(left, right);
    }

private:
    GameId moved(unsigned row, unsigned column, std::vector<std::uint8_t> open) {
        open[column] = static_cast<std::uint8_t>(open[column] & ~(1u << row));
        return value(row, column, open);
    }

    Engine& engine_;
    std::map<std::pair<std::pair<unsigned, unsigned>, std::vector<std::uint8_t>>, GameId> known_;
};

}  // namespace

TEST(products_up_to_symmetry_have_the_values_of_their_boards) {
    Engine engine;
    Plain plain(engine);
    for (const auto& [rows, columns] : {std::pair(1u, 4u), {2u, 5u}, {3u, 4u}, {4u, 3u}}) {
        ProductValues values(engine, rows);
        const auto full = static_cast<std::uint8_t>((1u << rows) - 1);
        std::vector<std::uint8_t> open(columns, full);
        open[0] = full - 1;
        const std::vector<std::uint8_t> others(open.begin() + 1, open.end());
        CHECK(values.value({open[0], others}) == plain.value(0, 0, open));
        CHECK(values.positions() > 0);
    }
    // Holes of every kind, and columns that are closed.
    ProductValues values(engine, 4);
    for (unsigned seed = 0; seed < 400; ++seed) {
        const unsigned mixed = seed * 2654435761u;
        std::vector<std::uint8_t> open;
        for (unsigned shift : {4u, 12u, 20u, 28u})
            open.push_back(static_cast<std::uint8_t>(mixed >> shift & 15u));
        open[0] = static_cast<std::uint8_t>(open[0] & 14u);
        const std::vector<std::uint8_t> others(open.begin() + 1, open.end());
        CHECK(values.value({open[0], others}) == plain.value(0, 0, open));
    }
}

TEST(products_that_do_not_fit_are_refused) {
    Engine engine;
    CHECK_THROWS(ProductValues(engine, 0), std::invalid_argument);
    CHECK_THROWS(ProductValues(engine, 8), std::invalid_argument);
    ProductValues values(engine, 3);
    CHECK_THROWS(values.value({1, {}}), std::invalid_argument);
    CHECK_THROWS(values.value({8, {}}), std::invalid_argument);
    CHECK_THROWS(values.value({0, {8}}), std::invalid_argument);
    CHECK_THROWS(values.value({0, std::vector<std::uint8_t>(21, 0)}), std::invalid_argument);
}
