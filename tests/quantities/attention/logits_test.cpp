// Logits and the factors on them: references, routes against each other, identities between the rules, and
// numbers that make no sense. Reference: mpmath 1.2.1 with 60 digits, the formulas as they were published;
// moments by hand from those of one component (normal: 1, 3; uniform: 1, 9/5; the cosine on a sphere: 1/d,
// 3/(d (d + 2))).

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"logit_variance(gaussian, 64)", "64.0"},
    Reference{"logit_variance(uniform, 64)", "64.0"},
    Reference{"logit_variance(sphere, 64)", "64.0"},
    Reference{"logit_variance(sphere, 1, query_std=3)", "9.0"},
    Reference{"logit_variance(gaussian, 64, scale=1/8)", "1.0"},
    Reference{"logit_variance(dim=64, query_std=1/8)", "1.0"},
    Reference{"logit_variance(uniform, 16, scale=0.5, query_std=0.25, key_std=3)", "2.25"},
    Reference{"logit_excess_kurtosis(gaussian, 64)", "0.09375"},
    Reference{"logit_excess_kurtosis(uniform, 64)", "0.00375"},
    Reference{"logit_excess_kurtosis(sphere, 64)", "-0.0909090909090909090909090909090909090909091"},
    Reference{"logit_excess_kurtosis(sphere, 2)", "-1.5"},
    Reference{"logit_excess_kurtosis(sphere, 3)", "-1.2"},
    Reference{"logit_excess_kurtosis(sphere, 1)", "-2.0"},
    Reference{"realformer_logit_std(12, 0.5)", "1.73205080756887729352744634150587236694281"},
    Reference{"log_rule(64)", "0.666666666666666666666666666666666666666667"},
    Reference{"log_rule(1000000, 2048)", "1.81196077902947037156562877972148555047173"},
    Reference{"sqrt_log_rule(4096)", "1.1547005383792515290182975610039149112952"},
    Reference{"yarn_logit_factor(16)", "1.63139022667486847548052210137880764993729"},
    Reference{"longrope_logit_factor(32, 4096)", "1.41666666666666666666666666666666666666667"},
    Reference{"planted_weight(512, 6, 1.5)", "0.940678544080097934370913305229131040155106"},
    Reference{"planted_scale(4096, 512, 6, 1)", "1.34685873434724422739210473186633584712018"},
    Reference{"scalable_softmax_weight(1024, 0.43, 5, 2)", "0.881957991753237319918998878359454849716652"}};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_integral") {
    return ask("attention." + call, 35, methods);
}

}  // namespace

TEST_CASE("every quantity has its reference value by both routes") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    CHECK_FALSE(answers::matches(of(rows[0].call), answers::printed("64.0000000000000000000000500")));
    CHECK_FALSE(answers::matches(of("log_rule(65)"), answers::printed(rows[14].value)));
}

TEST_CASE("samples of components and angles testify to the moments") {
    for (const char* law : {"gaussian", "uniform", "sphere"}) {
        for (const char* name : {"logit_variance(", "logit_excess_kurtosis("}) {
            const std::string call = std::string(name) + law + ", 8)";
            CAPTURE(call);
            CHECK(answers::disagreement(of(call, "*")) == "");
        }
    }
}

TEST_CASE("rules that say the same") {
    const auto zero = [](const std::string& expression) {
        const Result result = ask(expression, 30, "closed_form");
        return result.status() == Status::ok && result.decimal() == "0";
    };
    CHECK(zero("attention.longrope_logit_factor(8, 4096) - attention.log_rule(32768, 4096)"));
    CHECK(zero("attention.sqrt_log_rule(9999, 100)^2 - attention.log_rule(9999, 100)"));
    CHECK(
        zero("attention.planted_weight(4096, 6, attention.planted_scale(4096, 512, 6, 1)) - "
             "attention.planted_weight(512, 6, 1)"));
    CHECK(zero(
        "attention.scalable_softmax_weight(4096, 2, 3, 1) - attention.planted_weight(4096, 4, log(4096))"));
    CHECK_FALSE(zero("attention.yarn_logit_factor(8) - (0.1 * log(8) + 1)"));  // forgets the square
    CHECK(of("yarn_logit_factor(1)").decimal() == "1");
    CHECK(of("yarn_logit_factor(0.5)").decimal() == "1");
    CHECK(of("longrope_logit_factor(0.5, 4096)").decimal() == "1");
    CHECK(answers::matches(of("log_rule(512)"), Ball(1)));
    // Scalable-Softmax keeps the largest key's weight iff s times the gap exceeds 1.
    CHECK(*of("scalable_softmax_weight(2^60, 0.51, 2, 0)").value() > 0.69);
    CHECK(*of("scalable_softmax_weight(2^60, 0.49, 2, 0)").value() < 0.31);
}

TEST_CASE("numbers that make no sense are refused") {
    CHECK(answers::complains("attention.logit_variance(gaussian, 0)", "dim must be from 1 to 10^9, not 0"));
    CHECK(answers::complains("attention.logit_variance(dim=2.5)", "'dim' must be an integer"));
    CHECK(answers::complains("attention.logit_variance(gaussian, 8, scale=0)", "scale must be positive"));
    CHECK(
        answers::complains("attention.logit_variance(gaussian, 8, key_std=-1)", "key_std must be positive"));
    CHECK(answers::complains("attention.logit_variance(laplace, 8)",
                             "'law' must be one of gaussian, uniform, sphere"));
    CHECK(answers::complains("attention.log_rule(1)", "n must be from 2 to 2^63, not 1"));
    CHECK(answers::complains("attention.log_rule(2.5)", "n must be an integer, not 2.5"));
    CHECK(answers::complains("attention.log_rule(64, 1)", "reference must be from 2 to 2^63"));
    CHECK(answers::complains("attention.log_rule(2^64)", "n must be from 2 to 2^63"));
    CHECK(answers::complains("attention.yarn_logit_factor(0)", "s must be positive"));
    CHECK(answers::complains("attention.yarn_logit_factor(inf)", "s must be finite"));
    CHECK(answers::complains("attention.planted_scale(4096, 512, 0, 1)", "gap must be positive"));
    CHECK(answers::complains("attention.planted_weight(4096, inf, 1)", "gap must be finite"));
    CHECK(answers::complains("attention.scalable_softmax_weight(64, -1, 1, 0)", "s must be positive"));
    CHECK(answers::complains("attention.realformer_logit_std(0)", "layer must be at least 1, not 0"));
    CHECK(answers::matches(of("planted_weight(4096, 1e30, 1e30)", "closed_form"), Ball(1)));
    CHECK(of("realformer_logit_std(1e15)", "recursion").status() == Status::unable);
}
