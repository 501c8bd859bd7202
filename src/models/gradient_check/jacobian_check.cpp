#include <sigprop/models/gradient_check/jacobian_check.hpp>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/doubles.hpp"
#include "core/parallel/workers.hpp"
#include "core/simd/target.hpp"
#include "models/gradient_check/norm_columns.hpp"
#include "models/normalization/centred_group.hpp"
#include "models/normalization/check_norm_rule.hpp"
#include "models/normalization/step_limits.hpp"

namespace sigprop {
namespace {

constexpr double cube_root_of_unit = 0x1p-17;

void require_input(std::span<const double> x) {
    if (x.empty())
        throw InputError::about({"x"}, "the check of a Jacobian needs an input of at least one entry");
    if (!std::ranges::all_of(x, [](double one) { return std::isfinite(one); })) {
        throw InputError::about({"x"}, "the check of a Jacobian needs finite inputs");
    }
}

/// `given`: 0 asks for the default step.
double chosen_step(double given, const NormStepLimits& limits) {
    if (!(given >= 0 && given < limits.length)) {
        throw InputError::about({"step"},
                                "the step of a difference must be above 0 (0 chooses one) and below the "
                                "length over which the layer changes");
    }
    if (given > 0) return given;
    const double relative = limits.is_flat ? cube_root_of_unit * cube_root_of_unit : cube_root_of_unit;
    return std::fmin(relative * limits.length, limits.kink / 2);
}

void require_step(double step, double x) {
    if (x + step == x || x - step == x) {
        throw InputError::about(
            {"step"}, "the step of a difference is lost in the rounding of an entry: give a larger step");
    }
}

double largest_size(std::span<const double> values) {
    double largest = 0;
    for (const double one : values) largest = std::fmax(largest, std::fabs(one));
    return largest;
}

/// Maxima of |x|, |y| and, for a right claim, |J_ij|.
struct Sizes {
    double input = 0, output = 0, entry = 0;
};

/// The largest error that a right claim can show: truncation, the rounding of outputs divided by the step,
/// and the rounding of entries about a mean that may be far away.
double tolerance_at(double step, const NormStepLimits& limits, const Sizes& largest, double roundings) {
    const double relative = step / limits.length;
    const double truncation = (limits.is_flat ? relative : relative * relative) * largest.entry;
    return truncation + roundings * unit_roundoff *
                            (largest.output / step + (1 + largest.input / limits.length) * largest.entry);
}

/// For sums by halves, and for sums from left to right, whose errors walk at random.
double roundings_by_halves(std::size_t count) { return std::log2(static_cast<double>(count)) + 8; }
double roundings_in_order(std::size_t count) { return std::sqrt(static_cast<double>(count)) + 8; }

JacobianCheck check_sums(const NormSums& sums, const NormJacobian& claim, const NormStepLimits& limits,
                         const JacobianCheckOptions& options) {
    prepare_target();
    const double divisor = sums.pass().divisor;
    const std::size_t count = sums.t().size();
    JacobianCheck found;
    found.step = chosen_step(options.step, limits);
    for (const double x : sums.x()) require_step(found.step, x);
    const NormColumns columns(sums, claim, found.step);
    ColumnErrors errors(count);
    constexpr std::size_t share = NormColumns::together;
    for_each_index((count + share - 1) / share, options.threads,
                   [&](std::size_t k) { columns.run(k * share, std::min(count, (k + 1) * share), errors); });
    found.column = errors.worst();
    found.row = columns.worst_row(found.column);
    found.largest = errors.largest(found.column) / divisor;
    found.frobenius = errors.frobenius() / divisor;
    const Sizes sizes{largest_size(sums.x()), columns.largest_output(), 1 / divisor};
    found.tolerance = tolerance_at(found.step, limits, sizes, roundings_by_halves(count));
    return found;
}

/// Replaces `above` by the difference quotients.
void subtract(std::span<double> above, std::span<const double> below, double width, Sizes& sizes) {
    for (std::size_t i = 0; i < above.size(); ++i) {
        sizes.output = std::fmax(sizes.output, std::fabs(above[i]));
        above[i] = (above[i] - below[i]) / width;
        sizes.entry = std::fmax(sizes.entry, std::fabs(above[i]));
    }
}

/// Returns the row of the largest error.
std::size_t add_errors(std::span<const double> differences, std::span<const double> claimed, std::size_t j,
                       ColumnErrors& to) {
    double squares = 0;
    double largest = -1;
    std::size_t row = 0;
    for (std::size_t i = 0; i < differences.size() && std::isfinite(squares); ++i) {
        const double error = std::fabs(differences[i] - claimed[i]);
        squares += error * error;
        if (error <= largest) continue;
        largest = error;
        row = i;
    }
    to.set(j, squares, largest);
    return row;
}

/// Leaves the tolerance out; `sizes` is for computing it.
JacobianCheck check_columns(const ForwardPass& forward, const JacobianColumn& claim,
                            std::span<const double> x, double step, Sizes& sizes) {
    JacobianCheck found;
    found.step = step;
    ColumnErrors errors(x.size());
    std::vector<std::size_t> rows(x.size());
    std::vector<double> moved(x.begin(), x.end());
    std::vector<double> above(x.size()), below(x.size()), column(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) {
        require_step(step, x[j]);
        moved[j] = x[j] - step;
        forward(moved, below);
        const double width = (x[j] + step) - moved[j];
        moved[j] = x[j] + step;
        forward(moved, above);
        moved[j] = x[j];
        claim(j, column);
        subtract(above, below, width, sizes);
        rows[j] = add_errors(above, column, j, errors);
    }
    found.column = errors.worst();
    found.row = rows[found.column];
    found.largest = errors.largest(found.column);
    found.frobenius = errors.frobenius();
    return found;
}

/// For rules that NormSums cannot speed up, at the shifted entries of the group.
JacobianCheck check_group(const CentredGroup& centred, const NormRule& rule, const NormJacobian& claim,
                          const NormStepLimits& limits, double step, double largest_input) {
    const std::span<const double> x = centred.entries();
    const NormGroup<double> group = centred.group();
    const auto forward = [&](std::span<const double> at, std::span<double> y) {
        const NormGroup<double> there(rule, at, centred.epsilon());
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = there.output(i);
    };
    const auto column = [&](std::size_t j, std::span<double> to) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = claim.constant[j] + claim.along[j] * group.output(i);
        to[j] += claim.diagonal[j];
    };
    Sizes sizes{.input = largest_input};
    JacobianCheck found = check_columns(forward, column, x, chosen_step(step, limits), sizes);
    found.tolerance = tolerance_at(found.step, limits, sizes, roundings_in_order(x.size()));
    return found;
}

std::vector<double> times(std::span<const double> numbers, double factor) {
    std::vector<double> result(numbers.size());
    std::ranges::transform(numbers, result.begin(), [factor](double one) { return one * factor; });
    return result;
}

}  // namespace

NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon) {
    require_input(x);
    check_norm_rule(rule, x.size(), epsilon);
    const CentredGroup centred(rule, epsilon, x);
    const NormGroup<double> group = centred.differentiable();
    const double divisor = group.statistics().divisor;
    const double scale = centred.scale();
    NormJacobian exact;
    for (std::size_t j = 0; j < x.size(); ++j) {
        exact.diagonal.push_back(1 / divisor * scale);
        exact.constant.push_back(-group.centre_slope(j) / divisor * scale);
        exact.along.push_back(-group.divisor_slope(j) / divisor * scale);
    }
    return exact;
}

JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                             const NormJacobian& claim, const JacobianCheckOptions& options) {
    require_input(x);
    check_norm_rule(rule, x.size(), epsilon);
    for (const std::vector<double>* part : {&claim.diagonal, &claim.constant, &claim.along}) {
        if (part->size() != x.size())
            throw InputError::about({"claim"}, "the size of the claimed Jacobian does not match the input");
    }
    const CentredGroup centred(rule, epsilon, x);
    const NormStepLimits limits =
        norm_step_limits(centred.differentiable(), rule, centred.entries(), centred.epsilon());
    if (limits.kink == 0) {
        throw InputError::about({"x"},
                                "the layer has no derivative at x: several entries share an extreme value, "
                                "or the spread equals the floor, so another formula holds on the other side");
    }
    // Scale to about 1, where no square overflows: entries times a power of two, the Jacobian divided by it.
    const double scale = centred.scale();
    const std::vector<double> scaled = times(x, scale);
    const NormJacobian near{times(claim.diagonal, 1 / scale), times(claim.constant, 1 / scale),
                            times(claim.along, 1 / scale)};
    const JacobianCheckOptions inside{.step = options.step * scale, .threads = options.threads};
    if (options.step > 0) require_step(inside.step, 0);
    JacobianCheck found = NormSums::has(rule)
                              ? check_sums(NormSums(rule, scaled, centred.epsilon()), near, limits, inside)
                              : check_group(centred, rule, near, limits, inside.step, largest_size(scaled));
    found.step /= scale;
    for (double* one : {&found.largest, &found.frobenius, &found.tolerance}) *one *= scale;
    return found;
}

JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                             std::span<const double> x, double length, const JacobianCheckOptions& options) {
    require_input(x);
    if (!(length > 0) || !std::isfinite(length))
        throw InputError::about({"length"}, "the length in a Jacobian check must be above 0 and finite");
    const NormStepLimits limits{.length = length, .kink = infinity};
    Sizes sizes{.input = largest_size(x)};
    JacobianCheck found = check_columns(forward, claim, x, chosen_step(options.step, limits), sizes);
    found.tolerance = tolerance_at(found.step, limits, sizes, roundings_by_halves(x.size()));
    return found;
}

}  // namespace sigprop
