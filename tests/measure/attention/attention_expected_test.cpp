// The expectation beside a measurement: its expression, that sampled heads have its value, and that heads of
// another law do not.

#include <doctest/doctest.h>

#include "measure/attention/expectation.hpp"
#include "tests/support/attention_samples.hpp"

using namespace attention_samples;
using namespace sigprop;

namespace {

constexpr std::size_t dim = 128;

/// q and k with these numbers of positions, both N(0, I); the logits have a std of about `std`.
AttentionMeasurement sampled(std::size_t queries, std::size_t keys, double std, bool causal,
                             std::uint64_t seed) {
    const std::string q = npy({queries, dim}, weights_samples::normal_weights(queries * dim, std, 2 * seed));
    const std::string k = npy({keys, dim}, weights_samples::normal_weights(keys * dim, 1, 2 * seed + 1));
    return measure(q, k, {.causal = causal}, {.digits = 8, .methods = "!monte_carlo"});
}

/// How far the measured entropy is from the expected one.
double deviation(const AttentionMeasurement& found) {
    const Record& record = found.heads[0].record;
    REQUIRE_MESSAGE(record.computed.value, record.expression, ": ", record.reason);
    CHECK(record.computed.digits == 8);
    CHECK(!record.verdict);
    CHECK(record.evidence.back().route == RouteKind::measurement);
    CHECK(std::abs(*record.evidence.back().value - found.heads[0].statistics.entropy) < 1e-6);
    return found.heads[0].statistics.entropy - *record.computed.value;
}

}  // namespace

TEST_CASE("full and causal rows, and the last of causal ones, as expressions") {
    CHECK(entropy_expression({7, 9, false}, "2") == "attention.entropy(9, std=2)");
    CHECK(entropy_expression({7, 9, false, "2*25"}, "2") == "attention.entropy(9, std=2, softcap=2*25)");
    CHECK(entropy_expression({9, 9, true}, "2") == "attention.entropy(9, std=2, mask=causal)");
    CHECK(entropy_expression({1, 9, true}, "2") == "attention.entropy(9, std=2)");
    CHECK(entropy_expression({8, 9, true}, "2") == "9 * attention.entropy(9, std=2, mask=causal) / 8");
    CHECK(
        entropy_expression({4, 9, true}, "2") ==
        "(9 * attention.entropy(9, std=2, mask=causal) - 5 * attention.entropy(5, std=2, mask=causal)) / 4");
}

TEST_CASE("the last rows of causal attention are those rows one by one") {
    // (8 of 10): the rows over 3, 4, … 10 keys.
    const Context context = {.digits = 12, .methods = "!monte_carlo"};
    const std::optional<double> whole = expected_entropy({8, 10, true}, 1.5, context).computed.value;
    REQUIRE(whole);
    double sum = 0;
    for (std::size_t n = 3; n <= 10; ++n) {
        sum += expected_entropy({1, n, false}, 1.5, context).computed.value.value_or(0);
    }
    CHECK(std::abs(*whole - sum / 8) < 1e-10);
}

TEST_CASE("normal heads have the entropy of iid normal logits of their std") {
    // Rows share their keys, so the entropy of 64 over 256 scatters by 0.09 around its mean at std 3.
    for (const double std : {0.5, 1.0, 2.0, 3.0}) {
        CAPTURE(std);
        double full = 0;
        double causal = 0;
        double last = 0;
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            full += deviation(sampled(128, 128, std, false, seed)) / 4;
            causal += deviation(sampled(128, 128, std, true, seed)) / 4;
            last += deviation(sampled(64, 256, std, true, seed)) / 4;
        }
        CHECK(std::abs(full) < 0.05 * std);
        CHECK(std::abs(causal) < 0.05 * std);
        CHECK(std::abs(last) < 0.05 * std);
    }
}

TEST_CASE("a softcap is part of the expectation") {
    const std::string q = npy({128, dim}, weights_samples::normal_weights(128 * dim, 4, 1));
    const std::string k = npy({128, dim}, weights_samples::normal_weights(128 * dim, 1, 2));
    const AttentionMeasurement found =
        measure(q, k, {.softcap = "3"}, {.digits = 8, .methods = "!monte_carlo"});
    CHECK(std::abs(deviation(found)) < 0.05);
    const AttentionStatistics& head = found.heads[0].statistics;
    CHECK(std::abs(head.uncapped_std - 4) < 0.2);
    CHECK(head.logit_std < 2.5);
    CHECK(found.heads[0].record.expression.find(", softcap=3)") != std::string::npos);
    // Control: uncapped normal logits of the same std have another entropy.
    const Record plain =
        expected_entropy({128, 128, false}, head.logit_std, {.digits = 8, .methods = "!monte_carlo"});
    CHECK(std::abs(head.entropy - plain.computed.value.value_or(head.entropy)) > 0.2);
}

TEST_CASE("heads that are not so are told apart") {
    // At the same std: a planted key that every query agrees with, and logits with only two values.
    Doubles q = weights_samples::normal_weights(256 * dim, 1, 5);
    Doubles k = weights_samples::normal_weights(256 * dim, 1, 6);
    for (std::size_t i = 0; i < 256; ++i) q[i * dim] = 12;
    for (std::size_t c = 0; c < dim; ++c) k[7 * dim + c] = c == 0 ? 10 : 0;
    CHECK(deviation(measure(npy({256, dim}, q), npy({256, dim}, k), {},
                            {.digits = 8, .methods = "!monte_carlo"})) < -0.5);
    for (std::size_t i = 0; i < 256; ++i) {
        for (std::size_t c = 0; c < dim; ++c) {
            q[i * dim + c] = c == 0 ? 1 : 0;
            k[i * dim + c] = c == 0 ? (i % 2 == 0 ? 34.0 : -34.0) : 0;
        }
    }
    CHECK(deviation(measure(npy({256, dim}, q), npy({256, dim}, k), {},
                            {.digits = 8, .methods = "!monte_carlo"})) > 0.5);
}

TEST_CASE("where there is no std to ask for") {
    const Context context = {.digits = 12, .methods = "!monte_carlo"};
    const Record flat = expected_entropy({4, 4, false}, 0, context);
    CHECK(flat.expression == "attention.entropy(4, std=0.001)");
    REQUIRE(flat.computed.value);
    CHECK(std::abs(*flat.computed.value - std::log(4)) < 5e-7);
    const Record steep = expected_entropy({4, 4, false}, 80, context);
    CHECK(steep.status == Status::unable);
    CHECK(steep.reason == "attention.entropy takes a std up to 64, not 80");
    CHECK(expected_entropy({4, 4, false}, std::nan(""), context).status == Status::unable);
}
