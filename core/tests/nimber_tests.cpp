#include <random>
#include <vector>

#include "board_rules.hpp"
#include "check.hpp"
#include "farstar/errors.hpp"
#include "nogo.hpp"
#include "outcome_search.hpp"
#include "placements.hpp"
#include "solver.hpp"

namespace {

using namespace farstar;

/// Both players clobber with either colour.
struct ImpartialClobber : PatternRules<2> {
    ImpartialClobber() : PatternRules(taking(), taking(), symmetries()) {}

private:
    static std::vector<Pattern> taking() {
        std::vector<Pattern> all;
        for (const auto& [row, col] : {std::pair{0, 1}, std::pair{1, 0}}) {
            for (const std::uint32_t mark : {1u, 2u}) {
                const int stays = mark == 1 ? 0 : 1;
                const std::vector<PatternCell> needs{{0, 0, mark}, {row, col, 3 ^ mark}};
                all.push_back({needs, {}, {{0, 0, -1}, {row, col, stays}}});
                all.push_back({needs, {}, {{0, 0, 1 - stays}, {row, col, -1}}});
            }
        }
        return all;
    }
    static std::vector<PatternSymmetry> symmetries() {
        std::vector<PatternSymmetry> all;
        for (unsigned turn = 0; turn < 8; ++turn) {
            all.push_back({turn, {0, 1}, false});
            all.push_back({turn, {1, 0}, false});
        }
        return all;
    }
};

/// The same rules for an engine that is not told that they are impartial, and so makes canonical
/// forms.
template <typename Rules>
struct AsPartizan : Rules {
    AsPartizan(Rules rules = {}) : Rules(std::move(rules)) {}
    bool is_impartial() const { return false; }
};

/// Any run of free cells may be taken from a row: the nimber of a row is its length.
struct TakeAnyRun : PatternRules<1> {
    TakeAnyRun() : PatternRules(runs(), runs(), {}) {}

private:
    static std::vector<Pattern> runs() {
        std::vector<Pattern> all;
        for (int length = 1; length <= 40; ++length) {
            Pattern run;
            for (int col = 0; col < length; ++col) {
                run.needs.push_back({0, col, 1});
                run.writes.push_back({0, col, -1});
            }
            all.push_back(run);
        }
        return all;
    }
};

/// Node Kayles on a ring: a vertex is taken with its neighbours.
PlacementRules<1> ring_kayles(unsigned cells) {
    std::vector<Placement> moves;
    for (unsigned i = 0; i < cells; ++i) {
        const unsigned before = (i + cells - 1) % cells, after = (i + 1) % cells;
        for (unsigned gone = 0; gone < 4; ++gone) {  // which neighbours are still there
            const Bits taken = Bits{1} << i | Bits{gone & 1} << before | Bits{gone >> 1} << after;
            const Bits both = Bits{1} << before | Bits{1} << after;
            Placement move{{{1, taken}}, {{1, both & ~taken}}, {{-1, taken}}, taken, taken};
            if ((both & ~taken) == 0) move.forbids.clear();
            moves.push_back(move);
        }
    }
    return {moves, moves, {}};
}

/// The nimber by the rules alone: no components, symmetries or tables of sets.
template <typename Rules>
unsigned plain_nimber(const Rules& rules, const typename Rules::GameBoard& board,
                      BoardTable<typename Rules::GameBoard>& known) {
    const GameId before = known.look_up(board);
    if (before != kNone) return before;
    std::vector<bool> seen(65);
    rules.each_move(board, true,
                    [&](const auto& after) { seen.at(plain_nimber(rules, after, known)) = true; });
    unsigned mex = 0;
    while (seen[mex]) ++mex;
    known.put(board, mex);
    return mex;
}

struct Session {
    Engine engine;
    Session() { engine.begin({}, nullptr); }
};

const std::vector<SearchOptions> kWays{
    {},
    {false, true, true, true},
    {true, false, true, true},
    {true, true, false, true},
    {true, true, true, false},
    {false, false, false, false},
};

template <typename Rules>
struct Witnesses {
    Engine& engine;
    Rules rules;
    Solver<AsPartizan<Rules>> canonical;
    std::vector<NimberSearch<Rules>> searches = std::vector<NimberSearch<Rules>>(kWays.size());
    BoardTable<typename Rules::GameBoard> plain;

