#include <algorithm>
#include <random>

#include "check.hpp"
#include "farstar/dyadic.hpp"
#include "farstar/errors.hpp"

using namespace farstar;

namespace {

Dyadic power_of_two(int exponent) {
    Dyadic x{1};
    for (int i = 0; i < exponent; ++i) x = x + x;
    for (int i = 0; i > exponent; --i) x = x.half();
    return x;
}

Dyadic random_dyadic(std::mt19937_64& random) {
    const auto numerator = static_cast<std::int64_t>(random()) >> (random() % 64);
    Dyadic x = Dyadic::make(numerator / 4, static_cast<std::uint32_t>(random() % 80));
    for (auto n = random() % 3; n > 0; --n)
        x = x + power_of_two(static_cast<int>(random() % 160) - 80);
    return x;
}

}  // namespace

TEST(dyadics_are_kept_in_lowest_terms) {
    CHECK(Dyadic::make(6, 2) == Dyadic::make(3, 1));
    CHECK(Dyadic::make(-8, 3) == Dyadic{-1});
    CHECK(Dyadic::make(0, 40).is_zero());
    CHECK(Dyadic::make(5, 70).exponent() == 70);
}

TEST(dyadics_grow_past_the_machine_word_and_come_back) {
    const Dyadic large = power_of_two(200);
    CHECK(!large.is_small());
    CHECK(large - power_of_two(200) == Dyadic{});
    CHECK((large + Dyadic{1}) - large == Dyadic{1});
    const Dyadic fine = power_of_two(-200);
    CHECK(fine.exponent() == 200);
    CHECK(fine + fine == power_of_two(-199));
    CHECK(fine > Dyadic{} && -fine < Dyadic{});
    CHECK((Dyadic{3} + fine).floor() == Dyadic{3});
    CHECK((-fine).floor() == Dyadic{-1} && (-fine).ceil() == Dyadic{});
}

TEST(dyadics_form_an_ordered_group) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 3000; ++i) {
        const Dyadic a = random_dyadic(random);
        const Dyadic b = random_dyadic(random);
        const Dyadic c = random_dyadic(random);
        CHECK((a + b) + c == a + (b + c));
        CHECK(a + b == b + a);
        CHECK(a - a == Dyadic{});
        CHECK(a.half() + a.half() == a);
        CHECK((a < b) == (a + c < b + c));
        CHECK((a <=> b) == (0 <=> (b <=> a)));
        CHECK(a.floor() <= a && a < a.floor() + Dyadic{1});
        CHECK(Dyadic::make(BigInt::from_bytes(a.numerator().to_bytes()), a.exponent()) == a);
    }
}

TEST(machine_words_and_big_integers_agree_on_sums_and_order) {
    std::mt19937_64 random(2);
    for (int i = 0; i < 20000; ++i) {
        // Numerators close to the largest small one, where sums and shifts leave the machine word.
        const auto close = [&] {
            const auto bits = static_cast<std::int64_t>(random() % 3) + 60;
            const auto numerator = (std::int64_t{1} << bits) - 2 + std::int64_t(random() % 4);
            return Dyadic::make(random() % 2 == 0 ? numerator : -numerator,
                                static_cast<std::uint32_t>(random() % 70));
        };
        const Dyadic a = i % 2 == 0 ? close() : random_dyadic(random);
        const Dyadic b = i % 3 == 0 ? close() : random_dyadic(random);
        const std::size_t common = std::max(a.exponent(), b.exponent());
        const BigInt over_a = a.numerator().shifted_left(common - a.exponent());
        const BigInt over_b = b.numerator().shifted_left(common - b.exponent());
        CHECK((a <=> b) == compare(over_a, over_b));
        CHECK(a + b == Dyadic::make(over_a + over_b, common));
    }
}

TEST(simplest_number_agrees_with_a_search_by_birthday) {
    // All numbers born by day 6, in the order of their birthdays.
    std::vector<Dyadic> by_birthday{Dyadic{}};
    std::vector<Dyadic> sorted{Dyadic{}};
    for (int day = 1; day <= 6; ++day) {
        std::vector<Dyadic> next{sorted.front() - Dyadic{1}};
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            next.push_back(sorted[i]);
            next.push_back(i + 1 < sorted.size() ? (sorted[i] + sorted[i + 1]).half()
                                                 : sorted[i] + Dyadic{1});
        }
        for (std::size_t i = 0; i < next.size(); i += 2) by_birthday.push_back(next[i]);
        sorted = next;
    }
    const auto inside = [](const Dyadic& x, const Bound& low, const Bound& high) {
        return (low.at < x || (low.closed && low.at == x)) &&
               (x < high.at || (high.closed && high.at == x));
    };
    int tried = 0;
    for (std::size_t i = 0; i < sorted.size(); i += 3) {
        for (std::size_t j = i; j < sorted.size(); j += 2) {
            for (int ends = 0; ends < 4; ++ends) {
                const Bound low{sorted[i], (ends & 1) != 0};
                const Bound high{sorted[j], (ends & 2) != 0};
                for (const Dyadic& x : by_birthday) {
                    if (!inside(x, low, high)) continue;
                    CHECK(simplest_number(low, high) == x);
                    ++tried;
                    break;
                }
            }
        }
    }
    CHECK(tried > 3000);
    CHECK(simplest_number(std::nullopt, std::nullopt).is_zero());
    CHECK(simplest_number(Bound{Dyadic{7}, false}, std::nullopt) == Dyadic{8});
    CHECK(simplest_number(std::nullopt, Bound{Dyadic::make(-7, 1), true}) == Dyadic{-4});
    CHECK(simplest_number(Bound{Dyadic{}, false}, Bound{power_of_two(-3000), true}) ==
          power_of_two(-3000));
}

TEST(numbers_without_measure_are_refused) {
    const BigInt huge = BigInt::from_int64(1).shifted_left((std::size_t{1} << 20) + 5);
    CHECK_THROWS(Dyadic::make(huge, 0), ValueOverflow);
}
