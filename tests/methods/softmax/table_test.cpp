// The table behind the means: two ways to its columns, faults that the proofs must catch, and the memo.

#include "methods/softmax/memo.hpp"
#include "methods/softmax/row_weights.hpp"
#include "methods/softmax/sum.hpp"
#include "tests/methods/softmax/rows.hpp"

#include <atomic>
#include <thread>

using namespace softmax_rows;

namespace {

constexpr long goal = 64;

/// A function with its discretisation error in the radius, as far as a column of powers shows it.
Ball value_at(const SoftmaxTable& table, SoftmaxColumn which, std::size_t place) {
    Ball value = Ball(0).at_precision(table.plan().working);
    arb_set(raw(value), table.function(which, Context()).column.values.at(place));
    return value;
}

}  // namespace

TEST_CASE("the grid and the nodes of a normal law give the same functions") {
    for (const std::string std : {"0.02", "0.3", "2"}) {
        CAPTURE(std);
        const LogitLaw law = normal_logits(std);
        const SoftmaxPlan grid_plan = normal_plan(proxy(law).to_double(), goal);
        SoftmaxPlan plan = grid_plan;
        plan.by_nodes = true;
        const SoftmaxTable grid(law, grid_plan), nodes(law, plan);
        for (std::size_t column = 0; column < softmax_columns; ++column) {
            CAPTURE(column);
            const auto which = static_cast<SoftmaxColumn>(column);
            int sharp = 0;
            for (std::size_t k = 0; k < plan.size(); k += 7) {
                const Ball other = value_at(nodes, which, k);
                Ball value = value_at(grid, which, k);
                if (column > 0)  // phi(u + log c) <= e^p phi(u) times a little: crude, but enough to compare
                    value = value.widened(Ball::power_of_two(-goal));
                CHECK(value.overlaps(other));
                sharp += std::min(value.accuracy_bits(), other.accuracy_bits()) > goal - 24;
            }
            CHECK(sharp > 0);
        }
    }
}

TEST_CASE("a step too wide for its bound is caught by the weights' sum") {
    const LogitLaw law = normal_logits("1");
    const SoftmaxPlan fine = normal_plan(1, goal);
    SoftmaxPlan coarse = fine;
    coarse.steps = 1;
    coarse.first = coarse.first / fine.steps - 1;
    coarse.last = coarse.last / fine.steps + 1;
    const Rows rows{50, RowMask::full};
    const SoftmaxTable fine_table(law, fine), coarse_table(law, coarse);
    const Ball right = weighted_integral(fine_table, SoftmaxColumn::power_1, 1, rows, Context());
    const Ball wide = weighted_integral(coarse_table, SoftmaxColumn::power_1, 1, rows, Context());
    CHECK(right.contains(Ball(1)));
    CHECK(wide.contains(Ball(1)));  // honest: its own bound is wide
    CHECK(wide.accuracy_bits() < 30);
    // with the radius proved for the fine step it would be wrong
    CHECK_FALSE(wide.midpoint().widened(right.radius()).contains(Ball(1)));
}

TEST_CASE("one term dropped from the outer sum, or put in twice, is caught") {
    const SoftmaxTable table(normal_logits("1"), normal_plan(1, goal));
    const RowWeights weights(table, {50, RowMask::full}, Context());
    const Ball h = table.step(128);
    Ball sum = Ball(0).at_precision(128);
    std::size_t largest = 0;
    std::vector<Ball> terms;
    for (std::size_t k = 0; k < table.plan().size(); ++k) {
        terms.push_back(h * weights.at(k, 1) * value_at(table, SoftmaxColumn::power_1, k));
        sum += terms.back();
        if ((terms.back() - terms[largest]).is_positive()) largest = k;
    }
    const Ball allowed = Ball::power_of_two(-goal + 2);
    CHECK(sum.widened(allowed).contains(Ball(1)));
    for (const std::size_t k : {largest, largest - 20}) {
        CHECK_FALSE((sum - terms[k]).widened(allowed).contains(Ball(1)));
        CHECK_FALSE((sum + terms[k]).widened(allowed).contains(Ball(1)));
    }
}

TEST_CASE("the memo changes no bit, whatever was asked before and on how many threads") {
    const auto ask = [](std::uint64_t n) {
        return mean(RowMean::participation, normal_logits("0.7"), n, 50).exact_text();
    };
    forget_tables();
    const std::string alone = ask(300);
    forget_tables();
    for (const std::uint64_t n : {std::uint64_t{2}, longest, std::uint64_t{17}}) {
        static_cast<void>(ask(n));
        static_cast<void>(mean(RowMean::log_partition, normal_logits("0.7"), n, 50));
    }
    CHECK(ask(300) == alone);
    const std::string among_powers = ask(1 << 20);
    forget_tables();
    CHECK(ask(1 << 20) == among_powers);
    forget_tables();
    std::vector<std::string> answers(4);
    std::vector<std::thread> threads;
    Context context;
    for (std::string& answer : answers) {
        threads.emplace_back([&answer, &context] {
            answer = row_mean(RowMean::participation, normal_logits("0.7"), 300, RowMask::full, 50, context)
                         .value.exact_text();
            flint_cleanup();
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& answer : answers) CHECK(answer == alone);
}

TEST_CASE("a table beyond the budget is refused with a reason, and a cancelled one leaves nothing behind") {
    Context small;
    small.budget = 100;
    const Answer refused = row_mean(RowMean::spread, normal_logits("1"), 512, RowMask::full, 120, small);
    CHECK(refused.status == Status::unable);
    CHECK_FALSE(refused.reason.empty());
    forget_tables();
    const std::atomic<bool> stop = true;
    Context cancelled;
    cancelled.cancelled = &stop;
    CHECK_THROWS_AS(
        static_cast<void>(row_mean(RowMean::spread, normal_logits("1"), 512, RowMask::full, 60, cancelled)),
        Interrupted);
    CHECK(mean(RowMean::spread, normal_logits("1"), 512, 60).accuracy_bits() >= 60);
}
