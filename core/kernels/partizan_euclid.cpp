#include "partizan_euclid.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <unordered_set>

#include "farstar/errors.hpp"

namespace farstar {

EuclidTable::EuclidTable(Engine& engine, std::uint32_t bound) : bound_(bound) {
    constexpr std::uint32_t kLargest = 100'000;  // 10 GB; beyond that a table is the wrong tool
    if (bound > kLargest) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "table too large: expected a bound of at most 100000");
    }
    games_ = engine.empty_table(bound < 3 ? 0 : row(bound + 1));
}

namespace {

// A place in the tree; `Data` is what travels along a branch.
template <typename Data>
struct Place {
    std::uint32_t p;
    std::uint32_t q;
    Data data;
};

// Walk the tree below some places depth first; `child` makes the data for a letter.
template <typename Data, typename Visit, typename Child>
void walk_from(Engine& engine, std::uint32_t bound, std::vector<Place<Data>> todo, Visit visit,
               Child child) {
    while (!todo.empty()) {
        Place<Data> at = todo.back();
        todo.pop_back();
        // A run of r's is followed at once, and needs no stack: such runs are as long as p.
        for (;;) {
            engine.step();
            visit(at.p, at.q, at.data);
            if (bound - at.p >= at.q) todo.push_back({at.p + at.q, at.p, child(at.data, 'l')});
            if (bound - at.p < at.p - at.q) break;
            at = {2 * at.p - at.q, at.p, child(at.data, 'r')};
        }
    }
}

template <typename Data, typename Visit, typename Child>
void walk(Engine& engine, std::uint32_t bound, const Data& root, Visit visit, Child child) {
    if (bound < 3) return;
    walk_from(engine, bound, std::vector<Place<Data>>{{3, 2, root}}, visit, child);
}

// Walk one part of the tree: the places near the root belong to part 0, the subtrees below them
// are dealt out in turn.
template <typename Data, typename Visit, typename Child>
void walk_part(Engine& engine, std::uint32_t bound, const Data& root, unsigned part, unsigned parts,
               Visit visit, Child child) {
    constexpr std::size_t kSubtrees = 1 << 10;
    std::vector<Place<Data>> level;
    if (bound >= 3) level.push_back({3, 2, root});
    while (parts > 1 && !level.empty() && level.size() < kSubtrees) {
        std::vector<Place<Data>> next;
        for (const Place<Data>& at : level) {
            engine.step();
            if (part == 0) visit(at.p, at.q, at.data);
            if (bound - at.p >= at.q) next.push_back({at.p + at.q, at.p, child(at.data, 'l')});
            if (bound - at.p >= at.p - at.q)
                next.push_back({2 * at.p - at.q, at.p, child(at.data, 'r')});
        }
        level.swap(next);
    }
    std::vector<Place<Data>> mine;
    for (std::size_t i = part; i < level.size(); i += parts) mine.push_back(level[i]);
    walk_from(engine, bound, std::move(mine), visit, child);
}

// How often each game was met, and where first; ids are dense.
class GameTally {
public:
    void add(GameId g, std::uint64_t times, std::uint64_t place) {
        if (g >= counts_.size()) {
            counts_.resize(g + g / 2 + 1024, 0);
            first_.resize(counts_.size(), UINT64_MAX);
        }
        counts_[g] += times;
        first_[g] = std::min(first_[g], place);
    }
    GameCounts counts() const {
        GameCounts found;
        for (std::size_t g = 0; g < counts_.size(); ++g) {
            if (counts_[g] == 0) continue;
            found.push_back({static_cast<GameId>(g), counts_[g],
                             static_cast<std::uint32_t>(first_[g] >> 32),
                             static_cast<std::uint32_t>(first_[g])});
        }
        return found;
    }
    /// Places are compared by p, then by q.
    static std::uint64_t place(std::uint32_t p, std::uint32_t q) {
        return std::uint64_t{p} << 32 | q;
    }

private:
    std::vector<std::uint64_t> counts_;
    std::vector<std::uint64_t> first_;
};

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

namespace {

// The weight of {x | y} from those of x and y. Nearly all weights are integers, which are kept
// beside their ids so that most steps are additions.
class Weights {
public:
    struct Weight {
        GameId game;
        std::int32_t integer;  // kNotInteger if the weight is no integer
    };
    static constexpr std::int32_t kNotInteger = std::numeric_limits<std::int32_t>::min();

