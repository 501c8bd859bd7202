// Quantities of functions with an integrable singularity, through the usual entry points.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::matches;

namespace {

Ball two(long bits) { return Ball(2).at_precision(bits); }
Ball log_mean(long bits) { return -(Ball::euler_gamma(bits) + log(two(bits))) / 2; }

/// E |z|^p = 2^(p/2) Gamma((p + 1)/2) / sqrt(pi)
Ball absolute_moment(const Ball& p, long bits) {
    return exp(p / 2 * log(two(bits)) + log_gamma((p + 1) / 2)) / sqrt(Ball::pi(bits));
}

}  // namespace

TEST_CASE("moments, variances and gains of log, roots and powers of |x|") {
    const long bits = 200;
    const Ball pi = Ball::pi(bits), mean = log_mean(bits);
    const Ball quarter = Ball(0.25).at_precision(bits);
    const std::string log_x = "(\"log(abs(x))\"", root = "(\"sqrt(abs(x))\"", fourth = "(\"abs(x)^(1/4)\"";
    CHECK(matches(ask("activation.mean" + log_x + ")"), mean));
    CHECK(matches(ask("activation.second_moment" + log_x + ")"), pi * pi / 8 + mean * mean));
    CHECK(matches(ask("activation.variance" + log_x + ")"), pi * pi / 8));
    CHECK(matches(ask("activation.gain" + log_x + ")"), 1 / sqrt(pi * pi / 8 + mean * mean)));
    CHECK(matches(ask("activation.mean" + log_x + ", std=1/2)"), mean - log(two(bits))));
    CHECK(matches(ask("activation.mean" + root + ")"), absolute_moment(2 * quarter, bits)));
    CHECK(matches(ask("activation.second_moment" + root + ", std=3)"), 3 * sqrt(2 / pi)));
    CHECK(matches(ask("activation.mean" + fourth + ")"), absolute_moment(quarter, bits)));
    CHECK(matches(ask("activation.gain" + fourth + ")"), 1 / sqrt(absolute_moment(2 * quarter, bits))));
    CHECK(matches(ask("activation.mean(\"1/sqrt(abs(x))\")", 100),
                  absolute_moment(-2 * quarter.at_precision(500), 500)));
    // a mean moves the singular point away from the centre: E log|z + 3/2|
    CHECK(matches(ask("activation.mean" + log_x + ", mean=3/2)"),
                  answers::printed("0.1691936653583104598122172477302824552632")));
    CHECK_FALSE(matches(ask("activation.mean" + log_x + ")"), mean + Ball(1e-28)));
}

TEST_CASE("a zero that is no factor of the formula is the same as one that is") {
    for (const auto& row : {std::pair{"log(x^2 - 2*x + 1)", "2*log(abs(x - 1))"},
                            {"(x^4 - 4*x^2 + 4)^(-1/4)", "1/sqrt(abs(x^2 - 2))"},
                            {"log(x^2 - 2*pi*x + pi^2)", "2*log(abs(x - pi))"},
                            {"log(abs(x^3 - x))", "log(abs(x)) + log(abs(x - 1)) + log(abs(x + 1))"},
                            {"log(abs(x^3 - 3*x + 2))", "2*log(abs(x - 1)) + log(abs(x + 2))"}}) {
        const std::string expanded = row.first, factored = row.second;
        CAPTURE(expanded);
        const Result one = ask("activation.mean(\"" + expanded + "\")", 30, "*");
        const Result other = ask("activation.mean(\"" + factored + "\")", 30);
        REQUIRE(one.status() == Status::ok);
        REQUIRE(other.enclosure() != nullptr);
        const Ball reference = other.enclosure()->value;
        CHECK(answers::enclosures(one.evidence()) >= 2);
        CHECK(answers::dissent(one.evidence()) == "");
        CHECK(matches(one, reference));
        CHECK_FALSE(matches(one, reference + Ball(1e-28)));
    }
}

