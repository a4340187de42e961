#include "farstar/thermograph.hpp"

#include <algorithm>
#include <stdexcept>

#include "farstar/engine.hpp"

namespace farstar {

namespace {

const Dyadic kBottom{-1};

Dyadic times(const Dyadic& length, int slope) {
    if (slope == 0) return Dyadic{};
    return slope > 0 ? length : -length;
}

// Walks down a trajectory, stopping wherever the caller asks.
class Walker {
public:
    Walker(const Trajectory& path, const Dyadic& start) : path_(path), at_(start) {
        value_ = path.value + times(start - path.top(), path.slopes[0]);
        while (next_ < path.corners.size() && path.corners[next_] >= start) ++next_;
    }
    const Dyadic& value() const { return value_; }
    int slope_below() const { return path_.slopes[next_]; }
    /// The next corner below, or the bottom.
    const Dyadic& next_corner() const {
        return next_ < path_.corners.size() ? path_.corners[next_] : kBottom;
    }
    void descend_to(const Dyadic& t) {
        value_ = value_ - times(at_ - t, slope_below());
        at_ = t;
        while (next_ < path_.corners.size() && path_.corners[next_] >= t) ++next_;
    }

private:
    const Trajectory& path_;
    Dyadic at_;
    Dyadic value_;
    std::size_t next_ = 0;
};

// Collects pieces from the top down; pieces of one slope become one.
class Builder {
public:
    Builder(const Dyadic& start, const Dyadic& value, int slope) : start_(start), value_(value) {
        path_.slopes.push_back(static_cast<std::int8_t>(slope));
    }
    void piece(const Dyadic& from, int slope) {
        if (slope == path_.slopes.back()) return;
        path_.corners.push_back(from);
        path_.slopes.push_back(static_cast<std::int8_t>(slope));
    }
    int slope() const { return path_.slopes.back(); }
    Trajectory finish() {
        path_.value = value_ - times(start_ - path_.top(), path_.slopes[0]);
        return std::move(path_);
    }

private:
    Dyadic start_;
    Dyadic value_;
    Trajectory path_;
};

Dyadic divided(const Dyadic& length, int by) { return by == 2 ? length.half() : length; }

}  // namespace

std::size_t Thermograph::hash() const {
    std::size_t h = 0;
    for (const Trajectory* wall : {&left, &right}) {
        h = h * 1000003 + wall->value.hash();
        for (const Dyadic& t : wall->corners) h = h * 1000003 + t.hash();
        for (const std::int8_t s : wall->slopes) h = h * 31 + static_cast<std::size_t>(s + 2);
    }
    return h;
}

void Thermograph::keep() const {
    for (const Trajectory* wall : {&left, &right}) {
        wall->value.keep();
        for (const Dyadic& t : wall->corners) t.keep();
    }
}

Thermograph Thermograph::mast(const Dyadic& at) {
    const Trajectory wall{at, {}, {0}};
    return {wall, wall};
}

Trajectory tilted(const Trajectory& a, int slope) {
    Trajectory result = a;
    result.value = a.value + times(a.top(), slope);
    for (std::int8_t& s : result.slopes) s = static_cast<std::int8_t>(s + slope);
    return result;
}

Trajectory outermost(const Trajectory& a, const Trajectory& b, int sign) {
    const Dyadic start = std::max(a.top(), b.top());
    Walker first(a, start);
    Walker second(b, start);
    const auto order = first.value() <=> second.value();
    Builder result(start, (sign > 0 ? order > 0 : order < 0) ? first.value() : second.value(),
                   a.slopes[0]);
    Dyadic high = start;
    while (high > kBottom) {
        const Dyadic low = std::max(first.next_corner(), second.next_corner());
        const int sa = first.slope_below();
        const int sb = second.slope_below();
        const Dyadic gap = first.value() - second.value();
        // Where the two meet, just below the greater one is the one of smaller slope.
        const int lead = gap.is_zero() ? sb - sa : gap.sign();
        const bool a_leads = lead * sign >= 0;
        result.piece(high, a_leads ? sa : sb);
        first.descend_to(low);
        second.descend_to(low);
        const int end = (first.value() - second.value()).sign();
        if (lead != 0 && end * gap.sign() < 0) {
            const Dyadic width = gap.sign() > 0 ? gap : -gap;
            result.piece(high - divided(width, std::abs(sa - sb)), a_leads ? sb : sa);
        }
        high = low;
    }
    return result.finish();
}

Thermograph between_scaffolds(const Trajectory& left, const Trajectory& right) {
    const Dyadic start = std::max(left.top(), right.top());
    Walker l(left, start);
    Walker r(right, start);
    Dyadic temperature = kBottom;
    Dyadic mast;
    Dyadic gap = r.value() - l.value();
    if (gap.sign() < 0) {
        // Above every corner the scaffolds approach each other at the rate of 2.
        temperature = start + (-gap).half();
        mast = l.value() - (-gap).half();
    } else {
        Dyadic high = start;
        for (bool found = false; !found;) {
            if (high == kBottom) throw std::logic_error("scaffolds of a number");
            const Dyadic low = std::max(l.next_corner(), r.next_corner());
            const int closing = r.slope_below() - l.slope_below();
            const Dyadic above = l.value();
            const int slope = l.slope_below();
            l.descend_to(low);
            r.descend_to(low);
            const Dyadic below = r.value() - l.value();
            if (below.sign() < 0) {
                const Dyadic drop = divided(gap, closing);
                temperature = high - drop;
                mast = above - times(drop, slope);
                found = true;
            }
            gap = below;
            high = low;
        }
    }
    const auto wall = [&](const Trajectory& scaffold) {
        Builder result(temperature, mast, 0);
        Walker walker(scaffold, temperature);
        for (Dyadic t = temperature; t > kBottom; t = walker.next_corner(), walker.descend_to(t)) {
            result.piece(t, walker.slope_below());
        }
        return result.finish();
    };
    return {wall(left), wall(right)};
}

std::uint32_t Engine::intern_thermograph(Thermograph&& t) {
    const std::size_t hash = t.hash();
    const auto [first, last] = thermograph_index_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (thermographs_[it->second] == t) return it->second;
    }
    const auto place = static_cast<std::uint32_t>(thermographs_.size());
    thermograph_bytes_ +=
        2 * sizeof(Thermograph) +
        (t.left.corners.capacity() + t.right.corners.capacity()) * (sizeof(Dyadic) + 1) + 64;
    thermographs_.push_back(std::move(t));
    thermograph_index_.emplace(hash, place);
    return place;
}

