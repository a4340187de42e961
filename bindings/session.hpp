// One engine for the process, one lock around it, and the budget of each thread.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <utility>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"

namespace farstar::bindings {

namespace nb = nanobind;

inline Engine& engine() {
    static auto* the_engine = new Engine;  // outlives every handle, whatever the order of shutdown
    return *the_engine;
}

inline std::timed_mutex& engine_lock() {
    static auto* lock = new std::timed_mutex;
    return *lock;
}

/// A canonical form that Python holds; pins it in the store.
class Game {
public:
    /// The lock must be held: the game may not be collected before it is pinned.
    explicit Game(GameId id) : id_(id) { engine().store().pin(id); }
    Game(Game&& other) noexcept : id_(std::exchange(other.id_, kNone)) {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    Game& operator=(Game&&) = delete;
    ~Game() {
        if (id_ != kNone) engine().store().unpin(id_);
    }
    GameId id() const { return id_; }

private:
    GameId id_;
};

inline thread_local Limits thread_limits;

/// Asks Python now and then whether a signal (Ctrl-C) is waiting.
class SignalToken final : public StopToken {
public:
    bool stop_requested() override {
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(50);
        nb::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0;
    }

private:
    std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

/// Run `work` on the engine with the GIL released, within the budget of this thread.
template <typename Work>
auto run(Work work) {
    try {
        nb::gil_scoped_release no_gil;
        SignalToken token;
        std::unique_lock lock(engine_lock(), std::defer_lock);
        while (!lock.try_lock_for(std::chrono::milliseconds(50))) {
            if (token.stop_requested()) throw Interrupted();
            if (thread_limits.deadline &&
                std::chrono::steady_clock::now() >= *thread_limits.deadline) {
                throw BudgetExceeded(BudgetExceeded::What::kTime,
                                     "out of budget: the time limit has passed");
            }
        }
        Engine& e = engine();
        const std::uint64_t before = e.steps();
        const auto settle = [&] {
            if (!thread_limits.steps) return;
            const std::uint64_t used = e.steps() - before;
            *thread_limits.steps -= std::min(used, *thread_limits.steps);
        };
        try {
            // Garbage of earlier work does not count against this one.
            if (thread_limits.memory && e.bytes() > *thread_limits.memory) e.collect();
            e.begin(thread_limits, &token);
            auto result = work(e);
            settle();
            return result;
        } catch (const BudgetExceeded& stop) {
            settle();
            // What the abandoned work left behind is garbage: make room, so that the engine stays
            // usable.
            if (stop.what_kind == BudgetExceeded::What::kMemory) e.collect();
            throw;
        } catch (const std::bad_alloc&) {
            e.collect();
            throw BudgetExceeded(BudgetExceeded::What::kMemory, "out of memory");
        }
    } catch (const Interrupted&) {
        throw nb::python_error();  // the pending KeyboardInterrupt, or what a signal handler raised
    }
}

/// Run `work`, which needs no engine, in a thread of its own with the GIL released. It is handed a
/// flag that is set when a signal arrives or the deadline passes, and must then return soon.
template <typename Work>
auto run_apart(Work work) {
    std::atomic<bool> stop{false};
    bool interrupted = false;
    bool late = false;
    auto result = [&] {
        nb::gil_scoped_release no_gil;
        auto done = std::async(std::launch::async, [&] { return work(stop); });
        SignalToken token;
        while (done.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
            interrupted = interrupted || token.stop_requested();
            late = late || (thread_limits.deadline &&
                            std::chrono::steady_clock::now() >= *thread_limits.deadline);
            stop = interrupted || late;
        }
        return done.get();
    }();
    if (interrupted) throw nb::python_error();
    if (late) {
        throw BudgetExceeded(BudgetExceeded::What::kTime,
                             "out of budget: the time limit has passed");
    }
    return result;
}

/// Try something quick without giving up the GIL; kNone or -1 (`unknown`) means that it was not.
template <typename Quick, typename T>
std::pair<std::unique_lock<std::timed_mutex>, T> at_once(Quick quick, T unknown) {
    std::unique_lock lock(engine_lock(), std::try_to_lock);
    if (!lock.owns_lock()) return {std::move(lock), unknown};
    const T answer = quick(engine());
    if (answer == unknown) lock.unlock();
    return {std::move(lock), answer};
}

/// What a game is does not change, but reading it needs the lock: another thread may be growing the
/// store.
template <typename Read>
auto reading(Read read) {
    std::unique_lock lock(engine_lock(), std::try_to_lock);
    if (lock.owns_lock()) return read(engine().store());
    return run([&](Engine& e) { return read(e.store()); });
}

}  // namespace farstar::bindings
