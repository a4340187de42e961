// Forms: games by their options, on the way to the canonical form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "farstar/answer.hpp"
#include "farstar/caches.hpp"
#include "farstar/dyadic.hpp"
#include "farstar/meter.hpp"
#include "farstar/order.hpp"
#include "farstar/store.hpp"

namespace farstar {

/// {left | right}, not canonical yet.
struct Form {
    std::vector<GameId> left;
    std::vector<GameId> right;
    // Of a form that has options on both sides and is not a number.
    Dyadic left_stop;
    Dyadic right_stop;

    std::vector<GameId>& side(bool is_left) { return is_left ? left : right; }
};

/// Compares a form with games, by the definition. Where both sides are games, the order knows.
class FormOrder {
public:
    FormOrder(Store& store, Order& order, Meter& meter)
        : store_(store), order_(order), meter_(meter) {}

    /// Forget the last form.
    void begin();
    /// Whether form >= game, or whether game >= form; the form may not change between two calls.
    bool compare(const Form& form, GameId game, bool form_is_greater);

    void abandon() { stack_.clear(); }
    std::size_t bytes() const { return cache_.bytes() + stack_.capacity() * sizeof(Frame); }

private:
    struct Frame {
        GameId game;
        std::uint32_t next;  // index among the options of the game
        bool form_is_greater;
    };
    static constexpr unsigned kFirstBits = 8;

    Answer at_once(const Form& form, GameId game, bool form_is_greater) const;
    bool is_refuted_by_an_option(const Form& form, const Frame& frame);

    Store& store_;
    Order& order_;
    Meter& meter_;
    OrderCache cache_{kFirstBits};
    std::size_t puts_ = 0;
    std::vector<Frame> stack_;
};

/// Makes forms canonical: the simplest number if one fits; otherwise no dominated and no
/// reversible option.
class Canonicaliser {
public:
    Canonicaliser(Store& store, Order& order, Meter& meter)
        : store_(store), order_(order), meter_(meter), form_order_(store, order, meter) {}

    GameId canonical_form(Options left, Options right);

    void abandon() { form_order_.abandon(); }
    /// Forget what was remembered of the last form.
    void forget_results() {
        form_order_.begin();
        rivals_ = {};
        spare_ = {};
    }
    std::size_t bytes() const {
        return form_order_.bytes() + rivals_.capacity() * sizeof(Rival) +
               (spare_.left.capacity() + spare_.right.capacity()) * sizeof(GameId);
    }

private:
    struct Rival {
        GameId game;
        Dyadic left_stop;
        Dyadic right_stop;
    };
    /// Replies number + *0, ..., number + *(stars - 1) through which nothing reverses.
    struct Failed {
        std::uint32_t number = kNone;
        std::uint32_t stars = 0;
    };

    GameId simplified(Form& form);
    GameId as_nimber(const Form& form);
    GameId as_number(Form& form);
    void keep_best_compacts(std::vector<GameId>& side, bool left_side) const;
    void keep_undominated(std::vector<GameId>& side, bool left_side);
    GameId reverses_through(const Form& form, GameId option, bool left_side, Failed& failed);
    void bypass_reversible(Form& form, bool left_side);

    Store& store_;
    Order& order_;
    Meter& meter_;
    FormOrder form_order_;
    // Room that is used again and again.
    std::vector<Rival> rivals_;
    Form spare_;
};

}  // namespace farstar
