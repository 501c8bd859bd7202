// measure elementwise: fits against a textbook and Brent's method, data with a known answer, and independence
// of threads, scale and omitted rows where it is promised.

#include <doctest/doctest.h>

#include <limits>

#include "methods/roots/boost_root.hpp"
#include "tests/support/elementwise_samples.hpp"

using namespace elementwise_samples;

namespace {

constexpr ReplacementForm dyt = ReplacementForm::dyt;
constexpr ReplacementForm dyisru = ReplacementForm::dyisru;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The fit has the textbook's error, and Brent's method, started around it, finds nothing better.
template <class Use>
void check_fit(const Textbook& book, ReplacementForm form, const ReplacementFit& fit, const Use& use) {
    CAPTURE(fit.parameter);
    REQUIRE(std::isfinite(fit.parameter));
    CHECK(std::abs(fit.error - book.error(form, fit.parameter, use)) < 1e-12);
    const auto at = [&](double log) { return book.error(form, std::exp(log), use); };
    const double log = std::log(fit.parameter);
    const RootEstimate peer = boost_minimum(at, log - 1, log + 1.1);
    CHECK(std::abs(peer.root - log) < 1e-6);  // a flat minimum: Brent's place is accurate to sqrt(2^-53)
    CHECK(at(log) <= at(peer.root) + 1e-15);
    CHECK(at(log - 1e-4) > at(log));
    CHECK(at(log + 1e-4) > at(log));
}

void check_against(const Textbook& book, const ElementwiseMeasurement& found) {
    for (const ReplacementForm form : {dyt, dyisru}) {
        const auto index = static_cast<std::size_t>(form);
        check_fit(book, form, found.forms[index].shared, [](std::size_t) { return true; });
        for (const std::size_t feature : {std::size_t{0}, book.dim - 1}) {
            check_fit(book, form, found.features[feature].own[index],
                      [=](std::size_t j) { return j == feature; });
        }
        CHECK(found.forms[index].own_error <= found.forms[index].shared.error);
    }
}

}  // namespace

TEST_CASE("the fit of a textbook, in every type, with epsilon, weights and a mean") {
    const Doubles x = numbers(40 * 12, 2, 1);
    for (const char* type : {"<f8", ">f4", "<f2", "<u2"}) {
        CAPTURE(type);
        const bool bfloat16 = std::string(type) == "<u2";
        check_against(Textbook(x, 12), measure(npy({5, 8, 12}, x, type), {.bfloat16 = bfloat16}));
    }
    check_against(Textbook(x, 12, false, 0.5), measure(npy({40, 12}, x), {.epsilon = "1/2"}));
    check_against(Textbook(x, 12, true), measure(npy({40, 12}, x), {.layer = "layer_norm"}));
    Textbook weighted(x, 12);
    weighted.weights = numbers(12, 3, 2);
    check_against(weighted, measure(npy({40, 12}, x), {}, npy({12}, weighted.weights)));
    // Gemma's gain is 1 + weight, by the name.
    Doubles about_zero = weighted.weights;
    for (double& one : about_zero) one -= 1;
    check_against(weighted, measure(npy({40, 12}, x), {.layer = "GemmaRMSNorm"}, npy({12}, about_zero)));
    // Control: without the weights the fit differs.
    const double with = measure(npy({40, 12}, x), {}, npy({12}, weighted.weights)).forms[0].shared.parameter;
    CHECK(std::abs(measure(npy({40, 12}, x)).forms[0].shared.parameter / with - 1) > 1e-4);
}