TEST_CASE("infinitely many singular points: E log|sin(c z + d)| has a series") {
    // log|sin u| = -log 2 - sum of cos(2 k u) / k, and E cos(2 k (c z + d)) = cos(2 k d) e^(-2 k^2 c^2)
    const long bits = 200;
    struct Row {
        const char* formula;
        Ball c, d;
    };
    const Ball half_pi = Ball::pi(bits) / 2;
    for (const Row& row : {Row{"log(abs(sin(x)))", 1, 0}, Row{"log(abs(cos(x)))", 1, half_pi},
                           Row{"log(abs(sin(x/4 + 1)))", 0.25, 1}, Row{"log(sin(2*x - 1)^2)/2", 2, -1}}) {
        CAPTURE(std::string(row.formula));
        Ball sum = -log(two(bits));
        for (int k = 1; k < 60; ++k)
            sum -= cos(2 * k * row.d.at_precision(bits)) *
                   exp(-2 * k * k * row.c * row.c.at_precision(bits)) / k;
        const Result result = ask(std::string("activation.mean(\"") + row.formula + "\")", 30, "*");
        CHECK(answers::enclosures(result.evidence()) >= 2);
        CHECK(answers::dissent(result.evidence()) == "");
        CHECK(matches(result, sum));
        CHECK_FALSE(matches(result, sum + Ball(1e-28)));
    }
    const Result square = ask("activation.second_moment(\"log(abs(sin(x)))\")", 20, "*");
    CHECK(answers::enclosures(square.evidence()) >= 2);
    CHECK(answers::dissent(square.evidence()) == "");
    CHECK(ask("activation.mean(\"log(abs(sin(x^2)))\")", 20).status() == Status::unable);
    CHECK(ask("activation.mean(\"log(abs(sin(x)))*exp(x^2/2)\")", 20).status() == Status::unable);
}

TEST_CASE("every kind of witness agrees, and none gives a number without an error") {
    for (const char* call :
         {"activation.mean(\"log(abs(x))\")", "activation.second_moment(\"log(abs(x^2 - 2))\")",
          "activation.mean(\"1/sqrt(abs(x - 1))\")", "activation.mean(\"sqrt(abs(x))\", std=2)"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call, 30, "*");
        CHECK(result.status() == Status::ok);
        CHECK(answers::enclosures(result.evidence()) >= 2);
        CHECK(answers::dissent(result.evidence()) == "");
        CHECK(std::ranges::any_of(result.evidence(), [](const Evidence& e) {
            return e.method == "boost_tanh_sinh" && e.status == Status::ok;
        }));
    }
    // 1/|x| has no mean, and so 1/sqrt(|x|) no variance: a standard error would mean nothing.
    const Result heavy = ask("activation.mean(\"1/sqrt(abs(x))\")", 30, "*");
    CHECK(heavy.status() == Status::ok);
    for (const Evidence& one : heavy.evidence())
        if (one.kind == Kind::sample)
            CHECK(one.reason.find("no proof that the variance of the samples is finite") !=
                  std::string::npos);
}

TEST_CASE("what is too singular has no value, and the reason names the place") {
    for (const char* call :
         {"activation.second_moment(\"1/sqrt(abs(x))\")", "activation.gain(\"1/x\")",
          "activation.variance(\"1/sqrt(abs(x))\")", "activation.variance(\"log(abs(x))/abs(x)^(1/2)\")"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call, 30, "*");
        CHECK(result.status() == Status::domain);
        CHECK(result.reason().find("the mean diverges near z = 0 ") != std::string::npos);
    }
}

TEST_CASE("methods without a rule for singular points say so") {
    const Result correlation = ask("activation.correlation(\"log(abs(x))\", 1/2)", 20, "arb_*,boost_*");
    REQUIRE_FALSE(correlation.evidence().empty());
    for (const Evidence& one : correlation.evidence()) {
        CHECK(one.status != Status::ok);
        CHECK(one.reason.find("integrable singularity") != std::string::npos);
    }
}
