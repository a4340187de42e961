#include <array>
#include <random>
#include <vector>

#include "amazons.hpp"
#include "board_rules.hpp"
#include "check.hpp"
#include "colouring.hpp"
#include "farstar/errors.hpp"
#include "konane.hpp"
#include "nogo.hpp"
#include "outcome_search.hpp"
#include "patterns.hpp"
#include "plain_clobber.hpp"

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

Board<2> chequered(unsigned rows, unsigned cols) {
    Board<2> result = board<2>(rows, cols, {0, 0});
    for (unsigned cell = 0; cell < rows * cols; ++cell)
        result.planes[(cell / cols + cell % cols) % 2] |= Bits{1} << cell;
    return result;
}

template <unsigned kPlanes>
Summand summand(BoardGame& game, const Board<kPlanes>& position, bool negative = false) {
    Summand result;
    result.game = &game;
    result.board = to_words(position, false);
    result.negative = negative;
    return result;
}

Summand summand(GameId value, bool negative = false) {
    Summand result;
    result.value = value;
    result.negative = negative;
    return result;
}

/// An engine with the games and several searches: with all means, and with each of them left out.
struct Session {
    Engine engine;
    Solver<Domineering> domineering;
    Solver<Clobber> clobber;
    Solver<Amazons> amazons;
    Solver<Cram> cram;
    Solver<Konane> konane;
    Solver<NoGo> nogo;
    Solver<Col> col;
    Solver<Snort> snort;
    OutcomeSearch all;
    OutcomeSearch no_split{{false, true, true, true}};
    OutcomeSearch no_symmetry{{true, false, true, true}};
    OutcomeSearch no_values{{true, true, false, true}};
    OutcomeSearch no_bounds{{true, true, true, false}};
    OutcomeSearch plain{{false, false, false, false}};

    Session() {
        for (EngineMemo* memo : std::initializer_list<EngineMemo*>{
                 &domineering, &clobber, &amazons, &cram, &konane, &nogo, &col, &snort, &all,
                 &no_split, &no_symmetry, &no_values, &no_bounds, &plain})
            engine.attach(*memo);
        engine.begin({}, nullptr);
    }
    GameId value_of(const Summand& part, GameId value) {
        return part.negative ? engine.negate(value) : value;
    }
    bool agree(std::span<const Summand> sum, GameId total) {
        const GameId zero = engine.store().zero();
        for (OutcomeSearch* search :
             {&all, &no_split, &no_symmetry, &no_values, &no_bounds, &plain}) {
            if (search->wins(engine, sum, true) == engine.geq(zero, total)) return false;
            if (search->wins(engine, sum, false) == engine.geq(total, zero)) return false;
        }
        return true;
    }
    template <typename Rules>
    bool agrees(Solver<Rules>& game, const typename Rules::GameBoard& position) {
        const Summand part = summand(game, position);
        return agree({&part, 1}, game.value(engine, position));
    }
};

}  // namespace

TEST(the_search_agrees_with_values_of_domineering) {
    Session s;
    for (Bits cells = 0; cells < 512; ++cells)
        CHECK(s.agrees(s.domineering, board<1>(3, 3, {cells})));
    for (Bits cells = 0; cells < 4096; cells += 5)
        CHECK(s.agrees(s.domineering, board<1>(3, 4, {cells})));
    CHECK(s.agrees(s.domineering, empty_board(4, 4)));
    CHECK(s.agrees(s.domineering, empty_board(2, 9)));
    CHECK(s.all.nodes() < s.plain.nodes());
}

TEST(the_search_agrees_with_values_of_cram) {
    Session s;
    for (Bits cells = 0; cells < 512; ++cells) CHECK(s.agrees(s.cram, board<1>(3, 3, {cells})));
    CHECK(s.agrees(s.cram, empty_board(3, 4)) && s.agrees(s.cram, empty_board(2, 6)));
    CHECK(s.agrees(s.cram, empty_board(1, 14)));
}

TEST(the_search_agrees_with_values_of_clobber_and_konane) {
    Session s;
    for (Bits x = 0; x < 64; ++x) {
        for (Bits o = 0; o < 64; ++o) {
            if ((x & o) != 0) continue;
            CHECK(s.agrees(s.clobber, board<2>(2, 3, {x, o})));
            CHECK(s.agrees(s.konane, board<2>(2, 3, {x, o})));
            CHECK(s.agrees(s.konane, board<2>(1, 6, {x, o})));
        }
    }
    CHECK(s.agrees(s.clobber, chequered(3, 3)) && s.agrees(s.clobber, chequered(1, 10)));
    Board<2> opened = chequered(4, 4);
    for (Bits& plane : opened.planes) plane &= ~Bits{0b1100000};
    CHECK(s.agrees(s.konane, opened));
}

