// Misère quotients, found game by game: pretend first, learn where nothing known will do.
//
// After each game the quotient is exact: it is reduced, its elements are sums of the games, and the
// transition algebra has confirmed the outcome of every sum. farstar.misere has the same in Python.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "farstar/meter.hpp"
#include "misere_monoid.hpp"
#include "misere_table.hpp"
#include "misere_transitions.hpp"
#include "misere_words.hpp"

namespace farstar::misere {

/// The options of a game, each a sum of earlier games.
using Options = std::vector<Sum>;

class Solver final : public HasBytes {
public:
    static constexpr std::size_t kMostElements = 65535;

    explicit Solver(std::size_t most);
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

    /// Add a game. Throws TooManyElements if the quotient would pass the bound, and
    /// std::invalid_argument for an option that is no sum of earlier games. If anything is thrown,
    /// nothing is added.
    void add(const Options& options, const Limits& limits, StopToken* token);
    /// The words and pairs that were worked out, in all.
    std::uint64_t steps() const { return meter_.steps(); }
    std::size_t bytes() const override;

    const Monoid& monoid() const { return *monoid_; }
    const std::vector<Element>& images() const { return images_; }
    /// The games at which the quotient grew, with its order from there on.
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& growth() const { return growth_; }
    /// How many pairs the transition algebra has.
    std::size_t pairs() const { return transitions_->size(); }

private:
    friend class Attempt;
    struct SubsetHash {
        std::size_t operator()(const Subset& subset) const { return mixed(subset, 1); }
    };

    std::optional<Element> pretend(const Subset& subset);
    std::vector<Element> candidates(const Subset& subset) const;
    void learn(Options options);
    /// For each earlier game the generators, by their place, whose sum it is.
    std::vector<Sum> spell(std::span<const std::uint32_t> generators,
                           const std::set<std::uint32_t>& promoted) const;

    std::size_t most_;
    Meter meter_;
    std::unique_ptr<Monoid> monoid_;
    std::unique_ptr<Transitions> transitions_;
    std::vector<Options> options_;
    std::vector<Element> images_;
    std::unordered_map<Subset, Element, SubsetHash> by_options_;
    std::vector<Sum> columns_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> growth_;
    const LearningTable* learning_ = nullptr;  // for bytes()
    const Transitions* testing_ = nullptr;     // for bytes()
};

/// The images of the options of a game.
Subset subset_of(const Options& options, const Monoid& monoid, std::span<const Element> images);
/// The games that are no sums of earlier ones, as far as the quotient can tell.
std::vector<std::uint32_t> generators_of(const Monoid& monoid, std::span<const Element> images);
/// For each element the least word in some factors: the shortest, and of those with early letters.
std::vector<Sum> representatives(const Monoid& monoid, std::span<const Element> factors);

}  // namespace farstar::misere
