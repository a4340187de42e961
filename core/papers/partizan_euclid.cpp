#include "partizan_euclid.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>

#include "euclid_walk.hpp"
#include "farstar/errors.hpp"
#include "large_pages.hpp"

namespace farstar {

EuclidTable::EuclidTable(Engine& engine, std::uint32_t bound, Fill fill) : bound_(bound) {
    constexpr std::uint32_t kLargest = 100'000;  // 10 GB; beyond that a table is the wrong tool
    if (bound > kLargest) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "table too large: expected a bound of at most 100000");
    }
    count_ = bound < 3 ? 0 : row(bound + 1);
    engine.claim(count_ * sizeof(GameId));
    cells_.reset(new GameId[count_]);
    prefer_large_pages(cells_.get(), count_ * sizeof(GameId));
    if (fill != Fill::kEmpty) return;
    // Block by block, so that it can be interrupted.
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    for (std::size_t first = 0; first < count_; first += kBlock) {
        std::fill_n(cells_.get() + first, std::min(kBlock, count_ - first), kNone);
        engine.labour(Meter::kPollEvery);
    }
}

namespace {

struct Values {
    GameId a;
    GameId b;
};

}  // namespace

EuclidTable partizan_euclid_values(Engine& engine, std::uint32_t bound) {
    EuclidTable table(engine, bound);
    PairCache forms(20);
    const auto construct = [&](GameId left, GameId right) {
        GameId game = forms.look_up(left, right);
        if (game == kNone) {
            game = engine.construct(std::array{left}, std::array{right});
            forms.put(left, right, game);
        }
        return game;
    };
    const GameId zero = engine.store().zero();
    walk(
        engine, bound, Values{zero, construct(zero, zero)},
        [&](std::uint32_t p, std::uint32_t q, const Values& s) { table.set(p, q, s.b); },
        [&](const Values& s, char letter) {
            return letter == 'l' ? Values{s.b, construct(s.b, s.a)}
                                 : Values{s.a, construct(s.a, s.b)};
        });
    return table;
}

WordGrowth partizan_euclid_growth(Engine& engine, unsigned longest) {
    const auto key = [](const Values& s) { return std::uint64_t{s.a} << 32 | s.b; };
    const GameId zero = engine.store().zero();
    const GameId star = engine.construct(std::array{zero}, std::array{zero});
    // The word e; the empty word has the value 0.
    std::vector<Values> fresh{{zero, star}};
    std::unordered_set<std::uint64_t> seen{key(fresh[0])};
    std::unordered_set<GameId> known{zero, star};
    WordGrowth growth;
    for (unsigned length = 1; length <= longest; ++length) {
        // About twice as many as there are; an entry of a set takes some forty bytes.
        engine.claim(fresh.size() * 2 * (2 * sizeof(Values) + 80) +
                     (seen.size() + known.size()) * 40);
        std::vector<Values> found;
        const std::size_t values_before = known.size();
        for (const Values& s : fresh) {
            for (const Values& next :
                 {Values{s.b, engine.construct(std::array{s.b}, std::array{s.a})},
                  Values{s.a, engine.construct(std::array{s.a}, std::array{s.b})}}) {
                engine.step();
                if (!seen.insert(key(next)).second) continue;
                found.push_back(next);
                known.insert(next.b);
            }
        }
        growth.states.push_back(found.size());
        growth.values.push_back(known.size() - values_before);
        fresh = std::move(found);
    }
    return growth;
}

namespace {

// Canonical forms letter by letter, as the automaton says; no game is compared with another.
class Forms {
public:
    struct State {
        GameId a;
        GameId b;
        std::uint8_t state;
    };

    Forms(Store& store, std::span<const FormState> automaton)
        : store_(store), automaton_(automaton), star_(store.intern_compact(Dyadic{}, 0, 1)) {}

    State start() const { return {store_.zero(), star_, 0}; }
    State after(const State& s, char letter) {
        const FormState& row = automaton_[s.state];
        if (letter == 'l') return {s.b, make(row.l.action, s.b, s.a, s), row.l.next};
        return {s.a, make(row.r.action, s.a, s.b, s), row.r.next};
    }

private:
    GameId make(char action, GameId x, GameId y, const State& s) {
        const GameId zero = store_.zero();
        switch (action) {
            case '0':
                return zero;
            case '*':
                return star_;
            case 'K':
                return store_.intern_canonical(std::array{x}, std::array{y});
            case 'U':
                return store_.intern_canonical(std::array{zero}, std::array{y});
            case 'D':
                return store_.intern_canonical(std::array{x}, std::array{zero});
            case 'B':
                return store_.right(s.b)[0];
            case 'A':
                return store_.left(s.a)[0];
            default:
                throw std::invalid_argument("unknown action in the normal-form automaton");
        }
    }

    Store& store_;
    std::span<const FormState> automaton_;
    GameId star_;
};

}  // namespace

EuclidTable partizan_euclid_forms(Engine& engine, std::uint32_t bound,
                                  std::span<const FormState> automaton) {
    EuclidTable table(engine, bound);
    Forms forms(engine.store(), automaton);
    walk(
        engine, bound, forms.start(),
        [&](std::uint32_t p, std::uint32_t q, const Forms::State& s) { table.set(p, q, s.b); },
        [&](const Forms::State& s, char letter) { return forms.after(s, letter); });
    return table;
}

GameCounts partizan_euclid_form_counts(Engine& engine, std::uint32_t bound,
                                       std::span<const FormState> automaton, unsigned part,
                                       unsigned parts) {
    Forms forms(engine.store(), automaton);
    GameTally tally;
    walk_part(
        engine, bound, forms.start(), part, parts,
        [&](std::uint32_t p, std::uint32_t q, const Forms::State& s) {
            tally.add(s.b, 1, GameTally::place(p, q));
        },
        [&](const Forms::State& s, char letter) { return forms.after(s, letter); });
    return tally.counts();
}

GameId partizan_euclid_form(Engine& engine, std::span<const LetterRun> runs,
                            std::span<const FormState> automaton) {
    Forms forms(engine.store(), automaton);
    Forms::State state = forms.start();
    for (const LetterRun& run : runs) {
        for (std::uint64_t i = 0; i < run.length; ++i) {
            engine.step();
            state = forms.after(state, run.letter);
        }
    }
    return state.b;
}

}  // namespace farstar
