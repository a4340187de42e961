// Games whose rules are patterns: the rules come as numbers, boards as text, values go as games.
#include "patterns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "board.hpp"
#include "kernels.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

using namespace nb::literals;

using CellRow = std::tuple<int, int, int>;
using PatternRow = std::tuple<std::vector<CellRow>, std::vector<CellRow>, std::vector<CellRow>>;
using SymmetryRow = std::tuple<unsigned, std::vector<unsigned>, bool>;

constexpr unsigned kMostMarks = 8;

std::vector<Pattern> patterns(const std::vector<PatternRow>& rows, unsigned marks) {
    const auto refuse_unless = [](bool is_right) {
        if (!is_right)
            throw nb::value_error("expected patterns of cells in reach, and known marks");
    };
    const auto cells = [&](const std::vector<CellRow>& row) {
        std::vector<PatternCell> result;
        for (const auto& [r, c, bits] : row) {
            refuse_unless(std::abs(r) <= 64 && std::abs(c) <= 64 && bits > 0 && bits >> marks == 0);
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
                std::any_of(needs.begin(), needs.end(), [&](const CellRow& cell) {
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

/// The values of the boards of one game, whatever the number of its marks.
class AnySolver {
public:
    virtual ~AnySolver() = default;
    virtual GameId value(Engine& engine, std::string_view board) = 0;
    virtual BoardWords words(std::string_view board) const = 0;
    virtual BoardGame& game() = 0;
    std::atomic<bool> retired = false;
};

template <unsigned kMarks>
class SolverFor final : public AnySolver {
public:
    SolverFor(std::string marks, PatternRules<kMarks> rules)
        : marks_(std::move(marks)), solver_(std::move(rules)) {}

    GameId value(Engine& engine, std::string_view text) override {
        return solver_.value(engine, read(text));
    }
    BoardWords words(std::string_view text) const override { return to_words(read(text), false); }
    BoardGame& game() override { return solver_; }

private:
    Board<kMarks> read(std::string_view text) const {
        const std::size_t cols = std::min(text.find('|'), text.size());
        Board<kMarks> board;
        board.box = {static_cast<std::uint8_t>((text.size() + 1) / (cols + 1)),
                     static_cast<std::uint8_t>(cols)};
        for (std::size_t i = 0; i < text.size(); ++i) {
            const std::size_t mark = marks_.find(text[i]);
            if (mark == std::string::npos) continue;
            board.planes[mark] |= Bits{1} << (i / (cols + 1) * cols + i % (cols + 1));
        }
        return board;
    }

    std::string marks_;
    Solver<PatternRules<kMarks>> solver_;
};

/// What Python holds. The solver lives on until the engine is next at rest.
class PatternSolver {
public:
    PatternSolver(const std::string& marks, const std::vector<PatternRow>& left,
                  const std::vector<PatternRow>& right,
                  const std::vector<SymmetryRow>& symmetries) {
        const auto count = static_cast<unsigned>(marks.size());
        if (count == 0 || count > kMostMarks) throw nb::value_error("expected 1 to 8 marks");
        std::vector<PatternSymmetry> turns;
        for (const auto& [turn, order, negative] : symmetries) {
            std::vector<unsigned> sorted = order;
            std::sort(sorted.begin(), sorted.end());
            bool is_right = turn < 8 && sorted.size() == count;
            for (unsigned i = 0; is_right && i < count; ++i) is_right = sorted[i] == i;
            if (!is_right) throw nb::value_error("expected symmetries of the square and the marks");
            turns.push_back({turn, order, negative});
        }
        auto made = make(marks, patterns(left, count), patterns(right, count), std::move(turns));
        solver_ = made.get();
        run([&](Engine& e) {
            std::erase_if(all(), [&](const std::unique_ptr<AnySolver>& solver) {
                if (solver->retired) {
                    e.detach(solver->game());
                    outcome_search().forget(solver->game());
                }
                return solver->retired.load();
            });
            e.attach(made->game());
            all().push_back(std::move(made));
            return 0;
        });
    }
    PatternSolver(const PatternSolver&) = delete;
    PatternSolver& operator=(const PatternSolver&) = delete;
    ~PatternSolver() {
        if (solver_ != nullptr) solver_->retired = true;
    }

    Game value(const std::string& board) const {
        expect_board(board);
        return run([&](Engine& e) { return Game(solver_->value(e, board)); });
    }
    NativeBoard board(const std::string& board) const {
        expect_board(board);
        return {&solver_->game(), solver_->words(board), nb::find(*this)};
    }

private:
    static void expect_board(const std::string& board) {
        const std::size_t cols = std::min(board.find('|'), board.size());
        const auto rows = static_cast<std::size_t>(std::count(board.begin(), board.end(), '|')) + 1;
        if (cols == 0 || board.size() != rows * (cols + 1) - 1 || rows * cols > kMostCells)
            throw nb::value_error("expected rows of one length with at most 64 cells");
    }
    static std::vector<std::unique_ptr<AnySolver>>& all() {
        static auto* solvers = new std::vector<std::unique_ptr<AnySolver>>;
        return *solvers;
    }
    template <unsigned kMarks>
    static std::unique_ptr<AnySolver> make_for(const std::string& marks, std::vector<Pattern> left,
                                               std::vector<Pattern> right,
                                               std::vector<PatternSymmetry> turns) {
        return std::make_unique<SolverFor<kMarks>>(
            marks, PatternRules<kMarks>(std::move(left), std::move(right), std::move(turns)));
    }
    static std::unique_ptr<AnySolver> make(const std::string& marks, std::vector<Pattern> left,
                                           std::vector<Pattern> right,
                                           std::vector<PatternSymmetry> turns) {
        switch (marks.size()) {
            case 1:
                return make_for<1>(marks, std::move(left), std::move(right), std::move(turns));
            case 2:
                return make_for<2>(marks, std::move(left), std::move(right), std::move(turns));
            case 3:
                return make_for<3>(marks, std::move(left), std::move(right), std::move(turns));
            case 4:
                return make_for<4>(marks, std::move(left), std::move(right), std::move(turns));
            default:
                return make_for<kMostMarks>(marks, std::move(left), std::move(right),
                                            std::move(turns));
        }
    }

    AnySolver* solver_ = nullptr;
};

}  // namespace

void bind_patterns(nb::module_& m) {
    nb::class_<PatternSolver>(m, "PatternSolver", "The values of a game whose rules are patterns.")
        .def(nb::init<const std::string&, const std::vector<PatternRow>&,
                      const std::vector<PatternRow>&, const std::vector<SymmetryRow>&>(),
             "marks"_a, "left"_a, "right"_a, "symmetries"_a)
        .def("value", &PatternSolver::value, "board"_a, "Return the value of a board.")
        .def("board", &PatternSolver::board, "board"_a,
             "Return a board for the search of who wins.");
}

}  // namespace farstar::bindings
