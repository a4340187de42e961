#include "farstar/dyadic.hpp"

#include <algorithm>
#include <bit>
#include <deque>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "farstar/errors.hpp"
#include "farstar/id_set.hpp"

namespace farstar {

namespace {

using Limbs = std::vector<std::uint32_t>;

void trim(Limbs& limbs) {
    while (!limbs.empty() && limbs.back() == 0) limbs.pop_back();
}

std::strong_ordering compare_magnitude(const Limbs& a, const Limbs& b) {
    if (a.size() != b.size()) return a.size() <=> b.size();
    for (std::size_t i = a.size(); i-- > 0;) {
        if (a[i] != b[i]) return a[i] <=> b[i];
    }
    return std::strong_ordering::equal;
}

Limbs add_magnitude(const Limbs& a, const Limbs& b) {
    const Limbs& longer = a.size() >= b.size() ? a : b;
    const Limbs& shorter = a.size() >= b.size() ? b : a;
    Limbs sum(longer.size() + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < longer.size(); ++i) {
        carry += std::uint64_t{longer[i]} + (i < shorter.size() ? shorter[i] : 0);
        sum[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    sum[longer.size()] = static_cast<std::uint32_t>(carry);
    trim(sum);
    return sum;
}

// a - b where a >= b.
Limbs subtract_magnitude(const Limbs& a, const Limbs& b) {
    Limbs difference(a.size());
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::int64_t d = std::int64_t{a[i]} - (i < b.size() ? std::int64_t{b[i]} : 0) - borrow;
        borrow = d < 0;
        difference[i] = static_cast<std::uint32_t>(d + (borrow << 32));
    }
    trim(difference);
    return difference;
}

struct BigDyadic {
    BigInt numerator;
    std::size_t exponent;
    bool kept = false;
};

// The table of distinct large dyadics. Entries are never moved, so a reference stays good until its
// dyadic is forgotten.
class BigTable {
public:
    std::int64_t intern(BigInt numerator, std::size_t exponent) {
        big_work_done.fetch_add(8 * numerator.limbs.size() + 64, std::memory_order_relaxed);
        std::string key = numerator.to_bytes();
        key.append(reinterpret_cast<const char*>(&exponent), sizeof exponent);
        std::lock_guard guard(mutex_);
        const auto [known, fresh] = index_.try_emplace(std::move(key), kNowhere);
        if (!fresh) return known->second;
        try {
            if (free_.left() == 0) entries_.emplace_back();
        } catch (...) {
            index_.erase(known);
            throw;
        }
        const std::size_t place = free_.left() == 0 ? entries_.size() - 1 : free_.take();
        bytes_ += bytes_of(known->first);
        entries_[place] = {std::move(numerator), exponent};
        return known->second = static_cast<std::int64_t>(place);
    }
    void keep(std::int64_t index) {
        std::lock_guard guard(mutex_);
        entries_[static_cast<std::size_t>(index)].kept = true;
    }
    void forget() {
        std::lock_guard guard(mutex_);
        IdSet used(entries_.size());
        for (auto place = index_.begin(); place != index_.end();) {
            const auto at = static_cast<std::size_t>(place->second);
            if (std::exchange(entries_[at].kept, false)) {
                used.add(at);
                ++place;
                continue;
            }
            entries_[at] = {};
            bytes_ -= bytes_of(place->first);
            place = index_.erase(place);
        }
        while (!entries_.empty() && !used.contains(entries_.size() - 1)) entries_.pop_back();
        free_ = FreePlaces(std::move(used), entries_.size());
        if (index_.empty()) decltype(index_)().swap(index_);
    }
    const BigDyadic& at(std::int64_t index) {
        std::lock_guard guard(mutex_);
        return entries_[static_cast<std::size_t>(index)];
    }
    std::size_t size() {
        std::lock_guard guard(mutex_);
        return index_.size();
    }
    std::size_t bytes() {
        std::lock_guard guard(mutex_);
        return bytes_;
    }

private:
    static std::size_t bytes_of(const std::string& key) {
        return 2 * key.size() + sizeof(BigDyadic) + 64;
    }

    static constexpr std::int64_t kNowhere = -1;

    std::mutex mutex_;
    std::deque<BigDyadic> entries_;
    FreePlaces free_;
    std::unordered_map<std::string, std::int64_t> index_;
    std::size_t bytes_ = 0;
};

BigTable& big_table() {
    static BigTable table;
    return table;
}

// floor(x * 2^bits) as a whole number, for x of any size.
BigInt floor_scaled(const Dyadic& x, std::size_t bits) {
    BigInt numerator = x.numerator();
    const std::size_t exponent = x.exponent();
    if (bits >= exponent) return numerator.shifted_left(bits - exponent);
    const std::size_t drop = exponent - bits;
    // x is in lowest terms and drop > 0, so the division is never exact.
    BigInt quotient;
    quotient.negative = numerator.negative;
    const std::size_t limbs = drop / 32;
    const unsigned shift = drop % 32;
    for (std::size_t i = limbs; i < numerator.limbs.size(); ++i) {
        std::uint64_t two = numerator.limbs[i];
        if (i + 1 < numerator.limbs.size()) two |= std::uint64_t{numerator.limbs[i + 1]} << 32;
        quotient.limbs.push_back(static_cast<std::uint32_t>(two >> shift));
    }
    trim(quotient.limbs);
    if (quotient.negative) quotient = quotient + BigInt::from_int64(-1);
    if (quotient.limbs.empty()) quotient.negative = false;
    return quotient;
}

}  // namespace

BigInt BigInt::from_int64(std::int64_t value) {
    BigInt result;
    result.negative = value < 0;
    auto magnitude = static_cast<std::uint64_t>(value);
    if (result.negative) magnitude = 0 - magnitude;
    for (; magnitude != 0; magnitude >>= 32) {
        result.limbs.push_back(static_cast<std::uint32_t>(magnitude));
    }
    return result;
}

BigInt BigInt::from_bytes(const std::string& bytes) {
    BigInt result;
    result.negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0;
    result.limbs.assign((bytes.size() + 3) / 4, 0);
    unsigned carry = result.negative ? 1 : 0;  // two's complement: invert and add one
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        unsigned byte = static_cast<unsigned char>(bytes[i]);
        if (result.negative) {
            byte = (~byte & 0xffu) + carry;
            carry = byte >> 8;
            byte &= 0xffu;
        }
        result.limbs[i / 4] |= std::uint32_t{byte} << (8 * (i % 4));
    }
    if (carry != 0 && bytes.size() % 4 == 0) {
        result.limbs.push_back(1);
    } else if (carry != 0) {
        result.limbs[bytes.size() / 4] |= std::uint32_t{1} << (8 * (bytes.size() % 4));
    }
    trim(result.limbs);
    return result;
}

std::string BigInt::to_bytes() const {
    std::string bytes(limbs.size() * 4 + 1, '\0');
    for (std::size_t i = 0; i < limbs.size() * 4; ++i) {
        bytes[i] = static_cast<char>((limbs[i / 4] >> (8 * (i % 4))) & 0xffu);
    }
    if (negative) {
        unsigned carry = 1;
        for (char& c : bytes) {
            const unsigned byte =
                (~static_cast<unsigned>(static_cast<unsigned char>(c)) & 0xffu) + carry;
            c = static_cast<char>(byte & 0xffu);
            carry = byte >> 8;
        }
    }
    return bytes;
}

std::size_t BigInt::bit_length() const {
    if (limbs.empty()) return 0;
    return limbs.size() * 32 - static_cast<std::size_t>(std::countl_zero(limbs.back()));
}

std::size_t BigInt::trailing_zeros() const {
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        if (limbs[i] != 0) return i * 32 + static_cast<std::size_t>(std::countr_zero(limbs[i]));
    }
    return 0;
}

