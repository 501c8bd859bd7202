// Each error term of the bounds of kernels, on data that reach it.

#include "tests/support/error_terms.hpp"
#include "tests/models/rounding/kernels.hpp"

#include "models/rounding/kernel_arithmetic.hpp"

using namespace test_kernels;

namespace {

constexpr double u = 0x1p-24;
const KernelContract strict = kernel_contract("strict", Dtype::float32);

/// A bound of the wrong sign turns the ends around, which an interval would hide.
Ball ball_of(double lower, double upper) {
    CHECK(lower <= upper);
    return Ball::interval(lower, upper);
}

/// One after another, from the first.
float sum_in_order(const Numbers& x) {
    float sum = 0;
    for (const double one : x) sum += static_cast<float>(one);
    return sum;
}

}  // namespace

TEST_CASE("a sum of 1 and of numbers that are lost beside it") {
    Numbers x(101, u * (1 - 0x1p-23));
    x[0] = 1;
    const float kernel = sum_in_order(x);
    REQUIRE(kernel == 1);
    const auto run = [&] {
        Bounds bounds(1);
        sum_bounds(strict, x, false, bounds.row());
        return ball_of(bounds.lower[0], bounds.upper[0]);
    };
    error_terms::sharp("rounding.kernel.sum", 0.5, run, Ball(kernel));
}

// dy - y dy where y is nearly 1: the rounding of y dy is all that is left. The bound has it three times,
// since a kernel may as well compute y dy - y (y dy).
TEST_CASE("a product before a difference that cancels it") {
    Random random(1);
    double y = 0, dy = 0, most = 0;
    for (int turn = 0; turn < 2000; ++turn) {
        const double a = nearest_of(Dtype::float32, 1 - static_cast<double>(random.below(1000)) * 0x1p-24);
        const double b = nearest_of(Dtype::float32, 1 + std::abs(random.normal()) * 0x1p-10);
        const double error = std::abs(static_cast<double>(static_cast<float>(a * b)) - a * b) / (a * b * u);
        if (error > most) y = a, dy = b, most = error;
    }
    REQUIRE(most > 0.95);
    const float product = static_cast<float>(y) * static_cast<float>(dy);
    const float kernel = static_cast<float>(y) * (static_cast<float>(dy) - product);
    const auto run = [&] {
        Bounds bounds(1);
        softmax_backward_bounds(strict, Numbers{y}, Numbers{dy}, false, bounds.row());
        return ball_of(bounds.lower[0], bounds.upper[0]);
    };
    error_terms::sharp("rounding.kernel.rounding", 0.3, run, Ball(kernel));
}

// A library whose function is off by as much as the contract allows.
TEST_CASE("a function that is off by two units") {
    const double exact = std::exp(-0.5);
    const auto run = [&] {
        const KernelArithmetic kernel(strict);
        const KernelInterval found = kernel.function(KernelInterval::exact(exact), strict.error_of("exp"));
        return ball_of(found.lower, found.upper);
    };
    error_terms::sharp("rounding.kernel.function", 0.5, run, Ball(exact * (1 + 3.99 * u)));
}

TEST_CASE("the squares of a row whose first entry hides the others") {
    const double small = nearest_of(Dtype::float32, std::sqrt(u) * (1 - 0x1p-12));
    Numbers x(2001, small);
    x[0] = 1;
    float sum = 0;
    for (const double one : x) sum += static_cast<float>(one) * static_cast<float>(one);
    REQUIRE(sum == 1);
    const float kernel = 1 / std::sqrt(sum / 2001);
    const auto run = [&] {
        Bounds bounds(x.size());
        norm_bounds(strict, {.epsilon = 0}, x, bounds.row());
        return ball_of(bounds.lower[0], bounds.upper[0]);
    };
    error_terms::sharp("rounding.norm.squares", 0.5, run, Ball(kernel));
}

// Entries of nearly 1, each with half a unit of the partial sum that it is added to, less a little, so that
// it is lost there: the mean is off by a third of what the bound has for numbers of any sign, and its square
// by a ninth.
TEST_CASE("a mean that is off shifts the variance by its square") {
    constexpr std::size_t n = 1024;
    Numbers x = {1};
    float sum = 1;
    while (x.size() < n) {
        const double half = std::ldexp(1.0, std::ilogb(sum) - 24);
        const double one = nearest_of(Dtype::float32, 1 + half * (1 - 0x1p-8));
        x.push_back(one);
        sum += static_cast<float>(one);
    }
    x[0] += 6e-4;
    x[0] = nearest_of(Dtype::float32, x[0]);
    const float centre = sum_in_order(x) / static_cast<float>(n);
    float squares = 0;
    for (const double one : x) {
        const float d = static_cast<float>(one) - centre;
        squares += d * d;
    }
    const float kernel = (static_cast<float>(x[0]) - centre) / std::sqrt(squares / static_cast<float>(n));
    const auto run = [&] {
        Bounds bounds(n);
        norm_bounds(strict, {.centred = true, .epsilon = 0}, x, bounds.row());
        return ball_of(bounds.lower[0], bounds.upper[0]);
    };
    error_terms::sharp("rounding.norm.shifted_mean", 0.05, run, Ball(kernel));
}
