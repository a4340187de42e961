// Patterns, and what follows from them alone, whatever the board.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace farstar {

/// Some marks, as bits, in a cell beside the first cell of a pattern.
struct PatternCell {
    int row = 0;
    int col = 0;
    std::uint32_t marks = 0;

    bool operator==(const PatternCell&) const = default;
};

/// A mark that a move writes; -1 for one that no pattern asks for.
struct PatternWrite {
    int row = 0;
    int col = 0;
    int mark = -1;

    bool operator==(const PatternWrite&) const = default;
};

/// What must stand where, what must not, and what is written. Every cell that is written is also
/// needed, and the first one that is needed is at (0, 0).
struct Pattern {
    std::vector<PatternCell> needs;
    std::vector<PatternCell> forbids;
    std::vector<PatternWrite> writes;

    bool operator==(const Pattern&) const = default;
};

/// A symmetry of the square with an exchange of marks under which the rules stay as they are, or
/// Left's and Right's are exchanged. Numbers 4 to 7 exchange rows and columns first; then 1 mirrors
/// the rows, 2 reverses their order, 3 does both.
struct PatternSymmetry {
    unsigned turn = 0;
    std::vector<unsigned> marks;
    bool negative = false;
};

/// The patterns of both players, those that need and change the same cells united.
std::vector<Pattern> united(const std::vector<Pattern>& left, const std::vector<Pattern>& right);

/// Patterns that ask for any mark which may become what they ask for, by whatever moves.
std::vector<Pattern> widened(const std::vector<Pattern>& patterns);

/// Whether both players have the same patterns.
bool has_same_moves(const std::vector<Pattern>& left, const std::vector<Pattern>& right);

/// Whether it is certain that both players can move wherever one of them can: each pattern of one
/// player fits wherever some pattern of the other does. All values are then infinitesimal.
bool is_dicotic(const std::vector<Pattern>& left, const std::vector<Pattern>& right);

/// Whether a player may renounce the moves across a border between rows, or columns, so that the
/// two sides become independent: the opponent has no moves across it, and whether a move of the
/// player is allowed depends on its own rows, or columns, alone.
bool may_cut(const std::vector<Pattern>& mine, const std::vector<Pattern>& yours,
             bool between_rows);

/// If each player covers two adjacent cells of one kind, one of them along columns and the other
/// along rows: whether it is Left who does so along columns.
std::optional<bool> crossing_dominoes(const std::vector<Pattern>& left,
                                      const std::vector<Pattern>& right);

}  // namespace farstar
