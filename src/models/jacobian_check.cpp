#include "models/jacobian_check.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/errors.hpp>
#include <string>

#include "core/block_target.hpp"
#include "core/workers.hpp"
#include "models/norm_columns.hpp"

namespace sigprop {
namespace {

constexpr double unit = 0x1p-53;
constexpr double cube_root_of_unit = 0x1p-17;

void require_input(std::span<const double> x) {
    if (x.empty()) throw InputError("a Jacobian is checked at an input of at least one entry");
    if (!std::ranges::all_of(x, [](double one) { return std::isfinite(one); })) {
        throw InputError("a Jacobian is checked at finite inputs");
    }
}

void require_group(const NormRule& rule, std::span<const double> x, double epsilon) {
    require_input(x);
    if (!(epsilon >= 0) || !std::isfinite(epsilon)) {
        throw InputError("epsilon must be >= 0 and finite");
    }
    if (rule.leading > x.size()) throw InputError("the leading entries are more than there are");
    if (rule.spread == NormSpread::std && x.size() <= static_cast<std::size_t>(rule.correction)) {
        throw InputError("of " + std::to_string(x.size()) +
                         " entries no standard deviation with divisor n - " +
                         std::to_string(rule.correction) + " can be had");
    }
}

double chosen_step(const JacobianCheckOptions& options, double length) {
    if (options.step < 0 || !std::isfinite(options.step)) {
        throw InputError("the step of a difference must be > 0 (0: a usual one)");
    }
    return options.step > 0 ? options.step : cube_root_of_unit * length;
}

void require_step(double step, double x) {
    if (x + step == x || x - step == x) {
        throw InputError("the step of a difference is lost in the rounding of an entry");
    }
}

double largest_size(std::span<const double> values) {
    double largest = 0;
    for (const double one : values) largest = std::fmax(largest, std::fabs(one));
    return largest;
}

/// The largest error of a right claim: its truncation, the rounding of outputs over the step, and the
/// rounding of entries about a mean that may be far away, in units of the largest entry there is.
double tolerance_at(double step, double length, double largest_output, double largest_entry,
                    std::span<const double> x) {
    const double relative = step / length;
    const double roundings = std::log2(static_cast<double>(x.size())) + 8;
    return relative * relative * largest_entry +
           roundings * unit * (largest_output / step + (1 + largest_size(x) / length) * largest_entry);
}

void require_divisor(double divisor) {
    if (!(divisor > 0) || !std::isfinite(divisor)) {
        throw InputError(
            "there is no derivative where the divisor is " +
            std::string(divisor == 0 ? "0: an epsilon > 0 or another input is needed" : "not a number"));
    }
}

JacobianCheck check_sums(const NormSums& sums, const NormJacobian& claim,
                         const JacobianCheckOptions& options) {
    detail::prepare_target();
    const double divisor = sums.pass().divisor;
    require_divisor(divisor);
    require_divisor(sums.length());
    const std::size_t count = sums.t().size();
    JacobianCheck found;
    found.step = chosen_step(options, sums.length());
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
    found.tolerance =
        tolerance_at(found.step, sums.length(), columns.largest_output(), 1 / divisor, sums.x());
    return found;
}

/// The largest there are.
struct Sizes {
    double output = 0, entry = 0;

    /// Makes differences of what is above.
    void add(std::span<double> above, std::span<const double> below, double width) {
        for (std::size_t i = 0; i < above.size(); ++i) {
            output = std::fmax(output, std::fabs(above[i]));
            above[i] = (above[i] - below[i]) / width;
            entry = std::fmax(entry, std::fabs(above[i]));
        }
    }
};

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

}  // namespace

NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon) {
    require_group(rule, x, epsilon);
    const NormGroup<double> group(rule, x, epsilon);
    const double divisor = group.statistics().divisor;
    require_divisor(divisor);
    NormJacobian exact;
    for (std::size_t j = 0; j < x.size(); ++j) {
        exact.diagonal.push_back(1 / divisor);
        exact.constant.push_back(-group.centre_slope(j) / divisor);
        exact.along.push_back(-group.divisor_slope(j) / divisor);
    }
    return exact;
}

JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                             const NormJacobian& claim, const JacobianCheckOptions& options) {
    require_group(rule, x, epsilon);
    for (const std::vector<double>* part : {&claim.diagonal, &claim.constant, &claim.along}) {
        if (part->size() != x.size())
            throw InputError("the claimed Jacobian has another size than the input");
    }
    if (NormSums::has(rule)) return check_sums(NormSums(rule, x, epsilon), claim, options);
    const NormGroup<double> group(rule, x, epsilon);
    require_divisor(group.statistics().divisor);
    const auto forward = [&](std::span<const double> at, std::span<double> y) {
        const NormGroup<double> there(rule, at, epsilon);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = there.output(i);
    };
    const auto column = [&](std::size_t j, std::span<double> to) {
        for (std::size_t i = 0; i < to.size(); ++i)
            to[i] = claim.constant[j] + claim.along[j] * group.output(i);
        to[j] += claim.diagonal[j];
    };
    return check_jacobian(forward, column, x, group.statistics().divisor, options);
}

JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                             std::span<const double> x, double length, const JacobianCheckOptions& options) {
    require_input(x);
    if (!(length > 0) || !std::isfinite(length))
        throw InputError("the length of a Jacobian's check must be > 0");
    JacobianCheck found;
    found.step = chosen_step(options, length);
    ColumnErrors errors(x.size());
    std::vector<std::size_t> rows(x.size());
    Sizes sizes;
    std::vector<double> moved(x.begin(), x.end());
    std::vector<double> above(x.size()), below(x.size()), column(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) {
        require_step(found.step, x[j]);
        moved[j] = x[j] - found.step;
        forward(moved, below);
        const double width = (x[j] + found.step) - moved[j];
        moved[j] = x[j] + found.step;
        forward(moved, above);
        moved[j] = x[j];
        claim(j, column);
        sizes.add(above, below, width);
        rows[j] = add_errors(above, column, j, errors);
    }
    found.column = errors.worst();
    found.row = rows[found.column];
    found.largest = errors.largest(found.column);
    found.frobenius = errors.frobenius();
    found.tolerance = tolerance_at(found.step, length, sizes.output, sizes.entry, x);
    return found;
}

}  // namespace sigprop
