// A sweep whose places are shared by ranks: the same series on every rank, in the same order.

#include "engine/series/shared_sweep.hpp"

#include <doctest/doctest.h>

#include <mutex>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "tests/support/thread_ranks.hpp"

using namespace sigprop;

namespace {

struct Question {
    std::string expression;
    std::vector<std::string> over;
    Context context;
};

std::string swept(const Question& asked, Ranks* ranks) {
    std::vector<Axis> axes;
    for (const std::string& one : asked.over) axes.push_back(parse_axis(one));
    Report report;
    report.series = shared_sweep("curve", asked.expression, axes, asked.context, run_in_order, ranks);
    return write_report(report);
}

/// What each of several ranks says: its report or its error.
std::vector<std::string> on_all(const Question& asked, int size) {
    std::mutex mutex;
    std::vector<std::string> said;
    on_ranks(size, [&](Ranks& rank) {
        std::string text;
        try {
            text = swept(asked, &rank);
        } catch (const InputError& error) {
            text = error.what();
        }
        const std::lock_guard lock(mutex);
        said.push_back(std::move(text));
    });
    return said;
}

}  // namespace

TEST_CASE("the bytes of one rank") {
    const std::vector<Question> questions = {
        // the closed form of a gain ends between the places, and so do methods: their order is that of one
        // rank
        {"activation.gain(f)", {"f=relu,gelu,tanh,\"x * sigmoid(x)\""}, {.digits = 12, .samples = 4096}},
        {"activation.second_moment(tanh, std=s)",
         {"s=1,2,3", "samples=4096,8192", "seed=0,1"},
         {.digits = 12, .methods = "arb_*,monte_carlo"}},
        {"truncated_normal.variance(-a, a)", {"a=1,2,3,4,5"}, {.digits = 20}}};
    for (const Question& asked : questions) {
        const std::string alone = swept(asked, nullptr);
        CAPTURE(asked.expression);
        for (const int size : {1, 2, 3}) {
            for (const std::string& one : on_all(asked, size)) CHECK(one == alone);
        }
    }
}

TEST_CASE("an error at one place is said by all ranks alike") {
    const Question asked = {"truncated_normal.variance(a, 2)", {"a=0,1,3,2"}, {.digits = 12}};
    std::string alone;
    try {
        static_cast<void>(swept(asked, nullptr));
    } catch (const InputError& error) {
        alone = error.what();
    }
    CHECK_FALSE(alone.empty());
    for (const std::string& one : on_all(asked, 3)) CHECK(one == alone);
}
