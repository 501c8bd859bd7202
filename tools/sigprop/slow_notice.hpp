#pragma once
// A command that runs for more than a few seconds says so once on standard error: what it is doing, and what
// can be given to end it sooner. Commands that take no --budget, and calls with --budget or --quiet, say
// nothing.

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "command.hpp"

namespace sigprop::tool {

/// What the process works on at the moment, for the notice. From any thread.
void now_in_method(std::string_view method);
/// "12 of 48 claims". From any thread.
void now_done(std::size_t done, std::size_t total, std::string_view what);

class SlowNotice {
public:
    /// Waits in a thread of its own from here on. SIGPROP_PATIENCE in the environment is the seconds after
    /// which a call counts as slow; 5 without it.
    SlowNotice(const Command& command, const Invocation& call);
    SlowNotice(const SlowNotice&) = delete;
    SlowNotice& operator=(const SlowNotice&) = delete;
    ~SlowNotice();

private:
    void wait(const std::stop_token& stop, double seconds);

    std::string subject_, advice_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread waiting_;
};

}  // namespace sigprop::tool
