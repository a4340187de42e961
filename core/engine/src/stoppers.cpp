#include "farstar/stoppers.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace farstar {

namespace {

using Id = Stoppers::Id;

std::uint64_t key_of(Id a, Id b) { return (std::uint64_t{a} << 32) | b; }

/// Replace the positions of the part in a row, and keep its lists in order.
template <typename Function>
void replace(Stoppers::Row& row, const Function& with) {
    for (std::vector<Id>* list : {&row.left, &row.right}) {
        for (Id& w : *list) {
            if (w >= Stoppers::kPart) w = with(w);
        }
        std::sort(list->begin(), list->end());
    }
}

bool contains(const std::vector<Id>& list, Id id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

void sort_unique(std::vector<Id>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// The strongly connected parts of the positions of a part, followers first.
class Cycles {
public:
    explicit Cycles(const std::vector<Stoppers::Row>& rows)
        : rows_(rows), index_(rows.size(), 0), low_(index_) {
        for (Id v = 0; v < rows.size(); ++v) {
            if (index_[v] == 0) visit(v);
        }
    }

    const std::vector<std::vector<Id>>& parts() const { return parts_; }

private:
    struct Frame {
        Id v;
        std::size_t next;
    };

    Id target(Id v, std::size_t i) const {
        const Stoppers::Row& row = rows_[v];
        return i < row.left.size() ? row.left[i] : row.right[i - row.left.size()];
    }

    void enter(Id v) {
        index_[v] = low_[v] = ++count_;
        waiting_.push_back(v);
        walk_.push_back({v, 0});
    }

    void visit(Id root) {
        enter(root);
        while (!walk_.empty()) {
            const Id v = walk_.back().v;
            if (walk_.back().next == rows_[v].left.size() + rows_[v].right.size()) {
                walk_.pop_back();
                leave(v);
                continue;
            }
            const Id to = target(v, walk_.back().next++);
            if (to < Stoppers::kPart) continue;
            const Id w = to - Stoppers::kPart;
            if (index_[w] == 0) {
                enter(w);
            } else if (index_[w] != kDone) {
                low_[v] = std::min(low_[v], index_[w]);
            }
        }
    }

    void leave(Id v) {
        if (!walk_.empty()) {
            std::size_t& low = low_[walk_.back().v];
            low = std::min(low, low_[v]);
        }
        if (low_[v] != index_[v]) return;
        parts_.emplace_back();
        for (bool more = true; more;) {
            const Id w = waiting_.back();
            waiting_.pop_back();
            index_[w] = kDone;
            parts_.back().push_back(w);
            more = w != v;
        }
    }

    static constexpr std::size_t kDone = ~std::size_t{0};
    const std::vector<Stoppers::Row>& rows_;
    std::vector<std::size_t> index_;
    std::vector<std::size_t> low_;
    std::vector<Id> waiting_;
    std::vector<Frame> walk_;
    std::vector<std::vector<Id>> parts_;
    std::size_t count_ = 0;
};

/// A cycle of canonical positions, written down in a way that depends on its shape alone.
class CycleShape {
public:
    CycleShape(const std::vector<Stoppers::Row>& rows, const std::vector<Id>& cycle)
        : rows_(rows), cycle_(cycle) {
        for (const Id v : cycle) colour_[v] = 0;
        for (std::size_t count = 1; count < cycle.size();) {
            const std::size_t before = count;
            count = refine();
            if (count == before) break;
        }
    }

    /// The rows in the order in which play from `start` meets them.
    std::vector<Id> from(Id start) const {
        std::vector<Id> met{start};
        std::vector<Id> text;
        for (std::size_t i = 0; i < met.size(); ++i) {
            for (const std::vector<Id>* list : {&rows_[met[i]].left, &rows_[met[i]].right}) {
                text.push_back(static_cast<Id>(list->size()));
                for (const Id to : in_order(*list)) text.push_back(number(to, met));
            }
        }
        return text;
    }

private:
    static bool is_inside(Id to) { return to >= Stoppers::kPart; }

    std::vector<Id> in_order(std::vector<Id> list) const {
        std::sort(list.begin(), list.end(), [this](Id a, Id b) {
            if (!is_inside(a) || !is_inside(b)) return a < b;
            return colour_.at(a - Stoppers::kPart) < colour_.at(b - Stoppers::kPart);
        });
        return list;
    }

    static Id number(Id to, std::vector<Id>& met) {
        if (!is_inside(to)) return to;
        const Id v = to - Stoppers::kPart;
        const auto at = std::find(met.begin(), met.end(), v);
        const auto place = static_cast<Id>(at - met.begin());
        if (at == met.end()) met.push_back(v);
        return Stoppers::kPart + place;
    }

    /// Tell positions apart by the colours of their options; return how many colours there are.
    std::size_t refine() {
        std::map<std::vector<std::size_t>, std::vector<Id>> classes;
        for (const Id v : cycle_) {
            std::vector<std::size_t> signature{colour_[v]};
            for (const std::vector<Id>* list : {&rows_[v].left, &rows_[v].right}) {
                std::vector<std::size_t> side;
                for (const Id to : *list) {
                    side.push_back(is_inside(to) ? Stoppers::kPart + colour_[to - Stoppers::kPart]
                                                 : to);
                }
                std::sort(side.begin(), side.end());
                signature.push_back(side.size());
                signature.insert(signature.end(), side.begin(), side.end());
            }
            classes[signature].push_back(v);
        }
        std::size_t next = 0;
        for (const auto& [signature, members] : classes) {
            for (const Id v : members) colour_[v] = next;
            ++next;
        }
        return next;
    }

    const std::vector<Stoppers::Row>& rows_;
    const std::vector<Id>& cycle_;
    std::unordered_map<Id, std::size_t> colour_;
};

/// The game on pairs that decides one comparison, as far as it can be reached.
///
/// A node is a pair and who moves. Nodes that are lost for Left spread backwards; what remains
/// she survives, for ever if need be.
template <typename Rows, typename Known>
class Comparison {
public:
    Comparison(const Rows& rows, const Known& known) : rows_(rows), known_(known) {}

    template <typename Note, typename Charge>
    bool run(Id g, Id h, const Note& note, const Charge& charge) {
        node(g, h, false);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (i % 64 == 0) charge(64);
            if (nodes_[i].left_moves) {
                expand_left(i);
            } else {
                expand_right(i);
            }
        }
        spread();
        for (const Node& each : nodes_) {
            if (!each.left_moves) note(each.a, each.b, !each.lost);
        }
        return !nodes_[0].lost;
    }

private:
    struct Node {
        Id a;
        Id b;
        bool left_moves;
        bool lost;
        std::uint32_t open;
        std::vector<std::uint32_t> before;
    };

    std::uint32_t node(Id a, Id b, bool left_moves) {
        auto& places = places_[left_moves];
        const auto [at, is_new] =
            places.emplace(key_of(a, b), static_cast<std::uint32_t>(nodes_.size()));
        if (is_new) nodes_.push_back({a, b, left_moves, false, 0, {}});
        return at->second;
    }

    void link(std::size_t from, Id a, Id b, bool left_moves) {
        const std::uint32_t to = node(a, b, left_moves);
        nodes_[to].before.push_back(static_cast<std::uint32_t>(from));
        ++nodes_[from].open;
    }

    void expand_right(std::size_t i) {
        const Id a = nodes_[i].a;
        const Id b = nodes_[i].b;
        for (const Id x : rows_[a].right) link(i, x, b, true);
        for (const Id y : rows_[b].left) link(i, a, y, true);
    }

    void expand_left(std::size_t i) {
        const Id a = nodes_[i].a;
        const Id b = nodes_[i].b;
        for (const Id x : rows_[a].left) {
            if (x == b || known_(x, b) == 1) return;
        }
        for (const Id y : rows_[b].right) {
            if (a == y || known_(a, y) == 1) return;
        }
        for (const Id x : rows_[a].left) {
            if (known_(x, b) < 0) link(i, x, b, false);
        }
        for (const Id y : rows_[b].right) {
            if (known_(a, y) < 0) link(i, a, y, false);
        }
        if (nodes_[i].open == 0) lose(static_cast<std::uint32_t>(i));
    }

    void lose(std::uint32_t i) {
        if (nodes_[i].lost) return;
        nodes_[i].lost = true;
        todo_.push_back(i);
    }

    void spread() {
        while (!todo_.empty()) {
            const std::uint32_t i = todo_.back();
            todo_.pop_back();
            for (const std::uint32_t earlier : nodes_[i].before) {
                // One losing reply to Right is enough for him; Left has lost when all hers are.
                if (nodes_[i].left_moves || --nodes_[earlier].open == 0) lose(earlier);
            }
        }
    }

    const Rows& rows_;
    const Known& known_;
    std::vector<Node> nodes_;
    std::unordered_map<std::uint64_t, std::uint32_t> places_[2];
    std::vector<std::uint32_t> todo_;
};

}  // namespace

std::size_t PairTable::place(std::uint64_t key) const {
    std::uint64_t hash = key * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].key != kFree && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return at;
}

