// Maps at a point of one's own. References: mpmath 1.3.0, tests/vectors/pasted_constants.py activation:
// nested quadrature, and differences of the means themselves where f'' is not trusted.

#include "tests/support/answers.hpp"
#include "tests/support/error_terms.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using error_terms::Redesigned;
using error_terms::sharp;
using Row = answers::Reference;

namespace {

constexpr std::array rows = {
    Row{"q_map_slope(tanh, 1.7)", "0.105957817686300828490755"},
    Row{"q_map_slope(gelu)", "0.4864802487282755693087018"},
    Row{"c_map_curvature(gelu)", "0.6482843859266270524199883"},
    Row{"c_map_curvature(tanh, 0.3)", "0.1062124940736414805600267"},
    Row{"c_map_curvature(gelu, -0.5, 2)", "0.4691268736385307561591279"},
    Row{"correlation_iterated(tanh, 0.3, 3)", "0.2451891212108861394979514"},
    Row{"correlation_iterated(gelu, -0.5, 3, skip=0.5, bias=0.1)", "0.2128355772559705614629651"},
};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_*") {
    return ask("activation." + call, 20, methods);
}

}  // namespace

TEST_CASE("maps at a point have their references") {
    answers::check_references(rows, [](const std::string& call) { return of(call); }, {});
    CHECK_FALSE(answers::matches(of("q_map_slope(tanh, 1.71)"), answers::printed(rows[0].value)));
    CHECK_FALSE(answers::matches(of("c_map_curvature(tanh, 0.31)"), answers::printed(rows[3].value)));
    CHECK_FALSE(answers::matches(of("correlation_iterated(tanh, 0.3, 4)"), answers::printed(rows[5].value)));
}

TEST_CASE("two integrals have one slope, and jumps leave only the first") {
    for (const char* call :
         {"q_map_slope(silu, 0.3)", "q_map_slope(relu, 3)", "q_map_slope(\"step(x)*x + 1\", 2)"})
        CHECK_MESSAGE(answers::disagreement(of(call)) == "", call);
    // Q of step + c is 1/2 + c + c^2 whatever q is
    CHECK(of("q_map_slope(\"step(x) + 2\", 5)").enclosure()->value.contains_zero());
    CHECK(of("q_map_slope(\"x^3\", 2)").enclosure()->value.overlaps(Ball(180)));  // 15 q^3
    CHECK(answers::status("activation.q_map_slope(\"exp(x^2/4)\", 1)") == "domain");
}

TEST_CASE("curvatures by f'', by the kink and by samples agree") {
    for (const char* call : {"c_map_curvature(silu, 0.5)", "c_map_curvature(elu, -0.4, 2)",
                             "c_map_curvature(relu, 0.5)", "c_map_curvature(leaky_relu(0.2), -0.6)"}) {
        const Result result = ask(std::string("activation.") + call, 12, "*");
        CHECK_MESSAGE(answers::dissent(result.evidence()) == "", call);
        CHECK(result.status() == Status::ok);
    }
    CHECK(of("c_map_curvature(identity)").decimal() == "0");
    CHECK(
        of("c_map_curvature(\"x^2\", 0.5)").enclosure()->value.overlaps(Ball(4) / Ball(3).at_precision(80)));
    CHECK(answers::status("activation.c_map_curvature(relu)") == "domain");
    CHECK(of("c_map_curvature(selu, 1)").status() == Status::unable);
    CHECK(of("c_map_curvature(selu, 0.5)").status() == Status::unable);
    CHECK(answers::complains("activation.c_map_curvature(tanh, 1.5)", "c must be"));
    CHECK(answers::complains("activation.q_map_slope(tanh, 0)", "q must be"));
    CHECK(answers::complains("activation.q_map_slope(glu(sigmoid), 1)", "two inputs"));
}

TEST_CASE("the iterated map is the map in the map") {
    const std::string two = "activation.correlation_iterated(silu, activation.correlation(silu, -0.4), 2)";
    const Result three = of("correlation_iterated(silu, -0.4, 3)");
    const Result other = ask(two, 20, "recursion");
    REQUIRE(three.enclosure() != nullptr);
    REQUIRE(other.enclosure() != nullptr);
    CHECK(three.enclosure()->value.overlaps(other.enclosure()->value));
    CHECK_FALSE(
        of("correlation_iterated(silu, -0.41, 3)").enclosure()->value.overlaps(other.enclosure()->value));
    // relu's weights of variance 2 keep the second moment
    CHECK(of("correlation_iterated(relu, -0.5, 200)")
              .enclosure()
              ->value.overlaps(of("correlation_at_depth(relu, 200, -0.5, 2)").enclosure()->value));
    CHECK(of("correlation_iterated(tanh, 0.25, 0)").decimal() == "0.25");
    CHECK(of("correlation_iterated(tanh, 1, 7)").decimal() == "1");
    CHECK(of("correlation_iterated(tanh, -0.5, 9, skip=1)").decimal() == "-0.5");
}

TEST_CASE("jumps are followed above 0, and where the shares of the variance end") {
    CHECK(of("correlation_iterated(\"step(x)\", 0.3, 20)").status() == Status::ok);
    CHECK(of("correlation_iterated(\"step(x)\", -0.3, 20)").status() == Status::unable);
    CHECK(answers::dissent(ask("activation.correlation_iterated(elu, 0.9, 12)", 12, "*").evidence()) == "");
    CHECK(answers::complains("activation.correlation_iterated(tanh, 0.5, 3, skip=0.6, bias=0.5)",
                             "together they are at most 1"));
    CHECK(answers::complains("activation.correlation_iterated(glu(sigmoid), 0.5, 3)", "two inputs"));
}

TEST_CASE("negative correlations that start from a few bits") {
    const auto run = [] {
        std::vector<Ball> values;
        for (const char* c : {"-1/7", "-1/3", "-0.7", "-0.3", "-0.9", "-0.6", "-1/11", "-1/13"}) {
            // tanh is nearly linear at this std, so that C has nearly its steepest slope everywhere
            const Result result =
                ask("activation.correlation_iterated(tanh, " + std::string(c) + ", 1, 0.05)", 3, "recursion");
            REQUIRE(result.enclosure() != nullptr);
            values.push_back(result.enclosure()->value);
        }
        return values;
    };
    const std::vector<Ball> exact = run();
    const Redesigned few_bits("activation.correlation_iterated.bits", 0.2);
    sharp("activation.correlation_iterated.spread", 0.5, run, exact);
}
