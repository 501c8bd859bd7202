// The variance map, its smallest fixed point, and the slopes there.
// References: mpmath 1.2.1 with 40 digits, quad over [-30, 30] and findroot; slopes by mpmath's diff.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array rows = {
    Row{"q_fixed_point(tanh, 1.3)", "0.1649017417664842550569962280651450399"},
    Row{"q_fixed_point_slope(tanh, 1.3)", "0.784986548808506800051488260473826272"},
    Row{"chi_1(tanh, 1.3)", "1.018394355091846096645831934781178731"},
    Row{"q_fixed_point(gelu, 3)", "0.2470671686630270427478835853316356161"},
    Row{"q_fixed_point(gelu, 2, 0.1)", "0.3408300096657688727273954155109592819"},
    Row{"q_fixed_point(elu, 1.5, 0.1)", "1.439044100552689002289717721152320438"},
    Row{"q_fixed_point(relu, 1.5, 0.3)", "1.20000000000000000000000000000000000"},    // 0.3/(1 - 0.75)
    Row{"q_fixed_point(\"relu(x)^2\", 0.5)", "1.333333333333333333333333333333333"},  // 0.5 * 1.5 q^2 = q
    Row{"q_fixed_point_slope(\"relu(x)^2\", 0.5)", "2.00000000000000000000000000000"},
    Row{"q_fixed_point_slope(relu, 1.5, 0.3)", "0.750000000000000000000000000000000"},
    Row{"chi_1(relu, 1.5, 0.3)", "0.750000000000000000000000000000000"},
    Row{"variance_map(relu, 3, 1.5, 0.25)", "2.5000000000000000000000000000000"},
};

Result answer(const std::string& call, long digits = 30, const std::string& methods = answers::proofs) {
    return ask("activation." + call, digits, methods);
}

}  // namespace

TEST_CASE("fixed points, slopes and the map against references") {
    answers::check_references(rows, [](const std::string& call) { return answer(call); }, {});
    CHECK_FALSE(answers::matches(answer(rows[0].call), answers::printed(rows[3].value)));
}

TEST_CASE("the fixed point is put back into the map") {
    for (const char* layer : {"tanh, Q, 1.3", "silu, Q, 1.5, 0.2", "elu, Q, 1.5, 0.1"}) {
        std::string map = layer;
        std::string fixed = layer;
        const std::string q = "activation.q_fixed_point(" + fixed.erase(fixed.find(" Q,"), 3) + ")";
        map.replace(map.find('Q'), 1, q);
        CAPTURE(map);
        CHECK(ask("activation.variance_map(" + map + ") - " + q, 20).decimal() == "0");
    }
    CHECK(ask("activation.variance_map(tanh, 0.2, 1.3) - 0.2", 20).decimal() != "0");
}

