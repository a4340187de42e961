// The transition algebra: what is true of every sum, from finitely many pairs.
//
// A sum is described by its element x and the set E of the elements of its options. Adding a game
// with element y and options F turns (x, E) into (xy, yE + xF). If in no pair but that of the empty
// sum x is a P-position together with a member of E, or neither is one, all outcomes are right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "farstar/meter.hpp"
#include "misere_monoid.hpp"

namespace farstar::misere {

class Transitions {
public:
    explicit Transitions(const Monoid& monoid);

    /// Add a game with this element and these options. Returns a sum that contradicts the monoid,
    /// and then, as when the meter throws, nothing is added.
    std::optional<Sum> add(std::uint32_t game, Element element, std::span<const std::uint64_t> set,
                           Meter& meter);
    /// The products of the members of a set with one element.
    void move(std::span<const std::uint64_t> set, std::size_t factor, std::uint64_t* result) const;
    std::size_t size() const { return elements_.size(); }
    std::size_t bytes() const;
    /// The pairs of single games, in the order in which they came.
    const std::vector<std::pair<Element, Subset>>& generators() const { return generators_; }

private:
    /// From which pair, by which game.
    struct Origin {
        std::uint32_t before;
        std::uint32_t game;
    };

    std::optional<Sum> extend(std::uint32_t game, Element element,
                              std::span<const std::uint64_t> set, Meter& meter);
    std::span<const std::uint64_t> set_of(std::size_t pair) const {
        return {sets_.data() + pair * words_, words_};
    }
    std::uint64_t hash_of(std::size_t pair) const {
        return mixed(set_of(pair), elements_[pair] + 1);
    }
    /// Keep the pair that was put behind the last one; false if it is known.
    bool keep(Origin origin);
    void forget_from(std::size_t size);
    void grow();
    Sum sum_of(std::size_t pair) const;

    const Monoid* monoid_;
    std::size_t words_;
    Subset losing_;
    // Pair number i, and how it was first reached.
    std::vector<Element> elements_;
    std::vector<std::uint64_t> sets_;
    std::vector<Origin> origins_;
    std::vector<std::uint32_t> slots_;  // numbers of pairs plus one, by hash
    std::vector<std::pair<Element, Subset>> generators_;
};

}  // namespace farstar::misere
