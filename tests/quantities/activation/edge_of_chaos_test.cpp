// The edge of chaos, variances at depth and depth scales.
// References: mpmath 1.3.0 with 40 digits; for erf from E erf(s z)^2 = 2/pi asin(2 q/(1 + 2 q)) and E erf'(s
// z)^2 = 4/(pi sqrt(1 + 4 q)), q = s^2; relu, erf and sin by their kernels; for tanh by quad over [-12, 12]
// and findroot.

#include "tests/support/answers.hpp"
#include "tests/support/error_terms.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using error_terms::Redesigned;
using Row = answers::Reference;

namespace {

constexpr std::array rows = {
    Row{"edge_of_chaos(erf, 0.05)", "1.3758390073466804429607647339736045649"},
    Row{"edge_of_chaos(erf, 0.3)", "1.9630705865147320654447921359426069671"},
    Row{"edge_of_chaos(tanh, 0.05)", "1.7609546396067391316315520243284767753"},
    Row{"variance_at_depth(tanh, 10, 1.5, 0.05)", "0.41880097780144560258576030427801926466"},
    Row{"depth_scale(tanh, 1.5, 0.05)", "15.79099403412288088512620749064967097"},
    Row{"depth_scale(tanh, 1.5, 0.05, of=variance)", "1.6828283887064366962418633724939000779"},
    Row{"variance_at_depth(erf, 3, 1.5, 0.05, q=0.7)", "0.61080866253807935963121700015252432403"},
    Row{"variance_at_depth(relu, 40, 1.9, 0.05, q=2)", "1.1285121565651033632860194758044105971"},
    Row{"correlation_at_depth(relu, 5, 0.5, 2)", "0.81045420100462825128241175866034021362"},
    Row{"correlation_at_depth(erf, 3, 0.5, 1.5, 0.05)", "0.53128769271445315336661469923238683393"},
    Row{"correlation_at_depth(\"sin(x)\", 4, -0.3, 1.5, 0.05, q=2)",
        "0.15534285891860741411037120166617247753"},
    Row{"edge_of_chaos(tanh)", "1.0000000000000000000000000000000000000"},
    Row{"edge_of_chaos(relu)", "2.0000000000000000000000000000000000000"},
    Row{"edge_of_chaos(leaky_relu(0.5))", "1.6000000000000000000000000000000000000"},
};

Result answer(const std::string& call, long digits = 30, const std::string& methods = answers::proofs) {
    return ask("activation." + call, digits, methods + ",recursion");
}

}  // namespace

TEST_CASE("the edge of chaos, variances at depth and depth scales against references") {
    answers::check_references(rows, [](const std::string& call) { return answer(call); }, {});
    CHECK_FALSE(answers::matches(answer(rows[0].call), answers::printed(rows[1].value)));
}

TEST_CASE("the search in the std and the root in the weight variance agree") {
    const Result by_std = answer("edge_of_chaos(tanh, 0.05)", 20);
    const Result by_weight =
        ask("root(activation.chi_1(tanh, w, 0.05) - 1, w, 1.5, 2)", 20, "interval_newton");
    REQUIRE(by_std.status() == Status::ok);
    REQUIRE(by_weight.status() == Status::ok);
    CHECK(by_std.enclosure()->value.overlaps(by_weight.enclosure()->value));
    CHECK(by_weight.decimal() == by_std.decimal());
}

TEST_CASE("every route agrees") {
    for (const char* call :
         {"edge_of_chaos(tanh, 0.05)", "edge_of_chaos(erf, 0.3)", "depth_scale(tanh, 1.5, 0.05)",
          "depth_scale(tanh, 1.5, 0.05, of=variance)", "variance_at_depth(tanh, 4, 1.5, 0.05)",
          "variance_at_depth(erf, 4, 1.5, 0.05)", "variance_at_depth(relu, 30, 1.9, 0.05)",
          "correlation_at_depth(tanh, 4, 0.5, 1.5, 0.05)", "correlation_at_depth(gelu, 2, -0.5, 2)"}) {
        CAPTURE(std::string(call));
        const Result result = ask("activation." + std::string(call), 20, "*");
        CHECK(result.evidence().size() >= 2);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("depth adds up: the variance after five layers is that after two from that after three") {
    const std::string five = "activation.variance_at_depth(tanh, 5, 1.5, 0.05, q=2)";
    const std::string three = "activation.variance_at_depth(tanh, 3, 1.5, 0.05, q=2)";
    const std::string two = "activation.variance_at_depth(tanh, 2, 1.5, 0.05, q=" + three + ")";
    CHECK(ask(five + " - " + two, 20).decimal() == "0");
    CHECK(ask("activation.variance_at_depth(tanh, 0, 1.5, 0.05, q=2)", 20).decimal().starts_with("2"));
}

TEST_CASE("a variance that has settled is that after every layer one by one") {
    // 30 layers at a time do not settle to 20 digits; 120 do, and are left at a ball that V takes into itself
    std::string text = "1";
    for (int i = 0; i < 4; ++i) text = "activation.variance_at_depth(tanh, 30, 1.5, 0.05, q=" + text + ")";
    const std::string whole = "activation.variance_at_depth(tanh, 120, 1.5, 0.05, q=1)";
    CHECK(ask(whole + " - " + text, 20).decimal() == "0");
    const auto enclosure = [](const char* call, long digits) {
        return ask(call, digits).evidence().at(0).value;
    };
    const Ball fixed = enclosure("activation.q_fixed_point(tanh, 1.5, 0.05)", 60);
    CHECK(enclosure("activation.variance_at_depth(tanh, 1000, 1.5, 0.05)", 20).overlaps(fixed));
    const Redesigned narrow("activation.depth.settled",
                            0.01);  // a ball that V does not take into itself is refused
    CHECK(enclosure("activation.variance_at_depth(tanh, 1000, 1.5, 0.05)", 20).overlaps(fixed));
}
