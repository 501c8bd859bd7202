// Entropies of attention with random queries and keys: two proofs against another program, sampled heads
// against both, and what makes no sense. References: numpy 1.24 and scipy 1.10, E H = E log S - E sum a x in
// doubles; Gaussian: trapezoidal rule over |q|; sphere: Gauss-Jacobi nodes.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array gaussian_rows = {
    Row{"512, 64, 1/8", "5.74208335206"},
    Row{"2, 64, 1", "0.115256037447"},
    Row{"16, 8, 1/2", "2.08379030216"},
    Row{"100, 3, 0.6", "4.10572138513"},
};
constexpr std::array sphere_rows = {
    Row{"512, 64, 1/8", "5.75232591923"},
    Row{"2, 2, 3/4", "0.517992845884"},
    Row{"100, 5, 2", "2.28820002093"},
    Row{"1000, 128, 30/128", "4.02426736881"},
};

std::string gaussian(const std::string& call) { return "attention.gaussian_qk_entropy(" + call + ")"; }
std::string sphere(const std::string& call) { return "attention.sphere_entropy(" + call + ")"; }

}  // namespace

TEST_CASE("Gaussian queries and keys") {
    answers::check_references(gaussian_rows, [](const std::string& call) { return ask(gaussian(call), 12); });
    CHECK_FALSE(answers::matches(ask(gaussian("512, 64, 1/8"), 12), answers::printed("5.74208336206")));
    // q| is random: the entropy differs from that for logits of std scale sqrt(dim), 5.7418901589577.
    CHECK(ask(gaussian("512, 64, 1/8"), 12).value().value() > 5.742);
}

TEST_CASE("queries and keys on a sphere") {
    answers::check_references(
        sphere_rows, [](const std::string& call) { return ask(sphere(call), 12); }, 1);
    // On the line two keys are alike with probability 1/2: log 2/2 + H(sigmoid(2 z))/2, z = 1.
    const Result line = ask(sphere("2, 1, 1"), 15);
    const double p = 1 / (1 + std::exp(-2.0));
    const double two = -p * std::log(p) - (1 - p) * std::log(1 - p);
    CHECK(std::fabs(line.value().value() - (std::log(2.0) + two) / 2) < 1e-14);
}

TEST_CASE("sampled heads testify to the proofs") {
    for (const std::string& expression :
         {gaussian("64, 16, 1/4"), gaussian("8, 4, 1"), sphere("64, 16, 1/4"), sphere("16, 3, 1")}) {
        CAPTURE(expression);
        const Result result = evaluate(
            expression, {.digits = 8, .samples = std::uint64_t{1} << 16, .methods = "arb_*,network"});
        REQUIRE(result.evidence().size() == 2);
        const Evidence& sample = result.evidence()[1];
        REQUIRE(sample.status == Status::ok);
        CHECK(sample.value.radius_double() > 0);
        CHECK(answers::dissent(result.evidence()) == "");
    }
    // A sample of other heads contradicts the proof.
    const Result other = evaluate(gaussian("64, 16, 1/2"), {.digits = 8, .methods = "network"});
    Evidence sample = other.evidence().at(0);
    const Evidence proof = ask(gaussian("64, 16, 1/4"), 8, "arb_*").evidence().at(0);
    CHECK(reconcile({proof, sample}).contradiction != "");
}

TEST_CASE("heads that are too many for the samples asked for") {
    const Result result = evaluate(sphere("2^20, 64, 1/8"), {.digits = 8, .methods = "network"});
    CHECK(result.status() == Status::unable);
    CHECK(result.reason().find("--samples") != std::string::npos);
}

TEST_CASE("what makes no sense is refused where it is") {
    for (const auto& make : {gaussian, sphere}) {
        CHECK(answers::complains(make("1, 64, 1"), "n must be from 2 to 2^63"));
        CHECK(answers::complains(make("64, 0, 1"), "dim must be from 1 to 10^6"));
        CHECK(answers::complains(make("64, 64, 0"), "scale must be positive"));
        CHECK(answers::complains(make("64, 64, -1"), "scale must be positive"));
        CHECK(answers::complains(make("64, 64, inf"), "scale must be finite"));
        CHECK(answers::complains(make("64, 64, 1e300"), "for dim 64 give a smaller scale"));
        CHECK(answers::complains(make("64, 64, 1e-9"), "for dim 64 give a larger scale"));
    }
}