int PairTable::find(std::uint32_t a, std::uint32_t b) const {
    const Slot& slot = slots_[place(key_of(a, b))];
    return slot.key == kFree ? -1 : slot.answer;
}

void PairTable::put(std::uint32_t a, std::uint32_t b, bool answer) {
    if (2 * (count_ + 1) > slots_.size()) {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.key != kFree) slots_[place(slot.key)] = slot;
        }
    }
    Slot& slot = slots_[place(key_of(a, b))];
    count_ += slot.key == kFree;
    slot = {key_of(a, b), answer};
}

void PairTable::clear() {
    if (count_ == 0) return;
    std::fill(slots_.begin(), slots_.end(), Slot{});
    count_ = 0;
}

Stoppers::Stoppers(Charge charge) : charge_(std::move(charge)), part_begin_(kPart) {
    zero_ = solve({Row{}})[0];
    off_ = solve({Row{{}, {kPart}}})[0];
}

int Stoppers::known(Id a, Id b) const {
    return (a < part_begin_ && b < part_begin_ ? order_ : part_order_).find(a, b);
}

void Stoppers::note(Id a, Id b, bool answer) {
    (a < part_begin_ && b < part_begin_ ? order_ : part_order_).put(a, b, answer);
}

bool Stoppers::at_least(Id g, Id h) {
    if (g == h) return true;
    const int answer = known(g, h);
    if (answer >= 0) return answer != 0;
    const auto ask = [this](Id a, Id b) { return known(a, b); };
    Comparison comparison(rows_, ask);
    return comparison.run(g, h, [this](Id a, Id b, bool is) { note(a, b, is); }, charge_);
}