TEST(the_search_agrees_with_plain_clobber) {
    Session s;
    std::mt19937_64 random(5);
    const auto agree = [&](const Board<2>& position) {
        const auto cells = [&](unsigned plane) {
            return static_cast<std::uint32_t>(position.planes[plane]);
        };
        PlainClobber plain(position.box.rows, position.box.cols);
        const Summand part = summand(s.clobber, position);
        return s.all.wins(s.engine, {&part, 1}, true) == plain.wins(cells(0), cells(1)) &&
               s.all.wins(s.engine, {&part, 1}, false) == plain.wins(cells(1), cells(0));
    };
    for (unsigned cols = 1; cols <= 14; ++cols) CHECK(agree(chequered(1, cols)));
    for (unsigned cols = 2; cols <= 8; ++cols) CHECK(agree(chequered(2, cols)));
    for (unsigned cols = 3; cols <= 5; ++cols) CHECK(agree(chequered(3, cols)));
    CHECK(agree(chequered(4, 4)));
    for (int round = 0; round < 200; ++round) {
        const Bits free = random() & random() & random();
        const Bits left = random() & ~free & 0xffff;
        CHECK(agree(board<2>(4, 4, {left, ~free & ~left & 0xffff})));
    }
}

TEST(the_search_agrees_with_values_of_nogo) {
    Session s;
    for (const auto& [rows, cols] : {std::pair{1u, 9u}, std::pair{2u, 4u}, std::pair{3u, 3u}}) {
        Board<3> empty = board<3>(rows, cols, {});
        empty.planes[2] = empty.box.all();
        CHECK(s.agrees(s.nogo, empty));
        NoGo::each_move(empty, true, [&](const Board<3>& first) {
            CHECK(s.agrees(s.nogo, first));
            NoGo::each_move(first, false,
                            [&](const Board<3>& second) { CHECK(s.agrees(s.nogo, second)); });
        });
    }
}

TEST(the_search_agrees_with_values_of_col_and_snort) {
    Session s;
    std::mt19937_64 random(31);
    for (Bits open = 0; open < 256; ++open) {
        CHECK(s.agrees(s.col, board<2>(2, 4, {open, ~open & 0xff})));
        CHECK(s.agrees(s.snort, board<2>(2, 4, {open, 0xff})));
    }
    for (int round = 0; round < 60; ++round) {
        const Bits left = (random() | random()) & 0xfff, right = (random() | random()) & 0xfff;
        CHECK(s.agrees(s.col, board<2>(3, 4, {left, right})));
        CHECK(s.agrees(s.snort, board<2>(3, 4, {left, right})));
    }
}

TEST(the_search_agrees_with_values_of_amazons) {
    Session s;
    for (Bits a = 0; a < 16; ++a) {
        for (Bits b = 0; b < 16; ++b) {
            CHECK(s.agrees(s.amazons, board<2>(2, 2, {a, b})));
            CHECK(s.agrees(s.amazons, board<2>(1, 4, {a, b})));
        }
    }
    CHECK(s.agrees(s.amazons, board<2>(2, 3, {0b011111, 0b111110})));
}

