#include "core/ball/arb.hpp"

#include "core/ball/threads.hpp"

namespace sigprop {

void release_thread_caches() noexcept { flint_cleanup(); }

}  // namespace sigprop
