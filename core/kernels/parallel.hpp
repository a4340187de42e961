// Pieces of work dealt out to threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
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
        } catch (const std::exception&) {
            break;  // no thread, or no memory for it: fewer threads do the same work
        }
    }
    run(0);
    for (std::thread& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

/// Make a list longer by zeros, in blocks; give up, and say so, when `stop` is set.
template <typename T>
bool lengthen(std::vector<T>& list, std::size_t size, const std::atomic<bool>& stop) {
    constexpr std::size_t kBlock = std::size_t{1} << 22;
    list.reserve(size);
    while (list.size() < size) {
        if (stop.load(std::memory_order_relaxed)) return false;
        list.resize(std::min(size, list.size() + kBlock));
    }
    return true;
}

}  // namespace farstar
