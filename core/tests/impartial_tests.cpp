#include <algorithm>
#include <bit>

#include "check.hpp"
#include "impartial.hpp"
#include "nimbers.hpp"

namespace {

using farstar::BreakingCode;
using Numbers = std::vector<std::uint32_t>;

Numbers sequence(const BreakingCode& code, std::size_t count) {
    const std::atomic<bool> stop{false};
    return farstar::grundy_sequence(code, count, stop);
}

/// All options of every heap, and their least excluded number.
Numbers plain_sequence(const BreakingCode& code, std::size_t count) {
    Numbers values;
    for (std::size_t n = 0; n < count; ++n) {
        Numbers options;
        for (std::size_t k = 0; k < code.digits.size() && k <= n; ++k) {
            const std::size_t left = n - k;
            if ((code.digits[k] & 1) != 0 && left == 0) options.push_back(0);
            if ((code.digits[k] & 2) != 0 && left > 0) options.push_back(values[left]);
            for (std::size_t a = 1; (code.digits[k] & 4) != 0 && 2 * a <= left; ++a) {
                if (!code.unequal || 2 * a != left) options.push_back(values[a] ^ values[left - a]);
            }
        }
        std::uint32_t least = 0;
        while (std::find(options.begin(), options.end(), least) != options.end()) ++least;
        values.push_back(least);
    }
    return values;
}

}  // namespace

TEST(sequences_agree_with_all_options) {
    for (std::uint8_t a = 0; a < 8; ++a) {
        for (std::uint8_t b = 0; b < 8; ++b) {
            for (const std::uint8_t whole : {0, 4}) {
                for (const bool unequal : {false, true}) {
                    const BreakingCode code{{whole, a, b}, unequal};
                    CHECK(sequence(code, 150) == plain_sequence(code, 150));
                }
            }
        }
    }
    for (const BreakingCode& code :
         {BreakingCode{{4}, true}, BreakingCode{{0, 0, 0, 7}, false},
          BreakingCode{{0, 1, 6, 5}, false}, BreakingCode{{0, 4, 5, 0, 1, 7}, false}}) {
        CHECK(sequence(code, 700) == plain_sequence(code, 700));
    }
}

TEST(sequences_may_be_short_or_stopped) {
    CHECK(sequence({{0, 7, 7}, false}, 0).empty());
    CHECK(sequence({{0, 7, 7}, false}, 4) == (Numbers{0, 1, 2, 3}));
    const std::atomic<bool> stop{true};
    CHECK(farstar::grundy_sequence({{0, 0, 0, 7}, false}, 1'000'000, stop).size() < 1'000'000);
}

TEST(the_sparse_mask_makes_the_fewest_rare) {
    const Numbers values = sequence({{4}, true}, 2000);
    const auto rare = [&](std::uint32_t mask) {
        return std::count_if(values.begin(), values.end(),
                             [&](std::uint32_t x) { return (std::popcount(x & mask) & 1) == 0; });
    };
    const auto best = rare(farstar::sparse_mask(values));
    for (std::uint32_t mask = 0; mask < 256; ++mask) CHECK(rare(mask) >= best);
    CHECK(farstar::sparse_mask({}) == 0);
}

TEST(nim_products_are_what_their_definition_says) {
    // a b is the least number that is no a' b + a b' + a' b' with a' < a and b' < b.
    constexpr std::uint64_t kMost = 40;
    std::vector<std::vector<std::uint64_t>> products(kMost, std::vector<std::uint64_t>(kMost));
    for (std::uint64_t a = 0; a < kMost; ++a) {
        for (std::uint64_t b = 0; b < kMost; ++b) {
            std::vector<bool> seen(256);
            for (std::uint64_t c = 0; c < a; ++c) {
                for (std::uint64_t d = 0; d < b; ++d) {
                    seen[products[c][b] ^ products[a][d] ^ products[c][d]] = true;
                }
            }
            const auto least = std::find(seen.begin(), seen.end(), false) - seen.begin();
            products[a][b] = static_cast<std::uint64_t>(least);
            CHECK(farstar::nim_product(a, b) == products[a][b]);
        }
    }
}

TEST(nim_products_obey_the_laws_of_a_field) {
    std::uint64_t state = 7;
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return (state ^ state >> 29) >> (state >> 58);
    };
    const auto product = farstar::nim_product;
    for (int round = 0; round < 2000; ++round) {
        const std::uint64_t a = next(), b = next(), c = next();
        CHECK(product(a, b) == product(b, a));
        CHECK(product(a, product(b, c)) == product(product(a, b), c));
        CHECK(product(a, b ^ c) == (product(a, b) ^ product(a, c)));
        CHECK(product(a, 1) == a);
    }
    CHECK(product(std::uint64_t{1} << 32, std::uint64_t{1} << 32) ==
          ((std::uint64_t{1} << 32) | (std::uint64_t{1} << 31)));
}
