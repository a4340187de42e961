#include "pattern.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace farstar {

namespace {

template <typename Cell>
bool is_before(const Cell& a, const Cell& b) {
    return std::tie(a.row, a.col) < std::tie(b.row, b.col);
}

template <typename Cell, typename Other>
bool is_same_cell(const Cell& a, const Other& b) {
    return a.row == b.row && a.col == b.col;
}

/// A pattern whose cells are in order, so that equal ones are found.
Pattern in_order(Pattern pattern) {
    std::sort(pattern.needs.begin(), pattern.needs.end(), is_before<PatternCell>);
    std::sort(pattern.forbids.begin(), pattern.forbids.end(), is_before<PatternCell>);
    std::sort(pattern.writes.begin(), pattern.writes.end(), is_before<PatternWrite>);
    return pattern;
}

bool writes_same_cells(const Pattern& a, const Pattern& b) {
    return std::equal(a.writes.begin(), a.writes.end(), b.writes.begin(), b.writes.end(),
                      is_same_cell<PatternWrite, PatternWrite>);
}

/// Adds a pattern, whose cells are in order, to others that are united.
void add(std::vector<Pattern>& all, std::vector<Pattern>& keys, const Pattern& key,
         const Pattern& pattern) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (keys[i].needs != key.needs || keys[i].forbids != key.forbids ||
            !writes_same_cells(keys[i], key))
            continue;
        for (const PatternWrite& write : pattern.writes) {
            const auto& known = all[i].writes;
            if (std::find(known.begin(), known.end(), write) == known.end())
                all[i].writes.push_back(write);
        }
        return;
    }
    all.push_back(pattern);
    keys.push_back(key);
}

/// Uniting takes time that grows with the square of the number of patterns.
constexpr std::size_t kMostUnited = 400;

std::vector<Pattern> united(const std::vector<Pattern>& patterns) {
    if (patterns.size() > kMostUnited) return patterns;
    std::vector<Pattern> all, keys;
    for (const Pattern& pattern : patterns) add(all, keys, in_order(pattern), pattern);
    return all;
}

/// Whether a pattern fits, if moved by some step, wherever another one does.
bool fits_wherever(const Pattern& pattern, const Pattern& other, int row, int col) {
    const auto is_known = [&](const PatternCell& need) {
        return std::any_of(other.needs.begin(), other.needs.end(), [&](const PatternCell& cell) {
            return cell.row == need.row + row && cell.col == need.col + col &&
                   (cell.marks & ~need.marks) == 0;
        });
    };
    const auto is_excluded = [&](const PatternCell& banned) {
        const auto is_there = [&](const PatternCell& cell) {
            return cell.row == banned.row + row && cell.col == banned.col + col;
        };
        return std::any_of(other.forbids.begin(), other.forbids.end(),
                           [&](const PatternCell& cell) {
                               return is_there(cell) && (banned.marks & ~cell.marks) == 0;
                           }) ||
               std::any_of(other.needs.begin(), other.needs.end(), [&](const PatternCell& cell) {
                   return is_there(cell) && (banned.marks & cell.marks) == 0;
               });
    };
    return std::all_of(pattern.needs.begin(), pattern.needs.end(), is_known) &&
           std::all_of(pattern.forbids.begin(), pattern.forbids.end(), is_excluded);
}

bool has_answers(const std::vector<Pattern>& moves, const std::vector<Pattern>& answers) {
    return std::all_of(moves.begin(), moves.end(), [&](const Pattern& move) {
        return std::any_of(answers.begin(), answers.end(), [&](const Pattern& answer) {
            return std::any_of(move.needs.begin(), move.needs.end(), [&](const PatternCell& at) {
                return fits_wherever(answer, move, at.row, at.col);
            });
        });
    });
}

/// Whether a player covers two adjacent cells of the first kind; true if one is below the other.
std::optional<bool> covered_domino(const std::vector<Pattern>& patterns) {
    if (patterns.size() != 1) return std::nullopt;
    const Pattern pattern = in_order(patterns[0]);
    if (pattern.needs.size() != 2 || !pattern.forbids.empty() || pattern.writes.size() != 2)
        return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        if (pattern.needs[i].marks != 1 || pattern.writes[i].mark != -1 ||
            !is_same_cell(pattern.needs[i], pattern.writes[i]))
            return std::nullopt;
    }
    const int down = pattern.needs[1].row - pattern.needs[0].row;
    const int across = pattern.needs[1].col - pattern.needs[0].col;
    if (down + std::abs(across) != 1) return std::nullopt;
    return down == 1;
}

}  // namespace

