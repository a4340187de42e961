#include "check.hpp"
#include "farstar/loopy.hpp"

namespace {

using farstar::Bigraph;
using farstar::Reading;
using Lists = std::vector<std::vector<Bigraph::Vertex>>;

bool at_least(const Bigraph& g, const Bigraph& h, Reading reading) {
    return farstar::solve_order(g, h, reading, [](std::size_t) {})[0] != 0;
}

const Bigraph kZero(Lists{{}}, Lists{{}});
const Bigraph kOn(Lists{{0}}, Lists{{}});
const Bigraph kOff(Lists{{}}, Lists{{0}});
const Bigraph kDud(Lists{{0}}, Lists{{0}});
const Bigraph kOver(Lists{{1}, {}}, Lists{{0}, {}});

}  // namespace

TEST(stoppers_are_ordered_by_survival) {
    CHECK(at_least(kOn, kOver, Reading::kStoppers));
    CHECK(!at_least(kOver, kOn, Reading::kStoppers));
    CHECK(at_least(kOver, kZero, Reading::kStoppers));
    CHECK(!at_least(kZero, kOver, Reading::kStoppers));
    CHECK(at_least(kZero, kOff, Reading::kStoppers));
}

TEST(infinite_play_is_read_in_two_ways) {
    CHECK(at_least(kDud, kOn, Reading::kOnsides));
    CHECK(!at_least(kDud, kOn, Reading::kOffsides));
    CHECK(at_least(kOff, kDud, Reading::kOffsides));
    CHECK(!at_least(kOff, kDud, Reading::kOnsides));
    for (const Reading reading : {Reading::kOnsides, Reading::kOffsides}) {
        CHECK(at_least(kDud, kDud, reading));
        CHECK(at_least(kOver, kZero, reading));
        CHECK(!at_least(kZero, kOver, reading));
    }
}

TEST(an_order_of_all_pairs_is_charged) {
    std::size_t charged = 0;
    const auto ordered = farstar::solve_order(kOver, kOver, Reading::kStoppers,
                                              [&](std::size_t states) { charged += states; });
    CHECK(ordered.size() == 4);
    CHECK(ordered[0] && ordered[3] && ordered[1] && !ordered[2]);
    CHECK(charged == 8);
}
