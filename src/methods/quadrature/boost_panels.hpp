#pragma once
// Adaptive Gauss-Kronrod rules of 31 points for any function of one variable, with Boost.Math's rule.
//
// Boost's rule is applied to [-1, 1] and the bisection is ours: the error that Boost 1.74 reports for [a, b]
// lacks the factor (b - a) / 2, and its recursion compares that error with scaled tolerances.

#include "methods/quadrature/quadrature_pieces.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>

namespace sigprop {

struct Panel {
    double lower, upper;
    Integral part;

    [[nodiscard]] double middle() const { return lower + (upper - lower) / 2; }
    [[nodiscard]] bool can_be_split() const { return middle() > lower && middle() < upper; }
};

template <class Function>
[[nodiscard]] Panel measured(Function& f, double lower, double upper) {
    using Kronrod = boost::math::quadrature::gauss_kronrod<double, 31>;
    const double half = (upper - lower) / 2;
    const double middle = lower + half;
    const auto scaled = [&](double t) { return f(middle + half * t); };
    double error = 0;
    double magnitude = 0;
    const double value = Kronrod::integrate(scaled, -1.0, 1.0, 0, 0.0, &error, &magnitude);
    return {lower, upper, {half * value, half * error, half * magnitude}};
}

[[nodiscard]] inline Integral total(const std::vector<Panel>& panels) {
    Integral sum;
    for (const Panel& panel : panels) sum += panel.part;
    return sum;
}

/// Halves the panel with the largest error until the total is at most `wanted` times the integral of |f|.
template <class Function>
[[nodiscard]] Integral gauss_kronrod(Function& f, std::span<const double> breaks,
                                     double wanted = wanted_error) {
    constexpr std::size_t max_panels = 1000;
    std::vector<Panel> panels;
    for (std::size_t i = 1; i < breaks.size(); ++i) panels.push_back(measured(f, breaks[i - 1], breaks[i]));
    const std::size_t most = panels.size() + max_panels;
    for (Integral sum = total(panels); panels.size() < most; sum = total(panels)) {
        if (!(sum.error > wanted * sum.magnitude)) break;
        const auto worst = std::max_element(panels.begin(), panels.end(), [](const Panel& a, const Panel& b) {
            return a.part.error < b.part.error;
        });
        if (!worst->can_be_split()) break;
        const double middle = worst->middle();
        const Panel right = measured(f, middle, worst->upper);
        *worst = measured(f, worst->lower, middle);
        panels.push_back(right);
    }
    std::sort(panels.begin(), panels.end(), [](const Panel& a, const Panel& b) { return a.lower < b.lower; });
    return total(panels);
}

}  // namespace sigprop
