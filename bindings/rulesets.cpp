// Native twins of rulesets: boards come as text, values go as games.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "amazons.hpp"
#include "board.hpp"
#include "colouring.hpp"
#include "kernels.hpp"
#include "konane.hpp"
#include "nogo.hpp"
#include "regions.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

/// The planes on which a letter shows, for each letter that a game knows besides '#'.
struct Letter {
    char letter;
    unsigned planes;
};

template <typename Rules>
struct Notation;
template <>
struct Notation<Konane> {
    static constexpr Letter kLetters[] = {{'x', 1}, {'o', 2}, {'.', 0}};
};
template <>
struct Notation<Col> {
    static constexpr Letter kLetters[] = {{'.', 3}, {'l', 1}, {'r', 2}};
};
template <>
struct Notation<Snort> : Notation<Col> {};
template <>
struct Notation<Amazons> {
    static constexpr Letter kLetters[] = {{'x', 1}, {'o', 2}, {'.', 3}};
};

template <>
struct Notation<NoGo> {
    static constexpr Letter kLetters[] = {{'x', 1}, {'o', 2}, {'.', 4}};
};
template <>
struct Notation<ImpartialNoGo> : Notation<NoGo> {};

template <typename Rules>
unsigned planes_of(char c) {
    if (c == '#') return 0;
    for (const Letter& known : Notation<Rules>::kLetters) {
        if (known.letter == c) return known.planes;
    }
    throw nb::value_error("expected a board of rows such as '..|.#' in the letters of the game");
}

/// The board with rows between '|'; none if it has too many cells.
template <typename Rules>
std::optional<typename Rules::GameBoard> read_board(std::string_view text) {
    const std::size_t cols = std::min(text.find('|'), text.size());
    const std::size_t rows = std::count(text.begin(), text.end(), '|') + std::size_t{1};
    if (cols == 0 || text.size() != rows * (cols + 1) - 1)
        throw nb::value_error("expected rows of one length, at least 1");
    if (rows * cols > kMostCells) return std::nullopt;
    typename Rules::GameBoard board;
    board.box = {static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(cols)};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i % (cols + 1) == cols) {
            if (text[i] != '|') throw nb::value_error("expected rows of one length, at least 1");
            continue;
        }
        const unsigned planes = planes_of<Rules>(text[i]);
        const std::size_t cell = i / (cols + 1) * cols + i % (cols + 1);
        for (unsigned p = 0; p < Rules::kPlanes; ++p)
            board.planes[p] |= Bits{planes >> p & 1} << cell;
    }
    return board;
}

/// What is remembered of a game lives as long as the engine, which counts and forgets it.
template <typename Rules>
Solver<Rules>& solver() {
    static auto* the_solver = [] {
        auto* made = new Solver<Rules>;
        engine().attach(*made);
        return made;
    }();
    return *the_solver;
}

/// The different values of some boards, and which of them each board has, as 32-bit numbers; none
/// stands among the values for boards of too many cells.
template <typename Rules>
nb::tuple values(nb::iterable texts) {
    std::vector<std::optional<typename Rules::GameBoard>> boards;
    for (nb::handle text : texts)
        boards.push_back(read_board<Rules>(nb::cast<nb::str>(text).c_str()));
    std::vector<std::optional<Game>> games;
    std::vector<std::uint32_t> numbers;
    run([&](Engine& e) {
        std::unordered_map<GameId, std::uint32_t> seen;
        for (const auto& board : boards) {
            const GameId value = board ? solver<Rules>().value(e, *board) : kNone;
            const auto [entry, is_new] =
                seen.try_emplace(value, static_cast<std::uint32_t>(games.size()));
            if (is_new) {
                games.emplace_back();
                if (board) games.back().emplace(value);
            }
            numbers.push_back(entry->second);
        }
        return 0;
    });
    nb::list listed;
    for (std::optional<Game>& game : games) {
        if (game) {
            listed.append(nb::cast(std::move(*game)));
        } else {
            listed.append(nb::none());
        }
    }
    return nb::make_tuple(listed, nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                                            numbers.size() * sizeof(std::uint32_t)));
}

std::string text_of(const Board<1>& board) {
    std::string text;
    for (unsigned r = 0; r < board.box.rows; ++r) {
        if (r != 0) text += '|';
        for (unsigned c = 0; c < board.box.cols; ++c)
            text += (board.planes[0] >> (r * board.box.cols + c) & 1) != 0 ? '.' : '#';
    }
    return text;
}

nb::list regions(unsigned cells, unsigned part, unsigned parts) {
    if (cells == 0 || cells > kMostRegionCells || part >= parts)
        throw nb::value_error("expected regions of 1 to 15 cells, and one of the parts");
    std::vector<Board<1>> boards;
    run([&](Engine& e) {
        each_region(cells, part, parts, [&](const Board<1>& board) {
            e.step();
            boards.push_back(board);
        });
        // Small boxes come first, and then flat ones.
        std::sort(boards.begin(), boards.end(), [](const Board<1>& a, const Board<1>& b) {
            if (a.box.cells() != b.box.cells()) return a.box.cells() < b.box.cells();
            if (a.box.rows != b.box.rows) return a.box.rows < b.box.rows;
            return text_before(a.planes[0], b.planes[0]);
        });
        return 0;
    });
    nb::list texts;
    for (const Board<1>& board : boards) texts.append(text_of(board));
    return texts;
}

template <typename Rules>
std::optional<NativeBoard> native_board(const char* text) {
    const auto board = read_board<Rules>(text);
    if (!board) return std::nullopt;
    return NativeBoard{&solver<Rules>(), to_words(*board, false), nb::none()};
}

template <typename Rules>
void bind(nb::module_& m, const std::string& name) {
    const std::string sign = "def " + name +
                             "_values(boards: collections.abc.Iterable[str]) -> "
                             "tuple[list[Game | None], bytes]";
    m.def((name + "_values").c_str(), guarded<&values<Rules>>, "boards"_a, nb::sig(sign.c_str()),
          "Return the different values of boards, None for a board of more than 64 cells, and "
          "which of them each board has.");
    m.def((name + "_board").c_str(), &native_board<Rules>, "board"_a,
          "Return a board for the search of who wins; None if it has more than 64 cells.");
}

}  // namespace

void bind_rulesets(nb::module_& m) {
    bind<Amazons>(m, "amazons");
    bind<Col>(m, "col");
    bind<Konane>(m, "konane");
    bind<NoGo>(m, "nogo");
    bind<ImpartialNoGo>(m, "impartialnogo");
    bind<Snort>(m, "snort");
    m.def("regions", guarded<&regions>, "cells"_a, "part"_a, "parts"_a,
          nb::sig("def regions(cells: int, part: int, parts: int) -> list[str]"),
          "Return one of several parts of the connected regions of so many cells, up to "
          "reflections and half a turn.");
}

}  // namespace farstar::bindings