std::vector<Pattern> united(const std::vector<Pattern>& left, const std::vector<Pattern>& right) {
    std::vector<Pattern> both = left;
    both.insert(both.end(), right.begin(), right.end());
    return united(both);
}

std::vector<Pattern> widened(const std::vector<Pattern>& patterns) {
    constexpr unsigned kMost = 32;
    std::array<std::uint32_t, kMost> may_become{};  // for each mark, as bits
    for (unsigned mark = 0; mark < kMost; ++mark) may_become[mark] = std::uint32_t{1} << mark;
    for (const Pattern& pattern : patterns) {
        for (const PatternWrite& write : pattern.writes) {
            for (const PatternCell& need : pattern.needs) {
                if (write.mark < 0 || !is_same_cell(need, write)) continue;
                for (unsigned mark = 0; mark < kMost; ++mark) {
                    if ((need.marks >> mark & 1) != 0)
                        may_become[mark] |= std::uint32_t{1} << write.mark;
                }
            }
        }
    }
    for (unsigned through = 0; through < kMost; ++through) {
        for (std::uint32_t& marks : may_become) {
            if ((marks >> through & 1) != 0) marks |= may_become[through];
        }
    }
    const auto widen = [&](std::vector<PatternCell>& cells) {
        for (PatternCell& cell : cells) {
            std::uint32_t wide = cell.marks;
            for (unsigned mark = 0; mark < kMost; ++mark) {
                if ((may_become[mark] & cell.marks) != 0) wide |= std::uint32_t{1} << mark;
            }
            cell.marks = wide;
        }
    };
    std::vector<Pattern> wide = patterns;
    for (Pattern& pattern : wide) {
        widen(pattern.needs);
        widen(pattern.forbids);
    }
    return united(wide);
}

bool has_same_moves(const std::vector<Pattern>& left, const std::vector<Pattern>& right) {
    if (left == right) return true;
    if (left.size() != right.size() || left.size() > kMostUnited) return false;
    std::vector<Pattern> mine, yours;
    for (const Pattern& pattern : left) mine.push_back(in_order(pattern));
    for (const Pattern& pattern : right) yours.push_back(in_order(pattern));
    return std::is_permutation(mine.begin(), mine.end(), yours.begin(), yours.end());
}

bool is_dicotic(const std::vector<Pattern>& left, const std::vector<Pattern>& right) {
    if (left.size() > kMostUnited || right.size() > kMostUnited) return false;
    return has_answers(left, right) && has_answers(right, left);
}

bool may_cut(const std::vector<Pattern>& mine, const std::vector<Pattern>& yours,
             bool between_rows) {
    const auto line = [&](const auto& cell) { return between_rows ? cell.row : cell.col; };
    const auto stays = [&](const Pattern& pattern) {
        const auto is_there = [&](const auto& cell) { return line(cell) == 0; };
        return std::all_of(pattern.needs.begin(), pattern.needs.end(), is_there) &&
               std::all_of(pattern.writes.begin(), pattern.writes.end(), is_there);
    };
    const auto looks_within = [&](const Pattern& pattern) {
        int first = 0, last = 0;
        for (const PatternCell& cell : pattern.needs) {
            first = std::min(first, line(cell));
            last = std::max(last, line(cell));
        }
        const auto is_within = [&](const auto& cell) {
            return line(cell) >= first && line(cell) <= last;
        };
        return std::all_of(pattern.forbids.begin(), pattern.forbids.end(), is_within) &&
               std::all_of(pattern.writes.begin(), pattern.writes.end(), is_within);
    };
    return std::all_of(yours.begin(), yours.end(), stays) &&
           std::all_of(mine.begin(), mine.end(), looks_within);
}

std::optional<bool> crossing_dominoes(const std::vector<Pattern>& left,
                                      const std::vector<Pattern>& right) {
    const std::optional<bool> down = covered_domino(left);
    const std::optional<bool> other = covered_domino(right);
    if (!down || !other || *down == *other) return std::nullopt;
    return down;
}

}  // namespace farstar
