// Quantisers of least error for normal numbers. References: mpmath 1.3.0, tests/vectors/pasted_constants.py
// quantizer: Lloyd's iteration to its fixed point, and integrals over cells by quad.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array levels = {
    Reference{"lloyd_max_level(2, 0)", "0.452780034636492009413205"},
    Reference{"lloyd_max_level(2, 1)", "1.510417608499095402387448"},
    Reference{"lloyd_max_level(3, 0)", "0.2450941789442216681944918"},
    Reference{"lloyd_max_level(3, 1)", "0.7560052812058772748186908"},
    Reference{"lloyd_max_level(3, 2)", "1.34390927850499987517501"},
    Reference{"lloyd_max_level(3, 3)", "2.151945704536987285345891"},
    Reference{"lloyd_max_level(4, 7)", "2.732589570995163069021614"},
    Reference{"lloyd_max_level(3, 0, half=false)", "-2.151945704536987285345891"},
    Reference{"lloyd_max_level(3, 7, half=false)", "2.151945704536987285345891"},
    Reference{"lloyd_max_mse(2)", "0.1174818478293292871241875"},
    Reference{"lloyd_max_mse(3)", "0.03454776078850373027659729"},
    Reference{"lloyd_max_mse(4)", "0.009501008008191886109134457"},
    Reference{"lloyd_max_mse(6)", "0.0006442396653172622763865065"},
    Reference{"lloyd_max_mse(8)", "0.00004118508286711748578083645"},
};

Result of(const std::string& call) {
    return ask("quantizer." + call, 18, "closed_form,interval_newton,recursion");
}

}  // namespace

TEST_CASE("values and errors of Lloyd and Max have their references by both proofs") {
    answers::check_references(levels, of);
    // A value of another quantiser is far away.
    CHECK_FALSE(answers::matches(of("lloyd_max_level(4, 1)"), answers::printed(levels[0].value)));
}

TEST_CASE("two values are those of the half-normal mean, and both ways to count agree") {
    const Ball mean = sqrt(2 / Ball::pi(200));
    CHECK(answers::matches(of("lloyd_max_level(1, 0)"), mean));
    CHECK(answers::matches(of("lloyd_max_level(1, 0, half=false)"), -mean));
    CHECK(answers::matches(of("lloyd_max_mse(1)"), 1 - 2 / Ball::pi(200)));
}

TEST_CASE("eight bits have one proof, and from cell to cell there is none") {
    const Result result = of("lloyd_max_level(8, 127)");
    CHECK(answers::enclosures(result.evidence()) == 1);
    CHECK(result.status() == Status::ok);
}

TEST_CASE("what no quantiser has is refused") {
    CHECK(answers::complains("quantizer.lloyd_max_level(17, 0)", "bits must"));
    CHECK(answers::complains("quantizer.lloyd_max_level(3, 4)", "index must be below 4"));
    CHECK(answers::complains("quantizer.lloyd_max_level(3, 8, half=false)", "index must be below 8"));
    CHECK(answers::complains("quantizer.lloyd_max_level(0, 0)", "bits must"));
}
