// Exact means of softmax rows: identities that hold to the last digit, and rows of two keys, which are a mean
// over one normal number, against the library's other proofs.

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/mean/known_integrals.hpp"
#include "tests/methods/softmax/rows.hpp"

using namespace softmax_rows;

namespace {

/// E f(sqrt(2) std z), the difference of two logits, by Arb's adaptive integration.
Ball over_difference(const std::string& formula, const std::string& std, long bits) {
    const Formula scale{Real("sqrt(2) " + std, [std](long b) {
        return sqrt(Ball(2).at_precision(b)) * Ball::from_rational(Rational::from_decimal(std), b);
    })};
    const Formula d = scale * Formula::variable();
    const Formula f = known::parsed(formula).substitute(std::span(&d, 1));
    const MeanProblem problem = examine(f, Law::normal(), Context());
    REQUIRE(problem.status == Status::ok);
    const MeanResult result = arb_integral_mean(problem, bits, Context());
    REQUIRE(result.status == Status::ok);
    return result.value;
}

}  // namespace

TEST_CASE("a row of two keys is a mean over the difference of its logits") {
    const std::vector<std::pair<RowMean, std::string>> formulas = {
        {RowMean::log_partition, "softplus(x)"},
        {RowMean::mean_logit, "x*(sigmoid(x) - 1/2)"},
        {RowMean::participation, "sigmoid(x)^2 + sigmoid(-x)^2"},
        {RowMean::spread, "2*sigmoid(x)*sigmoid(-x)"},
        {RowMean::sum_cubes, "sigmoid(x)^3 + sigmoid(-x)^3"},
        {RowMean::sum_fourth_powers, "sigmoid(x)^4 + sigmoid(-x)^4"},
        {RowMean::participation_squared, "(sigmoid(x)^2 + sigmoid(-x)^2)^2"}};
    for (const std::string std : {"0.001", "0.3", "1", "7"}) {
        CAPTURE(std);
        for (const auto& row : formulas) {
            CAPTURE(row.second);
            check_same(mean(row.first, normal_logits(std), 2, 90), over_difference(row.second, std, 96), 86);
        }
    }
}

TEST_CASE("the weights of a row sum to one, for every length and law") {
    const std::vector<LogitLaw> laws = {normal_logits("0.001"), normal_logits("0.02"), normal_logits("0.6"),
                                        normal_logits("3"),     normal_logits("20"),   capped("2", "3"),
                                        capped("0.1", "50"),    sphere(1, "2"),        sphere(2, "3"),
                                        sphere(3, "0.5"),       sphere(16, "8"),       sphere(33, "20"),
                                        sphere(4096, "64")};
    for (const LogitLaw& law : laws) {
        CAPTURE(law.text());
        for (const std::uint64_t n : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{512}, longest}) {
            CAPTURE(n);
            for (const RowMask mask : {RowMask::full, RowMask::causal}) {
                const Ball total = mean(RowMean::total_weight, law, n, 60, mask);
                CHECK(total.contains(Ball(1)));
                CHECK(total.accuracy_bits() >= 60);
            }
        }
    }
}

TEST_CASE("all digits at every length, where Stein's lemma and the two forms of the participation agree") {
    for (const std::string std : {"0.001", "0.05", "1", "5", "64"}) {
        CAPTURE(std);
        const Ball s = Ball::from_rational(Rational::from_decimal(std), 200);
        for (const std::uint64_t n : {std::uint64_t{2}, std::uint64_t{40}, std::uint64_t{1} << 20, longest}) {
            CAPTURE(n);
            for (const RowMean what : all_means)
                CHECK(mean(what, normal_logits(std), n, 70).accuracy_bits() >= 70);
            const Ball spread = mean(RowMean::spread, normal_logits(std), n, 70);
            check_same(mean(RowMean::mean_logit, normal_logits(std), n, 70), s * s * spread, 68);
            CHECK((1 - mean(RowMean::participation, normal_logits(std), n, 70)).overlaps(spread));
        }
    }
}

TEST_CASE(
    "a softcap of any size: as it vanishes the logits are ±cap, and a row of two keys has closed forms") {
    // E log S of two logits, each cap or -cap up to 1.3 cap: log 2 + (1/4) log cosh^2 cap + …
    for (const char* cap : {"1e-3", "1e-9", "1e-20"}) {
        CAPTURE(cap);
        const Ball size = Ball::from_rational(Rational::from_decimal(cap), 200),
                   log_two = log(Ball(2).at_precision(200));
        const Ball value = mean(RowMean::log_partition, capped("1", cap), 2, 60);
        CHECK(value.overlaps(log_two + Ball::interval(Ball(0), size * size / 4)));
        CHECK(value.accuracy_bits() >= 60);
        const Ball moment = mean(RowMean::mean_logit, capped("1", cap), 2, 60);
        CHECK((size * size / 2 - moment).is_positive());                   // cap^2/2 at most
        CHECK((moment - size * size / 2 * (1 - 4 * size)).is_positive());  // E tanh^2 >= 1 - 2 cap E sech^2 …
    }
}

TEST_CASE("inequalities between the means") {
    for (const std::string std : {"0.2", "2"}) {
        const auto at = [&](RowMean what) { return mean(what, normal_logits(std), 100, 60); };
        const Ball two = at(RowMean::participation), three = at(RowMean::sum_cubes);
        const Ball four = at(RowMean::sum_fourth_powers), squared = at(RowMean::participation_squared);
        CHECK((two - three).is_positive());
        CHECK((three - four).is_positive());
        CHECK((squared - two * two).is_positive());  // a variance
        CHECK((three - squared).is_positive());      // the variance of a under its own weights
        const Ball entropy = at(RowMean::log_partition) - at(RowMean::mean_logit);
        CHECK((log(Ball(100).at_precision(80)) - entropy).is_positive());
        CHECK((entropy + log(two)).is_positive());  // Jensen
    }
}

TEST_CASE("a hundred digits") {
    constexpr long bits = 336;
    const Ball spread = mean(RowMean::spread, normal_logits("1"), 512, bits);
    check_same(mean(RowMean::mean_logit, normal_logits("1"), 512, bits), spread, bits);
    CHECK(mean(RowMean::total_weight, normal_logits("1"), 512, bits).contains(Ball(1)));
    check_same(mean(RowMean::log_partition, normal_logits("0.5"), 2, bits),
               over_difference("softplus(x)", "0.5", bits), bits - 8);
}
