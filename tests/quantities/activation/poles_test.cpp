// Poles that are not integrable: every quantity that is made of means refuses them by proof, with the place
// and the fix, and no estimate steps over them. What is integrable, and what is bounded, keeps its number.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

/// No number from any method, a proof that there is none, and the place and the fix in the reason.
bool refuses(const std::string& call, const std::string& place) {
    const Result result = ask("activation." + call, 20, "*");
    const std::string reason = result.reason();
    const bool silent =
        std::ranges::none_of(result.evidence(), [](const Evidence& e) { return e.status == Status::ok; });
    const bool says = reason.find(place) != std::string::npos &&
                      reason.find("has a pole") != std::string::npos &&
                      reason.find("bound the formula there") != std::string::npos;
    if (silent && says && result.status() == Status::domain) return true;
    MESSAGE(call << ": " << to_string(result.status()) << ", " << reason);
    return false;
}

bool has_estimate(const Result& result) {
    return std::ranges::any_of(result.evidence(), [](const Evidence& e) {
        return e.kind == Kind::estimate && e.status == Status::ok;
    });
}

}  // namespace

TEST_CASE("the recursions over layers refuse a pole") {
    for (const char* call : {"variance_at_depth(\"1/x\", 3, 1)", "variance_map(\"1/x\", 1, 1)",
                             "q_fixed_point(\"1/x + 1\", 1, 0.1)", "q_fixed_point_slope(\"1/x + 1\", 1, 0.1)",
                             "chi_1(\"1/x + 1\", 1, 0.1)"}) {
        CHECK(refuses(call, "near"));
    }
    CHECK(refuses("variance_at_depth(\"1/(x - sqrt(2))\", 2, 1)", "1.414214"));
    CHECK(refuses("unit_std(\"1/x\")", "x = 0:"));
    CHECK(refuses("unit_std(\"x + 1/(x - 3)\")", "x = 3:"));
    CHECK(refuses("unit_std(\"1/sqrt(abs(x))\")", "x = 0:"));
    CHECK_FALSE(refuses("unit_std(\"x/(x^2 + 0.01)\")", "x = 0:"));
    CHECK_FALSE(refuses("unit_std(\"abs(x)^(-1/4)\")", "x = 0:"));  // E f(s z)^2 has a value
    CHECK(refuses("chi_1(\"sqrt(abs(x))\", 1, 0.1)", "0"));         // E f'^2 = E 1/(4 |x|)
}

TEST_CASE("a pole of higher order is named with its order, wherever it lies") {
    for (const auto& [formula, place] : {std::pair{"1/(x^2 - 2*x + 1)", "z = 1 "},
                                         {"1/(x^2 - 2)^2", "z = -1.414214 "},
                                         {"1/(x^4 - 4*x^2 + 4)", "z = -1.414214 "},
                                         {"1/(x^2 - 2*pi*x + pi^2)", "z = 3.141593 "},
                                         {"1/(1 - cos(x - 1))", "z = 1 "},
                                         {"1/(1 - sin(x))", "z = 1.570796 "},
                                         {"1/(exp(x) - exp(1)*x)", "z = 1 "},
                                         {"1/sin(x)^2", "z = 0 "},
                                         {"(x - 1)/(x^2 - 2*x + 1)^(3/2)", "z = 1 "}}) {
        const std::string call = std::string("mean(\"") + formula + "\")";
        CHECK(refuses(call, place));
        CHECK(ask("activation." + call, 20).reason().find("1/distance^2;") != std::string::npos);
    }
    CHECK(refuses("mean(\"(x - 1)/(x^2 - 2*x + 1)\")", "1/distance;"));
    CHECK_FALSE(refuses("mean(\"(x - 1)^2/(x^2 - 2*x + 1)\")", "z = 1 "));
    CHECK_FALSE(refuses("mean(\"1/(x^2 - 2*x + 1.0001)\")", "z = 1 "));
}

TEST_CASE("no estimate gives a number for a mean that does not exist") {
    for (const char* call :
         {"variance_at_depth(\"1/x\", 3, 1, 0.5)", "edge_of_chaos(\"1/x + 1\", 0.1)",
          "correlation_at_depth(\"1/x\", 3, 0.5, 1)", "depth_scale(\"1/x + 1\", 1, 0.1)",
          "depth_scale(\"1/x + 1\", 1, 0.1, of=variance)", "mean(\"1/x\")", "second_moment(\"1/x\")",
          "variance(\"1/x\")", "gain(\"1/x\")", "unit_std(\"1/x + 1\")", "correlation(\"1/x\", 0.5)",
          "derivative_second_moment(\"sqrt(abs(x))\")", "derivative_mean(\"1/x\")"}) {
        CAPTURE(std::string(call));
        const Result result = ask("activation." + std::string(call), 20, "*");
        for (const Evidence& e : result.evidence()) {
            CAPTURE(e.method);
            CHECK(e.status != Status::ok);
            CHECK_FALSE(e.reason.empty());
        }
    }
}

TEST_CASE("what is bounded keeps its number, and what is integrable its estimate") {
    for (const char* call :
         {"variance_at_depth(\"x/(x^2 + 0.25)\", 2, 1)", "q_fixed_point(\"x/(x^2 + 0.25)\", 1, 0.1)",
          "chi_1(\"x/(x^2 + 0.25)\", 1, 0.1)"}) {
        CAPTURE(std::string(call));
        const Result result = ask("activation." + std::string(call), 10, "*");
        CHECK(result.status() == Status::ok);
        CHECK(has_estimate(result));
    }
    CHECK(has_estimate(ask("activation.variance_at_depth(\"sqrt(abs(x))\", 2, 1)", 10, "*")));
}
