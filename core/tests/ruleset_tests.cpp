#include <array>
#include <cstdlib>
#include <vector>

#include "amazons.hpp"
#include "board_rules.hpp"
#include "check.hpp"
#include "colouring.hpp"
#include "farstar/errors.hpp"

namespace {

using namespace farstar;

template <unsigned kPlanes>
Board<kPlanes> board(unsigned rows, unsigned cols, std::array<Bits, kPlanes> planes) {
    return {planes, {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)}};
}

Board<1> empty_board(unsigned rows, unsigned cols) {
    Board<1> result = board<1>(rows, cols, {0});
    result.planes[0] = result.box.all();
    return result;
}

/// Values by the moves alone: neither components nor symmetries nor a table.
template <typename Moves, typename GameBoard>
GameId plain_value(Engine& engine, const GameBoard& position) {
    std::vector<GameId> sides[2];
    for (const bool left : {true, false}) {
        Moves::each_move(position, left, [&](const auto& after) {
            sides[left ? 0 : 1].push_back(plain_value<Moves>(engine, after));
        });
    }
    return engine.construct(sides[0], sides[1]);
}

/// Col, or Snort, by cells: a colour closes its cell, and to one player the cells beside it.
template <bool kLike>
struct PlainColours {
    template <typename Visit>
    static void each_move(const Board<2>& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        const int cols = board.box.cols;
        for (int at = 0; at < static_cast<int>(board.box.cells()); ++at) {
            if ((board.planes[mine] >> at & 1) == 0) continue;
            Board<2> after = board;
            for (int other = 0; other < static_cast<int>(board.box.cells()); ++other) {
                const int away =
                    std::abs(at / cols - other / cols) + std::abs(at % cols - other % cols);
                for (const unsigned player : {0u, 1u}) {
                    const bool is_closed = away == 0 || (away == 1 && (player == mine) != kLike);
                    if (is_closed) after.planes[player] &= ~(Bits{1} << other);
                }
            }
            visit(after);
        }
    }
};

/// A solver, and the moves by which it is checked.
template <typename Rules, typename Moves = Rules>
struct Session {
    Engine engine;
    Solver<Rules> solver;

    Session() {
        engine.attach(solver);
        engine.begin({}, nullptr);
    }
    GameId value(const typename Rules::GameBoard& position) {
        return solver.value(engine, position);
    }
    bool agrees(const typename Rules::GameBoard& position) {
        return value(position) == plain_value<Moves>(engine, position);
    }
};

}  // namespace

TEST(images_of_boards_are_where_they_should_be) {
    const Board<1> corner = board<1>(2, 3, {0b001011});  // ##. over #..
    CHECK(flipped(corner) == board<1>(2, 3, {0b011001}));
    CHECK(turned(corner) == board<1>(2, 3, {0b110100}));
    CHECK(transposed(corner) == board<1>(3, 2, {0b000111}));
    CHECK(cropped(board<1>(3, 3, {0b110100001}), Bits{0b110100000}) == board<1>(2, 2, {0b1110}));
    const Board<1> full = empty_board(8, 8);
    CHECK(turned(full) == full && flipped(full) == full && transposed(full) == full);
    const Board<1> row = empty_board(1, 64);
    CHECK(transposed(transposed(row)) == row && turned(row) == row);
    CHECK(rightwards(row.box, row.planes[0]) == ~Bits{1} && downwards(row.box, ~Bits{0}) == 0);
}

TEST(domineering_agrees_with_its_moves) {
    Session<Domineering, PlainDomineering> session;
    for (Bits cells = 0; cells < 512; ++cells) CHECK(session.agrees(board<1>(3, 3, {cells})));
    for (Bits cells = 0; cells < 256; ++cells) CHECK(session.agrees(board<1>(1, 8, {cells})));
    for (Bits cells = 0; cells < 256; ++cells) CHECK(session.agrees(board<1>(4, 2, {cells})));
    CHECK(session.agrees(empty_board(3, 4)));
    CHECK(session.value(empty_board(5, 5)) == session.engine.store().zero());
}

TEST(cram_agrees_with_its_moves) {
    Session<Cram, PlainCram> session;
    for (Bits cells = 0; cells < 512; ++cells) CHECK(session.agrees(board<1>(3, 3, {cells})));
    for (Bits cells = 0; cells < 256; ++cells) CHECK(session.agrees(board<1>(2, 4, {cells})));
    CHECK(session.agrees(empty_board(3, 4)));
}

