// Problems that the quadrature rules must refuse, because they would give a wrong answer unknowingly.

#include "tests/methods/quadrature/quadrature_methods.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

using namespace quadrature;

TEST_CASE("what cannot be integrated gets no number") {
    const Formula narrow = exp(-(pow((x - 3) / Formula(0.001), 2) / 2));
    const Formula noise = (1 - cos(x * Formula(1e-5))) / pow(x * Formula(1e-5) + Formula(1e-9), 2);
    const std::vector<std::pair<MeanProblem, std::string>> refused = {
        {problem(log(x)), "not finite"},
        {problem(sqrt(10 - x)), "not finite"},  // undefined only where the weight is negligible
        {problem(exp(Formula(0.49) * pow(x, 2))), "not negligible"},  // its mean is sqrt(50)
        {problem(exp(36 * x)), "not negligible"},        // e^648, but f overflows before it decays
        {problem(narrow), "the estimate has no basis"},  // the peak between all nodes
        {problem(noise), "did not converge"},
    };
    for (const auto& row : refused) {
        for (const Method& method : methods()) {
            CAPTURE(method.name);
            const MeanResult result = method.mean(row.first, Context{});
            CHECK(result.status == Status::unable);
            CHECK(result.reason.find(row.second) != std::string::npos);
        }
    }
    MeanProblem divergent = problem(x);
    divergent.status = Status::domain;
    for (const Method& method : methods()) {
        CHECK(method.mean(problem(x), Context{}).status == Status::ok);
        CHECK(method.mean(divergent, Context{}).status == Status::domain);
        CHECK(method.mean(problem(1 / x), Context{}).status == Status::unable);
    }
}

TEST_CASE("the budget is kept, inside the C frames of GSL too, and an interruption is not swallowed") {
    const std::atomic<bool> cancelled = true;
    for (const Method& method : methods()) {
        CAPTURE(method.name);
        const MeanProblem question = problem(pow(tanh(x), 2));
        for (const std::uint64_t budget : {10U, 400U}) {
            const MeanResult result = method.mean(question, {.budget = budget});
            CHECK(result.status == Status::unable);
            CHECK(result.reason == "the budget of evaluations is used up");
            CHECK(result.evaluations == budget);
        }
        CHECK(method.mean(question, {.budget = 1000}).status == Status::ok);
        CHECK_THROWS_AS(static_cast<void>(method.mean(question, {.cancelled = &cancelled})), Interrupted);
    }
}

TEST_CASE("a peak between the nodes is missed with a small error: an estimate is no proof") {
    const auto peak = [](double width) { return exp(-(pow((x - Formula(0.5)) / Formula(width), 2) / 2)); };
    const auto mean = [](double width) {
        const Ball spread = 1 + exactly(width) * exactly(width);
        return exactly(width) / sqrt(spread) * exp(-1 / (8 * spread));
    };
    for (const Method& method : methods()) {
        CAPTURE(method.name);
        const MeanResult missed = method.mean(problem(1 + peak(0x1p-10)), Context{});
        CHECK(missed.status == Status::ok);
        CHECK(missed.value.contains(Ball(1)));
        CHECK(!missed.value.contains(1 + mean(0x1p-10)));
        const MeanResult found = method.mean(problem(1 + peak(0x1p-3)), Context{});
        CHECK(found.value.contains(1 + mean(0x1p-3)));
    }
}

TEST_CASE("kinks matter: without them a jump costs far more, or is not converged") {
    const Formula jump = step(x - Formula(0.3));
    for (const Method& method : methods()) {
        CAPTURE(method.name);
        const MeanResult split = method.mean(problem(jump, Law::normal(), {0.3}), Context{});
        const MeanResult whole = method.mean(problem(jump), Context{});
        CHECK(split.value.contains(normal_cdf(-exactly(0.3))));
        CHECK((whole.status == Status::unable || whole.evaluations > 4 * split.evaluations));
    }
}

TEST_CASE("threads do not disturb each other") {
    const MeanProblem question = problem(pow(sin(40 * x), 2));
    for (const Method& method : methods()) {
        const std::string alone = method.mean(question, Context{}).value.exact_text();
        std::vector<std::string> together(4);
        std::vector<std::thread> threads;
        for (std::string& text : together) {
            threads.emplace_back([&] { text = method.mean(question, Context{}).value.exact_text(); });
        }
        for (std::thread& thread : threads) thread.join();
        for (const std::string& text : together) CHECK(text == alone);
    }
}
