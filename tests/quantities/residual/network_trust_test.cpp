// Means that a few networks carry. References: the skewness and kurtosis of the log-normal law, and samples
// made of known numbers.

#include "quantities/residual/network_trust.hpp"

#include <cmath>
#include <vector>

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

/// 32 numbers with a skewness of 0.
std::vector<double> even() {
    std::vector<double> numbers;
    for (int k = 0; k < 32; ++k) numbers.push_back(1 + 0.01 * k);
    return numbers;
}

std::string reason_against(const std::string& call) {
    const Result result = answers::ask("residual.simulated_" + call, 15, "network");
    return result.evidence().front().reason;
}

bool says(const std::optional<std::string>& reason, const std::string& part) {
    return reason && reason->find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a log-normal part is judged by its skewness over the number of networks") {
    // g^2 = (e^s2 + 2)^2 (e^s2 - 1) = 2.56 = 0.08 * 32 at s2 = 0.2178
    const auto doubt = [](double log_variance) {
        return doubt_about_mean(even(), even(), LogNormalPart{log_variance, "this number"}, "log_mean");
    };
    CHECK_FALSE(doubt(0.2176));
    CHECK(doubt(0.2180));
    CHECK(says(doubt(0.23), "the logarithm of this number has a variance of about 0.23"));
    CHECK(says(doubt(0.23), "statistic=log_mean"));
    CHECK(says(doubt(1), "it needs 480 networks, not 32"));  // (e + 2)^2 (e - 1)/0.08 = 478.2, rounded up
    CHECK(says(doubt(50), "more than a million networks"));
    CHECK_FALSE(doubt_about_mean(even(), even(), std::nullopt, ""));
}

TEST_CASE("a pilot's own skewness, and one network among many") {
    std::vector<double> tail = even();
    tail.back() = -5;
    CHECK(says(doubt_about_mean(even(), tail, std::nullopt, ""), "32 others have a skewness of about 5"));
    CHECK(says(doubt_about_mean(tail, even(), std::nullopt, ""), "one network dominates this mean, with 9"));
    for (double& number : tail) number *= 1e-200;  // no cube of these underflows
    CHECK(doubt_about_mean(even(), tail, std::nullopt, ""));
}

TEST_CASE("a variance is judged by the kurtosis of the log-normal law") {
    // e^(4 s2) + 2 e^(3 s2) + 3 e^(2 s2) - 6 is 1.4 at s2 = 0.0780, and 15 = 0.015 * 1000 at s2 = 0.4477
    const auto doubt = [](std::size_t networks, double log_variance) {
        return doubt_about_variance(networks, {log_variance, "this number"}, "log_variance");
    };
    CHECK_FALSE(doubt(32, 0.0778));
    CHECK(doubt(32, 0.0782));
    CHECK_FALSE(doubt(1000, 0.4472));
    CHECK(doubt(1000, 0.4481));
}

TEST_CASE("deep post_norm: the mean is unable, and what it names is not") {
    const std::string deep = "gradient_ratio(post_norm, sublayers=400, width=64";
    CHECK(reason_against(deep + ")").find("statistic=geometric_mean or log_mean") != std::string::npos);
    CHECK(reason_against(deep + ", statistic=variance)").find("statistic=log_variance") != std::string::npos);
    for (const char* statistic : {"geometric_mean", "log_mean", "log_variance"})
        CHECK(reason_against(deep + ", statistic=" + statistic + ")") == "");
    CHECK(reason_against("gradient_ratio(post_norm, sublayers=4, width=256)") ==
          "");  // control: shallow and wide
}

TEST_CASE("the interval of a geometric mean extends as far up as that of the mean logarithm") {
    const auto of = [](const std::string& statistic) {
        return answers::ask(
                   "residual.simulated_gradient_ratio(post_norm, sublayers=100, width=64, statistic=" +
                       statistic + ")",
                   15, "network")
            .evidence()
            .front()
            .value;
    };
    const double t = 2.0395134464;  // Student's quantile at 97.5 %, 31 degrees of freedom
    const Ball geometric = of("geometric_mean");
    const Ball logarithm = of("log_mean");
    const double upper = geometric.midpoint().to_double() + t * geometric.radius_double();
    const double expected = std::exp(logarithm.midpoint().to_double() + t * logarithm.radius_double());
    CHECK(std::fabs(upper / expected - 1) < 1e-3);  // rounding's allowance
    CHECK(geometric.radius_double() > geometric.midpoint().to_double() * logarithm.radius_double() * 1.1);
}

TEST_CASE("cosines near 1 are judged by what they lack to it") {
    const std::string tokens =
        "token_similarity(post_norm, sublayers=24, width=16, block=transformer, length=8, correlation=0.5";
    CHECK(reason_against(tokens + ")").find("its distance to the bound") != std::string::npos);
    CHECK(reason_against(tokens + ", statistic=log_mean)").find("its distance to the bound") !=
          std::string::npos);
    CHECK(reason_against("sublayer_cosine(post_norm, sublayers=4, width=256)") == "");
}

TEST_CASE("a statistic of logarithms that do not exist is no number") {
    CHECK(reason_against("sublayer_cosine(rezero, alpha=-3, sublayers=2, width=16, block=mlp, "
                         "statistic=geometric_mean)")
              .find("no logarithm") != std::string::npos);
}

TEST_CASE("a pilot is as large as its sample, within limits") {
    CHECK(pilot_networks(2) == 8);
    CHECK(pilot_networks(20) == 20);
    CHECK(pilot_networks(1000) == 32);
}
