// One position of Partizan Euclid at a time, for numbers that fit a machine word.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "kernels.hpp"
#include "partizan_euclid.hpp"
#include "session.hpp"

namespace farstar::bindings {

namespace {

/// The word of E(p, q) from its e leftwards, by t = p mod q > 0: with q/t = [d0; d1, ..., dn] it is
/// r^(dn-2), then l r^(d-1) for each d before.
class Quotients {
public:
    Quotients(std::uint64_t q, std::uint64_t t) {
        if (t == 0 || t >= q) throw nb::value_error("expected 0 < t < q");
        while (t != 0) {
            digits_[count_++] = q / t;
            q = std::exchange(t, q % t);
        }
    }
    std::uint64_t last() const { return digits_[count_ - 1] - 2; }
    /// The others, from the last but one to the first.
    template <typename Action>
    void each_before(Action action) const {
        for (std::size_t i = count_ - 1; i-- > 0;) action(digits_[i] - 1);
    }
    /// How many letters there are, the e apart.
    std::uint64_t letters() const {
        std::uint64_t sum = last();
        each_before([&](std::uint64_t length) { sum += length + 1; });
        return sum;
    }
    std::vector<LetterRun> runs() const {
        std::vector<LetterRun> found{{'r', last()}};
        each_before([&](std::uint64_t length) {
            found.push_back({'l', 1});
            found.push_back({'r', length});
        });
        return found;
    }

private:
    // Consecutive Fibonacci numbers below 2^64 have 92 quotients, and no other pair has more.
    std::array<std::uint64_t, 96> digits_;
    std::size_t count_ = 0;
};

/// An automaton that reads a run of r at one stroke.
class Transitions {
public:
    explicit Transitions(const std::vector<std::pair<unsigned, unsigned>>& rows) {
        for (const auto& [l, r] : rows) {
            left_.push_back(state_number(l, rows.size()));
            right_.push_back(state_number(r, rows.size()));
        }
        if (left_.empty()) throw nb::value_error("expected an automaton with at least one state");
        for (std::size_t start = 0; start < rows.size(); ++start) {
            // After as many letters as there are states the walk is on its cycle.
            std::vector<std::uint8_t> path{static_cast<std::uint8_t>(start)};
            while (path.size() <= 2 * rows.size()) path.push_back(right_[path.back()]);
            std::size_t period = 1;
            while (path[rows.size() + period] != path[rows.size()]) ++period;
            path.resize(rows.size() + period);
            orbits_.push_back({std::move(path), period});
        }
    }
    unsigned read(std::uint64_t q, std::uint64_t t) const {
        const Quotients word(q, t);
        std::uint8_t state = after_r(0, word.last());
        word.each_before([&](std::uint64_t length) { state = after_r(left_[state], length); });
        return state;
    }

private:
    struct Orbit {
        std::vector<std::uint8_t> path;
        std::size_t period;
    };
    std::uint8_t after_r(std::uint8_t state, std::uint64_t length) const {
        const auto& [path, period] = orbits_[state];
        if (length < path.size()) return path[length];
        const std::size_t tail = path.size() - period;
        return path[tail + (length - tail) % period];
    }

    std::vector<std::uint8_t> left_;
    std::vector<std::uint8_t> right_;
    std::vector<Orbit> orbits_;
};

/// Values and atomic weights of single positions, by the automata of farstar.theory.
class EuclidReader {
public:
    EuclidReader(const std::vector<FormRow>& forms, const std::vector<ClassRow>& classes)
        : forms_(form_states(forms)), classes_(word_classes(classes)) {}

    std::optional<Game> value(std::uint64_t q, std::uint64_t t) const {
        return read(q, t, [&](Engine& e, std::span<const LetterRun> runs) {
            return partizan_euclid_form(e, runs, forms_);
        });
    }
    std::optional<Game> weight(std::uint64_t q, std::uint64_t t) const {
        return read(q, t, [&](Engine& e, std::span<const LetterRun> runs) {
            return partizan_euclid_weight(e, runs, classes_);
        });
    }

private:
    /// Longer words are better read run by run, which Python does.
    static constexpr std::uint64_t kMostLetters = 1000;

    template <typename Work>
    static std::optional<Game> read(std::uint64_t q, std::uint64_t t, Work work) {
        const Quotients word(q, t);
        if (word.letters() > kMostLetters) return std::nullopt;
        const std::vector<LetterRun> runs = word.runs();
        return run([&](Engine& e) { return std::optional<Game>(Game(work(e, runs))); });
    }

    std::vector<FormState> forms_;
    std::vector<WordClass> classes_;
};

}  // namespace

void bind_euclid_reader(nb::module_& m) {
    using namespace nb::literals;
    nb::class_<Transitions>(m, "EuclidAutomaton",
                            "An automaton that reads words of Partizan Euclid.")
        .def(nb::init<const std::vector<std::pair<unsigned, unsigned>>&>(), "rows"_a,
             "By rows (l, r); the first state is that of e.")
        .def("read", &Transitions::read, "q"_a, "t"_a,
             "Return the state of the word of E(p, q), t = p mod q > 0.");
    nb::class_<EuclidReader>(m, "EuclidReader", "Values and atomic weights of single positions.")
        .def(nb::init<const std::vector<FormRow>&, const std::vector<ClassRow>&>(), "forms"_a,
             "classes"_a,
             "By rows (l, action, r, action) and rows (l, r, outcome with a far star).")
        .def("value", &EuclidReader::value, "q"_a, "t"_a,
             "Return the value of E(p, q), t = p mod q > 0; None if its word is long.")
        .def("weight", &EuclidReader::weight, "q"_a, "t"_a,
             "Return its atomic weight; None if its word is long.");
}

}  // namespace farstar::bindings