std::vector<Id> Stoppers::solve(const std::vector<Row>& part) {
    const Id first = static_cast<Id>(rows_.size());
    const auto shift = [first](std::vector<Id> list) {
        for (Id& id : list) {
            if (id >= kPart) id = id - kPart + first;
        }
        sort_unique(list);
        return list;
    };
    try {
        part_begin_ = first;
        for (const Row& row : part) rows_.push_back({shift(row.left), shift(row.right)});
        simplify(first);
        std::vector<Id> ids = name(first, fuse(first));
        part_order_.clear();
        part_begin_ = kPart;
        return ids;
    } catch (...) {
        rows_.resize(first);
        part_order_.clear();
        part_begin_ = kPart;
        throw;
    }
}

/// Bypass reversible and drop dominated options until there are none. No step changes a value, so
/// what was found about the order stays true.
void Stoppers::simplify(Id first) {
    for (bool changed = true; changed;) {
        changed = false;
        for (Id v = first; v < rows_.size(); ++v) {
            for (const bool left : {true, false}) {
                changed |= drop_dominated(v, left);
                changed |= bypass(v, left);
            }
        }
    }
}

bool Stoppers::bypass(Id v, bool left) {
    std::vector<Id>& mine = left ? rows_[v].left : rows_[v].right;
    for (const Id option : mine) {
        for (const Id reply : left ? rows_[option].right : rows_[option].left) {
            if (reply != v && !is_better(v, reply, left)) continue;
            std::vector<Id> replaced = mine;
            replaced.erase(std::find(replaced.begin(), replaced.end(), option));
            if (reply != v) {
                const std::vector<Id>& after = left ? rows_[reply].left : rows_[reply].right;
                replaced.insert(replaced.end(), after.begin(), after.end());
            }
            sort_unique(replaced);
            if (replaced != mine) {
                mine = std::move(replaced);
                return true;
            }
        }
    }
    return false;
}

bool Stoppers::drop_dominated(Id v, bool left) {
    const std::vector<Id> options = left ? rows_[v].left : rows_[v].right;
    if (options.size() < 2) return false;
    std::vector<Id> kept;
    for (const Id option : options) {
        const auto beats = [&](Id other) { return is_better(other, option, left); };
        if (std::any_of(kept.begin(), kept.end(), beats)) continue;
        std::erase_if(kept, [&](Id other) { return is_better(option, other, left); });
        kept.push_back(option);
    }
    if (kept.size() == options.size()) return false;
    sort_unique(kept);
    (left ? rows_[v].left : rows_[v].right) = std::move(kept);
    return true;
}

