#include "sum_search.hpp"

#include <algorithm>
#include <atomic>

#include "parallel.hpp"

namespace farstar {

namespace {

using Reading = NumberedSum::Reading;

constexpr std::array<Reading, 3> kReadings{Reading::kLow, Reading::kHigh, Reading::kExact};

}  // namespace

SumAnswer SumSearch::wins(std::span<const std::int32_t> parts, const SumGames::Constant& constant,
                          bool left_moves, std::uint64_t limit, std::size_t memory,
                          unsigned threads) {
    games.prepare();
    const std::size_t held = bytes();
    const std::size_t share = memory < held ? 0 : (memory - held) / std::max(1u, threads);
    std::atomic<SumAnswer> result{SumAnswer::kUnknown};
    std::atomic<bool> stop{false};
    deal_out(kReadings.size(), threads, stop, [&](std::size_t i, unsigned) {
        const Reading reading = kReadings[i];
        SumProof& proof = proofs_[i];
        const SumAnswer answer = proof.wins(games.sum(parts, constant, reading), left_moves, limit,
                                            memory < held ? 0 : proof.bytes() + share, stop);
        // A lower bound shows that Left wins, and an upper bound that Right does.
        const bool left_wins = (answer == SumAnswer::kWins) == left_moves;
        if (answer != SumAnswer::kUnknown &&
            (reading == Reading::kExact || left_wins == (reading == Reading::kLow))) {
            result = answer;
            stop = true;
        }
    });
    return result;
}

bool SumSearch::refine() {
    if (!games.refine()) return false;
    for (SumProof& proof : proofs_) proof.forget();
    return true;
}

std::uint64_t SumSearch::nodes() const {
    std::uint64_t count = 0;
    for (const SumProof& proof : proofs_) count += proof.nodes();
    return count;
}

std::size_t SumSearch::bytes() const {
    std::size_t count = games.bytes() + loader.bytes();
    for (const SumProof& proof : proofs_) count += proof.bytes();
    return count;
}

}  // namespace farstar