    Weights(Engine& engine, unsigned first_bits)
        : engine_(engine),
          two_(engine.store().intern_number(Dyadic{2})),
          minus_two_(engine.store().intern_number(Dyadic{-2})),
          forms_(18, first_bits) {}

    Weight integer(std::int32_t n) {
        const auto at = static_cast<std::size_t>(n >= 0 ? 2 * n : -2 * n - 1);
        if (at >= integers_.size()) integers_.resize(at + 1, kNone);
        if (integers_[at] == kNone) integers_[at] = engine_.store().intern_number(Dyadic{n});
        return {integers_[at], n};
    }

    Weight braces(const Weight& x, const Weight& y, char far_outcome) {
        if (x.integer != kNotInteger && y.integer != kNotInteger && y.integer - x.integer > -3) {
            // {x - 2 | y + 2} holds an integer.
            return far_outcome == 'L'   ? integer(y.integer + 1)
                   : far_outcome == 'R' ? integer(x.integer - 1)
                                        : integer(0);
        }
        const GameId left = engine_.add(x.game, minus_two_);
        const GameId right = engine_.add(y.game, two_);
        GameId candidate = forms_.look_up(left, right);
        if (candidate == kNone) {
            candidate = engine_.construct(std::array{left}, std::array{right});
            forms_.put(left, right, candidate);
        }
        if (!is_integer(candidate)) return {candidate, kNotInteger};
        if (far_outcome == 'L') return integer(greatest_below(right));
        if (far_outcome == 'R') return integer(least_above(left));
        return integer(0);
    }

private:
    Store& store() { return engine_.store(); }
    bool is_integer(GameId g) { return store().is_number(g) && store().left_stop(g).is_integer(); }

    // The greatest integer n <| w, and the least integer n |> w.
    std::int32_t greatest_below(GameId w) {
        const Dyadic stop = store().left_stop(w).floor();
        const bool fits =
            stop != store().left_stop(w) || !engine_.geq(store().intern_number(stop), w);
        return static_cast<std::int32_t>(stop.small_numerator()) - (fits ? 0 : 1);
    }
    std::int32_t least_above(GameId w) {
        const Dyadic stop = store().right_stop(w).ceil();
        const bool fits =
            stop != store().right_stop(w) || !engine_.geq(w, store().intern_number(stop));
        return static_cast<std::int32_t>(stop.small_numerator()) + (fits ? 0 : 1);
    }

    Engine& engine_;
    GameId two_;
    GameId minus_two_;
    PairCache forms_;
    std::vector<GameId> integers_;
};

// Weights along a word.
class WeightWalk {
public:
    struct State {
        Weights::Weight a;
        Weights::Weight b;
        std::uint8_t word_class;
    };

    /// For one word a small memo will do, which is made in no time.
    enum class Extent : unsigned { kOneWord = 4, kMany = 12 };

    WeightWalk(Engine& engine, std::span<const WordClass> automaton, Extent extent = Extent::kMany)
        : weights_(engine, static_cast<unsigned>(extent)), automaton_(automaton) {}

    State start() {
        const Weights::Weight none = weights_.integer(0);
        return {none, none, 0};
    }
    State after(const State& s, char letter) {
        const WordClass& row = automaton_[s.word_class];
        const std::uint8_t next = letter == 'l' ? row.l : row.r;
        const char far = automaton_[next].far_outcome;
        if (letter == 'l') return {s.b, weights_.braces(s.b, s.a, far), next};
        return {s.a, weights_.braces(s.a, s.b, far), next};
    }

private:
    Weights weights_;
    std::span<const WordClass> automaton_;
};

}  // namespace

GameId partizan_euclid_weight(Engine& engine, std::span<const LetterRun> runs,
                              std::span<const WordClass> automaton) {
    WeightWalk walking(engine, automaton, WeightWalk::Extent::kOneWord);
    WeightWalk::State state = walking.start();
    for (const LetterRun& run : runs) {
        for (std::uint64_t i = 0; i < run.length; ++i) {
            engine.step();
            state = walking.after(state, run.letter);
        }
    }
    return state.b.game;
}

namespace {

// States of the walk, each made once: words are many, states are few.
class WeightStates {
public:
    WeightStates(Engine& engine, std::span<const WordClass> automaton)
        : engine_(engine), walking_(engine, automaton) {}

