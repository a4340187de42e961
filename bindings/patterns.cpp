// Games whose rules are patterns: the rules come as numbers, boards as text, values go as games.
#include "patterns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "board.hpp"
#include "kernels.hpp"
#include "placements.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

using CellRow = std::tuple<int, int, int>;
using PatternRow = std::tuple<std::vector<CellRow>, std::vector<CellRow>, std::vector<CellRow>>;
using SymmetryRow = std::tuple<unsigned, std::vector<unsigned>, bool>;
/// Marks as bits, or one mark, and the cells that have them, as bits.
using MarkedRow = std::pair<int, Bits>;
using PlacementRow =
    std::tuple<std::vector<MarkedRow>, std::vector<MarkedRow>, std::vector<MarkedRow>>;
using CellSymmetryRow = std::tuple<std::vector<unsigned>, std::vector<unsigned>, bool>;

constexpr unsigned kMostMarks = 8;
constexpr unsigned kMostWideMarks = 4;  // of boards with more than 64 cells

void refuse_unless(bool is_right) {
    if (!is_right) throw nb::value_error("expected patterns of cells in reach, and known marks");
}

bool is_permutation(std::vector<unsigned> order, std::size_t size) {
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] != i) return false;
    }
    return order.size() == size;
}

std::vector<Pattern> patterns(const std::vector<PatternRow>& rows, unsigned marks) {
    const auto cells = [&](const std::vector<CellRow>& row) {
        std::vector<PatternCell> result;
        for (const auto& [r, c, bits] : row) {
            refuse_unless(std::abs(r) <= 128 && std::abs(c) <= 128 && bits > 0 &&
                          bits >> marks == 0);
            result.push_back({r, c, static_cast<std::uint32_t>(bits)});
        }
        return result;
    };
    std::vector<Pattern> result;
    for (const auto& [needs, forbids, writes] : rows) {
        Pattern pattern{cells(needs), cells(forbids), {}};
        for (const auto& [r, c, mark] : writes) {
            // Only a cell that is asked for is inside the board.
            const bool is_inside =
                std::any_of(needs.begin(), needs.end(), [r = r, c = c](const CellRow& cell) {
                    return std::get<0>(cell) == r && std::get<1>(cell) == c;
                });
            refuse_unless(is_inside && mark < static_cast<int>(marks));
            pattern.writes.push_back({r, c, std::max(mark, -1)});
        }
        refuse_unless(!pattern.needs.empty() && pattern.needs[0].row == 0 &&
                      pattern.needs[0].col == 0);
        result.push_back(std::move(pattern));
    }
    return result;
}

std::vector<Placement> placements(const std::vector<PlacementRow>& rows, unsigned marks,
                                  Bits cells) {
    const auto groups = [&](const std::vector<MarkedRow>& row) {
        std::vector<MarkedCells> result;
        for (const auto& [bits, at] : row) {
            refuse_unless(bits > 0 && bits >> marks == 0 && (at & ~cells) == 0);
            result.push_back({static_cast<std::uint32_t>(bits), at});
        }
        return result;
    };
    std::vector<Placement> result;
    for (const auto& [needs, forbids, writes] : rows) {
        Placement placement{groups(needs), groups(forbids), {}};
        for (const auto& [_, at] : needs) placement.needed |= at;
        for (const auto& [mark, at] : writes) {
            refuse_unless(mark < static_cast<int>(marks) && (at & ~placement.needed) == 0);
            placement.writes.push_back({std::max(mark, -1), at});
            placement.written |= at;
        }
        refuse_unless(placement.written != 0);
        result.push_back(std::move(placement));
    }
    return result;
}

/// The values of the boards of one game, whatever the number of its marks.
class AnySolver {
public:
    virtual ~AnySolver() = default;
    virtual GameId value(Engine& engine, std::string_view board) = 0;
    virtual BoardWords words(std::string_view board) const = 0;
    virtual BoardGame& game() = 0;
    std::atomic<bool> retired = false;
};

template <typename Rules>
class SolverFor final : public AnySolver {
public:
    SolverFor(const std::string& marks, Rules rules) : solver_(std::move(rules)) {
        plane_.fill(kNoPlane);
        for (std::size_t i = 0; i < marks.size(); ++i)
            plane_[static_cast<unsigned char>(marks[i])] = static_cast<unsigned char>(i);
    }

    GameId value(Engine& engine, std::string_view text) override {
        return solver_.value(engine, read(text));
    }
    BoardWords words(std::string_view text) const override { return to_words(read(text), false); }
    BoardGame& game() override { return solver_; }

private:
    using Plane = typename Rules::GameBoard::Plane;

