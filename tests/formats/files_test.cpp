#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "formats/temporary_file.hpp"
#include "tests/support/folder.hpp"

namespace fs = std::filesystem;
using sigprop::read_file;
using sigprop::write_file_atomically;
using sigprop::test::Folder;

namespace {

template <class Error, class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("what is written is read back, and nothing else is left") {
    const Folder folder;
    const std::string bytes("a\0\xff\n", 4);
    write_file_atomically(folder / "a", bytes);
    CHECK(read_file(folder / "a") == bytes);
    write_file_atomically(folder / "a", "");
    CHECK(read_file(folder / "a").empty());
    CHECK(folder.names() == Names{"a"});
}

TEST_CASE("a limit is a limit: one byte more is refused") {
    const Folder folder;
    write_file_atomically(folder / "a", std::string(100, 'x'));
    CHECK(read_file(folder / "a", 100).size() == 100);
    CHECK(holds(message_of<sigprop::InputError>([&] { (void)read_file(folder / "a", 99); }), folder / "a"));
    CHECK(holds(message_of<sigprop::InputError>([] { (void)read_file("/dev/zero", 1000); }), "/dev/zero"));
}

TEST_CASE("what cannot be read is an IoError that names the path") {
    const Folder folder;
    for (const std::string& path : {folder / "missing", folder / "missing/file", folder / ""}) {
        CAPTURE(path);
        CHECK(holds(message_of<sigprop::IoError>([&] { (void)read_file(path); }), "cannot read " + path));
    }
    CHECK_THROWS_AS((void)read_file(""), sigprop::IoError);
    CHECK_THROWS_AS((void)read_file(std::string("/dev/null\0x", 11)), sigprop::IoError);
}

TEST_CASE("what cannot be written is an IoError that names the path, and leaves nothing") {
    const Folder folder;
    write_file_atomically(folder / "file", "old");
    for (const std::string& path : {folder / "missing/file", folder / "", folder / "file/below"}) {
        CAPTURE(path);
        CHECK(holds(message_of<sigprop::IoError>([&] { write_file_atomically(path, "x"); }), path));
    }
    CHECK_THROWS_AS(write_file_atomically("", "x"), sigprop::IoError);
    CHECK(holds(message_of<sigprop::IoError>([] { write_file_atomically("/dev/full", "x"); }),
                "/dev/full: No space"));
    CHECK(folder.names() == Names{"file"});
}

TEST_CASE("a disk that fills up half-way leaves the old file and no temporary") {
    const Folder folder;
    write_file_atomically(folder / "file", "old");
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{4096, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const std::string message = message_of<sigprop::IoError>(
        [&] { write_file_atomically(folder / "file", std::string(10000, 'x')); });
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, handler);
    CHECK(holds(message, folder / "file"));
    CHECK(read_file(folder / "file") == "old");
    CHECK(folder.names() == Names{"file"});
}

TEST_CASE("permissions are kept and symbolic links followed") {
    const Folder folder;
    write_file_atomically(folder / "file", "old");
    REQUIRE(::chmod((folder / "file").c_str(), 0640) == 0);
    fs::create_symlink("file", folder / "link");
    write_file_atomically(folder / "link", "new");
    CHECK(fs::is_symlink(folder / "link"));
    CHECK(read_file(folder / "file") == "new");
    CHECK(fs::status(folder / "file").permissions() == fs::perms{0640});
}

TEST_CASE("a signal handler can remove a temporary that is being written") {
    const Folder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        // The file-size limit raises SIGXFSZ inside write(), when the temporary file exists.
        std::signal(SIGXFSZ, [](int) {
            sigprop::remove_temporaries();
            ::_exit(42);
        });
        const rlimit small{4096, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &small);
        write_file_atomically(folder / "file", std::string(10000, 'x'));
        ::_exit(1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 42);
    CHECK(folder.names().empty());
}

TEST_CASE("standard output by any name is written in order, never replaced") {
    const Folder folder;
    std::fflush(stdout);
    const int saved = ::dup(STDOUT_FILENO);
    const int file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600);
    REQUIRE(file >= 0);
    ::dup2(file, STDOUT_FILENO);
    std::printf("one ");
    write_file_atomically("-", "two ");
    write_file_atomically("/dev/stdout", "three");
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(file);
    CHECK(read_file(folder / "out") == "one two three");
    CHECK(folder.names() == Names{"out"});
}

TEST_CASE("a signal ends a read that waits") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    struct sigaction action {};
    struct sigaction before {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGALRM, &action, &before);
    const itimerval often{{0, 1000}, {0, 1000}};  // repeated: the first signal may come before the read
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &often, nullptr);
    CHECK_THROWS_AS((void)read_file("/dev/fd/" + std::to_string(ends[0])), sigprop::Interrupted);
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before, nullptr);
    ::close(ends[0]);
    ::close(ends[1]);
}
