// Sums of numbered games: their moves, and bounds on them. Nothing here needs the engine.
//
// The caller numbers the games, and says of each what its options are. An infinitesimal comes with
// the ups and stars between which it lies, a hot game with its thermograph. A sum is a few of these
// games, a number, an uptimal and a nimber.
//
// Closer bounds on infinitesimals are found here: uptimals on both sides of every game. Most games
// that come up lie between two uptimals that hardly differ. So a sum may be read with these in
// their place, the lower ones or the upper ones, which leaves few games to move in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sum_bounds.hpp"
#include "sum_heat.hpp"
#include "sum_memory.hpp"

namespace farstar {

class SumGames {
public:
    static constexpr std::int32_t kNoPart = -1;

    /// A number, ups and a nimber.
    struct Constant {
        std::int64_t number = 0;
        std::int64_t up = 0;
        std::uint32_t star = 0;
    };
    /// What a move leaves of a game: another game or none, and a constant.
    struct AfterMove {
        std::int32_t part;
        Constant constant;
    };
    using Options = std::vector<AfterMove>;
    using Sum = NumberedSum;

    /// A move in a sum: in the part at a place, or in what is no part.
    struct Step {
        std::int32_t place;
        std::int32_t part;    // what it leaves
        std::int64_t number;  // what it adds
        Uptimal up;
        std::int64_t swings;
        std::uint32_t star;
    };

    /// Make an infinitesimal known whose options are known; return its number.
    std::int32_t add(const UpStarLadder& ladder, Options left, Options right);
    /// The same for a hot game.
    std::int32_t add_hot(ThermalWalls walls, Options left, Options right);
    /// Say that two games, or a game with itself, add up to zero.
    void set_opposite(std::int32_t g, std::int32_t h);
    /// Find the bounds on the games that are new.
    void prepare();
    /// Find closer bounds on all games, now and later, unless there are too many; say whether any
    /// bounds have changed.
    bool refine();
    /// Whether the bounds on a game hardly differ, so that it need not be moved in.
    bool is_narrow(std::int32_t g) const {
        return parts_.at(static_cast<std::size_t>(g)).is_narrow;
    }
    std::size_t size() const { return parts_.size(); }
    std::size_t bytes() const;

    Sum sum(std::span<const std::int32_t> parts, const Constant& constant,
            Sum::Reading reading) const;
    Sum after(const Sum& sum, const Step& step) const;
    /// What the bounds tell.
    SumGlance glance(const Sum& sum) const;
    /// Visit each move, with what the bounds tell about the sum after it, until a visit says false;
    /// tell whether all were visited.
    template <typename Visit>
    bool each_move(const Sum& sum, bool left_moves, Visit visit) const {
        return heats_.empty() ? each_move_within<ColdBounds>(sum, left_moves, visit)
                              : each_move_within<Bounds>(sum, left_moves, visit);
    }

private:
    struct Part {
        UpStarLadder ladder{};
        Options left;
        Options right;
        ThermalWalls walls;
        std::int32_t opposite = kNoPart;
        std::int32_t heat = kNoPart;  // where its walls are added up, if it is hot
        bool is_narrow = false;       // its bounds hardly differ
        bool is_constant = false;     // its bounds are equal
    };
    /// What is known of a game, and of the game less some swings, or nothing if these are 0.
    struct GameCuts {
        UptimalCuts plain;
        std::int64_t swings = 0;
        UptimalCuts swung;

        /// What is known of the game less so many swings.
        UptimalCuts less(std::int64_t count) const;
        /// Whether the swings are a good lower bound.
        bool is_tight() const { return swings != 0 && std::get<0>(swung.best()) > Uptimal{-1}; }
    };
    /// The bounds on a sum without numbers and hot games.
    struct ColdBounds {
        UpStarTally ups;

        ColdBounds() = default;
        ColdBounds(std::int64_t, Uptimal up, std::int64_t swings, std::uint32_t star)
            : ups(up, swings, star) {}
        void count(const SumGames&, const Part& part) { ups += UpStarTally(part.ladder); }
        ColdBounds& operator+=(const ColdBounds& other) {
            ups += other.ups;
            return *this;
        }
        SumGlance glance(const SumGames&) const { return ups.glance(); }
    };
    /// The bounds on any sum.
    struct Bounds {
        UpStarTally ups;
        ThermalTally heat;

