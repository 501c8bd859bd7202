// Certificates as texts; that they are proofs is tested by the program that checks them (tests/check).

#include "engine/certificate/certificate.hpp"

#include <doctest/doctest.h>

#include <sigprop/engine/evaluate.hpp>

#include "engine/certificate/panel_plan.hpp"
#include "engine/certificate/written_formula.hpp"
#include "engine/records.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "tests/support/schema_check.hpp"

using namespace sigprop;

namespace {

Certificate certificate(const std::string& expression, long digits = 8) {
    Context context;
    context.digits = digits;
    context.proofs_only = true;
    const BoundExpression bound = bind_expression(expression);
    return certificate_of(bound, record_of(bound, context), context);
}

Json parsed(const std::string& expression, long digits = 8) {
    const Certificate one = certificate(expression, digits);
    CAPTURE(expression);
    REQUIRE(one.refusal == "");
    return parse_json(one.text, "certificate");
}

std::string field(const Json& json, const char* key) { return json.at(key).as_string(); }

/// The field of the first quantity.
std::string formula(const std::string& expression) {
    return field(parsed(expression).at("quantities").as_array().front(), "formula");
}

std::string written(const std::string& text) {
    const NumberOf none = [](const Leaf&) -> std::size_t { throw std::logic_error("a quantity"); };
    return written_formula(bind_expression(text).formula, none).value_or("nothing");
}

}  // namespace

TEST_CASE("every certificate fits the schema, and together they use every field of it") {
    const Json rules = parse_json(
        read_file(std::string(SIGPROP_SOURCE_DIR) + "/results/schema/certificate.schema.json"), "schema");
    schema::Checker check(rules);
    for (const char* expression :
         {"sqrt(2)", "activation.gain(relu)", "truncated_normal.std(-2, inf)", "selu.alpha()",
          "activation.gain(selu) - activation.mean(gelu)", "-1e-7 * selu.lambda()",
          "activation.unit_std(gelu)", "attention.entropy(8)"}) {
        CAPTURE(expression);
        for (const std::string& error : check(parsed(expression))) FAIL_CHECK(error);
    }
    CHECK(check.used().size() == 46);
    Json damaged = parsed("activation.gain(relu)");
    damaged.set("radius", 1);
    CHECK(schema::Checker(rules)(damaged) == std::vector<std::string>{".radius: is of another type"});
}

TEST_CASE("what is stated is what is printed, to half a unit of its last digit") {
    const auto stated = [](const std::string& expression, long digits) {
        const Json json = parsed(expression, digits);
        return field(json, "value") + " " + field(json, "radius");
    };
    CHECK(stated("sqrt(2)", 5) == "1.4142 5e-5");
    CHECK(stated("100 * sqrt(2)", 5) == "141.42 5e-3");
    CHECK(stated("-sqrt(2) / 1000", 5) == "-0.0014142 5e-8");
    CHECK(stated("sqrt(2) * 10^40", 5) == "1.4142e40 5e35");
    CHECK(stated("sqrt(2) / 10^40", 5) == "1.4142e-40 5e-45");
    CHECK(stated("3/4", 5) == "0.75 5e-6");
    CHECK(stated("sqrt(2) - sqrt(2)", 5) == "0 1e-5");
}

TEST_CASE("quantities stand after those that their formulas name") {
    CHECK(formula("activation.gain(gelu)") == "1 / sqrt(x)");
    const Json json = parsed("3 * activation.gain(selu)");
    std::vector<std::string> names;
    for (const Json& one : json.at("quantities").as_array()) names.push_back(field(one, "name"));
    CHECK(names == std::vector<std::string>{"selu.lambda()", "selu.alpha()", "activation.gain(selu)"});
    CHECK(field(json, "formula") == "3 * q2");
    const Json& means = json.at("quantities").as_array()[2].at("means");
    CHECK(field(means.as_array().front(), "integrand").find("q0 * where(x0 - 0 < 0, q1 * ") !=
          std::string::npos);
    // a scaled sampler's std is the formula of its mean, scaled
    CHECK(formula("jax.normal(stddev=3)") == "3 * sqrt(x1 - x0^2)");
}

TEST_CASE("formulas are written for a reader who knows no quantities") {
    CHECK(written("sqrt(2) + pi / 3") == "sqrt(2) + pi / 3");
    CHECK(written("0.02") == "1/50");
    CHECK(written_formula(Formula::variable(0) * quantity_variable(12), {}).value() == "x0 * q12");
    Formula long_one = Formula::variable();
    for (int i = 0; i < 20; ++i) long_one = long_one * long_one;
    CHECK(!written_formula(long_one, {}));
    const Formula opaque(Real("a number", [](long bits) { return Ball::pi(bits); }));
    CHECK(!written_formula(opaque, {}));
    CHECK(written_number(Real::infinity(-1), {}) == "-inf");
    CHECK(written_dyadic(Ball(-0.15625)) == "-0x5p-5");
    CHECK(written_dyadic(Ball(0)) == "0x0p0");
}

