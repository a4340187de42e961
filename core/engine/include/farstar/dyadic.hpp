// Exact dyadic rationals: small ones inline in 16 bytes, large ones interned.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace farstar {

/// A whole number of any size, sign and magnitude; what a large dyadic is made of.
struct BigInt {
    bool negative = false;
    std::vector<std::uint32_t> limbs;  // least significant first, no leading zero limb

    static BigInt from_int64(std::int64_t value);
    /// Read two's complement, least significant byte first (what Python's int.to_bytes writes).
    static BigInt from_bytes(const std::string& bytes);
    std::string to_bytes() const;

    bool is_zero() const { return limbs.empty(); }
    std::size_t bit_length() const;
    std::size_t trailing_zeros() const;
    /// A binary digit of the magnitude.
    bool bit(std::size_t i) const { return i / 32 < limbs.size() && limbs[i / 32] >> i % 32 & 1; }
    BigInt shifted_left(std::size_t bits) const;
    BigInt shifted_right_exactly(std::size_t bits) const;
    bool fits_int64() const;
    std::int64_t to_int64() const;
};

BigInt operator+(const BigInt& a, const BigInt& b);
BigInt operator-(const BigInt& a);
std::strong_ordering compare(const BigInt& a, const BigInt& b);

/// numerator / 2^exponent in lowest terms.
///
/// A small dyadic keeps its numerator here. A large one keeps an index into a process-wide table
/// of distinct large dyadics, so that copying stays trivial and equality stays bitwise.
class Dyadic {
public:
    constexpr Dyadic() = default;
    Dyadic(std::int64_t integer) : numerator_(integer) {  // NOLINT: numbers convert
        if (integer > kMaxSmall || integer < -kMaxSmall) *this = from_big(integer);
    }
    /// numerator / 2^exponent, in any terms.
    static Dyadic make(std::int64_t numerator, std::uint32_t exponent);
    static Dyadic make(const BigInt& numerator, std::size_t exponent);

    bool is_small() const { return exponent_ >= 0; }
    bool is_integer() const { return is_small() ? exponent_ == 0 : big_exponent() == 0; }
    bool is_zero() const { return numerator_ == 0 && exponent_ == 0; }
    int sign() const;
    std::size_t exponent() const;
    BigInt numerator() const;
    /// The numerator of a small dyadic.
    std::int64_t small_numerator() const { return numerator_; }

    Dyadic operator-() const;
    Dyadic operator+(const Dyadic& other) const;
    Dyadic operator-(const Dyadic& other) const { return *this + (-other); }
    Dyadic half() const;
    static Dyadic power_of_half(std::size_t exponent);
    /// 2^-exponent, the gap to the options of a number that is not an integer.
    Dyadic grain() const { return power_of_half(exponent()); }
    Dyadic floor() const;
    Dyadic ceil() const { return -((-*this).floor()); }

    /// Keep a large dyadic through the next forget_big_dyadics().
    void keep() const;

    bool operator==(const Dyadic&) const = default;
    std::strong_ordering operator<=>(const Dyadic& other) const {
        if (!is_small() || !other.is_small()) return compare_slowly(other);
        const std::int32_t finer = exponent_ - other.exponent_;
        if (finer == 0) return numerator_ <=> other.numerator_;
        // The finer of the two is no multiple of the other's grain: rounding it down settles it.
        const bool less = finer < 0 ? numerator_ <= other.numerator_ >> -finer
                                    : numerator_ >> finer < other.numerator_;
        return less ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    std::size_t hash() const;

private:
    static constexpr std::int64_t kMaxSmall = (std::int64_t{1} << 62) - 1;
    static constexpr std::int32_t kMaxSmallExponent = 61;
    static constexpr std::int32_t kBig = -1;
    /// Numbers of more bits than this are refused: they are mistakes or attacks.
    static constexpr std::size_t kMaxBits = std::size_t{1} << 20;

    static Dyadic from_big(std::int64_t value) { return make(BigInt::from_int64(value), 0); }
    std::size_t big_exponent() const;
    Dyadic add_slowly(const Dyadic& other) const;
    std::strong_ordering compare_slowly(const Dyadic& other) const;

    std::int64_t numerator_ = 0;
    std::int32_t exponent_ = 0;
};

/// One end of an interval of numbers; none means unbounded.
struct Bound {
    Dyadic at;
    bool closed = false;
};

/// The simplest (earliest born) number in an interval that is not empty.
Dyadic simplest_number(const std::optional<Bound>& low, const std::optional<Bound>& high);

/// What large dyadics have cost so far, in limbs written or read: a few of them can take as long,
/// and as much memory, as thousands of ordinary steps.
inline std::atomic<std::uint64_t> big_work_done{0};
inline std::uint64_t big_work() { return big_work_done.load(std::memory_order_relaxed); }

/// Forget the large dyadics that were not kept since the last call of this function. Whoever has
/// others may not use them any more.
void forget_big_dyadics();

/// How many large dyadics there are, and the bytes they hold.
std::size_t big_dyadic_count();
std::size_t big_dyadic_bytes();

}  // namespace farstar
