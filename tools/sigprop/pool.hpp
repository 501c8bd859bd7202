#pragma once
// Runs independent pieces of work on several threads. What they compute must not depend on the number of
// threads; each piece writes its own place of a result.

#include <cstddef>
#include <functional>

namespace sigprop::tool {

/// work(0), …, work(count - 1), in no order. When some throw, the rest is not begun, and the error of the
/// first of them in order is thrown, whatever the number of threads.
void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace sigprop::tool
