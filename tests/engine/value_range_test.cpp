// What a quantity can be: an interval that is shown respects it, a proof beyond it is a contradiction, and
// what judges is never cut. That every quantity's answers lie in its range is a part of every_call_test.cpp.

#include "engine/value_range.hpp"

#include <doctest/doctest.h>

#include <string>

#include "engine/binding/catalogue.hpp"
#include "engine/records.hpp"

using namespace sigprop;

namespace {

Evidence sample(double mean, double error) {
    Evidence one;
    one.route = RouteKind::simulation;
    one.method = "monte_carlo";
    one.kind = Kind::sample;
    one.status = Status::ok;
    one.value = Ball(mean).at_precision(64).widened(Ball(error));
    return one;
}

Evidence proof(double mid, double radius) {
    Evidence one = sample(mid, radius);
    one.route = RouteKind::closed_form;
    one.method = "closed_form";
    one.kind = Kind::enclosure;
    return one;
}

std::string shown(const Evidence& one, const NumberRange& values) {
    const auto interval = record_of(one, 10, 0.95, values).interval;
    return interval ? interval->lower + " to " + interval->upper : "none";
}

}  // namespace

TEST_CASE("the interval of a sample ends where the quantity does") {
    CHECK(shown(sample(0.02, 0.03), {}) == "-0.03880 to 0.07880");
    CHECK(shown(sample(0.02, 0.03), "[0, 1]") == "0 to 0.07880");
    CHECK(shown(sample(0.98, 0.03), "[0, 1]") == "0.92120 to 1");
    CHECK(shown(sample(0.98, 0.03), "[0, inf)") == "0.92120 to 1.0388");
    CHECK(shown(sample(-0.98, 0.03), "[-1, 1]") == "-1 to -0.92120");
    CHECK(shown(sample(0.5, 1), "[0, 1]") == "0 to 1");
    CHECK(shown(sample(2.016e-12, 2.02e-12), "[0, 1]") == "0 to 5.975e-12");
    CHECK(shown(sample(0.5, 0.01), "[0, 1]") == shown(sample(0.5, 0.01), {}));
    // A sample that lies wholly beyond stays as it is, for everybody to see.
    CHECK(shown(sample(1.5, 0.01), "[0, 1]") == shown(sample(1.5, 0.01), {}));
    // What is judged is not cut.
    const EvidenceRecord record = record_of(sample(0.02, 0.03), 10, 0.95, "[0, 1]");
    CHECK(record.radius == record_of(sample(0.02, 0.03), 10, 0.95).radius);
}

TEST_CASE("a proof wholly beyond the range is a contradiction") {
    const auto contradiction = [](const Evidence& one) {
        return reconcile_within("[0, 1]", {one}).contradiction;
    };
    CHECK(contradiction(proof(-0.25, 0.125)) ==
          "the enclosure of closed_form (closed_form) is outside the range of the quantity: 0 to 1");
    CHECK_FALSE(contradiction(proof(1.25, 0.125)).empty());
    CHECK(contradiction(proof(-0.0625, 0.125)).empty());
    CHECK(contradiction(proof(0.5, 0.125)).empty());
    CHECK(contradiction(sample(-0.25, 0.125)).empty());  // no proof
    CHECK(reconcile_within({}, {proof(-0.25, 0.125)}).contradiction.empty());
    // Other contradictions come first.
    CHECK(reconcile_within("[0, 1]", {proof(0.25, 0), proof(0.5, 0)}).contradiction.find("disjoint") !=
          std::string::npos);
}

TEST_CASE("a wrong range in a table is told as a contradiction by the record") {
    BoundExpression bound = bind_expression("truncated_normal.mass(-1, 1)");
    const Context context{.digits = 10, .samples = 1024};
    CHECK_FALSE(record_of(bound, context).verdict);
    bound.leaves.front().values = "[2, 3]";
    const Record record = record_of(bound, context);
    CHECK(record.verdict == Verdict::inconsistent);
    CHECK(record.reason.find("outside the range of the quantity: 2 to 3") != std::string::npos);
}

TEST_CASE("the range is that of a single quantity, for its arguments") {
    const auto range = [](const std::string& text) { return range_of(bind_expression(text)).text(); };
    CHECK(range("attention.max_weight(8)") == "[0, 1]");
    CHECK(range("attention.max_weight(8) - 1").starts_with("[-inf"));
    CHECK(range("attention.max_weight(8) + attention.max_weight(9)").starts_with("[-inf"));
    CHECK(range("1/3").starts_with("[-inf"));
    CHECK(range("network.sublayer_cosine(pre_norm, 1)") == "[-1, 1]");
    CHECK(range("network.sublayer_cosine(pre_norm, 1, statistic=log_mean)").starts_with("[-inf"));
    CHECK(range("residual.simulated_sublayer_cosine(pre_norm, sublayers=2, statistic=variance)") ==
          "[0, inf)");
    CHECK(range("training.accuracy(pre_norm, 1)") == "[0, 1]");
}

TEST_CASE("most quantities have a range") {
    std::size_t with_range = 0;
    for (const Quantity& quantity : catalogue()) with_range += quantity.values.is_everything() ? 0U : 1U;
    CHECK(with_range >= 120);
}
