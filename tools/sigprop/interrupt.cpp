#include "interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include "formats/files.hpp"

#include "exit_code.hpp"

namespace sigprop::tool {
namespace {

constexpr unsigned seconds_to_stop = 1;

std::atomic<bool> asked{false};  // NOLINT: reached from a signal handler
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void end_now(int) {
    remove_temporaries();
    _exit(static_cast<int>(Exit::interrupted));
}

extern "C" void ask_to_stop(int signal) {
    if (asked.exchange(true)) end_now(signal);
    alarm(seconds_to_stop);
}

/// Without SA_RESTART, so that a waiting read or write returns.
void handle(int signal, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void install_signal_handlers() {
    handle(SIGINT, ask_to_stop);
    handle(SIGTERM, ask_to_stop);
    if (!is_ignored(SIGHUP)) handle(SIGHUP, ask_to_stop);  // nohup ignores it
    handle(SIGALRM, end_now);
    handle(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& interrupted() noexcept { return asked; }

}  // namespace sigprop::tool