        Bounds() = default;
        Bounds(std::int64_t number, Uptimal up, std::int64_t swings, std::uint32_t star)
            : ups(up, swings, star), heat(number) {}
        void count(const SumGames& games, const Part& part) {
            if (part.heat == kNoPart)
                ups += UpStarTally(part.ladder);
            else
                heat += games.heats_[static_cast<std::size_t>(part.heat)];
        }
        Bounds& operator+=(const Bounds& other) {
            ups += other.ups;
            heat += other.heat;
            return *this;
        }
        SumGlance glance(const SumGames& games) const {
            return heat.decides() ? heat.glance(games.temperatures_) : ups.glance();
        }
    };

    const Part& part(std::int32_t number) const { return parts_[static_cast<std::size_t>(number)]; }
    std::int32_t add(Part part);
    void put(Sum& sum, std::int32_t part) const;
    bool holds_opposite(const Sum& sum, std::int32_t part) const;
    template <typename AnyBounds, typename Visit>
    bool each_move_within(const Sum& sum, bool left_moves, Visit& visit) const;

    void take_temperatures();
    void find_uptimals(std::size_t g);
    UptimalCuts cuts_of(const Part& part, bool is_negative, const UptimalCuts& known) const;
    void add_swings(GameCuts& cuts, const Part& game, bool is_negative, std::int64_t swings) const;
    std::vector<UptimalCuts> cuts_after_moves(const Options& moves, bool is_negative,
                                              std::int64_t swings, bool looks_ahead) const;
    UptimalCuts cuts_after(const AfterMove& after, bool is_negative, std::int64_t swings,
                           bool looks_ahead) const;

    std::vector<Part> parts_;
    std::vector<GameCuts> cuts_[2];  // of the games, and of their negatives
    std::size_t prepared_ = 0;       // how many games have bounds
    bool is_refined_ = false;
    bool are_temperatures_taken_ = false;
    std::vector<ThermalTally> heats_;
    Temperatures temperatures_{};
    std::size_t option_bytes_ = 0;
};

template <typename AnyBounds, typename Visit>
bool SumGames::each_move_within(const Sum& sum, bool left_moves, Visit& visit) const {
    std::vector<AnyBounds> behind(sum.count + 1);  // the bounds of the parts behind each place
    for (std::uint32_t i = sum.count; i > 0; --i) {
        behind[i - 1] = behind[i];
        behind[i - 1].count(*this, parts_[sum.parts[i - 1]]);
    }
    AnyBounds before;
    for (std::uint32_t i = 0; i < sum.count; ++i) {
        const Part& game = parts_[sum.parts[i]];
        if (i == 0 || sum.parts[i] != sum.parts[i - 1]) {
            AnyBounds rest = before;
            rest += behind[i + 1];
            for (const auto& [reached, shift] : left_moves ? game.left : game.right) {
                // Clang before version 16 captures no structured binding.
                const auto number = reached;
                const Step step{
                    static_cast<std::int32_t>(i), number, shift.number, {shift.up}, 0, shift.star};
                const auto seen = [&] {
                    if (number != kNoPart &&
                        (sum.reading != Sum::Reading::kExact || part(number).is_constant ||
                         holds_opposite(sum, number)))
                        return glance(after(sum, step));
                    AnyBounds bounds(sum.number + step.number, sum.up + step.up, sum.swings,
                                     sum.star ^ step.star);
                    bounds += rest;
                    if (number != kNoPart) bounds.count(*this, part(number));
                    return bounds.glance(*this);
                };
                if (!visit(step, seen())) return false;
            }
        }
        before.count(*this, game);
    }
    // Nobody needs to move in a number.
    const auto visit_constant = [&](Uptimal up, std::int64_t swings, std::uint32_t star) {
        AnyBounds bounds(sum.number, sum.up + up, sum.swings + swings, sum.star ^ star);
        bounds += behind[0];
        return visit(Step{kNoPart, kNoPart, 0, up, swings, star}, bounds.glance(*this));
    };
    return each_option(sum.up, sum.star, left_moves,
                       [&](Uptimal up, std::uint32_t star) {
                           return visit_constant(up - sum.up, 0, star ^ sum.star);
                       }) &&
           each_swing_option(sum.swings, left_moves,
                             [&](std::int64_t swings, Uptimal up, std::uint32_t star) {
                                 return visit_constant(up, swings, star);
                             });
}

}  // namespace farstar