    explicit Witnesses(Engine& e, Rules r = {}) : engine(e), rules(r), canonical(r) {}
    bool agree(const typename Rules::GameBoard& board) {
        const unsigned nimber = plain_nimber(rules, board, plain);
        const GameId value = canonical.value(engine, board);
        const Store& store = engine.store();
        if (!store.is_compact(value) || !(store.compact(value) == Compact{0, nimber, 0}))
            return false;
        for (std::size_t i = 0; i < kWays.size(); ++i) {
            // Who wins beside a heap is asked first, before the nimber is known.
            const unsigned heap = static_cast<unsigned>(board.hash() % 5);
            if (searches[i].has_nimber(engine, rules, kWays[i], board, heap) != (heap == nimber))
                return false;
            if (searches[i].nimber(engine, rules, kWays[i], board) != nimber) return false;
        }
        return true;
    }
};

template <unsigned kPlanes>
Board<kPlanes> random_board(std::mt19937_64& random, unsigned rows, unsigned cols) {
    Board<kPlanes> board;
    board.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
    for (unsigned cell = 0; cell < board.box.cells(); ++cell) {
        const std::uint64_t mark = random() % (kPlanes + 1);  // the last one is a hole
        if (mark < kPlanes || random() % 2 == 0) board.planes[mark % kPlanes] |= Bits{1} << cell;
    }
    return board;
}

Board<1> whole_board(unsigned rows, unsigned cols) {
    Board<1> board;
    board.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
    board.planes[0] = board.box.all();
    return board;
}

}  // namespace

TEST(nimbers_of_cram_agree_with_plain_search_and_canonical_forms) {
    Session s;
    Witnesses<Cram> cram(s.engine);
    std::mt19937_64 random(31);
    for (int round = 0; round < 1500; ++round) {
        const auto rows = static_cast<unsigned>(1 + random() % 4);
        CHECK(cram.agree(random_board<1>(random, rows, rows == 1 ? 14 : 16 / rows)));
    }
    for (unsigned cols = 1; cols <= 14; ++cols) CHECK(cram.agree(whole_board(1, cols)));
    CHECK(cram.agree(whole_board(3, 4)) && cram.agree(whole_board(3, 5)));
    CHECK(cram.agree(whole_board(4, 4)) && cram.agree(whole_board(2, 8)));
}

TEST(nimbers_of_clobber_agree_with_plain_search_and_canonical_forms) {
    Session s;
    Witnesses<ImpartialClobber> clobber(s.engine);
    std::mt19937_64 random(32);
    for (int round = 0; round < 1500; ++round) {
        const auto rows = static_cast<unsigned>(1 + random() % 3);
        CHECK(clobber.agree(random_board<2>(random, rows, rows == 1 ? 11 : 10 / rows)));
    }
}

TEST(nimbers_of_nogo_agree_with_plain_search_and_canonical_forms) {
    Session s;
    Witnesses<ImpartialNoGo> nogo(s.engine);
    for (const auto& [rows, cols] : {std::pair{1u, 9u}, std::pair{2u, 4u}, std::pair{3u, 3u}}) {
        Board<3> empty;
        empty.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
        empty.planes[2] = empty.box.all();
        CHECK(nogo.agree(empty));
        NoGo::each_move(empty, true, [&](const Board<3>& first) {
            CHECK(nogo.agree(first));
            ImpartialNoGo::each_move(first, true,
                                     [&](const Board<3>& second) { CHECK(nogo.agree(second)); });
        });
    }
}

