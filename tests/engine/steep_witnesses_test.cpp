// Generated: steep functions at every scale and peaks as narrow as they come. No witness turns their proofs
// into a contradiction, and every wrong closed form and every flipped sign is still one.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sigprop/engine/evaluate.hpp>
#include <string>

#include "engine/binding/binder.hpp"
#include "engine/records.hpp"
#include "methods/expectation.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

const char* const steep[] = {
    "erf(x)",          "tanh(x)",         "sigmoid(x)",          "1/(1 + exp(-x))",   "atan(x)",
    "x/sqrt(1 + x^2)", "normal_cdf(x)^2", "where(x > 1, 1, -1)", "tanh(x)^2 + x/1e6", "erf(x) - erf(x - 3)"};
const char* const quantities[] = {"mean", "second_moment", "gain", "variance"};

struct Draw {
    std::mt19937_64 random{20260729};

    std::size_t below(std::size_t n) { return random() % n; }
    double between(double least, double most) {
        return least + (most - least) * static_cast<double>(random() >> 11U) * 0x1p-53;
    }
    std::string number(double x) { return fmt::format("{:.6g}", x); }

    /// std from 1e-6 to 1e9, the mean up to a thousand of them away.
    std::string steep_call() {
        const double std = std::pow(10.0, between(-6, 9));
        const double away = std::pow(10.0, between(-9, 3)) * (below(2) == 0 ? -1 : 1);
        return fmt::format("activation.{}(\"{}\", std={}, mean={})", quantities[below(4)], steep[below(10)],
                           number(std), number(below(3) == 0 ? between(-30, 30) : away * std));
    }
    /// A peak of any width and height, alone or on something smooth.
    std::string peak_call() {
        const std::string peak = fmt::format("{}*exp(-(x - {})^2/{})", number(std::pow(10.0, between(-3, 3))),
                                             number(between(-5, 5)), number(std::pow(10.0, between(-16, 1))));
        const char* const ground[] = {"", " + 1", " + tanh(x)", " + x^2", " - cos(x)"};
        return fmt::format("activation.{}(\"{}{}\")", quantities[below(4)], peak, ground[below(5)]);
    }
};

Context quick(const std::string& methods = "closed_form,arb_integral,boost_*,gsl_*,quasi_*") {
    return {.digits = 8, .samples = 1024, .methods = methods.c_str(), .budget = 100'000};
}

/// The definition's means, for another way to combine or to spoil them.
const Expectation* definition_of(const BoundExpression& bound) {
    for (const Route& route : bound.leaves.front().routes)
        if (const auto* expectation = std::get_if<Expectation>(&route)) return expectation;
    return nullptr;
}

/// Not where a mean is the small difference of large parts.
bool knows_a_thousandth(const Evidence& one) {
    return one.status == Status::ok && (abs(one.value) - 2000 * one.value.radius()).is_positive();
}

/// Whether the estimates of this definition expose the proof of another one.
bool is_exposed(const Expectation& definition, const Ball& proved) {
    DirectRoute closed;
    closed.value = [proved](long, const Context&) { return Answer(proved); };
    const std::vector<Route> routes = {closed, definition};
    return !reconcile(gather_evidence(routes, quick("closed_form,boost_*,gsl_*"))).contradiction.empty();
}

}  // namespace

TEST_CASE("steep functions and narrow peaks have no contradiction") {
    Draw draw;
    std::size_t estimated = 0;
    const std::size_t parts = test::parts_of_work(3);
    for (std::size_t i = 0; i < 60 / parts; ++i) {
        const std::string call = i % 2 == 0 ? draw.steep_call() : draw.peak_call();
        CAPTURE(call);
        const Record record = evaluate_record(call, quick());
        CHECK(record.verdict != Verdict::inconsistent);
        if (record.verdict == Verdict::inconsistent) MESSAGE(record.reason);
        for (const EvidenceRecord& one : record.evidence)
            estimated += one.kind == Kind::estimate && one.status == Status::ok ? 1U : 0U;
    }
    CHECK(estimated * parts > 100);  // else nobody was asked
}

TEST_CASE("a wrong proof is still exposed by the same estimates") {
    Draw draw;
    std::size_t asked = 0, right = 0, wrong_value = 0, flipped = 0, wrong_sign = 0;
    for (int i = 0; i < 40; ++i) {
        const std::string call = i % 2 == 0 ? draw.steep_call() : draw.peak_call();
        CAPTURE(call);
        const BoundExpression bound = bind_expression(call);
        const Expectation* definition = definition_of(bound);
        REQUIRE(definition != nullptr);
        const Evidence proved = best_enclosure(bound.leaves.front().routes, quick());
        if (proved.status != Status::ok || proved.value.contains_zero()) continue;
        const std::vector<Evidence> estimates =
            gather_evidence(std::vector<Route>{*definition}, quick("boost_gauss_kronrod,boost_tanh_sinh"));
        if (!std::ranges::all_of(estimates, knows_a_thousandth)) continue;
        ++asked;
        right += is_exposed(*definition, proved.value) ? 0U : 1U;
        wrong_value += is_exposed(*definition, proved.value * Ball(1.001)) ? 1U : 0U;
        if (call.starts_with("activation.gain")) continue;  // of a negative second moment there is none
        ++flipped;
        Expectation other = *definition;
        for (Formula& integrand : other.integrands) integrand = -integrand;
        wrong_sign += is_exposed(other, proved.value) ? 1U : 0U;
    }
    CHECK(asked > 20);
    CHECK(right == asked);
    CHECK(wrong_value == asked);
    CHECK(flipped > 12);
    CHECK(wrong_sign == flipped);
}
