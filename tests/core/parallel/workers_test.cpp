// Threads that share work: which one does it, which is told to stop, and which of several errors is thrown.

#include <doctest/doctest.h>
#include <flint/flint.h>
#include <pthread.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/parallel/workers.hpp"

using namespace sigprop;

namespace {

using Stop = std::atomic<bool>;

void wait_for(const Stop& flag) {
    while (!flag) std::this_thread::yield();
}

/// The message that is thrown; "" when nothing is.
std::string error_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

/// While it exists, the system has no room for another thread's stack.
class NoMoreThreads {
public:
    NoMoreThreads() {
        pthread_getattr_default_np(&before_);
        pthread_attr_t huge;
        pthread_attr_init(&huge);
        REQUIRE(pthread_attr_setstacksize(&huge, std::size_t{1} << 60) == 0);
        REQUIRE(pthread_setattr_default_np(&huge) == 0);
    }
    ~NoMoreThreads() {
        pthread_setattr_default_np(&before_);
        pthread_attr_destroy(&before_);
    }

private:
    pthread_attr_t before_;
};

std::atomic<int> cleaned = 0;

}  // namespace

TEST_CASE("as many workers as threads, but no more than pieces or than gain anything") {
    struct Row {
        int threads;
        std::uint64_t pieces;
        std::size_t workers;
    };
    for (const Row& row : {Row{4, 100, 4}, Row{4, 3, 3}, Row{4, 0, 0}, Row{0, 5, 1}, Row{-7, 5, 1},
                           Row{1'000'000, ~std::uint64_t{0}, 1024}}) {
        CHECK(worker_count(row.threads, row.pieces) == row.workers);
    }
}

TEST_CASE("every worker runs once, the first of them here") {
    std::mutex mutex;
    std::multiset<std::size_t> seen;
    std::thread::id first;
    run_workers(5, [&](std::size_t worker, const Stop& stop) {
        const std::lock_guard lock(mutex);
        seen.insert(worker);
        if (worker == 0) first = std::this_thread::get_id();
        CHECK_FALSE(stop);
    });
    CHECK(seen == std::multiset<std::size_t>{0, 1, 2, 3, 4});
    CHECK(first == std::this_thread::get_id());
    run_workers(0, [](std::size_t, const Stop&) { FAIL("there is no work"); });
}

TEST_CASE("without another thread this one does all the work") {
    const NoMoreThreads none;
    CHECK_THROWS_AS(std::thread([] {}), std::system_error);
    std::set<std::size_t> seen;
    run_workers(5, [&](std::size_t worker, const Stop&) { seen.insert(worker); });
    CHECK(seen == std::set<std::size_t>{0});
    std::vector<int> done(100, 0);
    for_each_index(done.size(), 5, [&](std::size_t i) { ++done[i]; });
    CHECK(done == std::vector<int>(100, 1));
    CHECK(error_of([] {
              run_workers(5, [](std::size_t, const Stop&) { throw std::runtime_error("here"); });
          }) == "here");
}

TEST_CASE("an error stops the others, and of several the first is thrown once all have ended") {
    for (const auto culprit : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
        CAPTURE(culprit);
        std::atomic<int> ended = 0;
        const auto work = [&](std::size_t worker, const Stop& stop) {
            if (worker == culprit) throw std::runtime_error("first");
            wait_for(stop);
            ++ended;
            throw std::runtime_error("later");
        };
        CHECK(error_of([&] { run_workers(4, work); }) == "first");
        CHECK(ended == 3);
    }
}

TEST_CASE("threads leave no caches of balls behind") {
    cleaned = 0;
    const auto work = [](std::size_t worker, const Stop&) {
        if (worker == 0) return;  // its thread, and so its caches, live on
        flint_register_cleanup_function([] { ++cleaned; });
        if (worker == 1) throw std::runtime_error("leaves early");
    };
    CHECK(error_of([&] { run_workers(4, work); }) == "leaves early");
    CHECK(cleaned == 3);
}

TEST_CASE("every index once, whatever the number of threads") {
    for (const int threads : {0, 1, 3, 50}) {
        std::vector<int> done(40, 0);
        for_each_index(done.size(), threads, [&](std::size_t i) { ++done[i]; });
        CHECK(done == std::vector<int>(40, 1));
    }
}

TEST_CASE("of the errors at several indices the first in order is thrown, not the first in time") {
    Stop later_failed = false;
    std::atomic<std::size_t> begun = 0;
    const auto work = [&](std::size_t i) {
        ++begun;
        if (i == 2) {
            wait_for(later_failed);
            throw std::runtime_error("2");
        }
        if (i < 5) return;
        later_failed = true;
        throw std::runtime_error(std::to_string(i));
    };
    CHECK(error_of([&] { for_each_index(1000, 2, work); }) == "2");
    CHECK(begun == 6);  // the rest is skipped
}
