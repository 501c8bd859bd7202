// Integrals at many digits hold the closed forms; they end when asked to, also while nodes are computed.

#include "methods/quadrature/adaptive_gauss.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
constexpr long bits = 1'200;
constexpr std::uint64_t budget = 1'000'000;

Ball fine(double value) { return Ball(value).at_precision(bits + 200); }

AdaptiveIntegral found(const Formula& f, double lower, double upper, std::uint64_t most = budget,
                       const Context& context = Context()) {
    return integrate_adaptively(f, Ball(lower), Ball(upper), bits, Ball::power_of_two(-bits), most, context);
}

}  // namespace

TEST_CASE("integrals with closed forms lie in the enclosure, which is as narrow as asked") {
    struct Row {
        Formula f;
        double lower, upper;
        Ball exact;
    };
    const std::vector<Row> rows = {
        {exp(x), -1, 2, exp(fine(2)) - exp(fine(-1))},
        {pow(x, 3) - 2 * x, -1, 3, fine(12)},
        {1 / (1 + pow(x, 2)), -5, 5, 2 * atan(fine(5))},
        {sin(30 * x), 0, 1, (1 - cos(fine(30))) / 30},
        {sqrt(x), 0.0625, 4, fine(16) / 3 - fine(1) / 96},  // a branch cut beside the interval
        {sqrt(pow(x, 2) + 1.0 / 64), 0, 1,
         (sqrt(fine(65)) / 8 + (log(8 + sqrt(fine(65))) / 64)) / 2},  // and two around it
        {log(x), 0.5, 4, 4 * log(fine(4)) - log(fine(0.5)) / 2 - fine(3.5)},
    };
    for (const Row& row : rows) {
        CAPTURE(row.f.text());
        const AdaptiveIntegral one = found(row.f, row.lower, row.upper);
        CHECK(one.value.contains(row.exact.midpoint()));
        CHECK((one.value.radius() - Ball::power_of_two(-bits + 12)).is_negative());
        CHECK(one.evaluations > 8);
        CHECK_FALSE(one.value.overlaps(row.exact + Ball::power_of_two(-bits + 20)));  // control
    }
}

TEST_CASE("without a budget the enclosure is wide, and still one") {
    const AdaptiveIntegral one = found(exp(x), -1, 2, 1);
    CHECK(one.value.contains((exp(fine(2)) - exp(fine(-1))).midpoint()));
    CHECK(one.value.radius_double() > 1e-3);
    CHECK_FALSE(found(1 / x, -1, 1).value.is_finite());
}

TEST_CASE("it ends soon when asked to, also within the nodes of a long rule") {
    std::atomic<bool> cancelled = false;
    Context context;
    context.cancelled = &cancelled;
    constexpr long many = 33'000;  // a rule takes minutes
    std::chrono::steady_clock::time_point asked;
    const std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        asked = std::chrono::steady_clock::now();
        cancelled = true;
    });
    CHECK_THROWS_AS((void)integrate_adaptively(1 / (1 + pow(x, 2)), Ball(-1), Ball(1), many,
                                               Ball::power_of_two(-many), budget, context),
                    Interrupted);
    const std::chrono::duration<double> silent = std::chrono::steady_clock::now() - asked;
    CHECK(silent.count() < 60);  // the rule takes minutes, a node a fifth of a second, on a busy machine more
}
