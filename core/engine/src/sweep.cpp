// Forgetting games: what is needed is marked, the rest goes, and its places are used again.
#include <algorithm>
#include <cassert>

#include "farstar/pages.hpp"
#include "farstar/store.hpp"

namespace farstar {

namespace {

constexpr std::size_t kFirstIndex = std::size_t{1} << 12;

// An index for so many entries. One that is too large is as good, if there is no memory for
// another.
void shrink_index(std::vector<std::uint32_t>& index, std::size_t entries) {
    std::size_t capacity = kFirstIndex;
    while (entries * 3 > capacity * 2) capacity *= 2;
    if (capacity >= index.size()) return;
    index.resize(capacity);
    index.shrink_to_fit();
}

}  // namespace

IdSet Store::needed(std::span<const GameId> roots) const {
    IdSet kept(nodes_.size());
    std::vector<GameId> todo;
    const auto keep = [&](GameId g) {
        // A compact value needs no options: they are listed again when asked for.
        if (kept.add(g) && nodes_[g].compact == kNone) todo.push_back(g);
    };
    for (const GameId g : roots) keep(g);
    for (GameId g = 0; g < nodes_.size(); ++g) {
        if (pins_[g].load(std::memory_order_acquire) != 0) keep(g);
    }
    while (!todo.empty()) {
        const Node& node = nodes_[todo.back()];
        todo.pop_back();
        for (std::uint32_t i = 0; i < node.left_count + node.right_count; ++i)
            keep(arena_[node.offset + i]);
    }
    return kept;
}

std::size_t Store::sweep(IdSet&& kept) {
    std::size_t ids = nodes_.size();
    while (!kept.contains(ids - 1)) --ids;  // zero is always kept
    std::size_t places = 0;
    std::size_t numbers = 1;
    std::size_t stay = 0;
    for (GameId g = 0; g < ids; ++g) {
        if (!kept.contains(g)) continue;
        ++stay;
        if (nodes_[g].compact != kNone) {
            ++numbers;
        } else {
            places = arena_.end_after(places, nodes_[g].left_count + nodes_[g].right_count);
        }
    }
    decltype(arena_) arena;
    decltype(compacts_) compacts;
    arena.reserve(places);
    compacts.reserve(numbers);
    IdSet dyadics = dyadics_of(kept);
    // From here on nothing can fail.
    compacts.push_back({});
    for (GameId g = 0; g < ids; ++g) {
        Node& node = nodes_[g];
        if (!kept.contains(g)) {
            node.compact = kFree;
            continue;
        }
        if (node.negative != kNone && !kept.contains(node.negative)) node.negative = kNone;
        if (node.compact != kNone) {
            node.compact = static_cast<std::uint32_t>(compacts.push_back(compacts_[node.compact]));
            node.offset = kNone;
            node.left_count = node.right_count = 0;
            continue;
        }
        const std::size_t count = node.left_count + node.right_count;
        const std::size_t offset = arena.allocate(count);
        for (std::size_t i = 0; i < count; ++i) arena[offset + i] = arena_[node.offset + i];
        node.offset = static_cast<std::uint32_t>(offset);
    }
    arena_ = std::move(arena);
    compacts_ = std::move(compacts);
    nodes_.truncate(ids);
    pins_.truncate(ids);
    free_ids_ = FreePlaces(std::move(kept), ids);
    const std::size_t gone = live_ - stay;
    live_ = stay;
    shrink_index(index_, live_);
    fill_index();
    forget_dyadics(std::move(dyadics));
    assert(is_sound());
    return gone;
}

bool Store::is_sound() const {
    std::size_t live = 0;
    for (GameId g = 0; g < nodes_.size(); ++g) {
        if (!is_live(g)) continue;
        ++live;
        if (!is_sound(g)) return false;
    }
    return live == live_;
}

bool Store::is_sound(GameId g) const {
    const Node& node = nodes_[g];
    const auto is_number = [this](std::uint32_t i) {
        return i < dyadics_.size() && !free_dyadics_.contains(i);
    };
    if (index_[find(node.hash, [g](GameId h) { return h == g; })] != g) return false;
    if (!is_number(node.left_stop) || !is_number(node.right_stop)) return false;
    if (node.negative != kNone && (!is_live(node.negative) || nodes_[node.negative].negative != g))
        return false;
    if (is_compact(g)) return node.compact < compacts_.size() && is_number(compact(g).number);
    if (node.left_count == 0 || node.right_count == 0) return false;
    const GameId* first = &arena_[node.offset];
    const GameId* middle = first + node.left_count;
    const GameId* last = middle + node.right_count;
    return std::is_sorted(first, middle) && std::is_sorted(middle, last) &&
           std::all_of(first, last, [this](GameId h) { return is_live(h); });
}

IdSet Store::dyadics_of(const IdSet& games) const {
    IdSet used(dyadics_.size());
    for (GameId g = 0; g < nodes_.size(); ++g) {
        if (!games.contains(g)) continue;
        used.add(nodes_[g].left_stop);
        used.add(nodes_[g].right_stop);
        if (is_compact(g)) used.add(compact(g).number);
    }
    return used;
}

// Numbers that no game needs any more; their places are used again.
void Store::forget_dyadics(IdSet&& used) {
    std::size_t last = dyadics_.size();
    while (!used.contains(last - 1)) --last;  // zero is always used
    dyadics_.truncate(last);
    free_dyadics_ = FreePlaces(std::move(used), last);
    shrink_index(dyadic_index_, last);
    fill_dyadic_index();
    for (std::uint32_t i = 0; i < last; ++i) {
        if (free_dyadics_.contains(i)) {
            dyadics_[i] = Dyadic{};
        } else {
            dyadics_[i].keep();
        }
    }
}

void Store::give_back_pages() {
    constexpr std::size_t kWorthIt = 1024;  // places; fewer hardly fill a page of counters
    constexpr std::size_t kChunk = decltype(nodes_)::kChunk;
    static_assert(kChunk == Counters::kChunk);
    free_ids_.each_run([this](std::size_t begin, std::size_t end) {
        while (begin < end) {
            // Only what lies in one chunk lies together.
            const std::size_t stop = std::min(end, (begin | (kChunk - 1)) + 1);
            if (stop - begin >= kWorthIt) {
                give_back(&nodes_[begin], &nodes_[stop - 1] + 1);
                give_back(&pins_[begin], &pins_[stop - 1] + 1);
            }
            begin = stop;
        }
    });
}

}  // namespace farstar
