// Boards with more than 64 cells: masks against the library's sets of bits, and games against the
// same games on small boards and against plain search.
#include <bitset>
#include <random>
#include <vector>

#include "board_rules.hpp"
#include "check.hpp"
#include "outcome_search.hpp"
#include "solver.hpp"

namespace {

using namespace farstar;

struct Session {
    Engine engine;
    Session() { engine.begin({}, nullptr); }
};

using Cells = std::bitset<128>;

Cells cells_of(WideBits m) { return Cells{m.high} << 64 | Cells{m.low}; }

/// A board with these cells of a wide one, which must fit.
template <unsigned kPlanes>
Board<kPlanes> narrowed(const Board<kPlanes, WideBits>& wide) {
    Board<kPlanes> board;
    board.box = wide.box;
    for (unsigned p = 0; p < kPlanes; ++p) board.planes[p] = wide.planes[p].low;
    return board;
}

/// Every cell is free, or has a mark, with a chance of one in `odds`; the others are holes.
template <unsigned kPlanes>
Board<kPlanes, WideBits> random_board(std::mt19937_64& random, unsigned rows, unsigned cols,
                                      unsigned odds) {
    Board<kPlanes, WideBits> board;
    board.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
    for (unsigned cell = 0; cell < board.box.cells(); ++cell) {
        if (random() % odds == 0) board.planes[random() % kPlanes] |= WideBits{1} << cell;
    }
    return board;
}

/// The nimber of a sum of Cram by cells in pairs, from the definition; no masks and no boards.
class PlainNimbers {
public:
    unsigned of(const Cells& free, unsigned cols) {
        std::vector<bool> seen(130);
        for (unsigned cell = 0; cell < 128; ++cell) {
            for (const unsigned other : {cell + 1, cell + cols}) {
                if (other >= 128 || !free[cell] || !free[other]) continue;
                if (other == cell + 1 && other % cols == 0) continue;
                Cells rest = free;
                seen.at(of(rest.reset(cell).reset(other), cols)) = true;
            }
        }
        unsigned mex = 0;
        while (seen[mex]) ++mex;
        return mex;
    }
};

Summand summand(BoardGame& game, const BoardWords& words) {
    Summand result;
    result.game = &game;
    result.board = words;
    return result;
}

template <typename Narrow, typename Wide>
bool agree(Session& s, Solver<Narrow>& narrow, Solver<Wide>& wide,
           const typename Wide::GameBoard& board) {
    const auto small = narrowed(board);
    if (narrow.value(s.engine, small) != wide.value(s.engine, board)) return false;
    OutcomeSearch first, second;
    for (const bool left : {true, false}) {
        const std::vector<Summand> a{summand(narrow, to_words(small, false))};
        const std::vector<Summand> b{summand(wide, to_words(board, false))};
        if (first.wins(s.engine, a, left) != second.wins(s.engine, b, left)) return false;
    }
    return true;
}

}  // namespace

TEST(wide_masks_are_sets_of_bits) {
    std::mt19937_64 random(64);
    for (int round = 0; round < 2000; ++round) {
        const WideBits a{random(), random() >> (round % 64)}, b{random(), random()};
        const Cells x = cells_of(a), y = cells_of(b);
        const auto by = static_cast<unsigned>(random() % 128);
        CHECK(cells_of(a & b) == (x & y) && cells_of(a | b) == (x | y));
        CHECK(cells_of(a ^ b) == (x ^ y) && cells_of(~a) == ~x);
        CHECK(cells_of(a << by) == x << by && cells_of(a >> by) == x >> by);
        CHECK(cells_of(rotl(a, static_cast<int>(by))) == (x << by | x >> (128 - by)));
        CHECK(rotl(rotl(a, static_cast<int>(by)), -static_cast<int>(by)) == a);
        CHECK(popcount(a) == static_cast<int>(x.count()));
        CHECK((a + b) - b == a && (a - b) + b == a && ~a + 1 == WideBits{} - a);
        CHECK(lowest(a) == WideBits{1} << static_cast<unsigned>(countr_zero(a)));
        CHECK((a & (a - 1)) == (a ^ lowest(a)));
        CHECK(x[static_cast<unsigned>(bit_width(a)) - 1] &&
              (x >> static_cast<unsigned>(bit_width(a))).none());
        CHECK((a < b) != (b < a) && word_at(a, by) == ((a >> by).low & 0xffffffffu));
    }
    CHECK(popcount(WideBits{}) == 0 && bit_width(WideBits{}) == 0);
}

