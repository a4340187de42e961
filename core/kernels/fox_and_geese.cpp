#include "fox_and_geese.hpp"

#include <algorithm>
#include <utility>

namespace farstar {

namespace {

using Id = Stoppers::Id;
using Square = FoxAndGeeseTable::Square;

constexpr Id kUnknown = FoxAndGeeseTable::kNoFox - 1;

}  // namespace

FoxAndGeeseTable::FoxAndGeeseTable(std::uint32_t rows, std::uint32_t columns, std::uint32_t geese,
                                   std::uint32_t reach, Charge charge)
    : rows_(rows), geese_(geese), reach_(reach), stoppers_(std::move(charge)) {
    std::vector<std::vector<Square>> number(rows, std::vector<Square>(columns, kNoFox));
    for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = r % 2; c < columns; c += 2) {
            number[r][c] = static_cast<Square>(row_of_.size());
            row_of_.push_back(r);
        }
    }
    rays_.resize(squares());
    for (std::uint32_t r = 0; r < rows; ++r) {
        for (std::uint32_t c = r % 2; c < columns; c += 2) {
            for (const auto& [down, right] : {std::pair{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) {
                std::vector<Square> ray;
                for (std::uint32_t step = 1; step <= reach; ++step) {
                    const auto y = static_cast<std::int64_t>(r) + down * std::int64_t{step};
                    const auto x = static_cast<std::int64_t>(c) + right * std::int64_t{step};
                    if (y < 0 || x < 0 || y >= rows || x >= columns) break;
                    ray.push_back(number[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
                }
                rays_[number[r][c]].push_back(std::move(ray));
            }
        }
    }
    binomial_.assign(geese_ + 1, std::vector<std::size_t>(squares() + 1, 0));
    for (std::size_t n = 0; n <= squares(); ++n) {
        binomial_[0][n] = 1;
        for (std::size_t k = 1; k <= geese_ && n > 0; ++k) {
            binomial_[k][n] = binomial_[k][n - 1] + binomial_[k - 1][n - 1];
        }
    }
    sets_ = binomial_[geese_][squares()];
    is_goose_.assign(squares(), false);
}

std::size_t FoxAndGeeseTable::set_of(const std::vector<Square>& geese) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i < geese.size(); ++i) number += binomial_[i + 1][geese[i]];
    return number;
}

std::vector<Square> FoxAndGeeseTable::squares_of(std::size_t set) const {
    std::vector<Square> geese(geese_);
    for (std::size_t k = geese_; k > 0; --k) {
        Square square = static_cast<Square>(k) - 1;
        while (square + 1 < squares() && binomial_[k][square + 1] <= set) ++square;
        geese[k - 1] = square;
        set -= binomial_[k][square];
    }
    return geese;
}

void FoxAndGeeseTable::solve(std::size_t end) {
    while (solved() < std::min(end, sets_)) solve_set();
}

std::vector<FoxAndGeeseTable::Goose> FoxAndGeeseTable::goose_moves(
    const std::vector<Square>& geese) const {
    std::vector<Goose> moves;
    for (const Square from : geese) {
        for (std::size_t direction = 0; direction < 2; ++direction) {
            const std::vector<Square>& ray = rays_[from][direction];
            if (!ray.empty() && !is_goose_[ray[0]]) moves.push_back({from, ray[0]});
        }
    }
    return moves;
}

std::vector<Square> FoxAndGeeseTable::fox_moves(Square fox) const {
    std::vector<Square> moves;
    for (const std::vector<Square>& ray : rays_[fox]) {
        for (const Square to : ray) {
            if (is_goose_[to]) break;
            moves.push_back(to);
        }
    }
    return moves;
}

/// The squares without a value that the fox can reach.
std::vector<Square> FoxAndGeeseTable::region(Square start, const std::vector<Id>& values) const {
    std::vector<Square> squares{start};
    for (std::size_t i = 0; i < squares.size(); ++i) {
        for (const Square to : fox_moves(squares[i])) {
            const bool is_new = std::find(squares.begin(), squares.end(), to) == squares.end();
            if (values[to] == kUnknown && is_new) squares.push_back(to);
        }
    }
    return squares;
}

void FoxAndGeeseTable::solve_set() {
    const std::size_t set = solved();
    const std::vector<Square> geese = squares_of(set);
    std::fill(is_goose_.begin(), is_goose_.end(), false);
    for (const Square goose : geese) is_goose_[goose] = true;
    const std::vector<Goose> moves = goose_moves(geese);
    std::vector<std::size_t> sets_after;
    for (const Goose& move : moves) {
        std::vector<Square> after = geese;
        *std::find(after.begin(), after.end(), move.from) = move.to;
        std::sort(after.begin(), after.end());
        sets_after.push_back(set_of(after));
    }
    std::vector<Id> values(squares(), kUnknown);
    const std::uint32_t last = geese.empty() ? 0 : row_of_[geese.back()];
    for (Square fox = 0; fox < squares(); ++fox) {
        const bool is_past = row_of_[fox] > last && row_of_[fox] + 1 < rows_;
        // Past all geese the fox goes on for ever below them, and the geese do not.
        if (is_goose_[fox]) {
            values[fox] = kNoFox;
        } else if (is_past && !fox_moves(fox).empty()) {
            values[fox] = stoppers_.off();
        }
    }
    for (Square start = 0; start < squares(); ++start) {
        if (values[start] != kUnknown) continue;
        const std::vector<Square> squares = region(start, values);
        std::vector<Stoppers::Row> part(squares.size());
        for (std::size_t i = 0; i < squares.size(); ++i) {
            for (std::size_t m = 0; m < moves.size(); ++m) {
                if (moves[m].to == squares[i]) continue;
                part[i].left.push_back(this->values(sets_after[m])[squares[i]]);
            }
            for (const Square to : fox_moves(squares[i])) {
                const auto at = std::find(squares.begin(), squares.end(), to);
                const auto place = static_cast<Id>(at - squares.begin());
                part[i].right.push_back(at == squares.end() ? values[to] : Stoppers::kPart + place);
            }
        }
        const std::vector<Id> ids = stoppers_.solve(part);
        for (std::size_t i = 0; i < squares.size(); ++i) values[squares[i]] = ids[i];
    }
    values_.insert(values_.end(), values.begin(), values.end());
}

}  // namespace farstar
