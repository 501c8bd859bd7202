// elementwise.ode_residual where a proof could leave something out: gaps around switches, and ends that no
// ball hits. References by hand: y is constant, or the interval is a point up to 40 digits.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

Result of(const std::string& arguments, const std::string& methods) {
    return answers::ask("elementwise.ode_residual(" + arguments + ")", 10, methods);
}

}  // namespace

TEST_CASE("a spike between two switches that no ball tells apart is not left out of a proof") {
    // 1000 on an interval of 1e-100: there the residual is 1000^2/16 - 1.
    const std::string spike = "where(x < 1/3, 0, where(x < 1/3 + 1e-100, 1000, 0))";
    const auto residual = [](const std::string& f) {
        return of("dyt, 16, lower=0, upper=1, f=\"" + f + "\"", "*");
    };
    const Result few = residual(spike);
    CHECK(answers::enclosures(few.evidence()) == 2);
    CHECK(answers::matches(few, answers::printed("62499.0")));
    const Result many = residual(spike +
                                 " + abs(x - 1/3) + abs(2*x - 2/3) + abs(3*x - 1) + abs(4*x - 4/3) + "
                                 "abs(5*x - 5/3)");
    const Evidence& taylor = many.evidence().front();
    CHECK(taylor.method == "arb_taylor");
    CHECK(taylor.status == Status::unable);
    CHECK(taylor.reason == "the formula has too many switches near x = 0.333333");
    REQUIRE(many.enclosure() != nullptr);
    CHECK(many.enclosure()->method == "recursion");
    CHECK(many.enclosure()->value.overlaps(Ball(62499 + 15)));  // here every abs has its slope to the right
}

TEST_CASE("an interval narrower than the first digits tell is found with more of them") {
    for (const char* upper : {"1/3 + 1e-40", "1/3 + 1e-80", "1/3 + 1e-300"}) {
        CAPTURE(upper);
        const Result result = of("dyt, 16, lower=1/3, f=\"sin(x)\", upper=" + std::string(upper), "*");
        CHECK(answers::enclosures(result.evidence()) == 2);
        // |cos(1/3) - 1 + sin(1/3)^2/16|
        CHECK(answers::matches(result, answers::printed("0.04835203058454")));
    }
    // The switch lies beyond the interval: y = 0 on it.
    const char* beyond = "dyt, 16, lower=1/3, upper=1/3 + 1e-80, f=\"where(x < 1/3 + 3e-80, 0, 9)\"";
    CHECK(answers::matches(of(beyond, "arb_taylor"), answers::printed("1.0")));
}