    typename Rules::GameBoard read(std::string_view text) const {
        const std::size_t cols = std::min(text.find('|'), text.size());
        typename Rules::GameBoard board;
        board.box = {static_cast<std::uint8_t>((text.size() + 1) / (cols + 1)),
                     static_cast<std::uint8_t>(cols)};
        unsigned cell = 0;
        for (const char mark : text) {
            if (mark == '|') continue;
            const unsigned char plane = plane_[static_cast<unsigned char>(mark)];
            if (plane != kNoPlane) board.planes[plane] |= Plane{1} << cell;
            ++cell;
        }
        return board;
    }

    static constexpr unsigned char kNoPlane = 255;
    std::array<unsigned char, 256> plane_;
    Solver<Rules> solver_;
};

/// Calls `make` with the number of planes for so many marks.
template <typename Make>
std::unique_ptr<AnySolver> by_marks(std::size_t marks, Make make) {
    switch (marks) {
        case 1:
            return make(std::integral_constant<unsigned, 1>{});
        case 2:
            return make(std::integral_constant<unsigned, 2>{});
        case 3:
            return make(std::integral_constant<unsigned, 3>{});
        case 4:
            return make(std::integral_constant<unsigned, 4>{});
        default:
            return make(std::integral_constant<unsigned, kMostMarks>{});
    }
}

/// The same for boards of more than 64 cells.
template <typename Make>
std::unique_ptr<AnySolver> by_wide_marks(std::size_t marks, Make make) {
    switch (marks) {
        case 1:
            return make(std::integral_constant<unsigned, 1>{});
        case 2:
            return make(std::integral_constant<unsigned, 2>{});
        default:
            return make(std::integral_constant<unsigned, kMostWideMarks>{});
    }
}

/// What Python holds. The solvers live on until the engine is next at rest. That for boards of more
/// than 64 cells is made when the first of them comes.
class PatternSolver {
public:
    PatternSolver(const std::string& marks, const std::vector<PatternRow>& left,
                  const std::vector<PatternRow>& right,
                  const std::vector<SymmetryRow>& symmetries) {
        const unsigned count = expect_marks(marks);
        std::vector<PatternSymmetry> turns;
        for (const auto& [turn, order, negative] : symmetries) {
            refuse_unless(turn < 8 && is_permutation(order, count));
            turns.push_back({turn, order, negative});
        }
        const std::vector<Pattern> lefts = patterns(left, count);
        const std::vector<Pattern> rights = patterns(right, count);
        solver_ = adopted(by_marks(count, [&](auto planes) -> std::unique_ptr<AnySolver> {
            using Rules = PatternRules<planes()>;
            return std::make_unique<SolverFor<Rules>>(marks, Rules(lefts, rights, turns));
        }));
        if (count > kMostWideMarks) return;
        make_wide_ = [marks, lefts, rights, turns] {
            return by_wide_marks(marks.size(), [&](auto planes) -> std::unique_ptr<AnySolver> {
                using Rules = PatternRules<planes(), WideBits>;
                return std::make_unique<SolverFor<Rules>>(marks, Rules(lefts, rights, turns));
            });
        };
    }
    PatternSolver(const std::string& marks, unsigned cells, const std::vector<PlacementRow>& left,
                  const std::vector<PlacementRow>& right,
                  const std::vector<CellSymmetryRow>& symmetries) {
        const unsigned count = expect_marks(marks);
        refuse_unless(cells > 0 && cells <= kMostCells);
        std::vector<CellSymmetry> turns;
        for (const auto& [places, order, negative] : symmetries) {
            refuse_unless(is_permutation(places, cells) && is_permutation(order, count));
            turns.push_back({places, order, negative});
        }
        const Bits all = Box{1, static_cast<std::uint8_t>(cells)}.all();
        solver_ = adopted(by_marks(count, [&](auto planes) -> std::unique_ptr<AnySolver> {
            using Rules = PlacementRules<planes()>;
            return std::make_unique<SolverFor<Rules>>(
                marks, Rules(placements(left, count, all), placements(right, count, all), turns));
        }));
        cells_ = cells;
    }
    PatternSolver(const PatternSolver&) = delete;
    PatternSolver& operator=(const PatternSolver&) = delete;
    ~PatternSolver() {
        for (AnySolver* solver : {solver_, wide_}) {
            if (solver != nullptr) solver->retired = true;
        }
    }

