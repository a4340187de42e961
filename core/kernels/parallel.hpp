// Pieces of work dealt out to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace farstar {

/// Call work(piece, worker) for each piece below `count`, in `threads` threads; worker numbers are
/// below `threads`. Setting `stop` keeps further pieces from being begun. The first exception of a
/// thread is thrown here, after all have ended.
template <typename Work>
void deal_out(std::size_t count, unsigned threads, const std::atomic<bool>& stop, Work work) {
    std::atomic<std::size_t> turn{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto run = [&](unsigned worker) {
        try {
            for (std::size_t piece; (piece = turn.fetch_add(1)) < count;) {
                if (stop.load(std::memory_order_relaxed)) return;
                work(piece, worker);
            }
        } catch (...) {
            const std::scoped_lock lock(failing);
            if (!failure) failure = std::current_exception();
            turn = count;
        }
    };
    const auto wanted = static_cast<unsigned>(
        std::min<std::size_t>(std::max(1u, threads), std::max<std::size_t>(1, count)));
    std::vector<std::thread> helpers;
    for (unsigned worker = 1; worker < wanted; ++worker) {
        try {
            helpers.emplace_back(run, worker);
        } catch (const std::system_error&) {
            break;  // fewer threads do the same work
        }
    }
    run(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace farstar