BigInt BigInt::shifted_left(std::size_t bits) const {
    if (is_zero()) return *this;
    BigInt result;
    result.negative = negative;
    result.limbs.assign(bits / 32, 0);
    const unsigned shift = bits % 32;
    std::uint64_t carry = 0;
    for (std::uint32_t limb : limbs) {
        carry |= std::uint64_t{limb} << shift;
        result.limbs.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    result.limbs.push_back(static_cast<std::uint32_t>(carry));
    trim(result.limbs);
    return result;
}

BigInt BigInt::shifted_right_exactly(std::size_t bits) const {
    BigInt result;
    result.negative = negative;
    const std::size_t skip = bits / 32;
    const unsigned shift = bits % 32;
    for (std::size_t i = skip; i < limbs.size(); ++i) {
        std::uint64_t two = limbs[i];
        if (i + 1 < limbs.size()) two |= std::uint64_t{limbs[i + 1]} << 32;
        result.limbs.push_back(static_cast<std::uint32_t>(two >> shift));
    }
    trim(result.limbs);
    return result;
}

bool BigInt::fits_int64() const { return bit_length() < 64; }

std::int64_t BigInt::to_int64() const {
    std::uint64_t magnitude = 0;
    for (std::size_t i = limbs.size(); i-- > 0;) magnitude = (magnitude << 32) | limbs[i];
    const auto value = static_cast<std::int64_t>(magnitude);
    return negative ? -value : value;
}

BigInt operator-(const BigInt& a) {
    BigInt result = a;
    result.negative = !a.negative && !a.is_zero();
    return result;
}

BigInt operator+(const BigInt& a, const BigInt& b) {
    BigInt result;
    if (a.negative == b.negative) {
        result.negative = a.negative;
        result.limbs = add_magnitude(a.limbs, b.limbs);
        return result;
    }
    const auto order = compare_magnitude(a.limbs, b.limbs);
    if (order == std::strong_ordering::equal) return result;
    const BigInt& larger = order > 0 ? a : b;
    const BigInt& smaller = order > 0 ? b : a;
    result.negative = larger.negative;
    result.limbs = subtract_magnitude(larger.limbs, smaller.limbs);
    return result;
}

std::strong_ordering compare(const BigInt& a, const BigInt& b) {
    if (a.negative != b.negative)
        return a.negative ? std::strong_ordering::less : std::strong_ordering::greater;
    const auto order = compare_magnitude(a.limbs, b.limbs);
    if (!a.negative) return order;
    return 0 <=> order;
}

Dyadic Dyadic::make(std::int64_t numerator, std::uint32_t exponent) {
    if (numerator == 0) return Dyadic{};
    const auto zeros =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(numerator)));
    const std::uint32_t common = std::min(zeros, exponent);
    numerator >>= common;
    exponent -= common;
    if (numerator > kMaxSmall || numerator < -kMaxSmall || exponent > kMaxSmallExponent) {
        return make(BigInt::from_int64(numerator), exponent);
    }
    Dyadic result;
    result.numerator_ = numerator;
    result.exponent_ = static_cast<std::int32_t>(exponent);
    return result;
}

