// Canonical stoppers, each held once, and the values of positions one strongly connected part at a
// time.
//
// A stopper is a loopy game in which alternating play always ends. Without dominated and reversible
// options, and with equal positions fused, its graph is unique; so equal stoppers have one id here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "farstar/loopy.hpp"

namespace farstar {

/// Answers for pairs of ids, in open addressing.
class PairTable {
public:
    PairTable() : slots_(1024) {}

    /// -1 if it is not known, else 0 or 1.
    int find(std::uint32_t a, std::uint32_t b) const;
    void put(std::uint32_t a, std::uint32_t b, bool answer);
    void clear();
    std::size_t size() const { return count_; }

private:
    struct Slot {
        std::uint64_t key = kFree;
        bool answer = false;
    };
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};
    std::size_t place(std::uint64_t key) const;

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

class Stoppers {
public:
    using Id = std::uint32_t;
    struct Row {
        std::vector<Id> left;
        std::vector<Id> right;
    };

    /// In the rows of a part, kPart + i is the i-th position of that part, a smaller number an id.
    static constexpr Id kPart = Id{1} << 31;

    explicit Stoppers(Charge charge);

    /// The values of the positions of a part whose other followers are known.
    ///
    /// Alternating play in the part must end: moves inside it are those of one player only, say.
    std::vector<Id> solve(const std::vector<Row>& part);

    /// Whether g >= h: Left, moving second in G - H, does not run out of moves.
    bool at_least(Id g, Id h);

    const Row& options(Id g) const { return rows_[g]; }
    std::size_t size() const { return rows_.size(); }

    Id zero() const { return zero_; }
    Id off() const { return off_; }

private:
    bool is_better(Id a, Id b, bool left) { return left ? at_least(a, b) : at_least(b, a); }
    int known(Id a, Id b) const;
    void note(Id a, Id b, bool answer);
    void simplify(Id first);
    bool bypass(Id v, bool left);
    bool drop_dominated(Id v, bool left);
    std::vector<Id> fuse(Id first);
    std::vector<Id> followers_before(Id first) const;
    bool may_equal(Id part, Id candidate, Id first) const;
    std::vector<Row> fused(Id first, const std::vector<Id>& representative);
    std::vector<Id> name(Id first, const std::vector<Id>& representative);
    void name_cycle(const std::vector<Row>& rows, const std::vector<Id>& cycle,
                    std::vector<Id>& ids);

    Charge charge_;
    std::vector<Row> rows_;
    std::map<std::vector<Id>, Id> ids_;
    PairTable order_;
    /// Pairs with a position of the part that is being solved.
    PairTable part_order_;
    Id part_begin_;
    Id zero_;
    Id off_;
};

}  // namespace farstar
