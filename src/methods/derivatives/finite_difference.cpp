#include "methods/derivatives/finite_difference.hpp"

#include "core/base/doubles.hpp"
#include "methods/derivatives/derivative_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop {
namespace {

/// Keeps steps from being multiples of a period: with steps of 1, 1/2…, sin(2 pi x) would appear as 0.
constexpr double odd_step = 1453.0 / 2048;
/// The error is this factor times the noise, which is a typical size, measured on few values.
constexpr double noise_to_error = 4;

double requested(std::optional<double> asked, double usual, double x) {
    require_finite(x, "the point");
    const double step = asked.value_or(usual * std::fmax(std::fabs(x), 1.0));
    require_finite(step, "the step");
    if (step <= 0) throw InputError::about({"step"}, "the step of a difference must be above 0");
    if (x + step == x || x - step == x) {
        throw InputError::about(
            {"step"}, "the step of a difference is lost in the rounding of its point: give a larger step");
    }
    return step;
}

/// A difference quotient and its rounding errors.
struct Quotient {
    double step = 0, slope = 0;
    double noise = 0;  ///< typical, if f is right to half a unit but rounds its argument
    double bend = 0;   ///< half the difference of the slopes to the right and to the left
    [[nodiscard]] bool is_finite() const { return std::isfinite(slope) && std::isfinite(noise); }
};

class Probe {
public:
    Probe(const RealFunction& f, double x) : f_(f), x_(x), centre_(f(x)) {}

    [[nodiscard]] Quotient central(double step) {
        const double above = x_ + step;
        const double below = x_ - step;
        const double right = value(above);
        const double left = value(below);
        Quotient q = quotient(right, left, above - below, std::fmax(std::fabs(above), std::fabs(below)));
        q.step = (above - below) / 2;
        q.bend = std::fabs((right - centre_) / (above - x_) - (centre_ - left) / (x_ - below)) / 2;
        return q;
    }
    [[nodiscard]] Quotient forward(double step) {
        const double above = x_ + step;
        Quotient q = quotient(value(above), centre_, above - x_, std::fmax(std::fabs(above), std::fabs(x_)));
        q.step = above - x_;
        return q;
    }
    [[nodiscard]] std::size_t evaluations() const { return evaluations_; }

private:
    double value(double at) {
        ++evaluations_;
        return f_(at);
    }
    static Quotient quotient(double right, double left, double width, double at) {
        Quotient q;
        q.slope = (right - left) / width;
        q.noise = unit_roundoff * (std::fabs(right) + std::fabs(left) + at * std::fabs(q.slope)) / width;
        return q;
    }

    const RealFunction& f_;
    double x_, centre_;
    std::size_t evaluations_ = 1;
};

/// f's own rounding error, beyond a Quotient's noise, times a step. It alone makes quotients differ at
/// successively halved steps that are too small for truncation errors.
double measured_noise(std::span<const Quotient> small) {
    double largest = 0;
    for (std::size_t k = 0; k + 1 < small.size(); ++k) {
        if (!small[k].is_finite() || !small[k + 1].is_finite()) continue;
        largest = std::fmax(largest, std::fabs(small[k].slope - small[k + 1].slope) * small[k + 1].step);
    }
    return largest;
}

/// The size of a kink at x: how much the slopes to both sides differ at every step, beyond rounding.
double kink(std::span<const Quotient> quotients, double measured) {
    double least = infinity;
    for (const Quotient& q : quotients) {
        if (q.is_finite()) least = std::fmin(least, q.bend - 8 * (q.noise + measured / q.step));
    }
    return std::fmax(least, 0.0);
}

/// The quotient at a step, with an error estimate by extrapolation from those at step, step / 2 and step / 4.
/// The leading error falls by `ratio` and the next one by `next_ratio` each time the step is halved.
DerivativeEstimate at_step(Probe probe, Quotient (Probe::*quotient)(double step), double step, double ratio,
                           double next_ratio) {
    std::array<Quotient, 7> q;
    for (Quotient& one : q) {
        one = (probe.*quotient)(step);
        step /= 2;
    }
    if (!q[0].is_finite() || !q[1].is_finite() || !q[2].is_finite())
        return without_derivative(probe.evaluations());
    const double coarse = q[1].slope + (q[1].slope - q[0].slope) / (ratio - 1);
    const double fine = q[2].slope + (q[2].slope - q[1].slope) / (ratio - 1);
    const double best = fine + (fine - coarse) / (next_ratio - 1);
    const double truncation = std::fabs(best - q[0].slope) + std::fabs(best - fine);
    const double rounding = q[0].noise + measured_noise(std::span(q).subspan(3)) / q[0].step;
    return {q[0].slope, 1.125 * truncation + noise_to_error * rounding, q[0].step, probe.evaluations()};
}

struct Entry {
    double value = 0, noise = 0;
};

/// Ridders' tableau over quotients at successively halved steps: entry m of row k has no error terms step^2,
/// …, step^(2m). The best entry agrees with its neighbours and is not contradicted by smaller steps, which
/// count because many functions look straight far from x.
class Tableau {
public:
    static constexpr std::size_t columns = 9;

