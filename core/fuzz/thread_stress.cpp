// Two threads, one engine, used as the bindings use it: one lock around each call, games pinned
// under the lock and unpinned without it, bounds of each caller's own, and collections at any time.
// Then the kernels that deal out their work to threads, two of them at a time. Meant for
// ThreadSanitizer, which reports what is touched without care; wrong answers abort.
//
// Usage: thread_stress [SECONDS]
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "euclid_family.hpp"
#include "family_sums.hpp"
#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "outcome_table.hpp"
#include "sum_search.hpp"

namespace {

using namespace farstar;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostHeld = 40;
constexpr std::uint64_t kSteps = 20'000;

Engine& engine() {
    static Engine the_engine;
    return the_engine;
}

std::mutex& engine_lock() {
    static std::mutex lock;
    return lock;
}

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "wrong among threads: %s\n", what);
    std::abort();
}

// A game that a thread holds. The lock is needed to make it and not to drop it.
class Held {
public:
    explicit Held(GameId id) : id_(id) { engine().store().pin(id); }
    Held(Held&& other) noexcept : id_(std::exchange(other.id_, kNone)) {}
    Held& operator=(Held&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (id_ != kNone) engine().store().unpin(id_);
    }
    GameId id() const { return id_; }

private:
    GameId id_;
};

class Player {
public:
    explicit Player(unsigned seed) : source_(seed) {
        const std::scoped_lock lock(engine_lock());
        held_.emplace_back(engine().store().zero());
    }

    void play(Clock::time_point end) {
        while (Clock::now() < end) {
            step();
            if (held_.size() > kMostHeld) drop();
        }
    }
    unsigned long calls() const { return calls_; }
    unsigned long refusals() const { return refusals_; }

private:
    unsigned below(unsigned n) { return static_cast<unsigned>(source_()) % n; }
    GameId any() { return held_[below(static_cast<unsigned>(held_.size()))].id(); }

    // Without the lock, while the other thread may be making or collecting games.
    void drop() {
        while (held_.size() > kMostHeld / 2) {
            const unsigned at = below(static_cast<unsigned>(held_.size() - 1)) + 1;
            std::swap(held_[at], held_.back());
            held_.pop_back();
        }
    }

    template <typename Work>
    void run(Work work) {
        const std::scoped_lock lock(engine_lock());
        Engine& e = engine();
        Limits limits;
        limits.steps = below(8) == 0 ? below(40) : kSteps;
        limits.deadline = Clock::now() + std::chrono::seconds(10);
        if (below(16) == 0) limits.memory = e.bytes() + below(4096);
        ++calls_;
        try {
            e.begin(limits, nullptr);
            work(e);
        } catch (const BudgetExceeded& stop) {
            ++refusals_;
            if (stop.what_kind == BudgetExceeded::What::kMemory) e.collect();
        } catch (const NotAtomic&) {
        }
        e.begin({}, nullptr);
    }

    void step() {
        switch (below(10)) {
            case 0: {
                const int n = static_cast<int>(below(9)) - 4;
                return run(
                    [&](Engine& e) { held_.emplace_back(e.store().intern_number(Dyadic{n})); });
            }
            case 1:
            case 2:
            case 3:
                return construct();
            case 4:
                return run([&](Engine& e) {
                    const GameId g = any();
                    const Held negative(e.negate(g));
                    require(e.negate(negative.id()) == g, "a negative of a negative");
                });
            case 5:
            case 6:
                return add();
            case 7:
                return compare();
            case 8:
                return look();
            default:
                if (below(8) == 0) run([](Engine& e) { e.collect(); });
        }
    }

    void construct() {
        std::vector<GameId> sides[2];
        for (auto& side : sides) {
            for (unsigned n = below(3); n > 0; --n) side.push_back(any());
        }
        run([&](Engine& e) {
            const GameId g = e.construct(sides[0], sides[1]);
            held_.emplace_back(g);
            const Options l = e.store().left(g), r = e.store().right(g);
            const std::vector<GameId> left(l.begin(), l.end()), right(r.begin(), r.end());
            require(e.construct(left, right) == g, "a canonical form made again");
        });
    }

    void add() {
        const GameId a = any(), b = any();
        run([&](Engine& e) {
            const Held sum(e.add(a, b));
            require(e.subtract(sum.id(), b) == a, "a + b - b");
            if (e.stats().games % 4 == 0) held_.emplace_back(sum.id());
        });
    }

    void compare() {
        const GameId a = any(), b = any();
        run([&](Engine& e) {
            const bool up = e.geq(a, b), down = e.geq(b, a);
            require((a == b) == (up && down), "a == b");
            const Answer known = e.geq_if_known(a, b);
            require(known == Answer::kUnknown || known == answer(up), "a >= b, known already");
        });
    }

