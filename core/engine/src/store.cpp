#include "farstar/store.hpp"

#include <algorithm>
#include <cassert>

#include "farstar/errors.hpp"

namespace farstar {

namespace {

constexpr std::size_t kFirstIndex = std::size_t{1} << 12;

std::uint32_t mix(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    return static_cast<std::uint32_t>(x);
}

std::uint32_t hash_compact(const Compact& c) {
    return mix((std::uint64_t{c.number} << 32 | c.star) * 0x9e3779b97f4a7c15ULL +
               static_cast<std::uint64_t>(c.up));
}

std::uint32_t hash_options(Options left, Options right) {
    std::uint64_t h = left.size() * 0x9e3779b97f4a7c15ULL + 1;
    for (GameId g : left) h = (h ^ g) * 0xff51afd7ed558ccdULL;
    h = (h ^ (h >> 29)) + 0x5851f42d4c957f2dULL;
    for (GameId g : right) h = (h ^ g) * 0xc4ceb9fe1a85ec53ULL;
    return mix(h);
}

bool same_list(Options a, Options b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

}  // namespace

Store::Store() : index_(kFirstIndex, kNone), dyadic_index_(kFirstIndex, kNone) {
    fill_index();
    compacts_.push_back({});  // the place kFree is nobody's
    const GameId zero = intern_compact(Dyadic{}, 0, 0);
    pin(zero);
}

// Everything that can fail for want of memory comes before the first change: a store that was left
// half-way would be wrong for ever.
void Store::grow_index() {
    std::vector<GameId>(index_.size() * 2).swap(index_);
    fill_index();
}

void Store::insert(std::size_t slot, GameId g) {
    index_[slot] = g;
    ++live_;
}

void Store::fill_index() {
    std::fill(index_.begin(), index_.end(), kNone);
    most_live_ = index_.size() * 2 / 3;
    const std::size_t mask = index_.size() - 1;
    for (GameId g = 0; g < nodes_.size(); ++g) {
        if (nodes_[g].compact == kFree) continue;
        std::size_t slot = nodes_[g].hash & mask;
        while (index_[slot] != kNone) slot = (slot + 1) & mask;
        index_[slot] = g;
    }
}

GameId Store::add_node(const Node& node) {
    if (free_ids_.left() != 0) {
        const auto g = static_cast<GameId>(free_ids_.take());
        nodes_[g] = node;
        return g;
    }
    if (nodes_.size() >= kMaxGames) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "the store is full: expected fewer than 2^31 games");
    }
    pins_.make_room(nodes_.size() + 1);
    return static_cast<GameId>(nodes_.push_back(node));
}

std::uint32_t Store::intern_dyadic(const Dyadic& value) {
    const std::size_t mask = dyadic_index_.size() - 1;
    std::size_t slot = value.hash() & mask;
    while (dyadic_index_[slot] != kNone) {
        if (dyadics_[dyadic_index_[slot]] == value) return dyadic_index_[slot];
        slot = (slot + 1) & mask;
    }
    if (free_dyadics_.left() != 0) {
        const auto place = static_cast<std::uint32_t>(free_dyadics_.take());
        dyadics_[place] = value;
        dyadic_index_[slot] = place;
        return place;
    }
    if ((dyadics_.size() + 1) * 3 > dyadic_index_.size() * 2) {
        std::vector<std::uint32_t>(dyadic_index_.size() * 2).swap(dyadic_index_);
        fill_dyadic_index();
        return intern_dyadic(value);
    }
    const auto place = static_cast<std::uint32_t>(dyadics_.push_back(value));
    dyadic_index_[slot] = place;
    return place;
}

// Only of dyadics in use: of a free place, the index knows nothing.
void Store::fill_dyadic_index() {
    std::fill(dyadic_index_.begin(), dyadic_index_.end(), kNone);
    const std::size_t mask = dyadic_index_.size() - 1;
    for (std::uint32_t i = 0; i < dyadics_.size(); ++i) {
        if (free_dyadics_.contains(i)) continue;
        std::size_t slot = dyadics_[i].hash() & mask;
        while (dyadic_index_[slot] != kNone) slot = (slot + 1) & mask;
        dyadic_index_[slot] = i;
    }
}

