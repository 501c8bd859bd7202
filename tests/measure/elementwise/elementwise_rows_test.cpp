// measure elementwise: threads, scales, pieces of a file, omitted rows, and features without a best fit.

#include <doctest/doctest.h>

#include <limits>

#include "tests/support/elementwise_samples.hpp"

using namespace elementwise_samples;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Every number of the fits.
std::vector<double> everything(const ElementwiseMeasurement& found) {
    std::vector<double> all = {found.best_map_error, found.best_map_slack};
    for (const FormMeasurement& form : found.forms) {
        all.insert(all.end(),
                   {form.shared.parameter, form.shared.error, form.own_error, form.rescaled.error});
    }
    for (const FeatureFit& one : found.features) {
        for (const ReplacementFit& fit : one.own) all.insert(all.end(), {fit.parameter, fit.error});
        all.insert(all.end(), one.shared_error.begin(), one.shared_error.end());
    }
    return all;
}

}  // namespace

TEST_CASE("any number of threads gives the same bits, and pieces of the file add up") {
    constexpr std::size_t dim = 200;  // 4 slices; 655 rows a piece
    const Doubles x = weights_samples::normal_weights(700 * dim, 1, 1);
    const std::string file = npy({700, dim}, x, "<f4");
    Context context = quick;
    context.threads = 1;
    const ElementwiseMeasurement one = measure(file, {}, {}, context);
    for (const int threads : {2, 5}) {
        context.threads = threads;
        CHECK(everything(measure(file, {}, {}, context)) == everything(one));
    }
    Doubles floats = x;
    for (double& value : floats) value = static_cast<float>(value);
    const Textbook book(floats, dim);
    for (std::size_t i = 0; i < 2; ++i) {
        const ReplacementFit& fit = one.forms[i].shared;
        CHECK(std::abs(fit.error / book.error(static_cast<ReplacementForm>(i), fit.parameter) - 1) < 1e-9);
    }
}

TEST_CASE("scales of two change nothing but alpha and C") {
    const Doubles x = numbers(30 * 8, 1, 2);
    const ElementwiseMeasurement found = measure(npy({30, 8}, x));
    for (const int power : {-300, -8, 1, 400}) {
        CAPTURE(power);
        Doubles scaled = x;
        for (double& one : scaled) one = std::ldexp(one, power);
        const ElementwiseMeasurement other = measure(npy({30, 8}, scaled));
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK(other.forms[i].shared.error == found.forms[i].shared.error);
            CHECK(other.forms[i].shared.parameter ==
                  std::ldexp(found.forms[i].shared.parameter, i == 0 ? -power : 2 * power));
        }
        CHECK(other.best_map_error == found.best_map_error);
    }
    // Rows far below the largest entry are normalised as well.
    Doubles tiny = x;
    for (std::size_t i = 0; i < 8; ++i) tiny[i] = std::ldexp(tiny[i], -600);
    const ElementwiseMeasurement mixed = measure(npy({30, 8}, tiny));
    CHECK(mixed.rows == 30);
    CHECK(std::abs(mixed.forms[0].shared.error - (found.forms[0].shared.error * 29 + 1) / 30) < 0.02);
}

TEST_CASE("rows that cannot be normalised are counted, named and left out") {
    const Doubles x = numbers(2 * 10 * 6, 1, 3);
    const std::vector<double> good = everything(measure(npy({20, 6}, x)));
    Doubles bad = {1, 1, 1, not_a_number, 1, 1, 0, 0, 0, -0.0, 0, 0, 1, -infinity, 1, 1, 1, 1, 0, 0, 0,
                   0, 0, 0};
    bad.insert(bad.begin() + 12, x.begin(), x.end());
    const ElementwiseMeasurement found = measure(npy({2, 12, 6}, bad));
    CHECK(everything(found) == good);
    CHECK(found.bad_rows == 2);
    CHECK(found.flat_rows == 2);
    CHECK(found.bad_reason ==
          "2 of 24 rows are not finite; the first: x[0, 0, 3] is NaN; 2 of 24 rows are zero and cannot be "
          "normalised without an epsilon; the first: x[0, 1] is zero");
    CHECK(found.records[0].reason == found.bad_reason);
    // With an epsilon, zero rows are ordinary rows, and so are constant ones for LayerNorm.
    CHECK(measure(npy({2, 12, 6}, bad), {.epsilon = "1e-6"}).rows == 22);
    Doubles constant(6, 0.1);
    const std::string file = npy({21, 6}, joined(constant, x));
    const ElementwiseMeasurement centred = measure(file, {.layer = "layer_norm"});
    CHECK(
        centred.bad_reason ==
        "1 of 21 rows is constant and cannot be normalised without an epsilon; the first: x[0] is constant");
    CHECK(everything(centred) == everything(measure(npy({20, 6}, x), {.layer = "layer_norm"})));
    CHECK(measure(file, {.layer = "layer_norm", .epsilon = "1e-5"}).bad_reason.empty());
    CHECK(measure(file).bad_reason.empty());
    const ElementwiseMeasurement nothing = measure(npy({3, 2}, Doubles(6)));
    CHECK(nothing.rows == 0);
    CHECK(std::isnan(nothing.forms[0].shared.error));
    CHECK(nothing.records[0].evidence.back().reason == "no row can be measured");
    CHECK(nothing.records[0].computed.value);
}

TEST_CASE("features without a best parameter") {
    // With one nonzero entry in a row, the output is its sign. A feature that is always zero has no target.
    const ElementwiseMeasurement signs = measure(npy({3, 3}, {2, 0, 0, 0, -3, 0, 5, 0, 0}));
    CHECK(signs.forms[0].shared.parameter == infinity);
    CHECK(signs.forms[1].shared.parameter == 0);
    CHECK(signs.forms[0].shared.error < 1e-30);
    CHECK(signs.forms[1].shared.error < 1e-30);
    CHECK(signs.forms[0].at_limit == 2);
    CHECK(std::isnan(signs.features[2].own[0].parameter));
    CHECK(std::isnan(signs.features[2].own[0].error));
    // With LayerNorm it has a target, which every parameter misses equally.
    const ElementwiseMeasurement silent =
        measure(npy({3, 3}, {2, 0, 1, 4, 0, -3, 5, 0, 0.5}), {.layer = "layer_norm"});
    CHECK(std::isnan(silent.features[1].own[0].parameter));
    CHECK(silent.features[1].own[0].error == doctest::Approx(1).epsilon(1e-12));
    CHECK(silent.forms[0].own_error > silent.forms[0].shared.error / 2);
    CHECK(silent.forms[0].own_error <= silent.forms[0].shared.error);
    CHECK(silent.forms[0].at_limit == 0);
    // With LayerNorm a feature that is positive but below the mean is best replaced by 0.
    Doubles x;
    for (const double one : weights_samples::normal_weights(40, 0.1, 4))
        x.insert(x.end(), {1 + one, 2 + one * one, 3});
    const ElementwiseMeasurement below = measure(npy({40, 3}, x), {.layer = "layer_norm"});
    CHECK(below.features[0].own[0].parameter == 0);
    CHECK(below.features[0].own[1].parameter == infinity);
    CHECK(below.features[0].own[0].error == doctest::Approx(1).epsilon(1e-12));
    CHECK(below.features[2].own[0].parameter > 0);
}