    void look() {
        const GameId g = any();
        run([&](Engine& e) {
            const Dyadic mean = e.thermograph(g).mean();
            const Held negative(e.negate(g));
            require(e.thermograph(negative.id()).mean() == -mean, "the mean of a negative");
            const Held weight(e.atomic_weight(g));
        });
    }

    std::mt19937 source_;
    std::vector<Held> held_;
    unsigned long calls_ = 0;
    unsigned long refusals_ = 0;
};

void stress_engine(int seconds) {
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    Player players[2] = {Player(1), Player(2)};
    std::thread other([&] { players[1].play(end); });
    players[0].play(end);
    other.join();
    for (const Player& player : players) {
        std::printf("%lu calls, %lu refused\n", player.calls(), player.refusals());
        require(player.calls() > 0, "a thread never came to its turn");
    }
}

// The automaton of paired outcomes; its words are e, le, re, lle, lre, rlle, llre, rlre.
constexpr std::array<OutcomeState, 8> kAutomaton{{{1, 2, 'N'},
                                                  {3, 1, 'R'},
                                                  {4, 2, 'L'},
                                                  {0, 5, 'P'},
                                                  {6, 7, 'N'},
                                                  {5, 5, 'R'},
                                                  {2, 1, 'P'},
                                                  {7, 7, 'L'}}};

void one_round(std::uint32_t bound, const std::atomic<bool>& stop) {
    const auto census = [&](unsigned threads) {
        const OutcomeCounts c =
            partizan_euclid_census(bound, kAutomaton, 0, 1, threads, false, stop);
        return std::array<std::uint64_t, 4>{c.p, c.l, c.r, c.n};
    };
    const auto table = [&](unsigned threads) {
        const OutcomeRule rule = outcome_rule(kAutomaton);
        std::vector<std::uint8_t> cells(cells_before(bound) - cells_before(2));
        byte_table(rule.rule, rule.letters, 2, bound, threads, true, cells.data(), stop);
        return cells;
    };
    const auto sums = [&](unsigned threads) {
        const FamilySums s = family_sums({true, 2}, bound, threads, 0, stop);
        return std::pair{s.wins, s.moves};
    };
    const auto histogram = [&](unsigned threads) {
        return grundy_histogram({false, 0}, 2, bound, threads, stop);
    };
    const bool same = census(2) == census(1) && table(2) == table(1) && sums(2) == sums(1) &&
                      histogram(2) == histogram(1);
    require(same || stop, "a kernel in two threads and in one");
}

// Answers about sums of random infinitesimals on which nothing is known but their options.
std::vector<SumAnswer> sum_answers(std::uint32_t seed, unsigned threads) {
    constexpr std::int64_t kFar = 50;
    constexpr std::uint32_t kGames = 12;
    std::mt19937 source(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(source() % n); };
    const auto side = [&](std::uint32_t known) {
        SumGames::Options options(1 + below(2));
        for (auto& [part, constant] : options) {
            part = known == 0 || below(4) == 0 ? SumGames::kNoPart
                                               : static_cast<std::int32_t>(below(known));
            constant = {0, static_cast<std::int64_t>(below(5)) - 2, below(2)};
        }
        return options;
    };
    SumSearch search;
    const auto ladder = UpStarLadder::of_numbers(
        {-kFar, 0, 0, -kFar, kFar, 0, 0, kFar, -kFar * kWeightUnits, kFar * kWeightUnits, 0, 0});
    for (std::uint32_t g = 0; g < kGames; ++g) {
        SumGames::Options left = side(g);
        search.games.add(ladder, std::move(left), side(g));
    }
    std::vector<SumAnswer> answers;
    for (int turn = 0; turn < 8; ++turn) {
        std::vector<std::int32_t> parts(5);
        for (std::int32_t& part : parts) part = static_cast<std::int32_t>(below(kGames));
        answers.push_back(
            search.wins(parts, {}, turn % 2 == 0, 100'000, std::size_t{1} << 30, threads));
    }
    return answers;
}

unsigned long stress_kernels(int seconds) {
    const auto end = Clock::now() + std::chrono::seconds(seconds);
    unsigned long rounds = 0;
    for (std::uint32_t bound = 100; Clock::now() < end; bound = 100 + (bound * 7 + 1) % 400) {
        std::atomic<bool> go_on{false}, stop{false};
        std::thread other([&] { one_round(bound, go_on); });
        std::thread stopped([&] { one_round(bound, stop); });
        stop = true;
        other.join();
        stopped.join();
        require(sum_answers(bound, 2) == sum_answers(bound, 1), "a sum in two threads and in one");
        ++rounds;
    }
    return rounds;
}

}  // namespace

int main(int count, char** words) {
    const int seconds = count > 1 ? std::atoi(words[1]) : 10;
    stress_engine((seconds + 1) / 2);
    const unsigned long rounds = stress_kernels((seconds + 1) / 2);
    std::printf("%lu rounds of the kernels; no answer was wrong\n", rounds);
    return 0;
}