TEST_CASE("every route agrees with the iteration") {
    for (const char* call : {"q_fixed_point(elu, 1.5, 0.1)", "variance_map(elu, 2, 1.5, 0.1)"})
        CHECK(answers::disagreement(answer(call, 20, "*")) == "");
    for (const char* call :
         {"q_fixed_point(tanh, 1.3)", "q_fixed_point(sigmoid, 1)", "q_fixed_point(gelu, 2, 0.1)",
          "q_fixed_point_slope(tanh, 1.3)", "chi_1(tanh, 1.3)", "chi_1(elu, 1.5, 0.1)"}) {
        const Result result = answer(call, 20, "*");
        CAPTURE(std::string(call));
        CHECK(result.evidence().size() >= 2);
        for (const Evidence& e : result.evidence()) CHECK(e.status == Status::ok);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("no fixed point, or every q: proved, with the reason") {
    const auto reason = [](const char* call) {
        const Result result = answer(call);
        return result.status() == Status::domain ? result.reason() : "not domain";
    };
    for (const char* call : {"q_fixed_point(tanh, 0.9)", "q_fixed_point(tanh, 1)",
                             "q_fixed_point(\"sin(x)\", 1)", "q_fixed_point(\"x / (1 + abs(x))\", 1)",
                             "q_fixed_point(\"min(max(x, -1), 1)\", 1)", "q_fixed_point(silu, 0.5)"}) {
        CAPTURE(std::string(call));
        CHECK(reason(call).find("V(q) < q for every q") != std::string::npos);
    }
    CHECK(reason("q_fixed_point(relu, 2)").find("every q") != std::string::npos);
    CHECK(reason("q_fixed_point(leaky_relu(0.2), 2 / (1 + 0.2^2))").find("every q") != std::string::npos);
    CHECK(reason("q_fixed_point(relu, 2.5)").find("multiple of q") != std::string::npos);
    CHECK(reason("q_fixed_point(relu, 2, 0.1)").find("without bound") != std::string::npos);
    CHECK(reason("chi_1(relu, 2)").find("every q") != std::string::npos);
    CHECK(answer("q_fixed_point(tanh, 1.05)").status() == Status::ok);
    // A jump far out, at the end of the range searched for switches, is no contraction.
    CHECK(answer("q_fixed_point(\"where(x < 512, x / 2, x / 2 + 50000)\", 1)").status() == Status::ok);
    CHECK(answer("q_fixed_point(\"where(x < 512, x / 2, 256)\", 1)").status() == Status::domain);
    CHECK(answer("q_fixed_point(gelu, 2)").status() == Status::unable);
}

TEST_CASE("two fixed points that nearly merge, or none: proved") {
    // w = (q - 0.04)/E silu(sqrt(q) z)^2 has its maximum, 2.94024…, at q = 0.342.
    CHECK(answer("q_fixed_point(silu, 2.94, 0.04)").decimal() == "0.332422021101088742053581398222");
    CHECK(answer("q_fixed_point_slope(silu, 2.94, 0.04)", 10).status() == Status::ok);
    for (const char* call : {"q_fixed_point(silu, 2.941, 0.04)", "chi_1(silu, 2.941, 0.04)",
                             "q_fixed_point_slope(silu, 2.941, 0.04)", "depth_scale(silu, 2.941, 0.04)"}) {
        CAPTURE(std::string(call));
        const Result none = answer(call, 10);
        CHECK(none.status() == Status::domain);
        CHECK(none.reason().find("V(q) > q for every q > 0") != std::string::npos);
    }
    CHECK(answer("q_fixed_point(gelu, 1.9)", 10).reason().find("V(q) < q for every q") != std::string::npos);
}

TEST_CASE("a function made for V(1) = V'(1) = 1, as Deep Kernel Shaping does") {
    const std::string f =
        "\"1.815097526348429*(softplus(0.9132349810800915*x + 0.42015986345114026) - 1.0173957300211347)\"";
    // With these 16 digits V(1) is a little above 1, and V(q) > q everywhere; a little below there are two
    // fixed points.
    const Result gap = answer("variance_map(" + f + ", 1, 1) - 1", 3);
    REQUIRE(gap.enclosure() != nullptr);
    REQUIRE(gap.enclosure()->value.is_positive());
    CHECK(answer("q_fixed_point(" + f + ", 1)", 10).status() == Status::domain);
    const Result below = answer("q_fixed_point(" + f + ", 1 - 1e-12)", 10);
    REQUIRE(below.status() == Status::ok);
    CHECK(std::fabs(below.enclosure()->value.to_double() - 1) < 1e-4);
}

TEST_CASE("variances that make no sense are refused") {
    CHECK(answers::complains("activation.q_fixed_point(tanh, 0)", "weight_variance must be positive"));
    CHECK(answers::complains("activation.q_fixed_point(tanh, 1, -1)", "bias_variance must be at least 0"));
    CHECK(answers::complains("activation.variance_map(tanh, 0, 1)", "q must be positive"));
    CHECK(answers::complains("activation.chi_1(tanh)", "'weight_variance' is missing"));
}