TEST(the_search_agrees_with_sums_of_boards_and_values) {
    Session s;
    std::mt19937_64 random(7);
    Store& store = s.engine.store();
    const std::array<GameId, 6> values{
        store.intern_compact(Dyadic{1}, 0, 0),
        store.intern_compact(Dyadic{-2}, 0, 0),
        store.intern_compact(Dyadic::make(1, 1), 1, 0),
        store.intern_compact(Dyadic{}, 1, 1),
        store.intern_compact(Dyadic{}, 0, 2),
        s.engine.construct(std::array{store.intern_number(Dyadic{2})},
                           std::array{store.intern_number(Dyadic{-1})})};
    for (int round = 0; round < 400; ++round) {
        std::vector<Summand> sum;
        GameId total = store.zero();
        const auto add = [&](const Summand& part, GameId value) {
            sum.push_back(part);
            total = s.engine.add(total, s.value_of(part, value));
        };
        for (int k = 0; k < 3; ++k) {
            const bool negative = random() % 2 == 0;
            const Bits x = random() & 0xff;
            const Bits o = random() & 0xff & ~x;
            switch (random() % 6) {
                case 0:
                    add(summand(s.domineering, board<1>(3, 3, {x | 256}), negative),
                        s.domineering.value(s.engine, board<1>(3, 3, {x | 256})));
                    break;
                case 1:
                    add(summand(s.clobber, board<2>(2, 4, {x, o}), negative),
                        s.clobber.value(s.engine, board<2>(2, 4, {x, o})));
                    break;
                case 2:
                    add(summand(s.konane, board<2>(2, 4, {x, o}), negative),
                        s.konane.value(s.engine, board<2>(2, 4, {x, o})));
                    break;
                case 3:
                    add(summand(s.cram, board<1>(2, 4, {x}), negative),
                        s.cram.value(s.engine, board<1>(2, 4, {x})));
                    break;
                case 4: {
                    const Board<2> coloured = board<2>(2, 4, {x, random() & 0xff});
                    add(summand(s.snort, coloured, negative), s.snort.value(s.engine, coloured));
                    break;
                }
                default: {
                    const GameId value = values[random() % values.size()];
                    add(summand(value, negative), value);
                }
            }
        }
        CHECK(s.agree(sum, total));
    }
}

TEST(no_board_is_worth_more_than_the_moves_that_are_counted) {
    Session s;
    std::mt19937_64 random(6);
    const auto number = [&](std::int32_t n) { return s.engine.store().intern_number(Dyadic{n}); };
    const auto holds = [&](auto& game, const auto& position) {
        const auto most = game.most_moves(to_words(position, false));
        const GameId value = game.value(s.engine, position);
        return most.has_value() && s.engine.geq(number(most->left), value) &&
               s.engine.geq(value, number(-most->right));
    };
    for (int round = 0; round < 300; ++round) {
        const Bits x = random() & 0xff, y = random() & 0xff;
        CHECK(holds(s.col, board<2>(2, 4, {x, y})));
        CHECK(holds(s.snort, board<2>(2, 4, {x, y})));
        CHECK(holds(s.amazons, board<2>(2, 4, {x, y})));
        CHECK(holds(s.konane, board<2>(2, 4, {x, y & ~x})));
    }
    Board<3> empty = board<3>(2, 4, {});
    empty.planes[2] = empty.box.all();
    CHECK(holds(s.nogo, empty));
    NoGo::each_move(empty, true, [&](const Board<3>& after) { CHECK(holds(s.nogo, after)); });
    CHECK(!s.domineering.most_moves(to_words(empty_board(2, 4), false)));
}

TEST(infinitesimals_without_weights_are_searched) {
    Session s;
    Store& store = s.engine.store();
    const auto number = [&](std::int32_t n) { return store.intern_number(Dyadic{n}); };
    // Tinies are infinitesimal, but have no atomic weight.
    std::vector<Summand> sum;
    GameId total = store.zero();
    for (std::int32_t n = 1; n < 4; ++n) {
        const GameId threat = s.engine.construct(std::array{number(0)}, std::array{number(-n)});
        const GameId tiny = s.engine.construct(std::array{number(0)}, std::array{threat});
        sum.push_back(summand(tiny, n == 2));
        total = s.engine.add(total, s.value_of(sum.back(), tiny));
    }
    CHECK(s.agree(sum, total));
}

TEST(counting_bounds_hold) {
    Session s;
    Store& store = s.engine.store();
    const auto number = [&](std::int32_t n) { return store.intern_number(Dyadic{n}); };
    for (Bits cells = 0; cells < 65536; cells += 3) {
        const Board<1> position = board<1>(4, 4, {cells});
        const PlacementCounts counts = Domineering{}.count(position);
        const GameId g = s.domineering.value(s.engine, position);
        CHECK(s.engine.geq(g, number(at_least(counts.left, counts.right))));
        CHECK(s.engine.geq(number(-at_least(counts.right, counts.left)), g));
        CHECK(!s.engine.geq(number(at_least_moving_first(counts.left, counts.right)), g));
        CHECK(!s.engine.geq(g, number(-at_least_moving_first(counts.right, counts.left))));
    }
}

