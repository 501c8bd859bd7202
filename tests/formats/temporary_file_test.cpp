// What a process that was killed left behind is told from what another one is writing.

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <thread>
#include <vector>

#include "formats/file_lock.hpp"
#include "formats/files.hpp"
#include "formats/temporary_file.hpp"
#include "tests/support/folder.hpp"

namespace fs = std::filesystem;
using sigprop::TemporaryFile;
using sigprop::test::Folder;

namespace {}  // namespace

TEST_CASE("what is being written stays, and is gone when nothing came of it") {
    const Folder folder;
    {
        const TemporaryFile one(folder / "file");
        REQUIRE(one.error() == 0);
        sigprop::write_file_atomically(folder / "another", "x");
        CHECK(folder.names().size() == 2);
        ::close(one.descriptor());
    }
    CHECK(folder.names().size() == 1);
}

TEST_CASE("the next one that writes into the folder removes what a killed process left") {
    const Folder folder;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const TemporaryFile one(folder / "file");
        std::raise(SIGKILL);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFSIGNALED(status));
    CHECK(folder.names().size() == 1);
    std::ofstream(folder / ".sigprop-notes.tmp") << "of somebody else";
    sigprop::write_file_atomically(folder / "another", "x");
    CHECK(fs::exists(folder / ".sigprop-notes.tmp"));
    CHECK(folder.names().size() == 2);
}

TEST_CASE("threads that write side by side do not take each other's files for left behind") {
    const Folder folder;
    std::atomic<int> failures = 0;
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&folder, &failures, thread] {
                for (int k = 0; k < 200; ++k) {
                    try {
                        sigprop::write_file_atomically(folder / std::to_string(thread), std::to_string(k));
                    } catch (const sigprop::IoError&) {
                        ++failures;
                    }
                }
            });
        }
    }
    CHECK(failures == 0);
    CHECK(folder.names().size() == 4);
}

TEST_CASE("a process that ends at once leaves no lock; one whose lock it no longer is, keeps it") {
    const Folder folder;
    {
        const sigprop::FileLock lock(folder / "file");
        CHECK(fs::exists(folder / "file.lock"));
        sigprop::remove_temporaries();
        CHECK(folder.names().size() == 0);
    }
    std::ofstream(folder / "file.lock") << "of another process";
    sigprop::remove_temporaries();
    CHECK(fs::exists(folder / "file.lock"));
}

TEST_CASE("a folder that is not there is an error") {
    const Folder folder;
    CHECK(TemporaryFile(folder / "missing/file").error() == ENOENT);
}