    using Id = std::uint32_t;

    Id start() { return intern(walking_.start()); }
    Id after(Id at, char letter) {
        Id& next = letter == 'l' ? entries_[at].l : entries_[at].r;
        if (next != kNone) return next;
        const Id made = intern(walking_.after(entries_[at].state, letter));
        return (letter == 'l' ? entries_[at].l : entries_[at].r) = made;  // entries have moved
    }
    GameId weight(Id at) const { return entries_[at].state.b.game; }
    void count(Id at, std::uint64_t place) {
        Entry& entry = entries_[at];
        ++entry.count;
        entry.first = std::min(entry.first, place);
    }
    GameCounts counts() const {
        GameTally tally;
        for (const Entry& entry : entries_) {
            if (entry.count != 0) tally.add(entry.state.b.game, entry.count, entry.first);
        }
        return tally.counts();
    }

private:
    struct Entry {
        WeightWalk::State state;
        Id l = kNone;
        Id r = kNone;
        std::uint64_t count = 0;
        std::uint64_t first = UINT64_MAX;
    };

    Id intern(const WeightWalk::State& state) {
        if (2 * entries_.size() >= slots_.size()) grow();
        Id& slot = slot_of(state);
        if (slot == kNone) {
            slot = static_cast<Id>(entries_.size());
            entries_.push_back({state});
        }
        return slot;
    }
    /// Where the state is, or would be: open addressing.
    Id& slot_of(const WeightWalk::State& s) {
        std::size_t at = pair_hash(s.a.game, s.b.game) + s.word_class;
        for (;; ++at) {
            Id& slot = slots_[at & (slots_.size() - 1)];
            if (slot == kNone || is(entries_[slot].state, s)) return slot;
        }
    }
    static bool is(const WeightWalk::State& s, const WeightWalk::State& other) {
        return s.b.game == other.b.game && s.a.game == other.a.game &&
               s.word_class == other.word_class;
    }
    void grow() {
        const std::size_t size = std::max(std::size_t{1} << 12, 2 * slots_.size());
        engine_.claim(size * (sizeof(Id) + sizeof(Entry)));
        slots_.assign(size, kNone);
        for (std::size_t i = 0; i < entries_.size(); ++i)
            slot_of(entries_[i].state) = static_cast<Id>(i);
    }

    Engine& engine_;
    WeightWalk walking_;
    std::vector<Entry> entries_;
    std::vector<Id> slots_;
};

}  // namespace

EuclidTable partizan_euclid_weights(Engine& engine, std::uint32_t bound,
                                    std::span<const WordClass> automaton) {
    EuclidTable table(engine, bound);
    WeightStates states(engine, automaton);
    walk(
        engine, bound, states.start(),
        [&](std::uint32_t p, std::uint32_t q, WeightStates::Id at) {
            table.set(p, q, states.weight(at));
        },
        [&](WeightStates::Id at, char letter) { return states.after(at, letter); });
    return table;
}

GameCounts partizan_euclid_weight_counts(Engine& engine, std::uint32_t bound,
                                         std::span<const WordClass> automaton, unsigned part,
                                         unsigned parts) {
    WeightStates states(engine, automaton);
    walk_part(
        engine, bound, states.start(), part, parts,
        [&](std::uint32_t p, std::uint32_t q, WeightStates::Id at) {
            states.count(at, GameTally::place(p, q));
        },
        [&](WeightStates::Id at, char letter) { return states.after(at, letter); });
    return states.counts();
}

}  // namespace farstar