namespace {

/// Whether walls in 64ths say nothing wrong about a game.
bool holds(Engine& engine, const Walls& walls, GameId g) {
    Store& store = engine.store();
    const auto number = [](int units) { return Dyadic::make(units, 6); };
    const GameId second = store.intern_number(number(walls.right[0]));
    const GameId first = store.intern_number(number(walls.right[0] + walls.width[0]));
    bool is_right = engine.geq(g, second) && !engine.geq(first, g);
    for (std::size_t i = 1; i < Walls::kCount; ++i) {
        is_right &= store.left_stop(g) >= number(walls.right[i] + walls.width[i]);
        is_right &= store.right_stop(g) >= number(walls.right[i] - Walls::kTemperatures[i]);
    }
    return is_right;
}

}  // namespace

TEST(bounds_of_strips_hold) {
    Session s;
    // Domineering, with symmetries and without.
    Solver<PatternRules<1>> dominoes(PatternRules<1>({kUprightDomino}, {kFlatDomino}, {}));
    s.engine.attach(dominoes);
    std::size_t tight = 0;
    for (Bits cells = 1; cells < 1 << 20; cells += 1 + cells % 1997) {
        const Board<1> position = board<1>(4, 5, {cells});
        const GameId g = s.domineering.value(s.engine, position);
        for (unsigned lines = 1; lines < 5; ++lines) {
            for (BoardGame* game : std::initializer_list<BoardGame*>{&s.domineering, &dominoes}) {
                const auto walls = game->walls(s.engine, to_words(position, false), lines);
                CHECK(walls.has_value());
                CHECK(holds(s.engine, walls->left, g));
                CHECK(holds(s.engine, walls->right, s.engine.negate(g)));
                tight += s.engine.store().right_stop(g) == Dyadic::make(walls->left.right[0], 6);
            }
        }
    }
    CHECK(tight > 1000);
    s.engine.detach(dominoes);
}

TEST(rules_say_where_boards_may_be_cut) {
    const Pattern column{{{0, 0, 1}, {1, 0, 1}}, {}, {{0, 0, -1}}};
    const Pattern row{{{0, 0, 1}, {0, 1, 1}}, {}, {{0, 0, -1}}};
    const Pattern watchful{{{0, 0, 1}}, {{1, 0, 1}}, {{0, 0, -1}}};
    const PatternRules<1> dominoes({column}, {row}, {});
    CHECK(dominoes.may_cut_for(true, true) && dominoes.may_cut_for(false, false));
    CHECK(!dominoes.may_cut_for(true, false) && !dominoes.may_cut_for(false, true));
    // A move that depends on the next row is no longer the same move after a cut.
    const PatternRules<1> careful({column, watchful}, {row}, {});
    CHECK(!careful.may_cut_for(true, true) && careful.may_cut_for(false, false));
    const PatternRules<1> both({column, row}, {row}, {});
    CHECK(both.may_cut_for(true, true) && !both.may_cut_for(false, false));
}

TEST(sums_of_walls_hold) {
    Session s;
    Store& store = s.engine.store();
    std::mt19937_64 random(11);
    for (int round = 0; round < 3000; ++round) {
        WallsOfSum total;
        GameId sum = store.zero();
        for (int k = 0; k < 3; ++k) {
            GameId g = s.domineering.value(s.engine, board<1>(3, 3, {random() & 511}));
            if (random() % 2 == 0) g = s.engine.negate(g);
            sum = s.engine.add(sum, g);
            total += *walls_of(s.engine, g);
        }
        const GameId zero = store.zero();
        if (total.wins_moving_first()) CHECK(!s.engine.geq(zero, sum));
        if (total.wins_moving_second()) CHECK(s.engine.geq(sum, zero));
    }
    CHECK(!WallsOfSum{}.wins_moving_first() && WallsOfSum{}.wins_moving_second());
    CHECK(!walls_of(s.engine, store.intern_number(Dyadic{1000})).has_value());
    CHECK(!walls_of(s.engine,
                    store.intern_number(Dyadic::make(BigInt::from_int64(1), 200) + Dyadic{1000})));
}

