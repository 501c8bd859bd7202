#pragma once
// Threads for work that can be split. Its result must not depend on their number: each piece writes its own
// place of a result, or the sums are exact.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <sigprop/core/base/context.hpp>

namespace sigprop {

/// The number of workers for this many threads and pieces of work: no more than pieces, at least one if there
/// are any, and at most 1024, since more gain nothing and each needs memory.
[[nodiscard]] std::size_t worker_count(int threads, std::uint64_t pieces);

/// Called once for each worker. A long call returns soon after `stop` is raised.
using SharedWork = std::function<void(std::size_t worker, const std::atomic<bool>& stop)>;

/// Runs work(0, stop) on this thread and work(1, stop), …, work(count - 1, stop) on threads of their own,
/// which have all ended, and freed their caches, when this returns. If the system starts no more threads, the
/// later workers are left out and the others must do their pieces. A worker that throws raises `stop`.
/// Errors   the first exception, in time, of any worker
void run_workers(std::size_t count, const SharedWork& work);

/// Runs work(0), …, work(count - 1) on several threads. If some throw, those not yet begun are left out.
/// Errors   the exception with the smallest index, whatever the number of threads
void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

/// Runs pieces of work on all threads of the context.
[[nodiscard]] inline Executor on_threads(const Context& context) {
    return [threads = context.threads](std::size_t count, const std::function<void(std::size_t)>& work) {
        for_each_index(count, threads, work);
    };
}

}  // namespace sigprop
