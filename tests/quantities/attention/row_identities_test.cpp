// Identities for rows of attention at every length: weights sum to one, two weights have one degree of
// freedom, causal rows are averages, samples agree with the proofs.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

Result of(const std::string& call, long digits = 30, const std::string& methods = answers::proofs) {
    return ask("attention." + call, digits, methods);
}

/// The value of an attention quantity, to 25 digits.
Ball ball(const std::string& call) { return of(call, 25, "arb_trapezoid").enclosure()->value; }

/// Whether two numbers agree to 24 digits, as far as is proved.
bool are_equal(const Ball& a, const Ball& b) {
    return a.overlaps(b) && a.accuracy_bits() > 78 && b.accuracy_bits() > 78;
}

}  // namespace

TEST_CASE("weights sum to one to the last digit, whatever the row") {
    for (const char* row :
         {"2", "512", "2^63", "512, 0.001", "512, 16", "512, mask=causal", "2^40, mask=causal"}) {
        CAPTURE(row);
        const Result result = of(std::string("total_weight(") + row + ")");
        REQUIRE(answers::enclosures(result.evidence()) == 2);
        CHECK(answers::matches(result, Ball(1)));
        CHECK(result.evidence().back().method == "arb_trapezoid");
        CHECK(result.evidence().back().value.radius_double() < 1e-30);
    }
}

TEST_CASE("two weights: the third and fourth powers follow from the second") {
    for (const char* std : {"0.1", "1", "7"}) {
        const std::string row = std::string("(2, ") + std + ")";
        CAPTURE(row);
        const Ball second = ball("participation" + row), third = ball("sum_cubes" + row);
        CHECK(are_equal(third, (3 * second - 1) / 2));
        CHECK(are_equal(ball("jacobian_norm" + row), ball("participation_squared" + row) - 2 * second + 1));
        CHECK_FALSE(are_equal(third, (3 * second - 1) / 2 + Ball(1e-20)));
    }
}

TEST_CASE("d E log S/d std^2 = (1 - E sum a^2)/2") {
    const Result slope =
        ask("(attention.log_partition(100, sqrt(1 + 1e-10)) - attention.log_partition(100, sqrt(1 - "
            "1e-10)))/2e-10",
            30, "arb_trapezoid");
    const Result right = ask("(1 - attention.participation(100, 1))/2", 30, "arb_trapezoid");
    CHECK(std::fabs(*slope.value() - *right.value()) < 1e-15);
}

TEST_CASE("entropy lies between 0 and log n, falls with std, and two causal rows are half a row") {
    double before = std::log(512.0);
    for (const char* std : {"0.1", "1", "4", "24"}) {
        const double entropy = *of(std::string("entropy(512, ") + std + ")", 15).value();
        CHECK(entropy < before);
        CHECK(entropy > 0);
        before = entropy;
    }
    CHECK(are_equal(ball("entropy(2, 3)"), 2 * ball("entropy(2, 3, mask=causal)")));
    CHECK(are_equal(ball("participation(2, 3)") + 1, 2 * ball("participation(2, 3, mask=causal)")));
    CHECK(are_equal(3 * ball("entropy(3, 1, mask=causal)"), ball("entropy(2, 1)") + ball("entropy(3, 1)")));
}

TEST_CASE("samples agree with the proofs") {
    int samples = 0;
    for (const char* row : {"(2, 1", "(64, 0.5", "(512, 1", "(512, 8"}) {
        for (const char* name : {"entropy", "log_partition", "mean_logit", "participation", "sum_cubes",
                                 "participation_squared", "jacobian_norm"}) {
            const std::string call = std::string(name) + row + ")";
            CAPTURE(call);
            const Result result = of(call, 15, "*");
            CHECK(answers::dissent(result.evidence()) == "");
            const Evidence& last = result.evidence().back();
            CHECK(last.kind == Kind::sample);
            if (last.status == Status::ok && last.value.radius_double() > 0) ++samples;
        }
    }
    CHECK(samples >= 24);  // of 28: few rows do not tell E sum a^3 where rare rows dominate it
}

TEST_CASE("medians exist by simulation alone; the mean is not monotone where the median is") {
    const Result median = of("median_jacobian_norm(512, 32)", 15, "*");
    REQUIRE(median.evidence().size() == 1);
    CHECK(median.evidence()[0].kind == Kind::sample);
    CHECK(median.evidence()[0].status == Status::ok);
    const auto at = [](const std::string& call) { return of(call, 15, "*").evidence()[0].value.to_double(); };
    CHECK(at("median_jacobian_norm(512, 32)") < at("median_jacobian_norm(512, 8)"));
    CHECK(at("median_jacobian_norm(512, 32)") < 0.1 * *of("jacobian_norm(512, 32)", 10).value());
    CHECK(std::fabs(at("median_entropy(512, 1)") - *of("entropy(512, 1)", 10).value()) < 0.02);
}
