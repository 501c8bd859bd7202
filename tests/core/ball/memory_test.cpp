// Arithmetic that finds no memory ends the process by our function, not by SIGABRT.

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <sigprop/core/ball/ball.hpp>

#include "core/ball/memory.hpp"
#include "tests/support/sanitizers.hpp"

namespace {

void end_with_42(std::size_t bytes) noexcept { ::_exit(bytes > 0 ? 42 : 1); }

constexpr int not_limited = 77;  // an emulator of another processor takes no limit of memory

/// The status of a child that needs 256 MB for one number, and may have none more.
int status_without_memory(bool prepared) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        const rlimit none{1, 1};
        const rlimit no_core{0, 0};
        ::setrlimit(RLIMIT_CORE, &no_core);
        if (prepared) sigprop::end_without_memory(end_with_42);
        ::setrlimit(RLIMIT_AS, &none);
        rlimit is{};
        if (::getrlimit(RLIMIT_AS, &is) != 0 || is.rlim_cur != none.rlim_cur) ::_exit(not_limited);
        const sigprop::Ball root = sqrt(sigprop::Ball(2).at_precision(1L << 31));
        ::_exit(root.is_exact() ? 2 : 3);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return status;
}

}  // namespace

TEST_CASE("without memory the process ends as it was prepared to; unprepared by SIGABRT") {
    if (sigprop::test::has_sanitizers) return;  // they have an allocator of their own
    const int prepared = status_without_memory(true);
    if (WIFEXITED(prepared) && WEXITSTATUS(prepared) == not_limited) {
        MESSAGE("memory cannot be limited here");
        return;
    }
    CHECK(WIFEXITED(prepared));
    CHECK(WEXITSTATUS(prepared) == 42);
    const int unprepared = status_without_memory(false);
    CHECK(WIFSIGNALED(unprepared));
    CHECK(WTERMSIG(unprepared) == SIGABRT);
}
