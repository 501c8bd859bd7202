#include "core/ball_arb.hpp"

#include <sigprop/core/threads.hpp>

namespace sigprop {

void release_thread_caches() noexcept { flint_cleanup(); }

}  // namespace sigprop