// The walls of a number x with the binary digits n.b1 b2 ... be, be = 1. Between the temperatures
// -2^-(k-1) and -2^-k only the follower that ends at the k-th digit, on its own or seen through an
// option of x, is away from its mast: the slopes are -1 and 1 for k = e, else 0 and 1 if bk = 1,
// -1 and 0 if bk = 0.
static Thermograph thermograph_of_number(const Dyadic& x) {
    const std::size_t e = x.exponent();
    Thermograph t = Thermograph::mast(x);
    if (e == 0) return t;
    Builder left(-x.grain(), x, 0);
    Builder right(-x.grain(), x, 0);
    const BigInt numerator = x.numerator();
    for (std::size_t k = e; k > 0; --k) {
        // Above its lowest digit, which is 1, a negative number has the other digits.
        const bool digit = k < e && numerator.bit(e - k) != numerator.negative;
        const int left_slope = k == e || !digit ? -1 : 0;
        const int right_slope = k == e || digit ? 1 : 0;
        if (left_slope == left.slope() && right_slope == right.slope()) continue;
        const Dyadic from = -Dyadic::power_of_half(k);
        left.piece(from, left_slope);
        right.piece(from, right_slope);
    }
    return {left.finish(), right.finish()};
}

// Numbers, and compact values whose number is an integer: masts, with a foot below 0 for ups and
// stars.
bool Engine::thermograph_at_once(GameId g, Thermograph& out) {
    if (!store_.is_compact(g)) return false;
    const Compact c = store_.compact(g);
    const Dyadic x = store_.dyadic(c.number);
    if (c.is_number()) {
        out = thermograph_of_number(x);
        return true;
    }
    if (!x.is_integer()) return false;
    out = Thermograph::mast(x);
    const bool both = c.up == 0 || (c.star == 1 && (c.up == 1 || c.up == -1));
    if (both || c.up > 0) out.left = {x, {Dyadic{}}, {0, -1}};
    if (both || c.up < 0) out.right = {x, {Dyadic{}}, {0, 1}};
    return true;
}

Thermograph Engine::thermograph_from_options(GameId g) {
    Thermograph at_once;
    if (thermograph_at_once(g, at_once)) return at_once;
    const auto scaffold = [&](Options options, bool left_side) {
        const int sign = left_side ? 1 : -1;
        Trajectory result;
        bool first = true;
        for (GameId option : options) {
            const Thermograph& t = thermographs_[thermograph_of_[option]];
            labour(t.left.slopes.size() + t.right.slopes.size() + result.slopes.size());
            Trajectory taxed = tilted(left_side ? t.right : t.left, -sign);
            result = first ? std::move(taxed) : outermost(result, taxed, sign);
            first = false;
        }
        return result;
    };
    return between_scaffolds(scaffold(store_.left(g), true), scaffold(store_.right(g), false));
}

// Past three ups or *2 the walls no longer change.
GameId Engine::with_the_same_walls(GameId g) {
    if (!store_.is_compact(g)) return g;
    const Compact c = store_.compact(g);
    return store_.intern_compact(c.number, std::clamp<std::int64_t>(c.up, -3, 3),
                                 std::min(c.star, 2u));
}

const Thermograph& Engine::thermograph(GameId g) {
    post_order(
        g,
        [this](GameId x) {
            if (entry(thermograph_of_, x, kNone) != kNone) return true;
            Thermograph at_once;
            if (thermograph_at_once(x, at_once)) {
                const std::uint32_t place = intern_thermograph(std::move(at_once));
                thermograph_of_[x] = place;
                return true;
            }
            const GameId y = with_the_same_walls(x);
            if (y == x) return false;
            // A short chain: the followers of y are themselves near x.
            thermograph(y);
            entry(thermograph_of_, x, kNone) = thermograph_of_[y];
            return true;
        },
        [this](GameId x) {
            const std::uint32_t place = intern_thermograph(thermograph_from_options(x));
            entry(thermograph_of_, x, kNone) = place;
        });
    return thermographs_[thermograph_of_[g]];
}

}  // namespace farstar