TEST(patterns_tell_what_is_special_about_the_rules) {
    const Domineering domineering;
    const Cram cram;
    CHECK(domineering.counts_places() && !domineering.is_impartial());
    CHECK(!domineering.is_all_small() && !cram.counts_places());
    CHECK(cram.is_impartial() && cram.is_all_small());
    CHECK(Clobber{}.is_all_small() && !Clobber{}.is_impartial());
    const std::vector<Pattern> upright{kUprightDomino}, flat{kFlatDomino};
    CHECK(crossing_dominoes(upright, flat) == true && crossing_dominoes(flat, upright) == false);
    CHECK(!crossing_dominoes(flat, flat) && !is_dicotic(flat, upright));
    // Two stones of different colours: each player takes the other's.
    const Pattern x_takes{{{0, 0, 1}, {0, 1, 2}}, {}, {{0, 0, -1}, {0, 1, 0}}};
    const Pattern o_takes{{{0, 0, 1}, {0, 1, 2}}, {}, {{0, 0, 1}, {0, 1, -1}}};
    Pattern careful = o_takes;
    careful.forbids = {{1, 0, 1}};
    CHECK(is_dicotic({x_takes}, {o_takes}) && !has_same_moves({x_takes}, {o_takes}));
    CHECK(!is_dicotic({x_takes}, {careful}) && !is_dicotic({x_takes}, {}));
    CHECK(has_same_moves({x_takes, o_takes}, {o_takes, x_takes}));
    // What stands in either cell may become the other's mark.
    CHECK(widened({x_takes, o_takes})[0].needs[0].marks == 3);
    CHECK(united({x_takes}, {o_takes}).size() == 1 && united(flat, upright).size() == 2);
}

TEST(clobber_agrees_with_its_moves) {
    Session<Clobber, PlainClobberMoves> session;
    for (Bits x = 0; x < 64; ++x) {
        for (Bits o = 0; o < 64; ++o) {
            if ((x & o) == 0) CHECK(session.agrees(board<2>(2, 3, {x, o})));
        }
    }
    CHECK(session.agrees(board<2>(3, 3, {0b101010101, 0b010101010})));
}

TEST(amazons_agrees_with_its_moves) {
    Session<Amazons> session;
    for (Bits a = 0; a < 16; ++a) {
        for (Bits b = 0; b < 16; ++b) {
            CHECK(session.agrees(board<2>(2, 2, {a, b})));
            CHECK(session.agrees(board<2>(1, 4, {a, b})));
        }
    }
    CHECK(session.agrees(board<2>(2, 3, {0b011111, 0b111110})));
    CHECK(session.agrees(board<2>(3, 2, {0b111111, 0b110110})));
}

TEST(col_and_snort_agree_with_plain_colours) {
    Session<Col, PlainColours<false>> col;
    Session<Snort, PlainColours<true>> snort;
    for (Bits left = 0; left < 64; ++left) {
        for (Bits right = 0; right < 64; ++right) {
            CHECK(col.agrees(board<2>(2, 3, {left, right})));
            CHECK(snort.agrees(board<2>(2, 3, {left, right})));
            CHECK(snort.agrees(board<2>(1, 6, {left, right})));
        }
    }
    CHECK(col.value(board<2>(3, 3, {511, 511})) == col.engine.store().zero());
}

TEST(a_quarter_turn_of_domineering_negates) {
    Session<Domineering, PlainDomineering> session;
    for (Bits cells = 1; cells < 4096; cells += 7) {
        const Board<1> upright = board<1>(3, 4, {cells});
        const GameId g = session.value(upright);
        CHECK(session.value(transposed(upright)) == session.engine.negate(g));
        CHECK(session.value(turned(upright)) == g && session.value(flipped(upright)) == g);
    }
}

TEST(what_a_solver_remembers_counts_and_is_forgotten) {
    Session<Domineering, PlainDomineering> session;
    session.value(empty_board(4, 5));
    CHECK(session.solver.size() > 1000);
    const std::size_t before = session.engine.bytes();
    CHECK(before > session.solver.bytes());
    session.engine.collect();
    CHECK(session.solver.size() == 0 && session.engine.bytes() < before);
    CHECK(session.agrees(empty_board(3, 3)));
    Limits limits;
    limits.steps = 5000;
    session.engine.begin(limits, nullptr);
    CHECK_THROWS(session.value(empty_board(7, 7)), BudgetExceeded);
    limits = {};
    limits.memory = session.engine.bytes() + 2'000'000;
    session.engine.begin(limits, nullptr);
    CHECK_THROWS(session.value(empty_board(7, 7)), BudgetExceeded);
    session.engine.begin({}, nullptr);
    CHECK(session.agrees(empty_board(2, 5)));
}
