#include "sum_heat.hpp"

namespace farstar {

std::int64_t ThermalWall::at(std::int64_t temperature) const {
    std::int64_t value = mast;
    for (std::size_t i = 0; i < corners.size() && corners[i] > temperature; ++i) {
        const std::int64_t next = i + 1 < corners.size() ? corners[i + 1] : 0;
        value -= slopes[i + 1] * (corners[i] - std::max(temperature, next));
    }
    return value;
}

Temperatures spread_temperatures(std::vector<std::int64_t> corners) {
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    Temperatures result{};
    const std::size_t others = result.size() - 1;
    for (std::size_t k = 0; k < others && !corners.empty(); ++k)
        result[k + 1] = corners[k * (corners.size() - 1) / (others - 1)];
    return result;
}

ThermalTally::ThermalTally(const ThermalWalls& walls, const Temperatures& temperatures)
    : is_hot_(true) {
    for (std::size_t k = 0; k < temperatures.size(); ++k) {
        low_[k] = walls.right.at(temperatures[k]);
        high_[k] = walls.left.at(temperatures[k]);
        gap_[k] = high_[k] - low_[k];
    }
}

SumGlance ThermalTally::glance(const Temperatures& temperatures) const {
    const auto answer = [](bool wins, bool loses) {
        return wins ? SumAnswer::kWins : loses ? SumAnswer::kLoses : SumAnswer::kUnknown;
    };
    bool left_wins = false, left_ahead = false, right_wins = false, right_ahead = false;
    for (std::size_t k = 0; k < temperatures.size(); ++k) {
        left_wins = left_wins || low_[k] + gap_[k] > 0;
        left_ahead = left_ahead || low_[k] - temperatures[k] > 0;
        right_wins = right_wins || high_[k] - gap_[k] < 0;
        right_ahead = right_ahead || high_[k] + temperatures[k] < 0;
    }
    // At the highest temperature nearly all walls are masts.
    return {answer(left_wins, right_ahead), answer(right_wins, left_ahead),
            low_.back() + high_.back()};
}

}  // namespace farstar
