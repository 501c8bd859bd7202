// The error terms of the mean over the length of a query.

#include "methods/softmax/chi_mean.hpp"
#include "tests/support/error_terms.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

ChiMean problem(std::uint64_t n, std::int64_t dim, double scale) {
    ChiMean all;
    all.n = n;
    all.dim = dim;
    all.scale = Real(scale);
    return all;
}

/// log n - (1 - 1/n) (1 - e^(-3 s^2/2))/3: near s = 0 like the entropy of n keys.
EntropyAt falling(std::int64_t n) {
    return [n](const Real& std, long bits) {
        const Ball s = std.at(bits + 60), keys = Ball(n).at_precision(bits + 60);
        const Ball value = log(keys) - (1 - 1 / keys) * (1 - exp(-3 * s * s / 2)) / 3;
        return EntropyPair{value, value};
    };
}

/// Its mean over s = scale r: E e^(-3 s^2/2) = (1 + 3 scale^2)^(-dim/2).
Ball mean_of_falling(std::int64_t n, std::int64_t dim, double scale) {
    const Ball keys = Ball(n).at_precision(300), dims = Ball(dim).at_precision(300);
    const Ball mean = pow(1 + 3 * pow(Ball(scale).at_precision(300), 2), -dims / 2);
    return log(keys) - (1 - 1 / keys) * (1 - mean) / 3;
}

Ball mean(std::int64_t n, std::int64_t dim, double scale, long bits) {
    const EntropyPair means =
        chi_mean(problem(static_cast<std::uint64_t>(n), dim, scale), falling(n), bits, Context());
    REQUIRE(means[0].status == Status::ok);
    return means[0].value;
}

}  // namespace

TEST_CASE("nodes that are left out: there an entropy may be log n, which it nearly is near s = 0") {
    const Redesigned few("softmax.chi_rule.ends", 0.3);
    sharp(
        "softmax.chi_mean.missing_weight", 0.5, [] { return mean(50, 1, 0.3, 40); },
        mean_of_falling(50, 1, 0.3));
}

TEST_CASE("an entropy near zero: the bound holds for the mean of z^4 over any weights") {
    // For two keys the fourth cumulant is an eighth of the mean that bounds it.
    const Redesigned sooner("softmax.chi_mean.near_zero_bits", 0.15);
    sharp(
        "softmax.chi_mean.near_zero", 0.1, [] { return mean(2, 2, 0.1, 40); }, mean_of_falling(2, 2, 0.1));
}

TEST_CASE("the step: a constant entropy errs like the sum of the weights") {
    // In the complex plane an entropy of modulus 21 log n cannot be excluded, so that the bound is 22 times
    // that of the weights; and their own bound takes the largest modulus on every ray.
    constexpr std::int64_t n = std::int64_t{1} << 60;
    const Redesigned step("softmax.chi_rule.step", 6), nodes("softmax.chi_rule.ends", 3);
    sharp(
        "softmax.chi_rule.discretisation", 0.008, [] { return mean(n, 20, 0x1p-40, 10); },
        mean_of_falling(n, 20, 0x1p-40));
}
