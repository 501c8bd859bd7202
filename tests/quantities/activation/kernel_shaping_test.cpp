// DKS's and TAT's constants. References: mpmath 1.3.0, tests/vectors/kernel_shaping.py; what
// dks's own test expects is in src/claims/wild_kernel_shaping.json.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::Reference;

namespace {

constexpr std::array references = {
    Reference{"tat.negative_slope(50, eta=0.9)", "0.4305229485024026863437"},
    Reference{"tat.negative_slope(100, eta=0.9)", "0.5704395310587201966272"},
    Reference{"tat.negative_slope(10, eta=0.5)", "0.4500500591557996547508"},
    Reference{"tat.negative_slope(2, eta=0.4)", "0.1205644642552184305392"},
    Reference{"dks.input_scale(tanh, 10)", "0.2966500994143752940309"},
    Reference{"dks.output_shift(tanh, 10)", "-0.5424961623045811861682"},
    Reference{"dks.input_scale(gelu, 10)", "0.2827543103402394571616"},
    Reference{"dks.input_shift(gelu, 10)", "0.2459803366345983209897"},
    Reference{"dks.output_scale(gelu, 10)", "5.10379436255459634726"},
    Reference{"dks.output_shift(gelu, 10)", "-0.1758471777495447256817"},
    Reference{"tat.input_scale(tanh, 10)", "0.184638404680696995616"},
    Reference{"tat.output_shift(tanh, 10)", "-0.5105445080617428706915"},
    Reference{"tat.output_scale(softplus, 10)", "3.153885222582196561087"},
    Reference{"tat.input_shift(gelu, 10)", "0.3249606968097699780498"},
};

Result of(const std::string& call) { return answers::ask(call, 18, "interval_newton,recursion"); }

}  // namespace

TEST_CASE("shaping has its references by two proofs") {
    answers::check_references(references, of);
    CHECK_FALSE(answers::matches(of("dks.input_scale(tanh, 10)"),
                                 of("dks.input_scale(tanh, 11)").enclosure()->value));
    CHECK_FALSE(answers::matches(of("tat.negative_slope(50)"), answers::printed("0.4305229485025026863437")));
}

TEST_CASE("a transformed activation has what was asked of its maps") {
    const auto number = [](const char* method, const char* name) {
        return of(std::string(method) + "." + name + "(tanh, 1, 1.5)").value().value();
    };
    const double alpha = number("dks", "input_scale"), beta = number("dks", "input_shift"),
                 gamma = number("dks", "output_scale"), delta = number("dks", "output_shift");
    double mean = 0, square = 0, slope = 0, q = 0;
    constexpr double step = 1e-3;
    for (double z = -9; z <= 9; z += step) {
        const double weight = step * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
        const double f = std::tanh(alpha * z + beta), y = gamma * (f + delta),
                     change = gamma * alpha * (1 - f * f);
        mean += weight * y;
        square += weight * y * y;
        slope += weight * change * change;
        q += weight * y * change * z;
    }
    CHECK(std::fabs(mean) < 1e-10);
    CHECK(std::fabs(square - 1) < 1e-10);
    CHECK(std::fabs(slope - 1.5) < 1e-10);
    CHECK(std::fabs(q - 1) < 1e-10);
}

TEST_CASE("what has no solution, or none that is known, is said") {
    // (1/2)/(1/2 - 1/(2 pi)) is the only slope that relu has with a q_slope of 1
    CHECK(answers::status("dks.input_scale(relu, 10)") == "domain");
    CHECK(answers::status("dks.output_scale(leaky_relu(0.3), 10)") == "domain");
    CHECK(answers::status("dks.input_scale(relu, 1, pi/(pi - 1))") == "unable");
    CHECK(answers::status("dks.input_scale(relu, 10, q_slope=0.9)") == "unable");
    CHECK(answers::status("tat.input_scale(relu, 10)") == "unable");
    CHECK(answers::status("tat.negative_slope(1)") == "domain");
    CHECK(answers::status("tat.negative_slope(1, eta=0.3)") == "ok");
}

TEST_CASE("bad input is answered with what there is") {
    using answers::complains;
    CHECK(complains("dks.input_scale(swiglu, 10)", "one"));
    CHECK(complains("dks.input_scale(tanh, 0)", "depth must"));
    CHECK(complains("dks.input_scale(tanh, 10, zeta=1)", "zeta must"));
    CHECK(complains("tat.input_shift(tanh, 10, tau=0)", "tau must"));
    CHECK(complains("tat.negative_slope(10, eta=1)", "eta must"));
}