TEST_CASE("panels stay away from kinks, reach the tails and are multiples of the resolution") {
    const Formula x = Formula::variable();
    constexpr long bits = 70;
    const PanelPlan plan = plan_panels(examine(relu(x - 1), Law::normal(), Context()), bits, Context());
    REQUIRE(plan.refusal == "");
    CHECK((plan.panels.front().lower + 9).is_negative());
    CHECK((plan.panels.back().upper - 9).is_positive());
    bool below = false;
    for (const CertifiedPanel& one : plan.panels) {
        CHECK((one.upper - one.lower).is_positive());
        const bool has_kink = (1 - one.lower).is_nonnegative() && (one.upper - 1).is_nonnegative();
        CHECK(!has_kink);
        CHECK((one.lower * Ball::power_of_two(plan.resolution)).at_precision(400).is_exact());
        below = below || (1 - one.upper - Ball::power_of_two(-bits)).is_negative();
    }
    CHECK(below);
}

TEST_CASE("a root stands before the quantity made of it, with cells from where it is the only one") {
    const Json json = parsed("2 * activation.q_fixed_point(tanh, weight_variance=2, bias_variance=0.1)");
    CHECK(field(json, "formula") == "2 * q1");
    const Json& root = json.at("quantities").as_array()[0].at("root");
    CHECK(field(root, "equation") == "2 * x0 + (1/10) - q0^2");
    CHECK(field(root.at("means").as_array()[0], "integrand") == "tanh(q0 * x0)^2");
    CHECK(field(json.at("quantities").as_array()[1], "formula") == "q0^2");
    const std::vector<Json>& cells = root.at("cells").as_array();
    CHECK(field(cells.front(), "lower") == "0x0p0");
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool last = i + 1 == cells.size();
        CHECK(field(cells[i], "shows") == (last ? "slope" : "sign"));
        CHECK(cells[i].at("plans").as_array().size() == (last ? 2 : 1));
        if (!last) CHECK(field(cells[i], "upper") == field(cells[i + 1], "lower"));
    }
    // a kink that moves with the unknown, and an equation that holds at 0, too
    CHECK(certificate("activation.unit_std(elu)").refusal.find("a switch of the equation moves") !=
          std::string::npos);
    CHECK(certificate("activation.q_fixed_point(tanh, weight_variance=2)").refusal.find("no route of") == 0);
}

TEST_CASE("a statistic of rows is a formula in means over single keys, and the std may be a quantity") {
    const Json json = parsed("attention.jacobian_norm(8, std=truncated_normal.std(-2, 2))");
    CHECK(field(json, "formula") == "q1");
    const Json& quantity = json.at("quantities").as_array()[1];
    CHECK(field(quantity, "formula") == "8 * x0 - 2 * (8 * x1) + (8 * x2 + 8 * (8 - 1) * x3)");
    const Json& row = quantity.at("row");
    CHECK(field(row, "s") == "q0");
    const std::vector<Json>& means = row.at("means").as_array();
    REQUIRE(means.size() == 4);
    CHECK(means[2].as_array().size() == 1);
    CHECK(means[3].as_array().size() == 2);
    CHECK(certificate("attention.entropy(64, std=64)", 30).refusal.find("and the check would take minutes") !=
          std::string::npos);
    CHECK(certificate("attention.entropy(512, std=24)", 30).refusal.empty());
    CHECK(certificate("attention.entropy(512, std=24) - attention.entropy(512, std=23)", 30)
              .refusal.find("the check of its rows would take minutes") != std::string::npos);
    CHECK(certificate("attention.entropy(2^63)").refusal.find("at most 2^62 keys") != std::string::npos);
}

TEST_CASE("what is no formula in means is refused with the kinds that have certificates") {
    for (const char* expression : {"activation.edge_of_chaos(tanh, bias_variance=1)",
                                   "attention.max_weight(8)", "attention.entropy(8, mask=causal)",
                                   "attention.entropy(8, softcap=5)", "activation.lipschitz(gelu)"}) {
        CAPTURE(expression);
        const Certificate one = certificate(expression);
        CHECK(one.text == "");
        CHECK(one.refusal.find("no route of ") == 0);
        CHECK(one.refusal.find("a certificate can contain numbers, means") != std::string::npos);
    }
    CHECK(certificate("1 / (1 - 1)").refusal.find("no digit of") == 0);
}
