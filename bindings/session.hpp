// One engine for the process, one lock around it, and the budget of each thread.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "farstar/engine.hpp"
#include "farstar/errors.hpp"
#include "game.hpp"

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

inline thread_local Limits thread_limits;
/// This thread is in the engine: what runs now was called by a signal handler or a finaliser.
inline thread_local bool thread_inside = false;

/// Lets a process fork while another of its threads is in the engine: that thread stands still at
/// its next poll, where the store is whole, and the child takes the store over.
class ForkGate {
public:
    /// Returns with the state locked, and the engine either locked or standing still.
    void before() {
        if (thread_inside) return;  // forking from a signal handler: this thread is at a poll
        nb::gil_scoped_release no_gil;
        one_at_a_time_.lock();
        for (wanted_ = true;;) {
            locked_ = engine_lock().try_lock_for(std::chrono::milliseconds(2));
            state_.lock();
            if (locked_ || parked_) return;
            state_.unlock();
        }
    }
    void after_in_parent() {
        if (thread_inside) return;
        if (locked_) engine_lock().unlock();
        wanted_ = false;
        state_.unlock();
        one_at_a_time_.unlock();
    }
    void after_in_child() {
        if (thread_inside) return;
        if (!locked_) new (&engine_lock()) std::timed_mutex;  // its owner is not in this process
        parked_ = false;
        after_in_parent();
    }
    /// Called at polls by the thread that holds the engine.
    void pause_if_wanted() {
        if (!wanted_) return;
        std::unique_lock state(state_);
        for (parked_ = true; wanted_; state.lock()) {
            state.unlock();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        parked_ = false;
    }

private:
    std::mutex one_at_a_time_;
    std::mutex state_;
    std::atomic<bool> wanted_ = false;
    bool parked_ = false;
    bool locked_ = false;
};

inline ForkGate& fork_gate() {
    static auto* gate = new ForkGate;
    return *gate;
}

/// Asks Python now and then whether a signal (Ctrl-C) is waiting.
class SignalToken final : public StopToken {
public:
    bool stop_requested() override {
        if (thread_inside) fork_gate().pause_if_wanted();
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return false;
        next_ = now + std::chrono::milliseconds(50);
        nb::gil_scoped_acquire gil;
        return PyErr_CheckSignals() != 0;
    }

private:
    std::chrono::steady_clock::time_point next_{};  // long ago: the first poll asks
};

/// Counts the steps of a piece of work against the budget of its thread, however it ends.
class Settlement {
public:
    explicit Settlement(const Engine& e) : engine_(e), before_(e.steps()) { thread_inside = true; }
    Settlement(const Settlement&) = delete;
    Settlement& operator=(const Settlement&) = delete;
    ~Settlement() {
        thread_inside = false;
        if (!thread_limits.steps) return;
        *thread_limits.steps -= std::min(engine_.steps() - before_, *thread_limits.steps);
    }

private:
    const Engine& engine_;
    std::uint64_t before_;
};

inline bool is_late() {
    return thread_limits.deadline && std::chrono::steady_clock::now() >= *thread_limits.deadline;
}

[[noreturn]] inline void out_of_time() {
    throw BudgetExceeded(BudgetExceeded::What::kTime, "out of budget: the time limit has passed");
}

[[noreturn]] inline void out_of_memory() {
    throw BudgetExceeded(BudgetExceeded::What::kMemory, "out of memory");
}

/// Collect, unless there is not even memory for that.
inline void make_room(Engine& e) {
    try {
        e.collect();
    } catch (const std::bad_alloc&) {
        // The results that were remembered are gone, which is some memory.
    }
}

/// Refuse what a signal handler asks of the engine that it interrupts.
inline void refuse_if_inside() {
    if (thread_inside) {
        throw std::runtime_error(
            "the engine is busy: expected no use of it in a signal handler that interrupts it");
    }
}

/// Run `work` on the engine with the GIL released, within the budget of this thread.
template <typename Work>
auto run(Work work) {
    refuse_if_inside();
    try {
        nb::gil_scoped_release no_gil;
        SignalToken token;
        std::unique_lock lock(engine_lock(), std::defer_lock);
        // Mostly it is free, and then no clock has to be read.
        while (!lock.try_lock() && !lock.try_lock_for(std::chrono::milliseconds(50))) {
            if (token.stop_requested()) throw Interrupted();
            if (is_late()) out_of_time();
        }
        Engine& e = engine();
        const Settlement settlement(e);
        try {
            // Whatever the work begins with is pinned, so that this is the time to collect. Garbage
            // of earlier work does not count against this one.
            if (thread_limits.memory && e.bytes() > *thread_limits.memory) e.collect();
            e.collect_if_due();
            e.begin(thread_limits, &token);
            return work(e);
        } catch (const BudgetExceeded& stop) {
            // What the abandoned work left behind is garbage: make room, so that the engine stays
            // usable.
            if (stop.what_kind == BudgetExceeded::What::kMemory) make_room(e);
            throw;
        } catch (const std::bad_alloc&) {
            make_room(e);
            out_of_memory();
        }
    } catch (const Interrupted&) {
        throw nb::python_error();  // the pending KeyboardInterrupt, or what a signal handler raised
    }
}

/// A new thread needs some memory before it can refuse anything politely: see that it is there.
inline void expect_memory_for_a_thread() { std::unique_ptr<char[]>(new char[1 << 20]); }

template <typename Work>
auto in_a_thread(Work work) {
    expect_memory_for_a_thread();
    try {
        return std::async(std::launch::async, std::move(work));
    } catch (const std::system_error&) {
        throw BudgetExceeded(BudgetExceeded::What::kMemory,
                             "out of memory: the system starts no more threads");
    }
}

/// Run `work`, which needs no engine, in a thread of its own with the GIL released. It is handed a
/// flag that is set when a signal arrives or the deadline passes, and must then return soon.
template <typename Work>
auto run_apart(Work work) {
    std::atomic<bool> stop{false};
#ifdef __EMSCRIPTEN__
    // A page in a browser has no threads; it ends a worker that does not keep to its time.
    return work(stop);
#else
    bool interrupted = false;
    bool late = false;
    auto result = [&] {
        nb::gil_scoped_release no_gil;
        auto done = in_a_thread([&] { return work(stop); });
        SignalToken token;
        while (done.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
            interrupted = interrupted || token.stop_requested();
            late = late || is_late();
            stop = interrupted || late;
        }
        return done.get();
    }();
    if (interrupted) throw nb::python_error();
    if (late) out_of_time();
    return result;
#endif
}

/// Say that Python is out of memory in the words of the core; other errors of Python go on.
template <auto function>
struct Guarded;
template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct Guarded<function> {
    static Result call(Arguments... arguments) {
        try {
            return function(std::forward<Arguments>(arguments)...);
        } catch (nb::python_error& error) {
            if (error.matches(PyExc_MemoryError)) out_of_memory();
            throw;
        }
    }
};
template <typename Result, typename Self, Result (Self::*function)() const>
struct Guarded<function> {
    static Result call(const Self& self) {
        try {
            return (self.*function)();
        } catch (nb::python_error& error) {
            if (error.matches(PyExc_MemoryError)) out_of_memory();
            throw;
        }
    }
};
/// To be bound in place of a function that makes much of Python.
template <auto function>
inline constexpr auto guarded = &Guarded<function>::call;

/// A buffer of so many bytes for Python, whose contents are not set.
inline nb::object new_buffer(std::size_t bytes) {
    // Made empty and then resized: CPython complains of one that it cannot make at once.
    nb::object object = nb::steal(PyByteArray_FromStringAndSize(nullptr, 0));
    if (bytes > static_cast<std::size_t>(PY_SSIZE_T_MAX) || !object.is_valid() ||
        PyByteArray_Resize(object.ptr(), static_cast<Py_ssize_t>(bytes)) != 0) {
        PyErr_Clear();
        out_of_memory();
    }
    return object;
}

/// Copy numbers into a new object of Python, and poll for signals and the deadline meanwhile.
inline nb::object copied(const void* from, std::size_t bytes) {
    constexpr std::size_t kBlock = std::size_t{1} << 24;
    nb::object object = new_buffer(bytes);
    char* to = PyByteArray_AsString(object.ptr());
    for (std::size_t done = 0; done < bytes; done += kBlock) {
        std::memcpy(to + done, static_cast<const char*>(from) + done,
                    std::min(kBlock, bytes - done));
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (is_late()) out_of_time();
    }
    return object;
}

/// Now and then a thread with a budget may not take the quick way, which looks at no bound.
inline bool may_be_quick() {
    thread_local unsigned count = 0;
    if (thread_inside) return false;
    return (!thread_limits.deadline && !thread_limits.memory) || (++count & 63u) != 0;
}

/// Try something quick without giving up the GIL; `unknown` means that it was not.
template <typename Quick, typename T>
std::pair<std::unique_lock<std::timed_mutex>, T> at_once(Quick quick, T unknown) {
    if (!may_be_quick()) return {std::unique_lock<std::timed_mutex>(), unknown};
    std::unique_lock lock(engine_lock(), std::try_to_lock);
    if (!lock.owns_lock()) return {std::move(lock), unknown};
    if (engine().is_crowded()) return {std::unique_lock<std::timed_mutex>(), unknown};
    const T answer = quick(engine());
    if (answer == unknown) lock.unlock();
    return {std::move(lock), answer};
}

/// What a game is does not change, but reading it needs the lock: another thread may be growing the
/// store.
template <typename Read>
auto reading(Read read) {
    if (!thread_inside) {
        std::unique_lock lock(engine_lock(), std::try_to_lock);
        if (lock.owns_lock()) return read(engine().store());
    }
    return run([&](Engine& e) { return read(e.store()); });
}

}  // namespace farstar::bindings
