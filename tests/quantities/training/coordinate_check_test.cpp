// The coordinate check tells muP from mistakes in it: slopes beside zero.

#include <cmath>
#include <vector>

#include "tests/support/answers.hpp"
#include "tests/support/sanitizers.hpp"

using namespace sigprop;

namespace {

// Few tokens: as long as the width is not far above their number, they overlap, and every slope is lower.
const std::string small =
    "heads=2, vocabulary=16, steps=3, batch=1, length=8, rate=1e-3, init=mup, base_width=64";

const Evidence& sample(const Result& result) {
    REQUIRE(result.evidence().size() == 1);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front();
}

struct Slope {
    double value, error;
};

Slope slope(const std::string& at, const std::string& more = "") {
    const Result result =
        answers::ask("training.coordinate_slope(pre_norm, 2, " + small +
                         ", networks=16, widths=[64, 128, 256], activation_at=" + at + more + ")",
                     10, "network");
    const Ball& found = sample(result).value;
    return {found.to_double(), found.radius_double()};
}

/// Of the scores' change between two widths, where their scale is an expression in the width.
double slope_of_scores(const std::string& scale_at_64, const std::string& scale_at_256) {
    const auto change = [](const std::string& width, const std::string& scale) {
        const Result result = answers::ask("training.coordinate_change(pre_norm, 2, " + small +
                                               ", statistic=geometric_mean, networks=16, width=" + width +
                                               ", scale=" + scale + ", activation_at=scores)",
                                           10, "network");
        return sample(result).value.to_double();
    };
    return std::log(change("256", scale_at_256) / change("64", scale_at_64)) / std::log(4.0);
}

}  // namespace

TEST_CASE("a measured slope says what it means, and which one theory has") {
    const auto remark = [](const std::string& more) {
        return sample(answers::ask(
                          "training.coordinate_slope(pre_norm, 2, heads=2, vocabulary=16, "
                          "batch=1, length=8, " +
                              more + (more.find("steps") == std::string::npos ? ", steps=1" : "") +
                              (more.find("networks") == std::string::npos ? ", networks=2, widths=[16, 32])"
                                                                          : ")"),
                          10, "network"))
            .reason;
    };
    CHECK(remark("init=mup, activation_at=scores, of=start")
              .ends_with("; theory: -0.5 at infinite width (training.expected_slope)"));
    CHECK(remark("init=mup, base_width=16, activation_at=logits, of=change")
              .ends_with("; theory: 0 at infinite width (training.expected_slope)"));
    CHECK(remark("experts=4").find("theory") == std::string::npos);  // no rule
    CHECK(remark("init=mup, activation_at=logits, of=start, networks=8, widths=[16, 64]")
              .starts_with("it does not grow with the width, but falls; "));
    CHECK(remark("init=lecun, activation_at=hidden, steps=4, networks=8, widths=[16, 64]")
              .starts_with("it grows with the width; "));
}

TEST_CASE("under muP no activation's change grows with the width") {
    if (test::has_sanitizers) return;  // too slow
    for (const std::string at : {"logits", "hidden", "scores", "stream"}) {
        CAPTURE(at);
        const Slope found = slope(at);
        CHECK(found.value < 3 * found.error + 0.1);
        CHECK(found.value > -3 * found.error - 0.3);
    }
}

TEST_CASE("a missing multiplier, a rate that is not divided and 1/sqrt(d) for 1/d are slopes beside zero") {
    if (test::has_sanitizers) return;  // too slow
    const Slope multiplier = slope("logits", ", output_multiplier=1");
    CHECK(multiplier.value > 0.6 + 3 * multiplier.error);
    const Slope rate = slope("hidden", ", hidden_rate=1");
    CHECK(rate.value > 0.3 + 3 * rate.error);
    const double root = slope_of_scores("1/sqrt(32)", "1/sqrt(128)");
    const double whole = slope_of_scores("sqrt(32)/32", "sqrt(32)/128");
    CHECK(root > whole + 0.3);
    CHECK(std::fabs(root - whole - 0.5) <
          0.2);  // d^(1/2) more in the scores, less what it does to their gradient
}

TEST_CASE("size and change of a query are those of W_q n, before the scale of the scores") {
    const auto value = [](const std::string& name, const std::string& scale) {
        const Result result =
            answers::ask("training." + name +
                             "(pre_norm, 2, width=32, steps=1, rate=1e-9, batch=2, length=8, "
                             "activation_at=query, sublayer=0, scale=" +
                             scale + ")",
                         10, "network");
        return sample(result).value.to_double();
    };
    const double plain = value("coordinate_size", "1");
    CHECK(plain > 0.8);
    CHECK(std::fabs(value("coordinate_size", "1/32") / plain - 1) < 1e-6);
}
