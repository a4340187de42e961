#include <array>
#include <vector>

#include "check.hpp"
#include "farstar/engine.hpp"
#include "patterns.hpp"
#include "placements.hpp"

namespace {

using namespace farstar;

constexpr std::uint32_t kX = 1;
constexpr std::uint32_t kO = 2;

/// Values by the moves alone: neither components nor symmetries nor a table.
template <typename Rules>
GameId plain_value(Engine& engine, const Rules& rules, const typename Rules::GameBoard& position) {
    std::vector<GameId> sides[2];
    for (const bool left : {true, false}) {
        rules.each_move(position, left, [&](const auto& after) {
            sides[left ? 0 : 1].push_back(plain_value(engine, rules, after));
        });
    }
    return engine.construct(sides[0], sides[1]);
}

/// A stone takes its neighbour on a row, in both directions.
PatternRules<2> clobber_on_rows() {
    const auto taking = [](std::uint32_t mine, std::uint32_t other, int mark) {
        return std::vector<Pattern>{
            {{{0, 0, mine}, {0, 1, other}}, {}, {{0, 0, -1}, {0, 1, mark}}},
            {{{0, 0, other}, {0, 1, mine}}, {}, {{0, 0, mark}, {0, 1, -1}}},
        };
    };
    return {taking(kX, kO, 0),
            taking(kO, kX, 1),
            {{1, {0, 1}, false}, {2, {0, 1}, false}, {0, {1, 0}, true}}};
}

/// The same along the edges of a graph, given as pairs of cells.
PlacementRules<2> clobber_on_edges(const std::vector<std::array<unsigned, 2>>& edges,
                                   std::vector<CellSymmetry> symmetries) {
    std::vector<Placement> sides[2];
    for (const auto& edge : edges) {
        for (const unsigned first : {0u, 1u}) {
            const Bits from = Bits{1} << edge[first];
            const Bits to = Bits{1} << edge[1 - first];
            sides[0].push_back(
                {{{kX, from}, {kO, to}}, {}, {{-1, from}, {0, to}}, from | to, from | to});
            sides[1].push_back(
                {{{kO, from}, {kX, to}}, {}, {{-1, from}, {1, to}}, from | to, from | to});
        }
    }
    return {sides[0], sides[1], std::move(symmetries)};
}

Board<2> row(unsigned cells, Bits x, Bits o) {
    return {{x & ~o, o}, {1, static_cast<std::uint8_t>(cells)}};
}

}  // namespace

TEST(patterns_agree_with_their_moves_alone) {
    Engine engine;
    const PatternRules<2> rules = clobber_on_rows();
    Solver<PatternRules<2>> solver(rules);
    engine.attach(solver);
    engine.begin({}, nullptr);
    for (Bits x = 0; x < 64; ++x) {
        for (Bits o = 0; o < 64; o += 3) {
            const Board<2> board = row(6, x, o);
            CHECK(solver.value(engine, board) == plain_value(engine, rules, board));
        }
    }
    engine.detach(solver);
}

TEST(placements_on_a_path_agree_with_patterns_on_a_row) {
    Engine engine;
    const PlacementRules<2> path =
        clobber_on_edges({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}},
                         {{{5, 4, 3, 2, 1, 0}, {0, 1}, false}, {{0, 1, 2, 3, 4, 5}, {1, 0}, true}});
    Solver<PlacementRules<2>> by_path(path);
    Solver<PatternRules<2>> by_row(clobber_on_rows());
    engine.attach(by_path);
    engine.attach(by_row);
    engine.begin({}, nullptr);
    for (Bits x = 0; x < 64; ++x) {
        for (Bits o = 0; o < 64; ++o) {
            const Board<2> board = row(6, x, o);
            CHECK(by_path.value(engine, board) == by_row.value(engine, board));
        }
    }
    engine.detach(by_path);
    engine.detach(by_row);
}

TEST(placements_on_a_triangle_agree_with_their_moves_alone) {
    Engine engine;
    const PlacementRules<2> rules =
        clobber_on_edges({{0, 1}, {1, 2}, {0, 2}, {2, 3}}, {{{1, 0, 2, 3}, {0, 1}, false}});
    Solver<PlacementRules<2>> solver(rules);
    engine.attach(solver);
    engine.begin({}, nullptr);
    for (Bits x = 0; x < 16; ++x) {
        for (Bits o = 0; o < 16; ++o) {
            const Board<2> board = row(4, x, o);
            CHECK(solver.value(engine, board) == plain_value(engine, rules, board));
        }
    }
    engine.detach(solver);
}

TEST(patterns_of_several_rows_with_forbidden_neighbours_agree_with_their_moves_alone) {
    // An x on a free cell below another one, unless an o stands beside it; o likewise to the right.
    const PatternRules<2> rules{
        {{{{0, 0, kX}, {1, 0, kX}}, {{0, 1, kO}, {0, -1, kO}}, {{0, 0, 1}}}},
        {{{{0, 0, kX | kO}, {0, 1, kX}}, {{-1, 0, kO}}, {{0, 1, -1}}}},
        {}};
    Engine engine;
    Solver<PatternRules<2>> solver(rules);
    engine.attach(solver);
    engine.begin({}, nullptr);
    for (Bits x = 0; x < 512; ++x) {
        for (const Bits o : {Bits{0}, Bits{0x41}, Bits{0x10}, Bits{0x122}}) {
            const Board<2> board{{x & ~o, o}, {3, 3}};
            CHECK(solver.value(engine, board) == plain_value(engine, rules, board));
        }
    }
    engine.detach(solver);
}

TEST(room_for_a_step_is_where_it_stays_in_the_box) {
    const auto byte = [](int number) { return static_cast<std::uint8_t>(number); };
    for (int rows = 1; rows <= 64; ++rows) {
        for (int cols = 1; rows * cols <= 64; ++cols) {
            const Box box{byte(rows), byte(cols)};
            for (int row = -rows; row <= rows; ++row) {
                for (int col = -cols; col <= cols; ++col) {
                    Bits expected = 0;
                    for (int r = 0; r < rows; ++r) {
                        for (int c = 0; c < cols; ++c) {
                            if (r + row >= 0 && r + row < rows && c + col >= 0 && c + col < cols)
                                expected |= Bits{1} << (r * cols + c);
                        }
                    }
                    CHECK(with_room<Bits>(box, row, col) == expected);
                }
            }
        }
    }
}