/// The stoppers that can be reached from a part.
std::vector<Id> Stoppers::followers_before(Id first) const {
    std::vector<Id> reached;
    const auto add = [&](Id id) {
        if (id < first) reached.push_back(id);
    };
    for (Id v = first; v < rows_.size(); ++v) {
        for (const Id w : rows_[v].left) add(w);
        for (const Id w : rows_[v].right) add(w);
    }
    sort_unique(reached);
    std::vector<bool> met(first, false);
    for (const Id id : reached) met[id] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const auto visit = [&](Id id) {
            if (!met[id]) {
                met[id] = true;
                reached.push_back(id);
            }
        };
        for (const Id w : rows_[reached[i]].left) visit(w);
        for (const Id w : rows_[reached[i]].right) visit(w);
    }
    return reached;
}

/// Equal stoppers without dominated and reversible options have equal options.
bool Stoppers::may_equal(Id part, Id candidate, Id first) const {
    const auto agree = [first](const std::vector<Id>& mine, const std::vector<Id>& its) {
        return mine.size() == its.size() && std::all_of(mine.begin(), mine.end(), [&](Id id) {
                   return id >= first || contains(its, id);
               });
    };
    return agree(rows_[part].left, rows_[candidate].left) &&
           agree(rows_[part].right, rows_[candidate].right);
}

/// For each position of the part a stopper that it equals, or the first equal position.
std::vector<Id> Stoppers::fuse(Id first) {
    const std::vector<Id> followers = followers_before(first);
    std::vector<Id> representative;
    for (Id v = first; v < rows_.size(); ++v) {
        const auto equals = [&](Id w) { return at_least(v, w) && at_least(w, v); };
        Id equal = v;
        for (Id w = first; w < v && equal == v; ++w) {
            if (representative[w - first] == w && equals(w)) equal = w;
        }
        for (std::size_t i = 0; i < followers.size() && equal == v; ++i) {
            if (may_equal(v, followers[i], first) && equals(followers[i])) equal = followers[i];
        }
        representative.push_back(equal);
    }
    return representative;
}

/// The rows of the part with equal positions fused, written as `solve` takes them.
std::vector<Stoppers::Row> Stoppers::fused(Id first, const std::vector<Id>& representative) {
    std::vector<Row> rows(rows_.begin() + first, rows_.end());
    rows_.resize(first);
    for (Row& row : rows) {
        for (std::vector<Id>* list : {&row.left, &row.right}) {
            for (Id& w : *list) {
                if (w >= first) w = representative[w - first];
                if (w >= first) w = w - first + kPart;
            }
            sort_unique(*list);
        }
    }
    return rows;
}

/// Give ids to what is left, cycle by cycle, and return those of all positions of the part.
std::vector<Id> Stoppers::name(Id first, const std::vector<Id>& representative) {
    std::vector<Row> rows = fused(first, representative);
    std::vector<Id> ids = representative;
    const auto stands_for_itself = [&](Id v) { return representative[v] == first + v; };
    const Cycles cycles(rows);
    for (const std::vector<Id>& cycle : cycles.parts()) {
        if (!stands_for_itself(cycle[0])) continue;
        for (const Id v : cycle) {
            replace(rows[v], [&](Id w) { return contains(cycle, w - kPart) ? w : ids[w - kPart]; });
        }
        name_cycle(rows, cycle, ids);
    }
    for (Id v = 0; v < ids.size(); ++v) {
        if (!stands_for_itself(v) && representative[v] >= first) {
            ids[v] = ids[representative[v] - first];
        }
    }
    return ids;
}

void Stoppers::name_cycle(const std::vector<Row>& rows, const std::vector<Id>& cycle,
                          std::vector<Id>& ids) {
    const CycleShape shape(rows, cycle);
    if (const auto held = ids_.find(shape.from(cycle[0])); held != ids_.end()) {
        for (const Id v : cycle) ids[v] = ids_.at(shape.from(v));
        return;
    }
    for (const Id v : cycle) {
        ids[v] = static_cast<Id>(rows_.size());
        ids_.emplace(shape.from(v), ids[v]);
        rows_.emplace_back();
    }
    for (const Id v : cycle) {
        Row row = rows[v];
        replace(row, [&](Id w) { return ids[w - kPart]; });
        rows_[ids[v]] = std::move(row);
    }
}

}  // namespace farstar
