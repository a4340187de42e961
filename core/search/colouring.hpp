// Col and Snort: a player colours an open cell. In Col cells beside each other must not have the
// same colour, in Snort they must not have different colours. The symmetries of the square preserve
// the value; exchanging the colours negates it.
//
// A coloured cell matters only to the cells beside it, which it closes to one of the players. So a
// board is the cells that are open to Left and those that are open to Right.
//
// The same rules as patterns take 50 times as long for who wins Col on 5 by 6 cells: there the
// colours stay on the board, so that fewer boards are seen to be equal.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "board.hpp"
#include "solver.hpp"

namespace farstar {

template <bool kLike>
struct Colouring {
    static constexpr unsigned kPlanes = 2;
    using GameBoard = Board<2>;  // open to Left, open to Right

    /// Cells belong together if they are beside each other and a move in one may close the other.
    template <typename Visit>
    static void each_component(const GameBoard& board, Visit visit) {
        Bits rest = board.occupied();
        while (rest != 0) {
            Bits part = lowest(rest);
            for (Bits before = 0; before != part;) {
                before = part;
                for (const unsigned mine : {0u, 1u}) {
                    const Bits movable = part & board.planes[mine];
                    part |= beside(board.box, movable) & board.planes[closed_by(mine)];
                }
            }
            rest &= ~part;
            visit(cropped(board, part));
        }
    }

    template <typename Visit>
    static void each_move(const GameBoard& board, bool left, Visit visit) {
        const unsigned mine = left ? 0 : 1;
        for (Bits places = board.planes[mine]; places != 0; places &= places - 1) {
            const Bits place = lowest(places);
            GameBoard after = board;
            for (Bits& plane : after.planes) plane &= ~place;
            after.planes[closed_by(mine)] &= ~beside(board.box, place);
            visit(after);
        }
    }

    static Representative<GameBoard> representative(const GameBoard& component) {
        return representative_of_colours(component);
    }

    static MoveCounts most_moves(const GameBoard& board) {
        return {std::popcount(board.planes[0]), std::popcount(board.planes[1])};
    }

    static std::optional<Territory> territory(const GameBoard& board) {
        if (board.planes[0] != 0 && board.planes[1] != 0) return std::nullopt;
        return Territory{board.planes[1] == 0, std::popcount(board.occupied())};
    }

private:
    /// The player for whom a colour closes the cells beside it.
    static constexpr unsigned closed_by(unsigned mine) { return kLike ? 1 - mine : mine; }
    static Bits beside(Box box, Bits m) {
        return rightwards(box, m) | leftwards(box, m) | downwards(box, m) | upwards(box, m);
    }
};

struct Col : Colouring<false> {};
struct Snort : Colouring<true> {};

}  // namespace farstar
