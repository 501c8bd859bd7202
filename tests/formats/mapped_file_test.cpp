// A mapped file that becomes shorter gives zeros and says so; every other fault goes to the handler before.

#include "formats/mapped_file.hpp"

#include <doctest/doctest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sigprop/core/base/errors.hpp>
#include <thread>
#include <vector>

using namespace sigprop;

namespace {

namespace fs = std::filesystem;
constexpr std::size_t size = 64 * 4096;

/// A file of ones that is removed at the end.
struct Ones {
    std::string path;
    explicit Ones(const std::string& name) : path((fs::temp_directory_path() / name).string()) {
        std::ofstream(path, std::ios::binary) << std::string(size, '\1');
    }
    Ones(const Ones&) = delete;
    Ones& operator=(const Ones&) = delete;
    ~Ones() { fs::remove(path); }
};

std::size_t sum_of(const MappedFile& file) {
    std::size_t sum = 0;
    for (const std::byte one : file.bytes()) sum += std::to_integer<std::size_t>(one);
    return sum;
}

struct sigaction handler_now() {
    struct sigaction now {};
    sigaction(SIGBUS, nullptr, &now);
    return now;
}

sigjmp_buf back;                    // NOLINT: reached from a signal handler
std::atomic<int> seen{0};           // NOLINT: the same
volatile std::size_t read_sum = 0;  // NOLINT: so that it is read
void escape(int) {
    ++seen;
    siglongjmp(back, 1);
}

}  // namespace

TEST_CASE("a file that becomes shorter gives zeros behind its end, and is told apart") {
    const Ones ones("sigprop-shorter"), others("sigprop-whole");
    const MappedFile file(ones.path), other(others.path);
    CHECK(sum_of(file) == size);
    CHECK_NOTHROW(file.check_whole());
    fs::resize_file(ones.path, 5000);
    CHECK_NOTHROW(file.check_whole());  // nobody has read what is missing
    CHECK(sum_of(file) == 5000);        // the rest of a page that is there is zero
    CHECK_THROWS_WITH_AS(file.check_whole(), doctest::Contains("became shorter while it was read"), IoError);
    CHECK(sum_of(other) == size);
    CHECK_NOTHROW(other.check_whole());
}

TEST_CASE("several threads may meet the missing pages, while files are mapped and unmapped") {
    const Ones ones("sigprop-threads");
    for (int round = 0; round < 20; ++round) {
        const MappedFile file(ones.path);
        fs::resize_file(ones.path, 4096);
        std::vector<std::jthread> readers;
        std::atomic<int> right{0};
        for (int i = 0; i < 4; ++i) {
            readers.emplace_back([&] {
                const MappedFile own(ones.path);
                right += sum_of(file) == 4096 && sum_of(own) <= size ? 1 : 0;
            });
        }
        readers.clear();
        CHECK(right == 4);
        CHECK_THROWS_AS(file.check_whole(), IoError);
        std::ofstream(ones.path, std::ios::binary) << std::string(size, '\1');
    }
}

TEST_CASE("the handler stands only while a file is mapped, and hands on what is not its own") {
    struct sigaction mine {};
    mine.sa_handler = escape;
    mine.sa_flags = SA_NODEFER;
    struct sigaction before {};
    sigaction(SIGBUS, &mine, &before);
    const Ones ones("sigprop-handler"), foreign("sigprop-foreign");
    {
        const MappedFile file(ones.path);
        const MappedFile unguarded(foreign.path, IfShorter::ends_process);
        CHECK((handler_now().sa_handler != escape));
        fs::resize_file(foreign.path, 0);
        for (int i = 1; i <= 2; ++i) {
            if (sigsetjmp(back, 1) == 0) read_sum = sum_of(unguarded);
            CHECK(seen == i);
        }
        CHECK(sum_of(file) == size);
    }
    CHECK((handler_now().sa_handler == escape));
    // one that is put above ours in the meantime stays, and ours does not get above it again
    sigaction(SIGBUS, &before, nullptr);
    {
        const MappedFile file(ones.path);
        sigaction(SIGBUS, &mine, nullptr);
    }
    CHECK((handler_now().sa_handler == escape));
    {
        const MappedFile file(ones.path);
        CHECK((handler_now().sa_handler == escape));
    }
    sigaction(SIGBUS, &before, nullptr);
}
