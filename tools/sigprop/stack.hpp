#pragma once
// The stack that the tool computes on, whatever `ulimit -s` is. A main thread that is allowed less than 8 MiB
// waits for one that has them; other threads have them in any case, and not what the limit would give them.
// Expressions, formulas and JSON of 64 levels are read by recursion, which takes up to about 200 kB.

#include <functional>

namespace sigprop::tool {

/// Calls body and returns what it returns.
/// Errors   IoError if the limit is lower and there is no memory for another stack
[[nodiscard]] int on_large_stack(const std::function<int()>& body);

}  // namespace sigprop::tool