TEST(patterns_are_searched_like_other_games) {
    Session s;
    // Toads and Frogs: slides and jumps of the toads (0) to the right, of the frogs (1) to the
    // left.
    const std::vector<Pattern> left{
        {{{0, 0, 1}, {0, 1, 4}}, {}, {{0, 0, 2}, {0, 1, 0}}},
        {{{0, 0, 1}, {0, 1, 2}, {0, 2, 4}}, {}, {{0, 0, 2}, {0, 2, 0}}}};
    const std::vector<Pattern> right{
        {{{0, 0, 2}, {0, -1, 4}}, {}, {{0, 0, 2}, {0, -1, 1}}},
        {{{0, 0, 2}, {0, -1, 1}, {0, -2, 4}}, {}, {{0, 0, 2}, {0, -2, 1}}}};
    Solver<PatternRules<3>> toads(PatternRules<3>(left, right, {{1, {1, 0, 2}, true}}));
    s.engine.attach(toads);
    for (Bits t = 0; t < 128; ++t) {
        for (Bits f = 0; f < 128; ++f) {
            if ((t & f) == 0) CHECK(s.agrees(toads, board<3>(1, 7, {t, f, ~(t | f) & 127})));
        }
    }
    s.engine.detach(toads);
    s.all.forget(toads);
}

TEST(known_outcomes_of_large_boards) {
    Session s;
    const auto wins = [&](BoardGame& game, const auto& position, bool left) {
        const Summand part = summand(game, position);
        return s.all.wins(s.engine, {&part, 1}, left);
    };
    CHECK(wins(s.domineering, empty_board(6, 6), true));
    CHECK(wins(s.domineering, empty_board(6, 6), false));
    CHECK(!wins(s.domineering, empty_board(5, 7), true));
    CHECK(!wins(s.cram, empty_board(5, 5), true));
    CHECK(wins(s.clobber, chequered(1, 24), true));
    const std::array<Summand, 2> difference{summand(s.domineering, empty_board(7, 7)),
                                            summand(s.domineering, empty_board(7, 7), true)};
    CHECK(!s.all.wins(s.engine, difference, true) && !s.all.wins(s.engine, difference, false));
}

TEST(the_search_keeps_to_budgets_and_to_its_table) {
    Session s;
    const Summand large = summand(s.clobber, chequered(6, 8));
    Limits limits;
    limits.steps = 2000;
    s.engine.begin(limits, nullptr);
    CHECK_THROWS(s.all.wins(s.engine, {&large, 1}, true), BudgetExceeded);
    limits = {};
    limits.memory = s.engine.bytes() + 3'000'000;
    s.engine.begin(limits, nullptr);
    CHECK_THROWS(s.all.wins(s.engine, {&large, 1}, true), BudgetExceeded);
    s.engine.begin({}, nullptr);
    OutcomeSearch small({}, 0);
    s.engine.attach(small);
    const Summand board = summand(s.domineering, empty_board(6, 6));
    CHECK(small.wins(s.engine, {&board, 1}, true));
    CHECK(small.bytes() < 400'000);
    s.engine.collect();
    CHECK(small.wins(s.engine, {&board, 1}, true) && s.all.wins(s.engine, {&board, 1}, true));
    s.engine.set_least_garbage(0);
    for (int i = 0; i < 5; ++i) {
        CHECK(s.agrees(s.domineering, empty_board(3, 4 + static_cast<unsigned>(i % 2))));
        s.engine.collect_if_due();
    }
    s.engine.detach(small);
}

TEST(the_table_never_mistakes_one_sum_for_another) {
    SumTable table(std::size_t{1} << 20);
    std::mt19937 random(3);
    std::vector<std::vector<std::uint32_t>> keys;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        std::vector<std::uint32_t> key(1 + random() % 40, 0);
        for (std::uint32_t& word : key) word = random() % 3;
        key.push_back(i);
        const std::uint64_t hash = SumTable::hash(key);
        CHECK(table.look_up(key, hash) == Answer::kUnknown);
        if (table.wants_to_grow()) table.grow();
        table.put(key, hash, i % 3 == 0, random() % 1000);
        keys.push_back(key);
    }
    std::size_t known = 0;
    std::size_t visited = 0;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const Answer found = table.look_up(keys[i], SumTable::hash(keys[i]));
        known += found != Answer::kUnknown;
        CHECK(found == Answer::kUnknown || found == answer(i % 3 == 0));
    }
    table.each_key([&](SumKey) { ++visited; });
    CHECK(known == visited && known > 5000 && table.bytes() <= std::size_t{1} << 20);
    table.clear();
    CHECK(table.look_up(keys[0], SumTable::hash(keys[0])) == Answer::kUnknown);
}