    Tableau(std::span<const Quotient> ladder, double measured) : ladder_(ladder), measured_(measured) {
        std::size_t usable = 0;
        std::array<Entry, columns> above{};
        for (std::size_t k = 0; k < ladder.size(); ++k) {
            if (!ladder[k].is_finite()) {
                usable = 0;
                continue;
            }
            std::array<Entry, columns> row{};
            row[0] = {ladder[k].slope, noise(k)};
            usable = std::min(usable + 1, columns);
            double power = 1;
            for (std::size_t m = 1; m < usable; ++m) {
                power *= 4;
                row[m].value = row[m - 1].value + (row[m - 1].value - above[m - 1].value) / (power - 1);
                row[m].noise = (power * row[m - 1].noise + above[m - 1].noise) / (power - 1);
                if (m + 1 < usable) consider(k, m, row, above[m].value);
            }
            above = row;
        }
    }
    [[nodiscard]] double value() const { return value_; }
    [[nodiscard]] double error() const { return error_; }
    [[nodiscard]] double step() const { return step_; }
    [[nodiscard]] std::size_t row() const { return row_; }

private:
    [[nodiscard]] double noise(std::size_t k) const { return ladder_[k].noise + measured_ / ladder_[k].step; }
    void consider(std::size_t k, std::size_t m, const std::array<Entry, columns>& row, double coarser) {
        const double value = row[m].value;
        const double truncation = std::fmax(std::fabs(value - row[m - 1].value), std::fabs(value - coarser));
        double error = truncation + noise_to_error * row[m].noise;
        if (!(error < error_)) return;
        double apart = 2 * std::fabs(value - ladder_[k - m].slope);
        for (std::size_t j = k - m + 1; j < ladder_.size() && error < error_; ++j) {
            apart = j > k ? apart / 4 : apart;
            const double allowed = apart + 8 * noise(j);
            error = std::fmax(error, std::fabs(value - ladder_[j].slope) - allowed);
        }
        if (!(error < error_)) return;
        error_ = error;
        value_ = value;
        row_ = k;
        step_ = ladder_[k - m].step;
    }

    std::span<const Quotient> ladder_;
    double measured_;
    double value_ = not_a_number, error_ = infinity, step_ = 0;
    std::size_t row_ = 0;
};

}  // namespace

DerivativeEstimate central_difference(const RealFunction& f, double x, std::optional<double> step) {
    const double first = requested(step, 0x1p-17, x);
    return at_step(Probe(f, x), &Probe::central, first, 4, 16);
}

DerivativeEstimate forward_difference(const RealFunction& f, double x, std::optional<double> step) {
    const double first = requested(step, 0x1p-26, x);
    return at_step(Probe(f, x), &Probe::forward, first, 2, 4);
}

DerivativeEstimate richardson_difference(const RealFunction& f, double x, const RichardsonOptions& options) {
    if (options.levels < 3)
        throw InputError::about({"levels"}, "Richardson's extrapolation needs at least 3 levels");
    double step = requested(options.largest_step, 8 * odd_step, x);
    Probe probe(f, x);
    std::vector<Quotient> ladder;
    for (int level = 0; level < options.levels && step > std::fabs(x) * 0x1p-46; ++level, step /= 2) {
        ladder.push_back(probe.central(step));
    }
    const std::span<const Quotient> smallest =
        std::span(ladder).last(std::min(std::max<std::size_t>(6, ladder.size() / 4), ladder.size()));
    const double measured = measured_noise(smallest);
    const Tableau tableau(ladder, measured);
    const double bend = kink(std::span(ladder).subspan(tableau.row()), measured);
    return {tableau.value(), tableau.error() + bend, tableau.step(), probe.evaluations()};
}

}  // namespace sigprop
