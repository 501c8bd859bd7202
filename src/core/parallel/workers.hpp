#pragma once
// Threads for work that can be shared out. What the work computes must not depend on how many there are: each
// piece writes its own place of a result, or the sums are exact.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace sigprop {

/// How many workers these threads make for so many pieces of work: no more than pieces, at least one if there
/// are any, at most 1024, beyond which nothing is gained and each has its memory.
[[nodiscard]] std::size_t worker_count(int threads, std::uint64_t pieces);

/// Called once for each worker. A long call returns soon after `stop` is raised.
using SharedWork = std::function<void(std::size_t worker, const std::atomic<bool>& stop)>;

/// work(0, stop) on this thread while work(1, stop), …, work(count - 1, stop) run on threads of their own,
/// which have all ended, and freed their caches, when this returns. Where the system starts no more threads
/// the later workers are left out: those that run must take their pieces. A worker that throws raises `stop`.
/// Errors   the first exception, in time, of any worker
void run_workers(std::size_t count, const SharedWork& work);

/// work(0), …, work(count - 1) on several threads. When some throw, those not begun are left out.
/// Errors   the exception of the first of them in order, whatever the number of threads
void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace sigprop
