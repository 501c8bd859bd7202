#include <doctest/doctest.h>

#include "core/base/recent.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace sigprop;

namespace {

/// Keys are letters, values their sizes; `made` lists the values that were computed, in order.
struct Asked {
    Recent<char, std::atomic<std::size_t>> recent;
    std::string made;

    Asked(std::size_t most, std::size_t max_size)
        : recent(most, max_size, [](const std::atomic<std::size_t>& size) -> std::size_t { return size; }) {}

    std::shared_ptr<std::atomic<std::size_t>> operator()(char key, std::size_t size = 1) {
        return recent.find(key, [&] {
            made += key;
            return std::atomic<std::size_t>(size);
        });
    }
};

}  // namespace

TEST_CASE("what was asked for longest ago is forgotten first") {
    struct Row {
        std::size_t most, max_size;
        std::string asked, made;
    };
    // A digit is the size of the letter before it.
    for (const Row& row : {Row{2, 9, "aaaa", "a"}, Row{2, 9, "ababab", "ab"}, Row{2, 9, "abcabc", "abcabc"},
                           Row{2, 9, "abacab", "abcb"}, Row{3, 9, "abacab", "abc"}, Row{1, 9, "aba", "aba"},
                           Row{0, 9, "aaba", "aba"}, Row{9, 5, "a3b2ab", "ab"}, Row{9, 5, "a3b3a3b", "abab"},
                           Row{9, 5, "a1b1c4ca", "abca"}, Row{9, 5, "a1b1c3cab", "abc"},
                           Row{9, 5, "a8ab1ba", "aba"}, Row{9, 5, "a3b1c1d1bc", "abcd"}}) {
        CAPTURE(row.asked);
        Asked ask(row.most, row.max_size);
        for (std::size_t i = 0; i < row.asked.size(); ++i) {
            const char key = row.asked[i];
            const char next = row.asked.c_str()[i + 1];
            const bool sized = next >= '0' && next <= '9';
            static_cast<void>(ask(key, sized ? static_cast<std::size_t>(next - '0') : 1));
            if (sized) ++i;
        }
        CHECK(ask.made == row.made);
    }
}

TEST_CASE("a value that has grown pushes others out, and lives while it is read") {
    Asked ask(9, 5);
    const auto a = ask('a'), b = ask('b');
    *b = 5;
    CHECK(ask('a') == a);
    ask.recent.forget_oldest();
    CHECK(ask('a') == a);
    CHECK(ask('b') != b);
    CHECK(ask.made == "abb");
    ask.recent.forget_all();
    CHECK(ask('a') != a);
    CHECK((*a == 1 && *b == 5));
}

TEST_CASE("what cannot be made is not known, and takes no room for ever") {
    Recent<int, int> recent(2);
    const auto fails = []() -> int { throw std::runtime_error("not now"); };
    const auto kept = recent.find(0, [] { return 10; });
    CHECK_THROWS_AS(static_cast<void>(recent.find(1, fails)), std::runtime_error);
    CHECK(*recent.find(1, [] { return 11; }) == 11);
    CHECK(*recent.find(1, fails) == 11);
    CHECK(recent.find(0, fails) == kept);
    for (int key = 2; key < 4; ++key)
        CHECK_THROWS_AS(static_cast<void>(recent.find(key, fails)), std::runtime_error);
    CHECK_THROWS_AS(static_cast<void>(recent.find(0, fails)), std::runtime_error);
}

TEST_CASE("many threads make each value once; who comes second waits") {
    Recent<int, const std::string> recent(4);
    std::atomic<int> made = 0, wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 400; ++i) {
                const int key = (i + (i < 4 ? 0 : t)) % 4;
                const auto make = [&] {
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                    ++made;
                    return std::string(50, static_cast<char>('a' + key));
                };
                if (*recent.find(key, make) != std::string(50, static_cast<char>('a' + key))) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(made == 4);
    CHECK(wrong == 0);
}
