#include <cstdint>
#include <vector>

#include "check.hpp"
#include "word_labels.hpp"

namespace {

using namespace farstar;

struct Stop {};

constexpr std::uint8_t kX = 0, kO = 1, kNone = WordLabels::kDead;

/// Cannibal Clobber on (xxo)^n: each stone takes any neighbour.
WordLabels cannibal_clobber() {
    const auto rules = [](std::uint8_t mine, std::uint8_t other) {
        return std::vector<DeadlyRule>{{{mine, other}, {kNone, mine}},
                                       {{other, mine}, {mine, kNone}},
                                       {{mine, mine}, {kNone, mine}},
                                       {{mine, mine}, {mine, kNone}}};
    };
    return WordLabels(2, {rules(kX, kO), rules(kO, kX)}, {kX, kX, kO}, {4, true});
}

bool have_the_same_labels(const WordLabels& a, const WordLabels& b, std::size_t length) {
    const auto first = a.row(length), second = b.row(length);
    if (first.size() != second.size()) return false;
    for (std::size_t i = 0; i < first.size(); ++i)
        if (!(first[i].label == second[i].label && first[i].verified == second[i].verified))
            return false;
    return true;
}

}  // namespace

TEST(labels_of_words_are_polled_for_all_the_time) {
    WordLabels labels = cannibal_clobber();
    std::uint64_t last = 0, longest = 0, polls = 0;
    for (std::size_t length = 1; length <= 120; ++length) {
        CHECK(!labels.extend([&] {
            longest = std::max(longest, labels.steps() - last);
            last = labels.steps();
            ++polls;
        }));
    }
    // Between polls there is at most one uninterrupted comparison more than the bound.
    CHECK(polls >= 100);
    CHECK(labels.steps() >= (polls - 1) * WordLabels::kPollEvery);
    CHECK(longest <= WordLabels::kPollEvery + 1000);
    CHECK(labels.steps() - last <= WordLabels::kPollEvery);
}

TEST(labels_of_words_can_be_stopped_at_any_poll_and_go_on) {
    WordLabels stopped = cannibal_clobber(), plain = cannibal_clobber();
    std::uint64_t polls = 0, stops = 0;
    for (std::size_t length = 1; length <= 60; ++length) {
        plain.extend([] {});
        while (stopped.longest() < length) {
            try {
                stopped.extend([&] {
                    if (++polls % 5 == 0) throw Stop();
                });
            } catch (const Stop&) {
                ++stops;
                CHECK(stopped.longest() == length - 1);
            }
        }
        CHECK(have_the_same_labels(stopped, plain, length));
    }
    CHECK(stops >= 5);
}
