// The smallest std with mean square 1, that no smaller one exists, and that bounded functions have none.
// References: mpmath 1.2.1 with 40 digits, quad over [-30, 30] split at kinks, findroot; the closed forms are
// noted beside their rows.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;

namespace {

struct Row {
    const char* f;
    const char* std;
};

constexpr std::array rows = {
    Row{"gelu", "1.468011260546793242877730142296363176"},
    Row{"silu", "1.558759930069491827493183895600370489"},
    Row{"\"x * tanh(softplus(x))\"", "1.451491239960346601674013787377191005"},
    Row{"elu", "1.277960075404714763939605830943879403"},
    Row{"softplus", "1.083121881507613281285007807887054579"},
    Row{"\"min(max(x, 0), 6)\"", "1.414243429745498471795954397535245499"},
    Row{"\"x * min(max(x + 3, 0), 6) / 6\"", "1.567183835178789611686885029644420618"},
    Row{"\"x + sin(x)^2\"", "0.8595126611608414708887193689300156470"},
    Row{"\"2 * tanh(x)\"", "0.6563385683976243512186754066133900163"},
    Row{"\"3 * exp(-x^2)\"", "4.472135954999579392818347337462552470881"},  // sqrt 20: 9/sqrt(1 + 4 s^2)
    Row{"relu", "1.414213562373095048801688724209698078570"},               // sqrt 2
    Row{"identity", "1"},
    Row{"selu", "1.0000000000000000000000000000000000000"},
    Row{"leaky_relu", "1.41414285699783534987653560452480606"},      // sqrt(2/1.0001)
    Row{"\"relu(x)^2\"", "0.903602003609844831962218052891444190"},  // (2/3)^(1/4)
};

std::string unit_std(const std::string& f) { return "activation.unit_std(" + f + ")"; }

}  // namespace

TEST_CASE("unit_std has thirty digits for every unbounded activation") {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.f));
        const Result result = ask(unit_std(row.f));
        CHECK(answers::matches(result, answers::printed(row.std)));
    }
    CHECK_FALSE(answers::matches(ask(unit_std("gelu")), answers::printed(rows[1].std)));
}

TEST_CASE("closed form, integral and Boost agree") {
    for (const char* f : {"elu", "leaky_relu", "selu", "relu"}) {
        CAPTURE(std::string(f));
        CHECK(answers::disagreement(ask(unit_std(f), 20, "*")) == "");
    }
    const Result result = ask(unit_std("gelu"), 20, "arb_*,boost_*");
    CHECK(result.evidence().size() == 2);
    for (const Evidence& e : result.evidence()) CHECK(e.status == Status::ok);
    CHECK(answers::dissent(result.evidence()) == "");
}

TEST_CASE("of several roots it is the smallest") {
    // E f(s z)^2 rises above 1 and falls again: 100 x^2 e^(-2 x^2) has the mean 100 s^2 (1 + 4 s^2)^(-3/2),
    // which is 1 at s = 0.10317… and again at a much larger s (mpmath 1.2.1).
    const Result bump = ask(unit_std("\"10 * x * exp(-x^2)\""));
    CHECK(answers::matches(bump, answers::printed("0.1031769399124274556341842968606894548")));
    CHECK(bump.enclosure()->value.upper_double() < 0.2);
}

TEST_CASE("many digits") {
    const std::string most = ask(unit_std("elu"), 300, "closed_form").decimal();
    CHECK(most.size() >= 300);
    CHECK(ask(unit_std("gelu"), 120, "arb_integral").decimal().size() >= 120);
}

TEST_CASE("bounded functions have none, by proof") {
    for (const char* f :
         {"tanh", "sigmoid", "\"erf(x)\"", "\"sin(x)\"", "\"cos(x)\"", "\"exp(-x^2)\"",
          "\"min(max(x, -1), 1)\"", "\"x / (1 + abs(x))\"", "\"x / sqrt(1 + x^2)\"", "\"x / sqrt(3 + x^2)\"",
          "\"min(max((x + 3) / 6, 0), 1)\"", "\"where(x < -1, -1, where(x > 1, 1, x))\"", "\"step(x)\"",
          "\"0 * relu(x)\"", "\"1\""}) {
        CAPTURE(std::string(f));
        CHECK(ask(unit_std(f)).status() == Status::domain);
    }
    CHECK(ask(unit_std("\"1.01 * tanh(3 * x)\"")).status() == Status::ok);
}

TEST_CASE("a mean square that no std changes is called something else than 1 only when that is proved") {
    const auto says_not_1 = [](const char* f) {
        return ask(unit_std(f)).reason().find("not 1") != std::string::npos;
    };
    CHECK_FALSE(says_not_1("\"sqrt(2) * step(x)\""));  // it is 1, but not a fraction
    CHECK_FALSE(says_not_1("\"where(x < 0, 1, -1)\""));
    CHECK(says_not_1("\"step(x)\""));
}

TEST_CASE("what is not settled is unable, never a number and never `domain`") {
    for (const char* f : {"\"1.0001 * sin(x)\"", "\"exp(x^2)\"", "\"log(abs(x))\"", "\"2 + relu(x)\""}) {
        CAPTURE(std::string(f));
        CHECK(answers::status(unit_std(f), "arb_*") == "unable");
    }
}
