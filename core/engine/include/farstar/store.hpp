// The store: every canonical form exactly once, so that equal values have equal ids.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "farstar/chunked.hpp"
#include "farstar/dyadic.hpp"
#include "farstar/id_set.hpp"

namespace farstar {

/// A canonical form in the store. Ids of games that are gone may be used again.
using GameId = std::uint32_t;
inline constexpr GameId kNone = 0xffffffffu;
/// Ids stay below 2^31, which lets the order cache keep a pair and its answer in 64 bits.
inline constexpr GameId kMaxGames = 0x7ffffff0u;
/// At most this many options on both sides together are ever listed.
inline constexpr std::size_t kMaxOptions = std::size_t{1} << 18;

using Options = std::span<const GameId>;

/// number + up * (up) + *star: kept as three numbers, never as chains of options.
struct Compact {
    std::uint32_t number = 0;  // index of a dyadic
    std::uint32_t star = 0;
    std::int64_t up = 0;

    bool is_number() const { return up == 0 && star == 0; }
    bool operator==(const Compact&) const = default;
};

struct Node {
    std::uint32_t hash;
    std::uint32_t left_stop;  // indices of dyadics
    std::uint32_t right_stop;
    GameId negative;       // kNone: not known yet
    std::uint32_t offset;  // where the options are listed; kNone: not listed yet (compact only)
    std::uint32_t left_count;
    std::uint32_t right_count;
    std::uint32_t compact;  // index of the three numbers; kNone: none, or kFree
};
static_assert(std::is_trivially_copyable_v<Node>);

class Store {
public:
    Store();

    GameId zero() const { return 0; }
    GameId intern_compact(const Dyadic& number, std::int64_t up, std::uint32_t star);
    GameId intern_compact(std::uint32_t number, std::int64_t up, std::uint32_t star);
    GameId intern_number(const Dyadic& number) { return intern_compact(number, 0, 0); }
    /// Both sides canonical, sorted by id; the game must be neither a number nor otherwise compact.
    GameId intern_options(Options left, Options right);
    /// As intern_options, for lists that may be those of a compact value.
    GameId intern_canonical(Options left, Options right);

    /// Whether this is the id of a game, which was not forgotten.
    bool is_live(GameId g) const { return g < nodes_.size() && nodes_[g].compact != kFree; }
    bool is_compact(GameId g) const { return nodes_[g].compact != kNone; }
    const Compact& compact(GameId g) const { return compacts_[nodes_[g].compact]; }
    /// A number plus a nimber so large that its options are better made than listed.
    bool is_unlisted_nimber(GameId g) const {
        return is_compact(g) && compact(g).up == 0 && compact(g).star > kListedStars;
    }
    bool is_number(GameId g) const { return is_compact(g) && compact(g).is_number(); }
    const Dyadic& dyadic(std::uint32_t index) const { return dyadics_[index]; }
    std::uint32_t intern_dyadic(const Dyadic& value);

    Options left(GameId g) { return listed(g, true); }
    Options right(GameId g) { return listed(g, false); }
    /// The i-th option on a side, kNone past the last. The options of a large nimber are not
    /// listed: the lists of *1, ..., *n together would take n^2 places.
    GameId option_at(GameId g, bool left_side, std::uint32_t i) {
        if (is_unlisted_nimber(g)) {
            const Compact c = compact(g);
            return i < c.star ? intern_compact(c.number, 0, i) : kNone;
        }
        const Options options = listed(g, left_side);
        return i < options.size() ? options[i] : kNone;
    }
    std::uint32_t left_stop_index(GameId g) const { return nodes_[g].left_stop; }
    std::uint32_t right_stop_index(GameId g) const { return nodes_[g].right_stop; }
    const Dyadic& left_stop(GameId g) const { return dyadics_[nodes_[g].left_stop]; }
    const Dyadic& right_stop(GameId g) const { return dyadics_[nodes_[g].right_stop]; }

    GameId known_negative(GameId g) const { return nodes_[g].negative; }
    void set_negative(GameId g, GameId h) {
        nodes_[g].negative = h;
        nodes_[h].negative = g;
    }

    /// Pins keep a game, and all it is made of, through collect(). Unpinning needs no lock.
    void pin(GameId g) {
        assert(is_live(g));
        pins_[g].fetch_add(1, std::memory_order_relaxed);
    }
    void unpin(GameId g) {
        [[maybe_unused]] const std::uint32_t before =
            pins_[g].fetch_sub(1, std::memory_order_release);
        assert(before != 0);
    }

    /// What pins need, and what these games need: to be kept by sweep().
    IdSet needed(std::span<const GameId> roots) const;
    /// Forget all other games; return how many went. Either all is done or, without the memory for
    /// it, std::bad_alloc is thrown and nothing has changed.
    std::size_t sweep(IdSet&& kept);
    /// Give the pages of forgotten games back to the system.
    void give_back_pages();

    std::size_t games() const { return live_; }
    /// About the bytes of all games, quickly.
    std::size_t volume() const {
        return live_ * (sizeof(Node) + sizeof(std::uint32_t)) + arena_.size() * sizeof(GameId);
    }
    std::size_t ids() const { return nodes_.size(); }
    std::size_t pinned() const;
    /// Bytes in use; room that collect() has freed for use again is not counted.
    std::size_t bytes() const;

private:
    static constexpr std::uint32_t kListedStars = 64;
    /// In Node::compact: the id is unused. A page that was given back reads as unused nodes.
    static constexpr std::uint32_t kFree = 0;
    Options listed(GameId g, bool left_side);
    void list_compact(GameId g);
    GameId add_node(const Node& node);
    std::uint32_t write_options(Options left, Options right);
    template <typename Same>
    std::size_t find(std::uint32_t hash, Same same) const;
    void make_room_for_one() {
        if (live_ >= most_live_) grow_index();
    }
    void grow_index();
    void insert(std::size_t slot, GameId g);
    void fill_index();
    void fill_dyadic_index();
    IdSet dyadics_of(const IdSet& games) const;
    void forget_dyadics(IdSet&& used);
    /// Whether all that is said of games here agrees; takes long, and is meant for assertions.
    bool is_sound() const;
    bool is_sound(GameId g) const;
    GameId recognise(Options left, Options right);
    GameId recognise_ups(Options left, Options right, bool mirrored);

    Chunked<Node, 14> nodes_;
    Chunked<GameId, 18> arena_;
    Chunked<Compact, 12> compacts_;
    Chunked<Dyadic, 12> dyadics_;
    Counters pins_;
    std::vector<GameId> index_;                // open addressing over nodes_
    std::vector<std::uint32_t> dyadic_index_;  // open addressing over dyadics_
    FreePlaces free_ids_;
    FreePlaces free_dyadics_;
    std::size_t live_ = 0;
    std::size_t most_live_ = 0;  // with more the index would be too full
};

template <typename Same>
std::size_t Store::find(std::uint32_t hash, Same same) const {
    const std::size_t mask = index_.size() - 1;
    std::size_t slot = hash & mask;
    while (index_[slot] != kNone && !(nodes_[index_[slot]].hash == hash && same(index_[slot]))) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

}  // namespace farstar
