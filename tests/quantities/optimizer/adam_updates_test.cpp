// Adam's step under noise at a finite beta2. References: mpmath 1.3.0, tests/vectors/pasted_constants.py
// optimizer, with the product by Euler and Maclaurin's formula and the integral by another rule; and the
// values for beta1^2 = beta2, where squares of gradients have the weights of v.

#include <array>
#include <cmath>

#include "quantities/optimizer/adam_updates.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/error_terms.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

constexpr std::array rows = {
    Reference{"adam_update_rms()", "0.2293022908138084790757371"},
    Reference{"adam_update_rms(0.9, 0.95)", "0.2260573778084853491285488"},
    Reference{"adam_update_rms(0.95, 0.9)", "0.1602349491463157401952498"},
    Reference{"adam_update_rms(0, 0.99)", "0.9951246656211728750438423"},
};

Result of(const std::string& call, long digits = 20) {
    return ask("optimizer." + call, digits, "arb_trapezoid");
}

Ball value(const std::string& call, long digits = 20) {
    const Result result = of("adam_update_rms(" + call + ")", digits);
    REQUIRE(result.enclosure() != nullptr);
    return result.enclosure()->value;
}

}  // namespace

TEST_CASE("Adam's steps under noise have their references") {
    answers::check_references(
        rows, [](const std::string& call) { return of(call); }, 1);
    CHECK_FALSE(answers::matches(of("adam_update_rms(0.9, 0.9991)"), answers::printed(rows[0].value)));
}

TEST_CASE("equal weights of both averages make a closed form, and beta2 near 1 the known limit") {
    for (const char* beta : {"0.9", "0.5", "0.99", "0.1"}) {
        const std::string b = beta;
        CAPTURE(b);
        const Result closed = ask("optimizer.adam_noise_rms(" + b + ")", 40, "closed_form");
        CHECK(value(b + ", " + b + "^2", 40).overlaps(closed.enclosure()->value));
        CHECK_FALSE(value(b + ", " + b + "^2 + 1e-9", 40).overlaps(closed.enclosure()->value));
    }
    const double near = value("0.9, 0.99999999").to_double();
    CHECK(std::fabs(near / std::sqrt(0.1 / 1.9) - 1) < 1e-7);
    CHECK(of("adam_update_rms(0.9, 0.999)", 200).status() == Status::ok);
    CHECK(of("adam_update_rms(0.9, 1e-6)").status() == Status::ok);
}

TEST_CASE("the algorithm itself, and bad input") {
    const Result both = ask("optimizer.adam_update_rms(0.5, 0.7)", 12, "*");
    CHECK(answers::dissent(both.evidence()) == "");
    CHECK(both.evidence().size() == 2);
    CHECK(answers::complains("optimizer.adam_update_rms(0.9, 1)", "beta2 must be"));
    CHECK(answers::complains("optimizer.adam_update_rms(1, 0.9)", "beta1 must be"));
}

TEST_CASE("each bound is needed") {
    const auto square = [](const char* beta1, const char* beta2) {
        return [=] {
            const auto real = [](const char* text) { return Real(Rational::from_decimal(text)); };
            const Answer found = mean_square_update(real(beta1), real(beta2), 60, Context());
            REQUIRE(found.status == Status::ok);
            return found.value;
        };
    };
    {
        const Ball exact = square("0.9", "0.9")();
        // The size of a function with Gamma's growth in the strip is below its bound.
        const Redesigned few("optimizer.adam_update.step_bits", 1.6 / 68);
        sharp("optimizer.adam_update.strip", 0.3, square("0.9", "0.9"), exact);
    }
    {
        const Ball exact = square("0.9", "0.999")();
        const Redesigned few("optimizer.adam_update.left_bits", 0.2);
        sharp("optimizer.adam_update.left", 0.5, square("0.9", "0.999"), exact);
    }
    {
        const Ball exact = square("0.9", "0.1")();
        const Redesigned few("optimizer.adam_update.right_bits", 0.1);
        sharp("optimizer.adam_update.right", 0.5, square("0.9", "0.1"), exact);
    }
    {
        const Ball exact = square("0.5", "0.9")();
        const Redesigned few("optimizer.adam_update.product_terms", 0.05);
        sharp("optimizer.adam_update.product_rest", 0.5, square("0.5", "0.9"), exact);
    }
    {
        const Ball exact = square("0.5", "0.9")();
        const Redesigned few("optimizer.adam_update.weights_terms", 0.05);
        sharp("optimizer.adam_update.weights_rest", 0.5, square("0.5", "0.9"), exact);
    }
}
