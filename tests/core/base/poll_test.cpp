// Arithmetic on balls notices the clock and Ctrl-C, within a scope alone.

#include <doctest/doctest.h>

#include <sigprop/core/ball/ball.hpp>

#include "core/ball/complex_ball.hpp"
#include "core/ball/jet.hpp"
#include "core/base/poll.hpp"
#include "core/parallel/workers.hpp"

using namespace sigprop;

namespace {

Context late() {
    Context context;
    context.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
    return context;
}

/// Some 10^4 operations at few bits: enough for the clock to be read.
template <class Number>
void work(Number x) {
    for (int i = 0; i < 10'000; ++i) x = x * x / (x + x);
}

const Ball one_and_a_half = Ball(1.5).at_precision(100);

}  // namespace

TEST_CASE("a long computation ends once the time is over") {
    const Context context = late();
    const PollScope polls(context);
    CHECK_THROWS_AS(work(one_and_a_half), TimeSpent);
    CHECK_THROWS_AS(work(ComplexBall(one_and_a_half)), TimeSpent);
    CHECK_THROWS_AS(work(Jet::variable(one_and_a_half, 4)), TimeSpent);
    CHECK_THROWS_AS(run_workers(1, [](std::size_t, const std::atomic<bool>&) { work(one_and_a_half); }),
                    TimeSpent);
    CHECK_THROWS_AS(run_workers(2,
                                [](std::size_t worker, const std::atomic<bool>&) {
                                    if (worker == 1) work(one_and_a_half);  // on a thread of its own
                                }),
                    TimeSpent);
}

TEST_CASE("without a scope, or with time left, nothing happens") {
    work(one_and_a_half);
    const Context context;
    {
        const PollScope polls(context);
        work(one_and_a_half);
        {
            const Context inner_context = late();
            const PollScope inner(inner_context);
            CHECK_THROWS_AS(work(one_and_a_half), TimeSpent);
        }
        work(one_and_a_half);
    }
}

TEST_CASE("Ctrl-C is noticed, too") {
    const std::atomic<bool> cancelled = true;
    Context context;
    context.cancelled = &cancelled;
    const PollScope polls(context);
    CHECK_THROWS_AS(work(one_and_a_half), Interrupted);
}
