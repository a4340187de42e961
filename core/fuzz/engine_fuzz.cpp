// Bytes are read as a little program that makes games, adds and compares them; the engine and the
// judge run it side by side, and the first difference aborts.
#include <cstdio>
#include <cstdlib>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "judge.hpp"

namespace {

using namespace farstar;
using fuzz::FormId;

constexpr unsigned kDeepest = 5;
constexpr std::size_t kMostGames = 24;
constexpr std::size_t kMostForms = 3000;

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "the engine and the judge differ: %s\n", what);
    std::abort();
}

class Program {
public:
    Program(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {
        keep(judge_.integer(0), engine_.store().zero());
    }
    ~Program() {
        for (const Pair& pair : games_) engine_.store().unpin(pair.game);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void run() {
        while (data_ != end_ && games_.size() < kMostGames && judge_.size() < kMostForms) step();
        for (const Pair& a : games_) {
            for (const Pair& b : games_) compare(a, b);
        }
    }

private:
    static Engine& the_engine() {
        static Engine engine;
        return engine;
    }

    struct Pair {
        FormId form;
        GameId game;
    };

    unsigned next() { return data_ == end_ ? 0 : *data_++; }
    const Pair& any() { return games_[next() % games_.size()]; }

    void keep(FormId form, GameId game) {
        engine_.store().pin(game);
        games_.push_back({form, game});
    }

    void step() {
        switch (next() % 8) {
            case 0: {
                const int n = static_cast<int>(next() % 7) - 3;
                return keep(judge_.integer(n), engine_.store().intern_number(Dyadic{n}));
            }
            case 1: {
                const unsigned n = next() % 4;
                return keep(judge_.star(n), engine_.store().intern_compact(Dyadic{}, 0, n));
            }
            case 2:
            case 3:
                return construct();
            case 4:
                return negate(any());
            case 5:
                return add(any(), any());
            case 6:
                return starve(any(), any());
            default:
                engine_.collect();
        }
    }

    void construct() {
        std::vector<FormId> forms[2];
        std::vector<GameId> games[2];
        for (const int side : {0, 1}) {
            for (unsigned n = next() % 4; n > 0; --n) {
                const Pair& option = any();
                if (judge_[option.form].depth >= kDeepest) continue;
                forms[side].push_back(option.form);
                games[side].push_back(option.game);
            }
        }
        const GameId game = engine_.construct(games[0], games[1]);
        keep(judge_.make(forms[0], forms[1]), game);
        again(game);
    }

    // The options of a canonical form make that form.
    void again(GameId game) {
        const Options l = engine_.store().left(game), r = engine_.store().right(game);
        const std::vector<GameId> left(l.begin(), l.end()), right(r.begin(), r.end());
        require(engine_.construct(left, right) == game, "a canonical form made again");
    }

    void negate(Pair a) { keep(judge_.negate(a.form), engine_.negate(a.game)); }

    void add(Pair a, Pair b) {
        if (judge_[a.form].depth + judge_[b.form].depth > kDeepest) return;
        const GameId sum = engine_.add(a.game, b.game);
        require(engine_.subtract(sum, b.game) == a.game, "a + b - b");
        require(engine_.thermograph(sum).mean() ==
                    engine_.thermograph(a.game).mean() + engine_.thermograph(b.game).mean(),
                "the mean of a sum");
        keep(judge_.add(a.form, b.form), sum);
    }

    // Out of budget is an error of its own, after which the engine goes on as before.
    void starve(Pair a, Pair b) {
        Limits limits;
        limits.steps = next() % 16;
        engine_.begin(limits, nullptr);
        try {
            engine_.add(a.game, b.game);
        } catch (const BudgetExceeded&) {
        }
        engine_.begin({}, nullptr);
    }

    void compare(const Pair& a, const Pair& b) {
        const bool holds = judge_.geq(a.form, b.form);
        require(engine_.geq(a.game, b.game) == holds, "a >= b");
        require((a.game == b.game) == (holds && judge_.geq(b.form, a.form)), "a == b");
    }

    const std::uint8_t* data_;
    const std::uint8_t* end_;
    // One for all programs: what is left over from earlier ones must not matter.
    Engine& engine_ = the_engine();
    fuzz::Judge judge_;
    std::vector<Pair> games_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size <= 256) Program(data, size).run();
    return 0;
}
