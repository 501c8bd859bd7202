#pragma once
// An executor runs pieces of work that do not depend on each other. The caller chooses one; the default runs
// them one after the other.

#include <cstddef>
#include <functional>

namespace sigprop {

/// Calls work(0), …, work(count - 1), in any order and on any threads, and returns when all are done.
using Executor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
inline void run_in_order(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace sigprop
