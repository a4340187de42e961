// Atomic weights in closed form against those that the engine finds for canonical forms.
#include <array>
#include <cstdint>
#include <map>

#include "check.hpp"
#include "partizan_euclid.hpp"

namespace {

using namespace farstar;

// The seventeen classes, as farstar.theory.automata numbers them.
constexpr std::array<WordClass, 17> kClasses{{{1, 2, 'N'},
                                              {3, 1, 'R'},
                                              {4, 5, 'L'},
                                              {0, 6, 'N'},
                                              {7, 8, 'N'},
                                              {9, 5, 'L'},
                                              {10, 6, 'R'},
                                              {2, 1, 'N'},
                                              {11, 11, 'L'},
                                              {12, 13, 'L'},
                                              {10, 10, 'R'},
                                              {13, 11, 'L'},
                                              {5, 14, 'N'},
                                              {13, 13, 'L'},
                                              {15, 14, 'N'},
                                              {0, 16, 'N'},
                                              {10, 16, 'R'}}};

using Counts = std::map<GameId, std::uint64_t>;

Counts counts(Engine& engine, std::uint32_t bound, unsigned parts) {
    Counts total;
    for (unsigned part = 0; part < parts; ++part) {
        for (const GameCount& row :
             partizan_euclid_weight_counts(engine, bound, kClasses, part, parts))
            total[row.game] += row.count;
    }
    return total;
}

// The first bound from `first` on where counting in parts differs from the table; 0 if none does.
std::uint32_t first_difference(Engine& engine, const EuclidTable& table, std::uint32_t first,
                               unsigned parts) {
    Counts by_table;
    for (std::uint32_t p = 3; p <= table.bound(); ++p) {
        for (std::uint32_t q = p / 2 + 1; q < p; ++q) {
            if (table.at(p, q) != kNone) ++by_table[table.at(p, q)];
        }
        if (p >= first && counts(engine, p, parts) != by_table) return p;
    }
    return 0;
}

}  // namespace

TEST(weights_in_closed_form_are_those_of_canonical_forms) {
    Engine engine;
    constexpr std::uint32_t kBound = 120;
    const EuclidTable values = partizan_euclid_values(engine, kBound);
    const EuclidTable weights = partizan_euclid_weights(engine, kBound, kClasses);
    int differences = 0;
    for (std::uint32_t p = 3; p <= kBound; ++p) {
        for (std::uint32_t q = p / 2 + 1; q < p; ++q) {
            const GameId value = values.at(p, q);
            const GameId weight = value == kNone ? kNone : engine.atomic_weight(value);
            differences += weights.at(p, q) != weight;
        }
    }
    CHECK(differences == 0);
}

TEST(weights_counted_by_runs_are_those_of_the_table) {
    Engine engine;
    CHECK(first_difference(engine, partizan_euclid_weights(engine, 150, kClasses), 3, 1) == 0);
    // Combs within combs within combs occur from 211 on.
    CHECK(first_difference(engine, partizan_euclid_weights(engine, 700, kClasses), 690, 1) == 0);
    CHECK(first_difference(engine, partizan_euclid_weights(engine, 300, kClasses), 295, 3) == 0);
}

TEST(weights_with_their_places_are_those_of_the_table) {
    Engine engine;
    const EuclidTable table = partizan_euclid_weights(engine, 300, kClasses);
    for (const GameCount& row : partizan_euclid_weight_places(engine, 300, kClasses))
        CHECK(table.at(row.p, row.q) == row.game);
}

TEST(the_weight_of_one_word_is_the_one_in_the_table) {
    Engine engine;
    const EuclidTable table = partizan_euclid_weights(engine, 726, kClasses);
    // E(726, 419), whose word is lrllrllrrrrrlrre, read from its end.
    const std::array<LetterRun, 8> runs{
        {{'r', 2}, {'l', 1}, {'r', 5}, {'l', 2}, {'r', 1}, {'l', 2}, {'r', 1}, {'l', 1}}};
    CHECK(partizan_euclid_weight(engine, runs, kClasses) == table.at(726, 419));
}
