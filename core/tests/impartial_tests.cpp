#include <algorithm>
#include <bit>
#include <span>

#include "check.hpp"
#include "impartial.hpp"
#include "nimbers.hpp"

namespace {

using farstar::BreakingCode;
using farstar::HeapValues;
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

/// Codes with one split and with several, of one parity and of both, with and without whole heaps.
const std::vector<BreakingCode> kCodes = {
    {{4}, true},
    {{0, 0, 0, 7}, false},
    {{0, 1, 7, 7, 7}, false},
    {{0, 1, 6, 5}, false},
    {{0, 4, 5, 0, 1, 7}, false},
    {{0, 0, 5, 1}, false},
    {{4, 0, 4}, false},
    {{4, 3, 0, 6}, true},
    {{0, 3, 3}, false},
    {{0, 5, 1}, false},
    {{0, 4, 0}, true},
    {{0, 5, 1}, true},
    {{0, 0, 0, 0, 0, 0, 7}, false},
};

template <typename Value>
void expect_plain_values(const BreakingCode& code, std::size_t tile, std::size_t known) {
    const std::atomic<bool> go_on{false};
    const Numbers plain = plain_sequence(code, 600);
    std::vector<Value> values(plain.begin(), plain.begin() + std::ptrdiff_t(known));
    values.resize(plain.size());
    const auto room = std::as_writable_bytes(std::span(values));
    const auto heaps = HeapValues::in(code, room, sizeof(Value), known, tile);
    // In two steps, and not beyond the room.
    CHECK(heaps->extend(known + 57, go_on) == HeapValues::End::kReached);
    CHECK(heaps->known() == known + 57);
    CHECK(heaps->extend(1000, go_on) == HeapValues::End::kReached);
    CHECK(heaps->known() == plain.size());
    CHECK(Numbers(values.begin(), values.end()) == plain);
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{77}, plain.size() - 1})
        CHECK(heaps->by_definition(n, go_on) == plain[n]);
    const auto counts = heaps->counts();
    for (std::size_t x = 0; x < counts.size(); ++x) {
        CHECK(counts[x] == std::uint64_t(std::count(plain.begin() + 1, plain.end(), x)));
    }
    CHECK(counts.back() > 0 || counts.size() == 1);
}

}  // namespace

TEST(tiles_widths_and_what_was_known_do_not_change_values) {
    for (const BreakingCode& code : kCodes) {
        for (const std::size_t tile : {1, 2, 7, 64, 300}) {
            for (const std::size_t known : {0, 1, 63, 64, 301}) {
                expect_plain_values<std::uint8_t>(code, tile, known);
                if (tile == 7) expect_plain_values<std::uint16_t>(code, tile, known);
                if (tile == 64) expect_plain_values<std::uint32_t>(code, tile, known);
            }
        }
    }
}

TEST(rare_heaps_are_those_that_the_sparse_space_says) {
    const std::atomic<bool> go_on{false};
    for (const BreakingCode& code : kCodes) {
        std::vector<std::uint16_t> values(2000);
        const auto room = std::as_writable_bytes(std::span(values));
        const auto heaps = HeapValues::in(code, room, 2, 0);
        heaps->extend(values.size(), go_on);
        const farstar::SparseSpace space = heaps->sparse_space();
        std::size_t first_split = 0;
        while (first_split < code.digits.size() && (code.digits[first_split] & 4) == 0)
            ++first_split;
        std::vector<std::uint64_t> rare;
        for (std::size_t n = 1; n < values.size(); ++n) {
            const bool is_odd = std::popcount(values[n] & space.mask) % 2 != 0;
            const bool is_turned = space.by_place && (n + first_split) % 2 != 0;
            if (is_odd == is_turned) rare.push_back(n);
        }
        CHECK(std::equal(rare.begin(), rare.end(), heaps->rare_heaps().begin(),
                         heaps->rare_heaps().end()));
    }
    // Heaps of every other size count the other way round: almost none of 0.051 is rare then.
    std::vector<std::uint8_t> values(2000);
    const auto heaps =
        HeapValues::in({{0, 0, 5, 1}, false}, std::as_writable_bytes(std::span(values)), 1, 0);
    heaps->extend(values.size(), go_on);
    CHECK(heaps->sparse_space().by_place);
    CHECK(heaps->rare_heaps().size() < 30);
}

TEST(a_value_that_does_not_fit_is_told_and_nothing_is_lost) {
    // Every heap of Nim with takes of up to 299 has its own value, below 300.
    const BreakingCode code{std::vector<std::uint8_t>(300, 3), false};
    BreakingCode taking = code;
    taking.digits[0] = 0;
    std::vector<std::uint8_t> narrow(400);
    const std::atomic<bool> go_on{false};
    const auto heaps = HeapValues::in(taking, std::as_writable_bytes(std::span(narrow)), 1, 0);
    CHECK(heaps->extend(400, go_on) == HeapValues::End::kTooLarge);
    CHECK(heaps->known() == 256);
    for (std::size_t n = 0; n < 256; ++n) CHECK(narrow[n] == n);
    std::vector<std::uint16_t> wide(narrow.begin(), narrow.end());
    const auto wider = HeapValues::in(taking, std::as_writable_bytes(std::span(wide)), 2, 256);
    CHECK(wider->extend(400, go_on) == HeapValues::End::kReached);
    CHECK(wide[299] == 299 && wide[300] == 0 && wide[399] == 99);
}

TEST(repeats_are_those_that_comparing_all_values_finds) {
    const std::atomic<bool> go_on{false};
    std::uint32_t state = 1;
    for (int round = 0; round < 300; ++round) {
        // A random start and a random block that is repeated, sometimes with a mistake.
        const auto draw = [&](std::uint32_t below) {
            return (state = state * 1664525 + 1013904223) / 65536 % below;
        };
        const std::size_t start = draw(60);
        const std::size_t period = 1 + draw(30);
        std::vector<std::uint8_t> values(20 + draw(200));
        for (std::size_t n = 0; n < values.size(); ++n)
            values[n] = std::uint8_t(n < start + period ? draw(3) : values[n - period]);
        if (draw(3) == 0) values[draw(std::uint32_t(values.size()))] ^= 1;
        const BreakingCode code{{0, 7, 7}, false};
        const auto heaps =
            HeapValues::in(code, std::as_writable_bytes(std::span(values)), 1, values.size());
        HeapValues::Repeat best{values.size(), 0};
        bool is_proved = false;
        for (std::size_t p = 1; 2 * p <= values.size() && !is_proved; ++p) {
            std::size_t first = values.size() - p;
            while (first > 0 && values[first - 1] == values[first - 1 + p]) --first;
            is_proved = 2 * (first + p) + 2 <= values.size();
            if (is_proved || first < best.preperiod) best = {first, p};
        }
        const HeapValues::Repeat repeat = heaps->longest_repeat(go_on);
        CHECK(repeat.preperiod == best.preperiod && repeat.period == best.period);
        CHECK(HeapValues::needed_for_proof(code, repeat).has_value() == (best.period != 0));
    }
}

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