GameId Store::intern_compact(const Dyadic& number, std::int64_t up, std::uint32_t star) {
    return intern_compact(intern_dyadic(number), up, star);
}

GameId Store::intern_compact(std::uint32_t number, std::int64_t up, std::uint32_t star) {
    make_room_for_one();
    const Compact wanted{number, star, up};
    const std::uint32_t hash = hash_compact(wanted);
    const std::size_t slot =
        find(hash, [&](GameId g) { return is_compact(g) && compact(g) == wanted; });
    if (index_[slot] != kNone) return index_[slot];
    const auto place = static_cast<std::uint32_t>(compacts_.push_back(wanted));
    const GameId g = add_node({hash, number, number, kNone, kNone, 0, 0, place});
    insert(slot, g);
    return g;
}

std::uint32_t Store::write_options(Options left, Options right) {
    if (left.size() + right.size() > kMaxOptions) {
        throw BudgetExceeded(BudgetExceeded::What::kOptions,
                             "too many options: expected at most 262144 on both sides together");
    }
    const std::size_t offset = arena_.allocate(left.size() + right.size());
    if (offset >= kNone - kMaxOptions) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "the store is full: too many options in all");
    }
    std::size_t at = offset;
    for (GameId g : left) arena_[at++] = g;
    for (GameId g : right) arena_[at++] = g;
    return static_cast<std::uint32_t>(offset);
}

GameId Store::intern_options(Options left, Options right) {
    assert(!left.empty() && !right.empty());
    assert(std::is_sorted(left.begin(), left.end()) && std::is_sorted(right.begin(), right.end()));
    make_room_for_one();
    const std::uint32_t hash = hash_options(left, right);
    const std::size_t slot = find(hash, [&](GameId g) {
        return !is_compact(g) && same_list(this->left(g), left) && same_list(this->right(g), right);
    });
    if (index_[slot] != kNone) return index_[slot];
    std::uint32_t left_stop = nodes_[left[0]].right_stop;
    for (GameId g : left.subspan(1)) {
        if (right_stop(g) > dyadics_[left_stop]) left_stop = nodes_[g].right_stop;
    }
    std::uint32_t right_stop_index = nodes_[right[0]].left_stop;
    for (GameId g : right.subspan(1)) {
        if (this->left_stop(g) < dyadics_[right_stop_index]) right_stop_index = nodes_[g].left_stop;
    }
    const std::uint32_t offset = write_options(left, right);
    const GameId g = add_node({hash, left_stop, right_stop_index, kNone, offset,
                               static_cast<std::uint32_t>(left.size()),
                               static_cast<std::uint32_t>(right.size()), kNone});
    insert(slot, g);
    return g;
}

GameId Store::intern_canonical(Options left, Options right) {
    const GameId known = recognise(left, right);
    return known != kNone ? known : intern_options(left, right);
}

// x + *m has the options x, x + *, ..., x + *(m - 1) on both sides; x + n.up + *m (n > 0) has the
// Left option x and the Right option x + (n - 1).up + *(m xor 1), but for x + up + *: {x, x* | x}.
GameId Store::recognise(Options left, Options right) {
    for (Options side : {left, right}) {
        if (!std::all_of(side.begin(), side.end(), [&](GameId g) { return is_compact(g); }))
            return kNone;
    }
    const std::uint32_t number = compact(left[0]).number;
    if (same_list(left, right)) {
        std::vector<bool> seen(left.size());
        for (GameId g : left) {
            const Compact& c = compact(g);
            if (c.number != number || c.up != 0 || c.star >= left.size()) return kNone;
            seen[c.star] = true;
        }
        return std::find(seen.begin(), seen.end(), false) == seen.end()
                   ? intern_compact(number, 0, static_cast<std::uint32_t>(left.size()))
                   : kNone;
    }
    const GameId up = recognise_ups(left, right, false);
    return up != kNone ? up : recognise_ups(right, left, true);
}

