// Condition numbers by two proofs and closed forms. References: mpmath's eigsy of the covariance with 60
// digits, and algebra.

#include <cmath>

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

const std::string methods = "closed_form,pivots,rotations,recursion";

std::vector<Evidence> proofs(const std::string& text, long digits = 20) {
    const Result result = answers::ask("optimizer." + text, digits, methods);
    std::vector<Evidence> found;
    for (const Evidence& one : result.evidence()) {
        if (one.kind == Kind::enclosure) found.push_back(one);
    }
    INFO(text);
    REQUIRE(found.size() == 2);
    for (const Evidence& one : found) REQUIRE(one.status == Status::ok);
    return found;
}

/// Both proofs hold the reference, and are narrower than the digits that are asked for.
void check_proofs(const std::string& text, double reference, double relative) {
    CAPTURE(text);
    for (const Evidence& one : proofs(text)) {
        CHECK(std::fabs(one.value.to_double() / reference - 1) < relative);
        CHECK(one.value.radius_double() < 1e-15 * reference);
    }
}

}  // namespace

TEST_CASE("condition numbers are those of algebra and of mpmath") {
    constexpr double rounding = 1e-13;  // of a double and of a short formula in doubles
    check_proofs("condition_number([3])", 1, rounding);
    check_proofs("condition_number([0.1, 10000])", 1e10, rounding);
    check_proofs("condition_number([1, 1], correlation=0.5)", 3, rounding);
    check_proofs("condition_number([1, 2], correlation=0.5)", (5 + std::sqrt(13.0)) / (5 - std::sqrt(13.0)),
                 rounding);
    check_proofs("condition_number([5, 2, 7], features=normalised, correlation=0.2)", 1.4 / 0.8, rounding);
    check_proofs("condition_number([5, 2, 7], features=normalised, correlation=-0.2)", 1.2 / 0.6, rounding);
    check_proofs("condition_number([1, 1000], correlation=0.9, features=whitened)", 1, rounding);
    // mpmath 1.3.0, mp.dps = 60: w = mp.eigsy([[1, .6, -.6], [.6, 4, 1.2], [-.6, 1.2, 9]]); w[2]/w[0]
    check_proofs("condition_number([1, 2, 3], correlations=[0.3, -0.2, 0.2])", 11.6268765312459669861,
                 rounding);
    check_proofs("condition_number([1, 2, 3], correlations=[0.3, -0.2, 0.2], features=normalised)",
                 2.45355334747279865262, rounding);
    check_proofs("condition_number([1, 2, 3], correlations=[0.3, -0.2, 0.2], features=whitened)", 1,
                 rounding);
    // an eigenvalue that is a number of few bits: diag(1/4, 1, 2) with no rotation to do
    check_proofs("condition_number([1/2, 1, 2], correlations=[0, 0, 0])", 16, rounding);
    check_proofs("condition_number([0.1, 5, 300, 20000], correlation=0.7)", 103240706759.578251498, rounding);
}

TEST_CASE("a wrong entry of the covariance is far outside both proofs") {
    for (const Evidence& one : proofs("condition_number([1, 2, 3], correlations=[0.3, -0.2, 0.21])"))
        CHECK(std::fabs(one.value.to_double() / 11.6268765312459669861 - 1) > 1e-4);
}

TEST_CASE("steps of gradient descent are those of the rate") {
    check_proofs("gradient_descent_steps(3, error=0.25)", 2, 1e-13);
    check_proofs("gradient_descent_steps(100)", std::log(1e-3) / std::log(99.0 / 101), 1e-13);
    check_proofs("gradient_descent_steps(1.001, error=0.5)", std::log(0.5) / std::log(0.001 / 2.001), 1e-12);
    check_proofs("gradient_descent_steps(10^10)", std::log(1e-3) / -2e-10, 1e-9);
}

TEST_CASE("features that no correlations can have have no condition number, and what is missing is said") {
    const auto status = [](const std::string& text) {
        return answers::ask("optimizer.condition_number(" + text + ")", 20, methods).status();
    };
    CHECK(status("[1, 2], correlation=1") == Status::domain);
    CHECK(status("[1, 2, 3], correlation=-0.5") == Status::domain);
    CHECK(status("[1, 2, 3], correlation=-0.6, features=whitened") == Status::domain);
    CHECK(status("[1, 2, 3], correlation=-0.49") == Status::ok);
    CHECK(status("[1, 2, 3], correlations=[0.9, 0.9, -0.9]") == Status::domain);
    CHECK(status("[1, 2, 3], correlations=[1, 0, 0]") == Status::domain);
    using answers::complains;
    CHECK(complains("optimizer.condition_number([1, 2, 3], correlations=[0.1, 0.2])",
                    "3 features have 3 pairs, and correlations one number for each"));
    CHECK(complains("optimizer.condition_number([1, 2], correlation=0.1, correlations=[0.2])", "not both"));
    CHECK(complains("optimizer.condition_number([1, -2])", "spreads must"));
    CHECK(complains("optimizer.condition_number([1, 2], correlation=2)", "correlation must"));
    CHECK(complains("optimizer.gradient_descent_steps(1)", "condition must be"));
}