TEST_CASE("shapes that are exact have no error") {
    // With d = 2 and x_1 = x_0 / sinh(alpha x_0) the first output is sqrt(2) tanh(alpha x_0); with a constant
    // x_1 = c it is sqrt(2) x_0 / sqrt(x_0^2 + c^2).
    constexpr double alpha = 0.375;
    constexpr double c = 2.25;
    Doubles tanh_shaped;
    Doubles isru_shaped;
    for (const double x : weights_samples::normal_weights(50, 3, 3)) {
        tanh_shaped.insert(tanh_shaped.end(), {x, x / std::sinh(alpha * x)});
        isru_shaped.insert(isru_shaped.end(), {x, c});
    }
    const FeatureFit first = measure(npy({50, 2}, tanh_shaped)).features[0];
    CHECK(std::abs(first.own[0].parameter / alpha - 1) < 1e-9);
    CHECK(first.own[0].error < 1e-18);
    CHECK(first.own[1].error > 1e-4);
    const FeatureFit second = measure(npy({50, 2}, isru_shaped)).features[0];
    CHECK(std::abs(second.own[1].parameter / (c * c) - 1) < 1e-9);
    CHECK(second.own[1].error < 1e-18);
    CHECK(second.own[0].error > 1e-4);
}

TEST_CASE("normal samples have the normal optimum and its errors") {
    constexpr std::size_t dim = 16;
    constexpr double std = 2.5;
    const Doubles x = weights_samples::normal_weights(4000 * dim, std, 4);
    const ElementwiseMeasurement found = measure(npy({4000, dim}, x), {.rms = "5/2"});
    for (std::size_t i = 0; i < 2; ++i) {
        const FormMeasurement& form = found.forms[i];
        // A row moves all its entries: standard errors are about 0.3 % of alpha, 0.6 % of C, 3 % of errors.
        CHECK(std::abs(form.shared.parameter / *found.records[i].computed.value - 1) < 0.02);
        CHECK(std::abs(form.shared.error / *found.records[2 + i].computed.value - 1) < 0.12);
        CHECK(form.normal.error >= form.shared.error);
        CHECK(form.normal.error < form.shared.error * 1.01);
        CHECK(std::abs(form.rescaled.parameter / form.normal.parameter - 1) < 0.02);
        CHECK(found.records[i].evidence.back().route == RouteKind::measurement);
    }
    CHECK(std::abs(found.best_map_error / *found.records[4].computed.value - 1) < 0.12);
    CHECK(found.best_map_slack < 0.05 * found.best_map_error);
    // Assuming rms 1, the default, they are far off.
    const ElementwiseMeasurement other = measure(npy({4000, dim}, x));
    CHECK(other.forms[0].normal.error > 10 * found.forms[0].normal.error);
    CHECK(other.forms[0].rescaled.error == doctest::Approx(found.forms[0].rescaled.error).epsilon(1e-6));
}

TEST_CASE("a planted outlier is named, and the deepest of several minima is found") {
    Doubles x = weights_samples::normal_weights(200 * 32, 1, 5);
    CHECK(measure(npy({200, 32}, x)).outliers.empty());
    for (std::size_t i = 13; i < x.size(); i += 32) x[i] *= 40;
    const ElementwiseMeasurement found = measure(npy({200, 32}, x));
    CHECK(found.outliers == std::vector<std::size_t>{13});
    CHECK(found.worst.front() == 13);
    CHECK(found.features[13].share_of_error[0] > 5 * found.features[found.worst[1]].share_of_error[0]);
    // Rows of two scales: one parameter fits the majority.
    for (const std::size_t few : {std::size_t{20}, std::size_t{180}}) {
        Doubles mixed = weights_samples::normal_weights(200 * 8, 1, 6);
        for (std::size_t i = 0; i < few * 8; ++i) mixed[i] *= 3000;
        const Textbook book(mixed, 8);
        const ElementwiseMeasurement two = measure(npy({200, 8}, mixed));
        double least = infinity;
        for (int k = 0; k <= 400; ++k) least = std::min(least, book.error(dyt, 1e-5 * std::exp(k / 25.0)));
        CHECK(two.forms[0].shared.error <= least * (1 + 1e-12));
        CHECK(two.forms[0].shared.error > 0.9 * least);
    }
}
