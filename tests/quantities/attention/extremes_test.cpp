// The quantities of the largest weight of a row: every route, against 10^6 rows sampled with numpy and
// quadrature with mpmath and numpy, and refusals.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

double value(const std::string& expression) {
    const Result result = ask(expression, 12);
    CAPTURE(expression);
    REQUIRE(result.status() == Status::ok);
    return result.value().value();
}

struct Sampled {
    const char* expression;
    double mean, error;  ///< of 10^6 rows, numpy
};

const Sampled sampled[] = {
    {"attention.max_weight(512, 8)", 0.7286112, 2.2e-4},
    {"attention.max_weight(64, 4)", 0.5934840, 2.3e-4},
    {"attention.max_weight(16, 2)", 0.4647660, 1.8e-4},
    {"attention.max_weight(512, 16)", 0.8657848, 1.8e-4},
    {"attention.max_weight(128, 1)", 0.0685591, 3.0e-5},
    {"attention.fraction_above(512, 8, 0.5)", 0.799350, 4.0e-4},
    {"attention.fraction_above(512, 8, 0.9)", 0.327429, 4.7e-4},
    {"attention.fraction_above(512, 8, 0.99)", 0.114136, 3.2e-4},
    {"attention.fraction_above(64, 4, 0.9)", 0.129056, 3.4e-4},
    {"attention.fraction_above(16, 2, 0.5)", 0.366120, 4.8e-4},
    {"attention.fraction_above(512, 16, 0.99)", 0.378815, 4.9e-4},
    {"attention.median_max_weight(512, 8)", 0.764048, 5e-4},
    {"attention.median_max_weight(64, 4)", 0.570194, 5e-4},
    {"attention.median_max_weight(512, 16)", 0.962362, 2e-4},
};

}  // namespace

TEST_CASE("10^6 rows that another program sampled") {
    double square = 0;
    for (const Sampled& row : sampled) {
        const double z = (value(row.expression) - row.mean) / row.error;
        CAPTURE(row.expression);
        CHECK(std::fabs(z) < 4);
        square += z * z;
    }
    CHECK(square < 2.5 * std::size(sampled));
    // Negative control: one more key is detected.
    CHECK(std::fabs(value("attention.max_weight(17, 2)") - 0.4647660) > 6 * 1.8e-4);
}

TEST_CASE("every route agrees, and thirty digits are proved where two proofs exist") {
    for (const char* expression : {"attention.max_weight(2, 3)", "attention.fraction_above(3, 2, 0.6)"}) {
        CAPTURE(expression);
        CHECK(answers::disagreement(ask(expression, 30, "*")) == "");
    }
    for (const char* expression : {"attention.max_weight(16, 2)", "attention.fraction_above(16, 2, 0.7)",
                                   "attention.median_max_weight(64, 4)"}) {
        CAPTURE(expression);
        const Result result = ask(expression, 20, "*");
        CHECK(has_digits(result.enclosure()->value, 20));
        CHECK(answers::dissent(result.evidence()) == "");
        CHECK(result.evidence().size() >= 2);
    }
}

TEST_CASE("an estimate of a share that says nothing about it is none") {
    const Result share = ask("attention.fraction_above(2^50, 12, 0.5)", 6, "*");
    CHECK(share.status() == Status::ok);
    int estimates = 0;
    for (const Evidence& one : share.evidence()) {
        if (one.kind != Kind::estimate) continue;
        CHECK(one.status == Status::unable);
        ++estimates;
    }
    CHECK(estimates == 1);
}

TEST_CASE("the largest weight grows with std and falls with n, and so do shares") {
    double last = 0;
    for (const char* std : {"0.001", "0.5", "1", "2", "5", "20", "64"}) {
        const double now = value("attention.max_weight(100, " + std::string(std) + ")");
        CHECK(now > last);
        last = now;
    }
    last = 1;
    for (const char* n : {"2", "3", "10", "100", "10000", "2^40"}) {
        const double now = value("attention.max_weight(" + std::string(n) + ", 4)");
        CHECK(now < last);
        last = now;
    }
    last = 1;
    for (const char* t : {"0.5", "0.6", "0.9", "0.99", "0.999999"}) {
        const double now = value("attention.fraction_above(512, 8, " + std::string(t) + ")");
        CHECK(now < last);
        last = now;
    }
}

TEST_CASE("thresholds very near 1") {
    const Result share = ask("attention.fraction_above(512, 8, 1 - 1e-31)", 20, "*");
    REQUIRE(share.status() == Status::ok);
    CHECK(answers::dissent(share.evidence()) == "");
    CHECK(share.enclosure()->value.is_positive());
    // For two logits the share is erfc(31 log(10)/16) except for the last part in 10^31.
    const Result two = ask("attention.fraction_above(2, 8, 1 - 1e-31) / erfc(31 * log(10) / 16) - 1", 20);
    CHECK(two.enclosure()->value.upper_double() < 1e-25);
    CHECK(share.value().value() < *ask("attention.fraction_above(512, 8, 1 - 1e-30)", 20).value());
}

TEST_CASE("closed forms of two logits") {
    const Result share = ask("attention.fraction_above(2, 1, 0.9) - erfc(log(9)/2)");
    CHECK(share.enclosure()->value.contains_zero());
    CHECK(ask("attention.fraction_above(2, 5, 0.5)").enclosure()->value.contains(Ball(1)));
    CHECK(ask("attention.fraction_above(512, 8, 1/512)").enclosure()->value.contains(Ball(1)));
}

TEST_CASE("what is not proved is sampled, with the reason") {
    for (const char* call :
         {"attention.max_weight(64, 1, softcap=2)", "attention.max_weight(64, 1, mask=causal)",
          "attention.fraction_above(64, 4, 0.4)", "attention.median_max_weight(64, 1)"}) {
        CAPTURE(call);
        CHECK(answers::status(call, answers::proofs) == "unable");
        const Result result = ask(call, 12, "monte_carlo");
        REQUIRE(result.evidence().size() == 1);
        CHECK(result.evidence()[0].status == Status::ok);
    }
}

TEST_CASE("arguments that make no sense") {
    CHECK(answers::complains("attention.max_weight(1)", "n must be from 2 to 2^63"));
    CHECK(answers::complains("attention.max_weight(2.5)", "n must be an integer"));
    CHECK(answers::complains("attention.max_weight(8, 0)", "std must be from 0.001 to 64"));
    CHECK(answers::complains("attention.max_weight(8, 65)", "std must be from 0.001 to 64"));
    CHECK(answers::complains("attention.fraction_above(8, 1, 0)", "threshold must be in (0, 1), not 0"));
    CHECK(answers::complains("attention.fraction_above(8, 1, 1)", "threshold must be in (0, 1), not 1"));
}