TEST(nimbers_on_cells_without_geometry_agree) {
    Session s;
    std::mt19937_64 random(33);
    for (unsigned cells = 3; cells <= 12; ++cells) {
        Witnesses<PlacementRules<1>> kayles(s.engine, ring_kayles(cells));
        CHECK(kayles.rules.is_impartial());
        for (int round = 0; round < 60; ++round)
            CHECK(kayles.agree(random_board<1>(random, 1, cells)));
    }
}

TEST(nimbers_of_large_boards_of_cram) {
    Session s;
    Solver<Cram> cram;
    const auto nimber = [&](unsigned rows, unsigned cols) {
        return cram.nimber(s.engine, {}, to_words(whole_board(rows, cols), false));
    };
    CHECK(nimber(3, 7) == 1 && nimber(4, 5) == 2 && nimber(4, 7) == 3 && nimber(5, 5) == 0);
    CHECK(nimber(5, 6) == 2 && nimber(6, 4) == 0);
}

TEST(nimbers_above_31_are_found_by_canonical_forms) {
    Session s;
    Solver<TakeAnyRun> runs;
    OutcomeSearch search;
    for (const unsigned cols : {3u, 31u, 32u, 40u}) {
        const Board<1> row = whole_board(1, cols);
        CHECK(s.engine.store().compact(runs.value(s.engine, row)).star == cols);
        Summand board, heap;
        board.game = &runs;
        board.board = to_words(row, false);
        for (const unsigned size : {cols - 1, cols}) {
            heap.value = s.engine.store().intern_compact(Dyadic{}, 0, size);
            const std::vector<Summand> sum{board, heap};
            CHECK(search.wins(s.engine, sum, true) == (size != cols));
        }
    }
}

TEST(sums_of_impartial_boards_agree_with_the_general_search) {
    Session s;
    Solver<Cram> cram;
    Solver<ImpartialClobber> clobber;
    OutcomeSearch by_nimbers;
    OutcomeSearch in_general{{true, true, true, true, false}};
    std::mt19937_64 random(34);
    for (int round = 0; round < 150; ++round) {
        std::vector<Summand> sum(3);
        sum[0].game = sum[1].game = &cram;
        sum[0].board = to_words(random_board<1>(random, 4, 6), false);
        sum[1].board = to_words(random_board<1>(random, 3, 7), false);
        sum[2].game = &clobber;
        sum[2].board = to_words(random_board<2>(random, 2, 6), false);
        sum.emplace_back();
        sum.back().value = s.engine.store().intern_compact(Dyadic{}, 0, random() % 4);
        CHECK(by_nimbers.wins(s.engine, sum, true) == in_general.wins(s.engine, sum, true));
    }
}

TEST(a_small_table_of_nimbers_forgets_but_does_not_err) {
    Session s;
    NimberSearch<Cram> small(0);
    NimberSearch<Cram> large;
    CHECK(small.nimber(s.engine, {}, {}, whole_board(4, 6)) == 0);
    CHECK(small.nimber(s.engine, {}, {}, whole_board(4, 7)) == 3);
    CHECK(large.nimber(s.engine, {}, {}, whole_board(4, 7)) == 3);
    CHECK(small.nodes() > large.nodes() && small.bytes() < large.bytes());
}

TEST(a_search_of_nimbers_goes_on_after_a_budget) {
    Engine engine;
    Solver<Cram> cram;
    const BoardWords board = to_words(whole_board(5, 6), false);
    unsigned rounds = 0;
    for (std::uint64_t steps = 100;; steps *= 2, ++rounds) {
        Limits limits;
        limits.steps = steps;
        engine.begin(limits, nullptr);
        try {
            CHECK(cram.nimber(engine, {}, board) == 2);
            break;
        } catch (const BudgetExceeded&) {
        }
    }
    CHECK(rounds > 2);
}
