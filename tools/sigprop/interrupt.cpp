#include "interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstring>

#include "formats/mapped_files.hpp"
#include "formats/system_call.hpp"
#include "formats/temporary_file.hpp"
#include "methods/sampling/launcher.hpp"

#include "exit_code.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

constexpr unsigned seconds_to_stop = 1;

std::atomic<bool> asked{false};  // NOLINT: reached from a signal handler
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<bool> told{false};  // NOLINT: the same

// mpirun ends all ranks with SIGTERM when one of them has failed, which has then told why.
std::atomic<bool> is_rank{false};      // NOLINT: the same
std::atomic<bool> by_launcher{false};  // NOLINT: the same

extern "C" void end_now(int) {
    remove_temporaries();
    if (!told.exchange(true) && !by_launcher)
        say("sigprop: interrupted before the work could stop; no file is incomplete\n");
    _exit(static_cast<int>(Exit::interrupted));
}

extern "C" void ask_to_stop(int signal) {
    if (signal == SIGTERM && is_rank) by_launcher = true;
    if (asked.exchange(true)) end_now(signal);
    alarm(seconds_to_stop);
}

/// A mapped file became shorter while it was read: there is nothing to return to. Any other fault ends as it
/// would without us.
extern "C" void end_of_shorter_file(int signal, siginfo_t* fault, void*) {
    const char* const path = mapped_file_at(fault->si_addr);
    if (path == nullptr) {
        ::signal(signal, SIG_DFL);
        return;
    }
    const auto tell = [](const char* text) {
        for (std::size_t left = std::strlen(text); left > 0;) {
            const ssize_t count = ::write(STDERR_FILENO, text, left);
            if (count <= 0) return;
            text += count;
            left -= static_cast<std::size_t>(count);
        }
    };
    tell("sigprop: cannot read ");
    tell(path);
    tell(": it became shorter during reading; run again when no program writes to it\n");
    remove_temporaries();
    _exit(static_cast<int>(Exit::usage));
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
    is_rank = launched_ranks() > 1;
    interrupted_only_by(asked);
    handle(SIGINT, ask_to_stop);
    handle(SIGTERM, ask_to_stop);
    if (!is_ignored(SIGHUP)) handle(SIGHUP, ask_to_stop);  // nohup ignores it
    handle(SIGALRM, end_now);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);  // a write beyond `ulimit -f` then fails with a reason
    struct sigaction shorter {};
    shorter.sa_sigaction = end_of_shorter_file;
    shorter.sa_flags = SA_SIGINFO;
    sigemptyset(&shorter.sa_mask);
    sigaction(SIGBUS, &shorter, nullptr);
}

const std::atomic<bool>& interrupted() noexcept { return asked; }

void tell_ending(const std::string& message) {
    if (!told.exchange(true)) complain(message);
}

void tell_interruption(const std::optional<std::string>& checkpoint) {
    if (checkpoint && ::access(checkpoint->c_str(), F_OK) == 0) {
        tell_ending("interrupted; " + *checkpoint +
                    " has the finished work, and the same command continues from there");
    } else {
        tell_ending("interrupted: unfinished results are lost; no file is incomplete");
    }
}

}  // namespace sigprop::tool
