#pragma once
// Threads that stay together for many short pieces of work: a network's layers, thousands of times a second.
// for_each_index starts threads for each call, which costs more than a small layer takes.

#include <cstddef>
#include <functional>
#include <memory>

namespace sigprop {

class Team {
public:
    /// Errors   none: where the system starts no more threads the team is smaller
    explicit Team(int threads);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    [[nodiscard]] std::size_t size() const noexcept;

    /// Calls body(begin, end) for ranges that together are 0, …, count - 1, each a multiple of `unit` long
    /// but the last, one for each thread; returns when all have ended. Not to be called from within a body.
    /// Errors   the exception of the first range that throws, in the order of ranges
    using Body = std::function<void(std::size_t begin, std::size_t end)>;
    void split(std::size_t count, std::size_t unit, const Body& body);
    /// Calls body(i, thread) for i = 0, …, count - 1, whichever thread is free; for pieces of unlike size.
    using Piece = std::function<void(std::size_t index, std::size_t thread)>;
    void share(std::size_t count, const Piece& body);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sigprop