TEST(wide_boards_have_the_images_of_small_ones) {
    std::mt19937_64 random(65);
    for (int round = 0; round < 500; ++round) {
        const auto rows = static_cast<unsigned>(1 + random() % 8);
        const auto cols = static_cast<unsigned>(1 + random() % (64 / rows));
        const auto board = random_board<2>(random, rows, cols, 2);
        const Board<2> small = narrowed(board);
        CHECK(narrowed(transposed(board)) == transposed(small));
        CHECK(narrowed(flipped(board)) == flipped(small));
        CHECK(narrowed(turned(board)) == turned(small));
        const WideBits mask = board.planes[0];
        if (mask != 0) CHECK(narrowed(cropped(board, mask)) == cropped(small, mask.low));
        CHECK((from_words<Board<2, WideBits>>(to_words(board, false)) == board));
    }
    // Larger ones by their places: a turn takes the cell (r, c) to (rows - 1 - r, cols - 1 - c).
    for (const Box box :
         {Box{9, 9}, Box{5, 13}, Box{1, 128}, Box{128, 1}, Box{8, 16}, Box{2, 35}}) {
        const auto board = random_board<1>(random, box.rows, box.cols, 2);
        const Cells free = cells_of(board.planes[0]);
        const Cells across = cells_of(transposed(board).planes[0]);
        const Cells upside_down = cells_of(flipped(board).planes[0]);
        const Cells around = cells_of(turned(board).planes[0]);
        for (unsigned r = 0; r < box.rows; ++r) {
            for (unsigned c = 0; c < box.cols; ++c) {
                const bool is_free = free[r * box.cols + c];
                CHECK(across[c * box.rows + r] == is_free);
                CHECK(upside_down[(box.rows - 1u - r) * box.cols + c] == is_free);
                CHECK(around[(box.rows - 1u - r) * box.cols + (box.cols - 1u - c)] == is_free);
            }
        }
        CHECK((from_words<Board<1, WideBits>>(to_words(board, false)) == board));
    }
}

TEST(games_on_wide_boards_agree_with_those_on_small_ones) {
    Session s;
    Solver<Domineering> domineering;
    Solver<BasicDomineering<WideBits>> wide_domineering;
    Solver<Clobber> clobber;
    Solver<BasicClobber<WideBits>> wide_clobber;
    Solver<Cram> cram;
    Solver<BasicCram<WideBits>> wide_cram;
    std::mt19937_64 random(66);
    for (int round = 0; round < 60; ++round) {
        CHECK(agree(s, domineering, wide_domineering, random_board<1>(random, 4, 6, 2)));
        CHECK(agree(s, clobber, wide_clobber, random_board<2>(random, 3, 5, 2)));
        CHECK(agree(s, cram, wide_cram, random_board<1>(random, 6, 6, 2)));
    }
    const auto whole = [](unsigned rows, unsigned cols) {
        Board<1, WideBits> board;
        board.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
        board.planes[0] = board.box.all<WideBits>();
        return board;
    };
    CHECK(agree(s, domineering, wide_domineering, whole(4, 4)));
    CHECK(agree(s, cram, wide_cram, whole(4, 5)));
}

TEST(boards_of_more_than_64_cells_agree_with_plain_search) {
    Session s;
    NimberSearch<BasicCram<WideBits>> search;
    const BasicCram<WideBits> rules;
    Solver<BasicCram<WideBits>> cram;
    PlainNimbers plain;
    std::mt19937_64 random(67);
    const std::vector<SearchOptions> ways{{},
                                          {false, true, true, true},
                                          {true, false, true, true},
                                          {true, true, false, true},
                                          {true, true, true, false}};
    for (const Box box :
         {Box{9, 9}, Box{5, 13}, Box{10, 12}, Box{2, 64}, Box{1, 128}, Box{16, 8}}) {
        for (int round = 0; round < 10; ++round) {
            auto board = random_board<1>(random, box.rows, box.cols, 5);
            while (popcount(board.planes[0]) > 18) board.planes[0] &= board.planes[0] - 1;
            const unsigned nimber = plain.of(cells_of(board.planes[0]), box.cols);
            for (const SearchOptions& way : ways) {
                NimberSearch<BasicCram<WideBits>> fresh;
                CHECK(fresh.nimber(s.engine, rules, way, board) == nimber);
            }
            CHECK(s.engine.store().compact(cram.value(s.engine, board)).star == nimber);
        }
    }
    // Cram on one row is the octal game 0.07, whose nimbers have period 34 from 53 on.
    const auto row = [](unsigned cols) {
        Board<1, WideBits> board;
        board.box = {1, static_cast<std::uint8_t>(cols)};
        board.planes[0] = board.box.all<WideBits>();
        return board;
    };
    for (unsigned cols = 94; cols <= 128; ++cols) {
        CHECK(search.nimber(s.engine, rules, {}, row(cols)) ==
              search.nimber(s.engine, rules, {}, row(cols - 34)));
    }
}

TEST(outcomes_of_domineering_on_more_than_64_cells) {
    // By a theorem, two rows of 4k columns are at most 0: Left, who plays vertically, loses first.
    Session s;
    Solver<BasicDomineering<WideBits>> domineering;
    OutcomeSearch search, without_bounds{{true, true, true, false, true}};
    Board<1, WideBits> board;
    board.box = {2, 36};
    board.planes[0] = board.box.all<WideBits>();
    const std::vector<Summand> wide{summand(domineering, to_words(board, false))};
    CHECK(!search.wins(s.engine, wide, true) && search.wins(s.engine, wide, false));
    std::mt19937_64 random(68);
    for (int round = 0; round < 20; ++round) {
        const auto holes = random_board<1>(random, 8, 12, 3);
        const std::vector<Summand> sum{summand(domineering, to_words(holes, false))};
        const GameId value = domineering.value(s.engine, holes);
        const GameId zero = s.engine.store().zero();
        CHECK(search.wins(s.engine, sum, true) == !s.engine.geq(zero, value));
        CHECK(search.wins(s.engine, sum, false) == !s.engine.geq(value, zero));
        CHECK(without_bounds.wins(s.engine, sum, true) == !s.engine.geq(zero, value));
    }
}
