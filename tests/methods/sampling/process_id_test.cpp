// A process is seen to have ended when it has, also before its parent asks, and not before; one of another
// machine never.

#include "methods/sampling/process_id.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>

using sigprop::has_ended, sigprop::own_process;

TEST_CASE("one that runs, one that was killed, one that nobody knows") {
    const std::string own = own_process();
    CHECK_FALSE(has_ended(own));
    std::array<int, 2> pipe_ends{};
    REQUIRE(pipe(pipe_ends.data()) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const std::string line = own_process();
        static_cast<void>(!write(pipe_ends[1], line.data(), line.size()));
        pause();
        _exit(0);
    }
    std::array<char, 256> text{};
    const ssize_t size = read(pipe_ends[0], text.data(), text.size());
    REQUIRE(size > 0);
    const std::string line(text.data(), static_cast<std::size_t>(size));
    CHECK_FALSE(has_ended(line));
    CHECK(line != own);
    kill(child, SIGKILL);
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
    CHECK(has_ended(line));  // a zombie
    waitpid(child, nullptr, 0);
    CHECK(has_ended(line));
    CHECK_FALSE(has_ended("elsewhere" + line));  // another machine's numbers mean nothing here
    CHECK(has_ended(own + "0"));                 // the number was given again: another start
    for (const char* unknown : {"", "  ", "one two"}) CHECK_FALSE(has_ended(unknown));
}
