// Clobber and Cannibal Clobber by their rules and nothing else: a witness for the search of sums,
// which splits boards, uses symmetry, values and bounds. This knows none of them, and shares no
// code with the rules.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace farstar {

class PlainClobber {
public:
    /// A board of less than 32 cells; cannibals also take stones of their own colour.
    PlainClobber(int rows, int cols, bool cannibal = false) : cannibal_(cannibal) {
        const auto add = [&](int a, int b) {
            edges_.push_back({1u << a, 1u << b});
            edges_.push_back({1u << b, 1u << a});
        };
        for (int r = 0; r < rows; ++r) {
            for (int c = 0; c < cols; ++c) {
                if (c + 1 < cols) add(r * cols + c, r * cols + c + 1);
                if (r + 1 < rows) add(r * cols + c, (r + 1) * cols + c);
            }
        }
    }

    /// Whether the player to move wins, given the stones of both.
    bool wins(std::uint32_t mine, std::uint32_t yours) {
        if (4 * used_ >= 3 * keys_.size()) grow();
        const std::uint64_t key = std::uint64_t{yours} << 32 | mine;
        if (const std::uint8_t known = answers_[find(key)]) return known == kWins;
        std::vector<std::pair<int, Stones>> after;  // by how many moves the opponent has there
        for (const Edge& edge : edges_) {
            if (!is_move(edge, mine, yours)) continue;
            const Stones next{(mine & ~edge.from) | edge.to, yours & ~edge.to};
            after.push_back({moves(next.yours, next.mine), next});
        }
        std::stable_sort(after.begin(), after.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        const bool result = std::any_of(after.begin(), after.end(), [&](const auto& move) {
            return !wins(move.second.yours, move.second.mine);
        });
        const std::size_t place = find(key);  // the table may have grown
        keys_[place] = key;
        answers_[place] = result ? kWins : kLoses;
        ++used_;
        return result;
    }
    std::size_t positions() const { return used_; }

private:
    struct Edge {
        std::uint32_t from;
        std::uint32_t to;
    };
    struct Stones {
        std::uint32_t mine;
        std::uint32_t yours;
    };
    static constexpr std::uint8_t kLoses = 1;  // 0 is an empty place
    static constexpr std::uint8_t kWins = 2;

    bool is_move(const Edge& edge, std::uint32_t mine, std::uint32_t yours) const {
        const std::uint32_t targets = cannibal_ ? mine | yours : yours;
        return (mine & edge.from) != 0 && (targets & edge.to) != 0;
    }
    int moves(std::uint32_t mine, std::uint32_t yours) const {
        return static_cast<int>(std::count_if(edges_.begin(), edges_.end(), [&](const Edge& edge) {
            return is_move(edge, mine, yours);
        }));
    }
    std::size_t find(std::uint64_t key) const {
        std::size_t place = (key * 0x9e3779b97f4a7c15ULL >> 20) & (keys_.size() - 1);
        while (answers_[place] != 0 && keys_[place] != key)
            place = (place + 1) & (keys_.size() - 1);
        return place;
    }
    void grow() {
        std::vector<std::uint64_t> keys(keys_.size() * 2);
        std::vector<std::uint8_t> answers(keys.size());
        keys.swap(keys_);
        answers.swap(answers_);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (answers[i] == 0) continue;
            const std::size_t place = find(keys[i]);
            keys_[place] = keys[i];
            answers_[place] = answers[i];
        }
    }

    bool cannibal_;
    std::vector<Edge> edges_;
    std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(1 << 10);
    std::vector<std::uint8_t> answers_ = std::vector<std::uint8_t>(1 << 10);
    std::size_t used_ = 0;
};

}  // namespace farstar
