#include "core/parallel/team.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using sigprop::Team;

TEST_CASE("Team: split hands out every index once, in whole units") {
    for (const int threads : {1, 2, 3, 4}) {
        Team team(threads);
        CHECK(team.size() == static_cast<std::size_t>(threads));
        for (const std::size_t count : {0U, 1U, 7U, 64U, 65U, 1000U}) {
            std::vector<int> seen(count);
            team.split(count, 16, [&](std::size_t begin, std::size_t end) {
                // Ranges are disjoint: no two threads write the same place.
                for (std::size_t i = begin; i < end; ++i) ++seen[i];
                if (begin % 16 != 0 || (end % 16 != 0 && end != count))
                    throw std::logic_error("not whole units");
            });
            CHECK(seen == std::vector<int>(count, 1));
        }
    }
}

TEST_CASE("Team: share hands out every piece once, and names the thread") {
    Team team(3);
    std::vector<int> seen(100);
    std::vector<std::atomic<int>> by_thread(team.size());
    team.share(100, [&](std::size_t index, std::size_t thread) {
        ++seen[index];
        ++by_thread.at(thread);
    });
    CHECK(seen == std::vector<int>(100, 1));
    CHECK(by_thread[0] + by_thread[1] + by_thread[2] == 100);
}

TEST_CASE("Team: the exception of the first range is thrown, and the team works on") {
    Team team(3);
    for (int again = 0; again < 50; ++again) {
        std::string found;
        try {
            team.split(48, 16, [](std::size_t begin, std::size_t) {
                if (begin > 0) throw std::runtime_error(std::to_string(begin));
            });
        } catch (const std::runtime_error& error) {
            found = error.what();
        }
        CHECK(found == "16");
        std::atomic<std::size_t> sum = 0;
        team.split(48, 16, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
        CHECK(sum == 48);
    }
}

TEST_CASE("Team: ten thousand small pieces of work") {
    Team team(2);
    std::vector<std::size_t> numbers(64);
    for (int again = 0; again < 10'000; ++again) {
        team.split(64, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) numbers[i] += i;
        });
    }
    for (std::size_t i = 0; i < 64; ++i) CHECK(numbers[i] == 10'000 * i);
}
