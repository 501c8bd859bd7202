#include "stack.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstddef>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/ball/threads.hpp"

namespace sigprop::tool {
namespace {

constexpr std::size_t stack_bytes = std::size_t{8} << 20;

bool is_limited_below(std::size_t bytes, rlimit& limit) {
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < bytes;
}

struct Call {
    const std::function<int()>& body;
    int code = 0;
};

void* run(void* given) {
    Call& call = *static_cast<Call*>(given);
    call.code = call.body();
    release_thread_caches();
    return nullptr;
}

/// Signals are for the other thread alone, so that they end its waiting for input or output.
void leave_signals_to_others() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

int on_large_stack(const std::function<int()>& body) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_setattr_default_np(&attributes);  // of the threads that share the work
    rlimit limit{};
    Call call{body};
    pthread_t thread{};
    const bool is_small = is_limited_below(stack_bytes, limit);
    const bool has_other = is_small && pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!is_small) return body();
    if (!has_other) {
        throw IoError(
            "the stack is limited to " + std::to_string(limit.rlim_cur >> 10U) +
            " kB (ulimit -s), and no memory is left for a stack of 8 MiB: raise one of the two limits");
    }
    leave_signals_to_others();
    pthread_join(thread, nullptr);
    return call.code;
}

}  // namespace sigprop::tool