Dyadic Dyadic::make(const BigInt& numerator, std::size_t exponent) {
    if (numerator.is_zero()) return Dyadic{};
    const std::size_t zeros = std::min(numerator.trailing_zeros(), exponent);
    BigInt lowest = numerator.shifted_right_exactly(zeros);
    exponent -= zeros;
    Dyadic result;
    if (lowest.bit_length() <= 62 && exponent <= kMaxSmallExponent) {
        result.numerator_ = lowest.to_int64();
        result.exponent_ = static_cast<std::int32_t>(exponent);
        return result;
    }
    if (lowest.bit_length() > kMaxBits || exponent > kMaxBits) {
        throw ValueOverflow(
            "number too large: expected at most 2^20 bits above and below the line");
    }
    result.numerator_ = big_table().intern(std::move(lowest), exponent);
    result.exponent_ = kBig;
    return result;
}

void Dyadic::keep() const {
    if (!is_small()) big_table().keep(numerator_);
}

std::size_t Dyadic::big_exponent() const { return big_table().at(numerator_).exponent; }

int Dyadic::sign() const {
    if (!is_small()) return big_table().at(numerator_).numerator.negative ? -1 : 1;
    return (numerator_ > 0) - (numerator_ < 0);
}

std::size_t Dyadic::exponent() const {
    return is_small() ? static_cast<std::size_t>(exponent_) : big_exponent();
}

BigInt Dyadic::numerator() const {
    return is_small() ? BigInt::from_int64(numerator_) : big_table().at(numerator_).numerator;
}

Dyadic Dyadic::operator-() const {
    if (!is_small()) return make(farstar::operator-(numerator()), exponent());
    Dyadic result = *this;
    result.numerator_ = -numerator_;
    return result;
}

