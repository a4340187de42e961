#include <random>

#include "check.hpp"
#include "farstar/stoppers.hpp"
#include "fox_and_geese.hpp"

namespace {

using farstar::Bigraph;
using farstar::FoxAndGeeseTable;
using farstar::Reading;
using farstar::Stoppers;
using Id = Stoppers::Id;
using Row = Stoppers::Row;

void no_charge(std::size_t) {}

/// All stoppers as one graph.
Bigraph graph_of(const Stoppers& stoppers) {
    std::vector<std::vector<Bigraph::Vertex>> left;
    std::vector<std::vector<Bigraph::Vertex>> right;
    for (Id id = 0; id < stoppers.size(); ++id) {
        left.push_back(stoppers.options(id).left);
        right.push_back(stoppers.options(id).right);
    }
    return Bigraph(left, right);
}

}  // namespace

TEST(equal_stoppers_have_one_id) {
    Stoppers stoppers(no_charge);
    const Id zero = stoppers.zero();
    const Id over = stoppers.solve({{{zero}, {Stoppers::kPart}}})[0];
    CHECK(over != zero);
    // {0|over} = over, and two positions that lead to each other by Right's moves are one.
    CHECK(stoppers.solve({{{zero}, {over}}})[0] == over);
    const std::vector<Id> pair =
        stoppers.solve({{{zero}, {Stoppers::kPart + 1}}, {{zero}, {Stoppers::kPart}}});
    CHECK(pair[0] == over && pair[1] == over);
    CHECK(stoppers.solve({{{}, {Stoppers::kPart}}})[0] == stoppers.off());
    CHECK(stoppers.at_least(over, zero) && !stoppers.at_least(zero, over));
}

TEST(a_cycle_of_four_moves_is_found_again) {
    // a = {0||||0|||a|*||*}, entered at each of its positions.
    Stoppers stoppers(no_charge);
    const Id zero = stoppers.zero();
    const Id star = stoppers.solve({{{zero}, {zero}}})[0];
    const auto at = [](Id i) { return Stoppers::kPart + i; };
    const std::vector<Row> rows{
        {{zero}, {at(1)}}, {{zero}, {at(2)}}, {{at(3)}, {star}}, {{at(0)}, {star}}};
    const std::vector<Id> ids = stoppers.solve(rows);
    const std::size_t size = stoppers.size();
    CHECK(stoppers.at_least(ids[0], zero) && !stoppers.at_least(zero, ids[0]));
    const std::vector<Row> turned{
        {{at(1)}, {star}}, {{zero}, {at(2)}}, {{zero}, {at(3)}}, {{at(0)}, {star}}};
    const std::vector<Id> again = stoppers.solve(turned);
    CHECK(stoppers.size() == size);
    CHECK(again[1] == ids[0] && again[2] == ids[1] && again[3] == ids[2] && again[0] == ids[3]);
}

TEST(random_parts_agree_with_the_order_of_whole_graphs) {
    std::mt19937 random(19);
    for (int round = 0; round < 30; ++round) {
        Stoppers stoppers(no_charge);
        for (int step = 0; step < 8; ++step) {
            // Only one player moves inside a part, so alternating play ends.
            const std::size_t size = 1 + random() % 4;
            const bool left_inside = random() % 2 != 0;
            std::vector<Row> part(size);
            const auto outside = [&] { return static_cast<Id>(random() % stoppers.size()); };
            for (Row& row : part) {
                for (unsigned n = random() % 3; n > 0; --n) row.left.push_back(outside());
                for (unsigned n = random() % 3; n > 0; --n) row.right.push_back(outside());
                for (unsigned n = random() % 3; n > 0; --n) {
                    (left_inside ? row.left : row.right)
                        .push_back(Stoppers::kPart + static_cast<Id>(random() % size));
                }
            }
            const std::vector<Id> ids = stoppers.solve(part);
            // The rows of the part, with the stoppers below them, against what was found.
            std::vector<std::vector<Bigraph::Vertex>> left;
            std::vector<std::vector<Bigraph::Vertex>> right;
            for (Id id = 0; id < stoppers.size(); ++id) {
                left.push_back(stoppers.options(id).left);
                right.push_back(stoppers.options(id).right);
            }
            const Id first = static_cast<Id>(stoppers.size());
            const auto shifted = [&](std::vector<Id> list) {
                for (Id& id : list) id = id >= Stoppers::kPart ? id - Stoppers::kPart + first : id;
                return list;
            };
            for (const Row& row : part) {
                left.push_back(shifted(row.left));
                right.push_back(shifted(row.right));
            }
            const Bigraph graph(left, right);
            const auto ordered = farstar::solve_order(graph, graph, Reading::kStoppers, no_charge);
            for (std::size_t i = 0; i < size; ++i) {
                CHECK(ordered[(first + i) * graph.size() + ids[i]]);
                CHECK(ordered[ids[i] * graph.size() + first + i]);
            }
        }
        const Bigraph graph = graph_of(stoppers);
        const auto ordered = farstar::solve_order(graph, graph, Reading::kStoppers, no_charge);
        for (Id a = 0; a < stoppers.size(); ++a) {
            for (Id b = 0; b < stoppers.size(); ++b) {
                const bool at_least = ordered[a * graph.size() + b] != 0;
                CHECK(stoppers.at_least(a, b) == at_least);
                CHECK(a == b || !at_least || !ordered[b * graph.size() + a]);
            }
        }
    }
}

TEST(sets_of_geese_are_numbered_and_found_again) {
    FoxAndGeeseTable table(4, 4, 2, 1, no_charge);
    CHECK(table.squares() == 8 && table.sets() == 28);
    for (std::size_t set = 0; set < table.sets(); ++set) {
        CHECK(table.set_of(table.squares_of(set)) == set);
    }
    table.solve(table.sets());
    CHECK(table.solved() == table.sets());
    // Geese on the first row cannot move, and a fox below them can: off.
    CHECK(table.values(0)[7] == table.stoppers().off() ||
          table.values(0)[5] == table.stoppers().off());
}

TEST(a_stopped_table_goes_on_where_it_was) {
    std::size_t left = 200;
    FoxAndGeeseTable table(5, 4, 2, 1, [&](std::size_t) {
        if (left > 0 && --left == 0) throw std::runtime_error("stopped");
    });
    bool stopped = false;
    try {
        table.solve(table.sets());
    } catch (const std::runtime_error&) {
        stopped = true;
    }
    CHECK(stopped && table.solved() < table.sets());
    table.solve(table.sets());
    FoxAndGeeseTable whole(5, 4, 2, 1, no_charge);
    whole.solve(whole.sets());
    CHECK(whole.stoppers().size() == table.stoppers().size());
}
