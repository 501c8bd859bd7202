#include "measure/gradient/pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr double accepted_errors = 8;
/// How far a coefficient may be from 1, beyond its standard error.
constexpr double tolerance = 0.05;
/// The least standard deviation of an error, in units of rounding.
constexpr double min_std = 0.05;
/// Fewer elements have too little spread to be judged by.
constexpr double min_elements = 16;
/// A factor nearer to 1 than this, in units of rounding, is only a way of rounding.
constexpr double min_factor = 4;
/// The share of the squared error that a mistake may leave when it does not explain everything.
constexpr double little = 1.0 / 16;
/// The share that a full explanation may leave.
constexpr double whole = 1e-4;
/// Two mistakes are told apart when their residuals differ by this many variances.
constexpr double apart = 25;

}  // namespace

double MistakeFit::Fit::standard_error(double amount, double variance) const {
    const double rows = std::max(0.0, aa - 2 * amount * ab + amount * amount * bb);
    return std::sqrt(variance / square + (rows + common) / (square * square));
}

double MistakeFit::variance(double residual) const {
    return std::max(residual / std::max(count_, 1.0), min_std * min_std);
}

void MistakeFit::begin(const RowComparison& row) {
    for (std::size_t j = 0; j < row.error.size(); ++j) {
        if (row.weight[j] == 0) continue;
        const double error = row.error[j] * row.weight[j];
        errors_ += error * error;
        count_ += 1;
    }
}

void MistakeFit::add(std::size_t mistake, const RowComparison& row, std::span<const double> change) {
    Fit& fit = mistake < fits_.size() ? fits_[mistake] : factor_;
    double a = 0;
    double b = 0;
    double used = 0;
    for (std::size_t j = 0; j < change.size(); ++j) {
        if (row.weight[j] == 0) continue;
        const double weighted = change[j] * row.weight[j];
        a += row.error[j] * row.weight[j] * weighted;
        b += weighted * weighted;
        used += 1;
        const double rest = (row.error[j] - change[j]) * row.weight[j];
        fit.residual += rest * rest;
        fit.worst = std::max(fit.worst, std::abs(row.error[j] - change[j]) / row.allowed[j]);
    }
    if (!std::isfinite(a) || !std::isfinite(b)) {
        fit.undefined = true;
        return;
    }
    fit.along += a;
    fit.square += b;
    fit.aa += a * a;
    fit.ab += a * b;
    fit.bb += b * b;
    fit.common += row.common_square * used * b;
}

bool MistakeFit::is_named(const Fit& fit, bool beyond) const {
    if (fit.undefined || !(fit.square > 0)) return false;
    const double amount = fit.along / fit.square;
    const double free_residual = errors_ - fit.along * amount;
    const double error = fit.standard_error(amount, variance(free_residual));
    if (!beyond && count_ < min_elements) return false;
    // Either only rounding remains, or little of the error.
    const bool explains = fit.worst <= 1;
    if (explains && beyond) return fit.residual < errors_;
    return error * accepted_errors < 1 && std::abs(amount - 1) <= tolerance + error * accepted_errors / 2 &&
           amount > accepted_errors * error && (explains || fit.residual < little * errors_);
}

void MistakeFit::add_factor(std::vector<LooksLike>& found) const {
    if (!(factor_.square > 0) || factor_.undefined) return;
    const double amount = factor_.along / factor_.square;
    const double free_residual = errors_ - factor_.along * amount;
    const double error = factor_.standard_error(amount, variance(free_residual));
    const double rms = std::abs(amount) * std::sqrt(factor_.square / std::max(count_, 1.0));
    // The factor explains nearly all of the error: a hundredth of it remains, or rounding.
    const bool explains = free_residual < 0.01 * errors_ || variance(free_residual) < 1;
    if (rms < min_factor || std::abs(amount) < accepted_errors * error || !explains) return;
    // At least two digits of the difference from 1.
    const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(amount)))), 4, 15);
    found.push_back(
        {fmt::format("the right answer times {:.{}g}", 1 + amount, digits), 1 + amount, error, true});
}

std::vector<LooksLike> MistakeFit::named(const std::vector<Mistake>& mistakes, JacobianOutput output,
                                         bool beyond) const {
    std::vector<std::size_t> which;
    for (std::size_t m = 0; m < fits_.size(); ++m) {
        if ((mistakes[m].outputs & bit(output)) != 0 && is_named(fits_[m], beyond)) which.push_back(m);
    }
    std::ranges::stable_sort(which, {}, [&](std::size_t m) { return fits_[m].residual; });
    std::vector<LooksLike> found;
    for (const std::size_t m : which) {
        const Fit& fit = fits_[m];
        const double best = fits_[which.front()].residual;
        if (fit.residual - best > apart * variance(best)) break;
        const double amount = fit.along / fit.square;
        const bool is_whole = fit.worst <= 1 || fit.residual < whole * errors_;
        found.push_back({mistakes[m].text, amount,
                         fit.standard_error(amount, variance(errors_ - fit.along * amount)), is_whole});
    }
    return found;
}

std::vector<std::string> MistakeFit::unseen(const std::vector<Mistake>& mistakes,
                                            JacobianOutput output) const {
    std::vector<std::string> texts;
    for (std::size_t m = 0; m < fits_.size(); ++m) {
        const Fit& fit = fits_[m];
        if ((mistakes[m].outputs & bit(output)) == 0 || fit.undefined) continue;
        const bool visible = fit.square > 0 && accepted_errors * fit.standard_error(0, variance(errors_)) < 1;
        if (!visible) texts.push_back(mistakes[m].text);
    }
    return texts;
}

}  // namespace sigprop
