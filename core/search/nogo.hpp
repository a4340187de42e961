// NoGo: a player places a stone of their own colour on an empty cell so that every group of stones,
// of either colour, still has an empty neighbour: nothing is ever captured. The symmetries of the
// square preserve the value; exchanging the colours negates it.
//
// A group is safe if it keeps an empty neighbour for ever. Its stones do not matter any more,
// except that a stone of the same colour beside it is safe too. So a safe group is taken off the
// board, and its empty neighbours are marked. This lets the rest of the board split.
#pragma once

#include <bit>

#include "board.hpp"
#include "solver.hpp"

namespace farstar {

struct NoGo {
    static constexpr unsigned kPlanes = 3;
    static constexpr bool kMovesAreCostly = true;  // it does not pay to count them
    // The last plane shows the empty cells. The others show the stones of Left and of Right, and
    // the empty cells where their stones are safe.
    using GameBoard = Board<3>;

    template <typename Visit>
    static void each_component(const GameBoard& given, Visit visit) {
        const GameBoard board = settled(given);
        const Bits empty = board.planes[2];
        Bits rest = empty;
        while (rest != 0) {
            // Stones of different colours beside each other do not matter to each other.
            Bits part = lowest(rest);
            for (Bits before = 0; before != part;) {
                before = part;
                const Bits open = beside(board.box, part & empty);
                part |= (open | beside(board.box, part & board.planes[0])) & board.planes[0];
                part |= (open | beside(board.box, part & board.planes[1])) & board.planes[1];
                part |= beside(board.box, part) & empty;
            }
            rest &= ~part;
            const GameBoard component = cropped(board, part);
            if (component.box.rows == 1 || component.box.cols == 1) {
                visit(shortened(component));
            } else {
                visit(component);
            }
        }
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        for (Bits places = board.planes[2]; places != 0; places &= places - 1) {
            const Bits place = lowest(places);
            if (!is_legal(board, mine, place)) continue;
            GameBoard after = board;
            after.planes[2] &= ~place;
            after.planes[1 - mine] &= ~place;
            after.planes[mine] |= place;
            if ((board.planes[mine] & place) != 0) make_safe(after, mine, place);
            visit(after);
        }
    }

    static Representative<GameBoard> representative(const GameBoard& component) {
        return representative_of_colours(component);
    }

    static MoveCounts most_moves(const GameBoard& board) {
        const int empty = std::popcount(board.planes[2]);
        return {empty, empty};
    }

private:
    static Bits beside(Box box, Bits m) {
        return rightwards(box, m) | leftwards(box, m) | downwards(box, m) | upwards(box, m);
    }
    static Bits stones(const GameBoard& board, unsigned side) {
        return board.planes[side] & ~board.planes[2];
    }
    static Bits liberties(const GameBoard& board, Bits group) {
        return beside(board.box, group) & board.planes[2];
    }

    /// The same row, or column, with a single stone for each group.
    static GameBoard shortened(const GameBoard& line) {
        GameBoard result;
        unsigned length = 0;
        for (unsigned cell = 0; cell < line.box.cells(); ++cell) {
            const auto has = [&](const GameBoard& board, unsigned plane, unsigned at) {
                return board.planes[plane] >> at & 1;
            };
            const bool is_stone = has(line, 2, cell) == 0;
            if (is_stone && length > 0 && has(result, 2, length - 1) == 0) continue;
            for (unsigned plane = 0; plane < kPlanes; ++plane)
                result.planes[plane] |= has(line, plane, cell) << length;
            ++length;
        }
        result.box = {1, static_cast<std::uint8_t>(length)};
        return result;
    }

    static bool is_legal(const GameBoard& board, unsigned mine, Bits place) {
        if ((board.planes[mine] & place) == 0) {  // where a stone is not safe
            const Bits group = connected(board.box, place, stones(board, mine) | place);
            if ((liberties(board, group) & ~place) == 0) return false;
        }
        const Bits others = stones(board, 1 - mine);
        for (Bits rest = beside(board.box, place) & others; rest != 0;) {
            const Bits group = connected(board.box, lowest(rest), others);
            if ((liberties(board, group) & ~place) == 0) return false;
            rest &= ~group;
        }
        return true;
    }

    /// Take the group of a stone off the board, and mark its empty neighbours.
    static void make_safe(GameBoard& board, unsigned side, Bits stone) {
        const Bits group = connected(board.box, stone, stones(board, side));
        board.planes[side] &= ~group;
        board.planes[side] |= liberties(board, group);
    }

    /// The same board without the cells that stay empty for ever, and the groups beside them.
    ///
    /// If neither player may play on a cell now, neither ever will: it is the last liberty of each
    /// group that forbids it, so that these groups change only by a move there.
    static GameBoard settled(GameBoard board) {
        for (Bits places = board.planes[2]; places != 0; places &= places - 1) {
            const Bits place = lowest(places);
            if (liberties(board, place) != 0 && beside_one_colour(board, place)) continue;
            if (is_legal(board, 0, place) || is_legal(board, 1, place)) continue;
            for (const unsigned side : {0u, 1u}) {
                board.planes[side] &= ~place;
                for (;;) {
                    const Bits near = beside(board.box, place) & stones(board, side);
                    if (near == 0) break;
                    make_safe(board, side, lowest(near));
                }
            }
            for (Bits& plane : board.planes) plane &= ~place;
            // A stone beside it will be safe, whose ever it is.
            const Bits open = liberties(board, place);
            board.planes[0] |= open;
            board.planes[1] |= open;
        }
        return board;
    }
    /// Then a stone may be placed there unless it takes the last liberty of the other colour.
    static bool beside_one_colour(const GameBoard& board, Bits place) {
        const Bits near = beside(board.box, place);
        return (near & stones(board, 0)) == 0 || (near & stones(board, 1)) == 0;
    }
};

/// Both players may place stones of either colour.
struct ImpartialNoGo : NoGo {
    static bool is_impartial() { return true; }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool, Visit visit) {
        NoGo::each_move(board, true, visit);
        NoGo::each_move(board, false, visit);
    }
};

}  // namespace farstar
