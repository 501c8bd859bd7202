// A factor 10^k before a sampled expression, and before the number that is stated of it, changes no verdict.

#include <doctest/doctest.h>

#include <sigprop/engine/evaluate.hpp>
#include <sigprop/engine/verification/verify.hpp>
#include <string>
#include <vector>

using namespace sigprop;

namespace {

const Context quick{.digits = 15, .samples = 4096, .methods = "closed_form,boost_*,monte_carlo,network"};

/// A stated number c 10^e, which is scaled by its exponent.
struct StatedNumber {
    const char* digits;
    int exponent;
    const char* bound = nullptr;  ///< upper, lower; none: rounded to its last digit
};

Record judged(const std::string& expression, const StatedNumber& stated, int k, int stated_k) {
    Claim claim;
    claim.id = "scaled";
    claim.expression = k == 0 ? expression : "1e" + std::to_string(k) + "*(" + expression + ")";
    StatedTerms terms{.text = std::string(stated.digits) + "e" + std::to_string(stated.exponent + stated_k)};
    if (stated.bound != nullptr) terms.bound = stated.bound;
    claim.stated = Stated(std::move(terms));
    return verify_claim(claim, quick);
}

struct Row {
    std::string expression;
    std::vector<StatedNumber> stated;
    std::vector<Verdict> verdicts;
};

const std::string stream = "residual.simulated_second_moment(pre_norm, sublayers=4, width=32)";

const std::vector<Row> rows = {
    {stream,
     {{"5", 0}, {"5.00", 0}, {"9.0", 0}, {"4", 0, "upper"}, {"7", 0, "upper"}},
     {Verdict::undecided, Verdict::undecided, Verdict::refuted, Verdict::undecided, Verdict::confirmed}},
    {"(" + stream + " + 2*residual.simulated_second_moment(pre_norm, sublayers=3, width=32))^2/100",
     {{"1.7", 0}, {"0.1", 0, "lower"}, {"0.1", 0, "upper"}},
     {Verdict::undecided, Verdict::confirmed, Verdict::refuted}},
    {"sqrt(" + stream + ")*truncated_normal.variance(-2, 2)",
     {{"1.7", 0}, {"1", 0, "lower"}, {"1", 0, "upper"}},
     {Verdict::undecided, Verdict::confirmed, Verdict::refuted}},
    // with proofs beside the samples
    {"truncated_normal.variance(-2, 2)",
     {{"0.7737412", 0}, {"0.7737413", 0}},
     {Verdict::refuted, Verdict::confirmed}},
    {"activation.gain(gelu)", {{"1.53", 0}, {"1.70", 0}}, {Verdict::confirmed, Verdict::refuted}},
};

}  // namespace

TEST_CASE("scaling a sampled expression changes no verdict") {
    for (const Row& row : rows) {
        CAPTURE(row.expression);
        for (std::size_t i = 0; i < row.stated.size(); ++i) {
            for (const int size : {0, 1, 160, 300, 320, 400, 5000, 100'000}) {
                for (const int k : {-size, size}) {
                    CAPTURE(row.stated[i].digits);
                    CAPTURE(k);
                    const Record record = judged(row.expression, row.stated[i], k, k);
                    INFO(record.reason);
                    CHECK(record.verdict == row.verdicts[i]);
                }
            }
        }
    }
}

TEST_CASE("a factor that is not in the stated number is seen") {
    for (const int k : {-99'999, -400, 0, 400, 100'000})
        CHECK(judged(stream, {"7", 0, "upper"}, k, k - 1).verdict == Verdict::refuted);
}

TEST_CASE("samples of small numbers keep their errors") {
    const auto relative_error = [](const std::string& expression) {
        const Result result = evaluate(expression, {.samples = 4096, .methods = "monte_carlo,network"});
        REQUIRE(result.evidence().size() == 1);
        REQUIRE(result.evidence()[0].status == Status::ok);
        const Ball& value = result.evidence()[0].value;
        return (value.radius().at_precision(64) / value.midpoint().at_precision(64)).to_double();
    };
    for (const std::string& expression : {stream, std::string("truncated_normal.variance(-2, 2)")}) {
        const double once = relative_error(expression);
        CHECK(once > 1e-3);
        for (const char* factor : {"1e-400*", "1e-100000*", "1e400*", "1e100000*"})
            CHECK(relative_error(factor + expression) == doctest::Approx(once).epsilon(1e-8));
    }
    // A power is propagated to first order only where it is close to linear.
    const Record power = evaluate_record("activation.mean(gelu)^700", {.samples = 1 << 16});
    CHECK(power.verdict != Verdict::inconsistent);
}

TEST_CASE("a sample without an error is one of a number that is proved not to change") {
    const auto status = [](const std::string& expression) {
        const Result result = evaluate(expression, {.methods = "network"});
        REQUIRE(result.evidence().size() == 1);
        return result.evidence()[0].status;
    };
    CHECK(status("max(" + stream + ", 100)") == Status::ok);
    CHECK(status("min(" + stream + " - 100, 0)^2") == Status::ok);
    CHECK(status(stream + " - " + stream) == Status::unable);
}
