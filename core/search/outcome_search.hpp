// Who wins a sum of boards, of any games, and values: a search without the values of large boards.
//
// A sum is the boards that are still large, the values of the others, and what numbers, ups and
// nimbers add up to. It is written in words in one order, so that equal sums are equal words; what
// cancels is left out. It is always Left who moves: instead of Right moving in a sum, Left moves in
// the negative of the sum.
//
// A sum of impartial boards and nimbers is left to the search of nimbers: of all boards but the
// largest the nimbers are found, and the question is whether that of the largest makes up for them.
//
// Nothing else here recurses; an exception leaves the search ready for the next question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board_game.hpp"
#include "farstar/engine.hpp"
#include "sum_table.hpp"

namespace farstar {

/// A summand as the caller has it: a board of a game, or a value where there is no game.
struct Summand {
    BoardGame* game = nullptr;
    BoardWords board;
    bool negative = false;
    GameId value = kNone;
};

class OutcomeSearch final : public EngineMemo {
public:
    static constexpr std::size_t kMostTableBytes = std::size_t{256} << 20;

    explicit OutcomeSearch(SearchOptions options = {}, std::size_t most_bytes = kMostTableBytes)
        : options_(options), table_(most_bytes) {}

    /// Whether a player wins a sum by moving first.
    bool wins(Engine& engine, std::span<const Summand> summands, bool left_moves);
    /// How many sums were searched in all.
    std::uint64_t nodes() const { return nodes_; }
    /// Forget a game that is about to go, and all answers.
    void forget(const BoardGame& game);

    std::size_t bytes() const override;
    void clear() override;
    void keep_useful(std::vector<GameId>& games) override;

private:
    /// A sum with its parts at hand.
    struct Sum {
        GameId constant = 0;
        std::vector<GameId> values;
        std::vector<BoardWords> boards;
    };
    /// A sum as words among words_.
    struct Written {
        std::size_t at;
        std::size_t size;
        std::uint64_t hash;
        std::int64_t lead;  // of the player who moves there
    };
    /// What is known about the boards of a sum together.
    struct Counted {
        PlacementCounts counts;
        std::int32_t most_left = 0;  // no more moves than these, on the boards without counts
        std::int32_t most_right = 0;
        BothWallsOfSum walls;
        bool has_walls = false;
        bool has_infinitesimal = false;  // infinitesimal boards
        bool has_others = false;         // boards of which nothing is known
    };
    struct ValueWalls {
        GameId value = kNone;
        std::optional<BothWalls> walls;
    };
    /// A sum that is being searched, and the sums after its moves.
    struct Frame {
        Written sum;
        std::size_t first_child;
        std::size_t next_child;
        std::size_t words;  // how many there were before its children
        std::uint64_t nodes_before;
    };

    unsigned number_of(BoardGame& game);
    void add_value(Engine& engine, Sum& sum, GameId value) const;
    void add_board(Sum& sum, const BoardWords& board) const;
    Written write(Sum& sum);
    void read(const Written& written, Sum& sum) const;
    SumKey key(const Written& sum) const { return {words_.data() + sum.at, sum.size}; }

    bool is_impartial(Engine& engine, const Sum& sum) const;
    bool wins_by_nimbers(Engine& engine, const Sum& sum);
    bool search(Engine& engine, const Written& root);
    Answer enter(Engine& engine, const Written& sum);
    Answer try_next_child(Engine& engine);
    void leave(Engine& engine, bool wins);
    bool move_on_boards(Engine& engine);
    bool move_in_values(Engine& engine);
    bool add_child(Engine& engine, bool is_last_resort);

    Answer at_once(Engine& engine, const Sum& sum);
    void count(const Sum& sum);
    Answer by_walls(Engine& engine, const Sum& sum, unsigned lines);
    std::optional<BothWalls> walls_of_value(Engine& engine, GameId value);
    Answer by_numbers(Engine& engine, const Sum& sum) const;
    Answer by_weights(Engine& engine, const Sum& sum) const;
    std::int64_t lead(Engine& engine, const Sum& sum);

    SearchOptions options_;
    SumTable table_;
    std::vector<BoardGame*> games_;
    std::uint64_t nodes_ = 0;
    bool may_grow_ = true;
    bool is_useful_ = false;  // asked since the last call of keep_useful

    std::vector<Frame> frames_;
    std::vector<Written> children_;
    std::vector<std::uint32_t> words_;
    // Room that is used again and again.
    Sum now_;
    Sum opposite_;
    Sum child_;
    Counted counted_;  // of the last sum that was looked at
    BoardParts parts_;
    std::vector<ValueWalls> value_walls_;  // overwritten at will
};

}  // namespace farstar