GameId Store::recognise_ups(Options near, Options far, bool mirrored) {
    if (far.size() != 1 || near.size() > 2) return kNone;
    const Compact other = compact(far[0]);
    const std::int64_t sign = mirrored ? -1 : 1;
    if (near.size() == 2) {
        const Compact a = compact(near[0]);
        const Compact b = compact(near[1]);
        const bool pair = a.up == 0 && b.up == 0 && a.number == b.number && a.star + b.star == 1;
        return pair && other.is_number() && other.number == a.number
                   ? intern_compact(a.number, sign, 1)
                   : kNone;
    }
    const Compact base = compact(near[0]);
    if (!base.is_number() || other.number != base.number || other.is_number() ||
        other.up * sign < 0)
        return kNone;
    if (other.up * sign == INT64_MAX)
        throw ValueOverflow("multiple of up too large: expected below 2^63");
    return intern_compact(base.number, other.up + sign, other.star ^ 1u);
}

Options Store::listed(GameId g, bool left_side) {
    if (nodes_[g].offset == kNone) list_compact(g);
    const Node& node = nodes_[g];
    if ((left_side ? node.left_count : node.right_count) == 0) return {};
    return left_side ? Options{&arena_[node.offset], node.left_count}
                     : Options{&arena_[node.offset + node.left_count], node.right_count};
}

void Store::list_compact(GameId g) {
    const Compact c = compact(g);
    std::vector<GameId> near;
    std::vector<GameId> far;
    bool mirrored = false;
    if (c.is_number()) {
        const Dyadic x = dyadics_[c.number];
        if (!x.is_integer()) {
            near = {intern_number(x - x.grain())};
            far = {intern_number(x + x.grain())};
        } else if (!x.is_zero()) {
            mirrored = x.sign() < 0;
            near = {intern_number(mirrored ? x + Dyadic{1} : x - Dyadic{1})};
        }
    } else if (c.up == 0) {
        if (c.star > kMaxOptions / 2) {
            throw BudgetExceeded(BudgetExceeded::What::kOptions,
                                 "nimber too large to list its options: expected at most *131072");
        }
        for (std::uint32_t k = 0; k < c.star; ++k) near.push_back(intern_compact(c.number, 0, k));
        std::sort(near.begin(), near.end());
        far = near;
    } else {
        mirrored = c.up < 0;
        const std::int64_t sign = mirrored ? -1 : 1;
        near = {intern_compact(c.number, 0, 0)};
        if (c.up == sign && c.star == 1) {
            near.push_back(intern_compact(c.number, 0, 1));
            std::sort(near.begin(), near.end());
            far = {intern_compact(c.number, 0, 0)};
        } else {
            far = {intern_compact(c.number, c.up - sign, c.star ^ 1u)};
        }
    }
    if (mirrored) near.swap(far);
    const std::uint32_t offset = write_options(near, far);
    Node& node = nodes_[g];
    node.offset = offset;
    node.left_count = static_cast<std::uint32_t>(near.size());
    node.right_count = static_cast<std::uint32_t>(far.size());
}

std::size_t Store::pinned() const {
    std::size_t count = 0;
    for (std::size_t g = 0; g < nodes_.size(); ++g)
        count += pins_[g].load(std::memory_order_relaxed) != 0;
    return count;
}

std::size_t Store::bytes() const {
    const std::size_t nodes = nodes_.size() - free_ids_.left();
    return nodes * (sizeof(Node) + sizeof(std::uint32_t)) + arena_.size() * sizeof(GameId) +
           compacts_.size() * sizeof(Compact) + dyadics_.size() * sizeof(Dyadic) +
           (index_.capacity() + dyadic_index_.capacity()) * sizeof(GameId) + free_ids_.bytes() +
           free_dyadics_.bytes();
}

}  // namespace farstar