    NativeBoard board(const std::string& text) {
        const std::string board = checked(text);
        AnySolver& solver = solver_for(board);
        return {&solver.game(), solver.words(board), nb::find(*this)};
    }
    /// The different values of some boards, and which of them each board has, as 32-bit numbers.
    nb::tuple values(nb::iterable texts) {
        std::vector<std::string> boards;
        for (nb::handle text : texts) {
            boards.push_back(checked(nb::cast<std::string>(text)));
            solver_for(boards.back());
        }
        std::vector<Game> games;
        std::vector<std::uint32_t> numbers;
        run([&](Engine& e) {
            std::unordered_map<GameId, std::uint32_t> seen;
            for (const std::string& board : boards) {
                const GameId value = solver_for(board).value(e, board);
                const auto [entry, is_new] =
                    seen.try_emplace(value, static_cast<std::uint32_t>(games.size()));
                if (is_new) games.emplace_back(value);
                numbers.push_back(entry->second);
            }
            return 0;
        });
        nb::list listed;
        for (Game& game : games) listed.append(nb::cast(std::move(game)));
        return nb::make_tuple(listed, nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                                                numbers.size() * sizeof(std::uint32_t)));
    }

private:
    static unsigned expect_marks(const std::string& marks) {
        if (marks.empty() || marks.size() > kMostMarks)
            throw nb::value_error("expected 1 to 8 marks");
        return static_cast<unsigned>(marks.size());
    }
    std::string checked(std::string board) const {
        const std::size_t cols = std::min(board.find('|'), board.size());
        const auto rows = static_cast<std::size_t>(std::count(board.begin(), board.end(), '|')) + 1;
        const std::size_t most = make_wide_ ? kMostWideCells : kMostCells;
        if (cols == 0 || board.size() != rows * (cols + 1) - 1 || rows * cols > most) {
            throw nb::value_error(make_wide_ ? "expected rows of one length with at most 128 cells"
                                             : "expected rows of one length with at most 64 cells");
        }
        if (cells_ != 0 && board.size() != cells_)
            throw nb::value_error("expected as many marks as the rules have cells");
        for (std::size_t i = cols; i < board.size(); i += cols + 1) {
            if (board[i] != '|') throw nb::value_error("expected rows of one length");
        }
        return board;
    }
    /// The solver for a board that was checked.
    AnySolver& solver_for(const std::string& board) {
        const auto bars = static_cast<std::size_t>(std::count(board.begin(), board.end(), '|'));
        if (board.size() - bars <= kMostCells) return *solver_;
        if (wide_ == nullptr) wide_ = adopted(make_wide_());
        return *wide_;
    }
    static AnySolver* adopted(std::unique_ptr<AnySolver> solver) {
        AnySolver* kept = solver.get();
        run([&](Engine& e) {
            std::erase_if(all(), [&](const std::unique_ptr<AnySolver>& old) {
                if (old->retired) {
                    e.detach(old->game());
                    outcome_search().forget(old->game());
                }
                return old->retired.load();
            });
            e.attach(solver->game());
            all().push_back(std::move(solver));
            return 0;
        });
        return kept;
    }
    static std::vector<std::unique_ptr<AnySolver>>& all() {
        static auto* solvers = new std::vector<std::unique_ptr<AnySolver>>;
        return *solvers;
    }

    AnySolver* solver_ = nullptr;
    AnySolver* wide_ = nullptr;
    std::function<std::unique_ptr<AnySolver>()> make_wide_;  // none if there are too many marks
    unsigned cells_ = 0;                                     // of a game on cells without geometry
};

nb::tuple values_of(PatternSolver& solver, nb::iterable texts) { return solver.values(texts); }

}  // namespace

void bind_patterns(nb::module_& m) {
    nb::class_<PatternSolver>(m, "PatternSolver", "The values of a game whose rules are patterns.")
        .def(nb::init<const std::string&, const std::vector<PatternRow>&,
                      const std::vector<PatternRow>&, const std::vector<SymmetryRow>&>(),
             "marks"_a, "left"_a, "right"_a, "symmetries"_a)
        .def(nb::init<const std::string&, unsigned, const std::vector<PlacementRow>&,
                      const std::vector<PlacementRow>&, const std::vector<CellSymmetryRow>&>(),
             "marks"_a, "cells"_a, "left"_a, "right"_a, "symmetries"_a)
        .def("values", guarded<&values_of>, "boards"_a,
             nb::sig("def values(self, boards: collections.abc.Iterable[str]) -> "
                     "tuple[list[Game], bytes]"),
             "Return the different values of boards, and which of them each board has.")
        .def("board", &PatternSolver::board, "board"_a,
             "Return a board for the search of who wins.");
}

}  // namespace farstar::bindings
