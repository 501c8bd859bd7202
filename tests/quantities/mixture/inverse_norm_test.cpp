// The mean of a routed token's inverse norm, enclosed. References: mpmath 1.3.0, tests/vectors/mixture.py:
// one and two chosen logits by integrals over them.

#include "quantities/mixture/inverse_norm.hpp"

#include <array>

#include "tests/support/answers.hpp"
#include "tests/support/error_terms.hpp"

using namespace sigprop;
using answers::Reference;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

constexpr std::array references = {
    Reference{"routed_scale(2, 1, gate=softmax)", "1.427583576155807004411"},
    Reference{"routed_scale(16, 1, gate=softmax)", "4.533366010030544955789"},
    Reference{"routed_scale(3, 2)", "1.386473767962392851487"},
    Reference{"routed_scale(3, 2, gate=softmax)", "1.524066864589983888540"},
};

Result of(const std::string& call) { return answers::ask("moe." + call, 12, "arb_trapezoid"); }

Ball enclosed(RouterLaw law, std::int64_t experts, std::int64_t active, long bits = 24) {
    const Answer answer = enclosed_inverse_norm(law, experts, active, bits, Context{});
    REQUIRE(answer.status == Status::ok);
    return answer.value;
}

Ball of_softmax() { return enclosed(RouterLaw::softmax, 16, 2); }
Ball of_sigmoid() { return enclosed(RouterLaw::sigmoid, 16, 2); }
/// All weights near 1, and of one expert: the value is 1.
Ball of_saturated() { return enclosed(RouterLaw::sigmoid, 4096, 1); }

}  // namespace

TEST_CASE("enclosures hold integrals over all logits") {
    answers::check_references(references, of, std::nullopt);
    CHECK_FALSE(answers::matches(of("routed_scale(3, 2)"), answers::printed("1.386473768062392851487")));
    CHECK(enclosed(RouterLaw::sigmoid, 64, 1, 44).contains(Ball(1)));
    CHECK(enclosed(RouterLaw::sigmoid, 512, 500, 44).accuracy_bits() > 38);
    CHECK_FALSE(of_softmax().overlaps(enclosed(RouterLaw::softmax, 17, 2)));
}

TEST_CASE("with all experts active nothing is proved, and that is said") {
    CHECK(answers::status("moe.routed_scale(8, 8)", "arb_trapezoid") == "unable");
    CHECK(answers::complains("moe.routed_scale(8, 0)", "active must"));
}

TEST_CASE("one error term at a time outweighs the others") {
    const Ball softmax = enclosed(RouterLaw::softmax, 16, 2, 44);
    const Ball sigmoid = enclosed(RouterLaw::sigmoid, 16, 2, 44);
    {
        // The line of the greatest height is bounded factor by factor: the powers of |cdf| and of b are never
        // as large together.
        const Redesigned coarse("mixture.inverse_norm.threshold_step", 6);
        sharp("mixture.inverse_norm.threshold_strip", 0.02, of_sigmoid, sigmoid);
    }
    {
        // Cauchy and Schwarz on a line on which e^(-v^2 w^2) turns.
        const Redesigned coarse("mixture.inverse_norm.scale_step", 4);
        sharp("mixture.inverse_norm.scale_strip", 0.2, of_sigmoid, sigmoid);
    }
    {
        // The binomial tail is bounded by its first term.
        const Redesigned narrow("mixture.inverse_norm.outside", 0.2);
        sharp("mixture.inverse_norm.outside", 0.2, of_sigmoid, sigmoid);
    }
    {
        const Redesigned few("mixture.inverse_norm.small_scales", 0.2);
        sharp("mixture.inverse_norm.small_scales", 0.5, of_softmax, softmax);
    }
    {
        // An integral that begins half a step before the sum, with the least weight that a chosen logit can
        // have.
        const Redesigned few("mixture.inverse_norm.large_scales", 0.02);
        sharp("mixture.inverse_norm.large_scales", 0.2, of_saturated, Ball(1));
    }
    {
        const Redesigned near("mixture.inverse_norm.far_logits", 0.1);
        sharp("mixture.inverse_norm.far_logits", 0.5, of_sigmoid, sigmoid);
    }
}