Dyadic Dyadic::operator+(const Dyadic& other) const {
    if (!is_small() || !other.is_small()) return add_slowly(other);
    if ((exponent_ | other.exponent_) == 0) {
        const std::int64_t sum = numerator_ + other.numerator_;  // both below 2^62: no overflow
        if (sum <= kMaxSmall && sum >= -kMaxSmall) {
            Dyadic result;
            result.numerator_ = sum;
            return result;
        }
    }
    const Dyadic& fine = exponent_ >= other.exponent_ ? *this : other;
    const Dyadic& coarse = exponent_ >= other.exponent_ ? other : *this;
    const std::int32_t shift = fine.exponent_ - coarse.exponent_;
    const std::int64_t most = kMaxSmall >> shift;
    if (coarse.numerator_ > most || coarse.numerator_ < -most) return add_slowly(other);
    return make(fine.numerator_ + coarse.numerator_ * (std::int64_t{1} << shift),
                static_cast<std::uint32_t>(fine.exponent_));
}

Dyadic Dyadic::add_slowly(const Dyadic& other) const {
    const std::size_t common = std::max(exponent(), other.exponent());
    return make(numerator().shifted_left(common - exponent()) +
                    other.numerator().shifted_left(common - other.exponent()),
                common);
}

Dyadic Dyadic::half() const {
    if (is_small()) return make(numerator_, static_cast<std::uint32_t>(exponent_) + 1);
    return make(numerator(), exponent() + 1);
}

Dyadic Dyadic::power_of_half(std::size_t exponent) { return make(BigInt::from_int64(1), exponent); }

Dyadic Dyadic::floor() const {
    if (is_integer()) return *this;
    if (is_small()) return Dyadic{numerator_ >> exponent_};
    return make(floor_scaled(*this, 0), 0);
}

std::strong_ordering Dyadic::compare_slowly(const Dyadic& other) const {
    const std::size_t common = std::max(exponent(), other.exponent());
    big_work_done.fetch_add(common / 32 + 8, std::memory_order_relaxed);
    return compare(numerator().shifted_left(common - exponent()),
                   other.numerator().shifted_left(common - other.exponent()));
}

std::size_t Dyadic::hash() const {
    const auto x =
        static_cast<std::uint64_t>(numerator_) * 0x9e3779b97f4a7c15ULL +
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(exponent_)) * 0xbf58476d1ce4e5b9ULL;
    return static_cast<std::size_t>(x ^ (x >> 32));
}

namespace {

// The simplest number in an interval whose low end is at least 0 and does not contain 0.
Dyadic simplest_positive(const Bound& low, const std::optional<Bound>& high) {
    const auto fits = [&](const Dyadic& x) {
        return !high || x < high->at || (high->closed && x == high->at);
    };
    const auto least_multiple = [&](std::size_t bits) {
        BigInt scaled = floor_scaled(low.at, bits);
        const Dyadic candidate = Dyadic::make(scaled, bits);
        if (candidate == low.at && low.closed) return candidate;
        return Dyadic::make(scaled + BigInt::from_int64(1), bits);
    };
    const Dyadic integer = least_multiple(0);
    if (!high || fits(integer)) return integer;
    // Once an interval holds a multiple of 2^-k it does so for every larger k: bisect for the
    // first.
    std::size_t without = 0;
    std::size_t with = std::max(low.at.exponent(), high->at.exponent()) + 1;
    while (with - without > 1) {
        const std::size_t middle = (with + without) / 2;
        (fits(least_multiple(middle)) ? with : without) = middle;
    }
    return least_multiple(with);
}

}  // namespace

Dyadic simplest_number(const std::optional<Bound>& low, const std::optional<Bound>& high) {
    const Dyadic zero;
    const bool above_low = !low || low->at < zero || (low->closed && low->at.is_zero());
    const bool below_high = !high || zero < high->at || (high->closed && high->at.is_zero());
    if (above_low && below_high) return zero;
    if (below_high) return simplest_positive(*low, high);
    std::optional<Bound> mirrored;
    if (low) mirrored = Bound{-low->at, low->closed};
    return -simplest_positive(Bound{-high->at, high->closed}, mirrored);
}

void forget_big_dyadics() { big_table().forget(); }
std::size_t big_dyadic_count() { return big_table().size(); }
std::size_t big_dyadic_bytes() { return big_table().bytes(); }

}  // namespace farstar
