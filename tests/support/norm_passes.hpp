#pragma once
// Forward and backward passes of normalisation layers as functions, and inputs of them.

#include <cstddef>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <vector>

#include <sigprop/models/gradient_check/jacobian_probe.hpp>

namespace sigprop::test {

inline const NormRule rms_norm{};
inline const NormRule layer_norm{.centre = NormCentre::mean, .spread = NormSpread::std};

inline const NormRule l2_norm{.spread = NormSpread::length, .epsilon_place = EpsilonPlace::floor};
inline const NormRule min_max{.centre = NormCentre::minimum, .spread = NormSpread::range};
inline const NormRule mean_range{.centre = NormCentre::mean, .spread = NormSpread::range};
inline const NormRule partial_rms{.leading = 3, .epsilon_place = EpsilonPlace::outside_root};

inline std::vector<double> input(std::size_t count, double mean = 0.3, double std = 2) {
    std::vector<double> x(count);
    RandomStream(3, "inputs of Jacobians").fill_normals(0, x);
    for (double& one : x) one = mean + std * one;
    return x;
}

inline double divisor(const NormRule& rule, std::span<const double> x, double epsilon) {
    return NormGroup<double>(rule, x, epsilon).statistics().divisor;
}

inline ForwardPass forward_of(const NormRule& rule, double epsilon) {
    return [=](std::span<const double> x, std::span<double> y) {
        const NormGroup<double> group(rule, x, epsilon);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = group.output(i);
    };
}

/// J'^T g of the exact Jacobian, or of one with `along` y_i forgotten.
inline BackwardPass backward_of(const NormRule& rule, std::span<const double> x, double epsilon,
                                bool forgets) {
    return [=](std::span<const double> g, std::span<double> dx) {
        const std::vector<double> exact = NormGroup<double>(rule, x, epsilon).transposed(g);
        const double r = divisor(rule, x, epsilon);
        for (std::size_t j = 0; j < dx.size(); ++j) dx[j] = forgets ? g[j] / r : exact[j];
    };
}

}  // namespace sigprop::test
