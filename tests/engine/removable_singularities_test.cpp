// Quotients whose singularity is removable: proved at once, and where a second proof would take a million
// nodes, it is refused with a reason instead. Work is counted in evaluations, so that a busy machine does not
// matter.

#include <doctest/doctest.h>

#include <string>

#include "engine/records.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

struct Row {
    const char* f;
    const char* value;  ///< an elementary expression for E f(z); "" where there is none
    bool twice = true;  ///< whether two proofs have all digits
};

// E g(z)/z^k by writing g as an integral over 0 <= t <= 1, as of cos(t z) for sin(z)/z.
const Row rows[] = {
    {"erf(x)/x", "sqrt(2/pi)*log(sqrt(2) + sqrt(3))"},
    {"sin(x)/x", "sqrt(pi/2)*erf(1/sqrt(2))"},
    {"(1 - cos(x))/x^2", "sqrt(pi/2)*erf(1/sqrt(2)) - 1 + exp(-1/2)"},
    {"(1 - exp(-x^2))/x^2", "sqrt(3) - 1"},
    {"(cos(x) - 1)/x", "0"},
    {"erf(x/2)/x", "sqrt(2/pi)*log(1/sqrt(2) + sqrt(3/2))"},
    {"(erf(x) + x)/x", "1 + sqrt(2/pi)*log(sqrt(2) + sqrt(3))"},
    {"(normal_cdf(x) - 0.5)/x", "log(1 + sqrt(2))/sqrt(2*pi)"},
    {"(erfc(x) - 1)/x", "-sqrt(2/pi)*log(sqrt(2) + sqrt(3))"},
    {"tanh(x)/x", ""},
    {"atan(x)/x", ""},
    {"expm1(x)/x", ""},
    {"(exp(x) - 1)/x", ""},
    {"log1p(x^2)/x^2", ""},
    {"sinh(x)/x", ""},
    {"erf(x - 1)/(x - 1)", ""},
    {"tanh(x)*erf(x)/x^2", ""},
    {"erf(x)^2/x^2", ""},
    {"erf(x^2)/x^2", ""},
    {"erf(sin(x))/x", ""},
    {"x/sinh(x)", ""},
    {"(tanh(x) - tanh(1))/(x - 1)", ""},
    {"(erf(x) - erf(1))/(x - 1)", "", false},
    {"(exp(x) - 1 - x)/x^2", "", false},
    {"x/expm1(x)", ""},
};

constexpr std::uint64_t max_evaluations = 400'000;  // a second or so; erf(x)/x took two million

}  // namespace

TEST_CASE("a removable singularity costs no minutes") {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.f));
        const Result result =
            evaluate(std::string("activation.mean(\"") + row.f + "\")", {.digits = 15, .samples = 1024});
        REQUIRE(result.enclosure() != nullptr);
        CHECK(has_digits(result.enclosure()->value, 15));
        CHECK(reconcile(result.evidence()).contradiction == "");
        std::uint64_t evaluations = 0;
        std::ptrdiff_t proofs = 0;
        for (const Evidence& one : result.evidence()) {
            evaluations += one.work.evaluations;
            if (one.kind != Kind::enclosure) continue;
            proofs += one.status == Status::ok && has_digits(one.value, 15) ? 1 : 0;
            if (one.status != Status::ok) CHECK_FALSE(one.reason.empty());
        }
        CHECK(evaluations < max_evaluations);
        CHECK((proofs == 2) == row.twice);
        if (*row.value == 0) continue;
        const Result truth = evaluate(row.value, {.digits = 40});
        REQUIRE(truth.enclosure() != nullptr);
        CHECK(result.enclosure()->value.overlaps(truth.enclosure()->value));
    }
}
