// Signals that cut a call short: those that ask to stop, and those that ask for nothing.

#include <doctest/doctest.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string>

#include "formats/system_call.hpp"

namespace {

std::array<int, 2> ends;         // NOLINT: of a pipe, reached from a signal handler
std::atomic<int> signals = 0;    // NOLINT: the same
std::atomic<long> written = -1;  // NOLINT: the same

extern "C" void write_at_the_tenth(int) {
    if (++signals == 10) written = ::write(ends[1], "all", 3);
}

}  // namespace

TEST_CASE("a signal that asks for nothing does not end a read, one that asks does") {
    REQUIRE(::pipe(ends.data()) == 0);
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = write_at_the_tenth;
    ::sigaction(SIGALRM, &action, &before);
    const itimerval often{{0, 1000}, {0, 1000}};
    const itimerval never{};
    std::array<char, 8> bytes{};
    const auto read = [&] { return ::read(ends[0], bytes.data(), bytes.size()); };
    static std::atomic<bool> asked = false;
    sigprop::interrupted_only_by(asked);
    ::setitimer(ITIMER_REAL, &often, nullptr);
    const ssize_t count = sigprop::repeated(read);
    asked = true;
    const ssize_t stopped = sigprop::repeated(read);
    const int error = errno;
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before, nullptr);
    CHECK(written == 3);
    CHECK(count == 3);
    CHECK(stopped == -1);
    CHECK(error == EINTR);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST_CASE("an error that the user can mend says how") {
    CHECK(sigprop::reason_of(ENOSPC) == "No space left on device: make room, or write to another place");
    CHECK(sigprop::reason_of(EDQUOT).ends_with(": make room, or write to another place"));
    CHECK(sigprop::reason_of(EFBIG).find("ulimit -f") != std::string::npos);
    CHECK(sigprop::reason_of(EMFILE) == "Too many open files: the limit of ulimit -n");
    CHECK(sigprop::reason_of(EROFS) == "Read-only file system: write to another place");
    CHECK(sigprop::reason_of(ENOMEM).ends_with(": out of memory"));
    CHECK(sigprop::reason_of(EIO) == "Input/output error");
}
