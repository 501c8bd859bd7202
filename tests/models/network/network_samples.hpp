#pragma once
// Networks of every residual block in both precisions, and whether two samples are the same bits.

#include <set>

#include "tests/models/network/network_designs.hpp"

namespace sigprop::test {

inline constexpr ResidualStep<double> pre_norm{.normalises_input = true};

inline std::vector<NetworkDesign> designs() {
    std::vector<NetworkDesign> result;
    for (const bool wide : {false, true}) {
        const NetworkDesign mlp = mlp_network(3, {.normalises_branch = true});
        const NetworkDesign transformer = transformer_network(4, {.normalises_sum = true});
        for (NetworkDesign design :
             {linear_network(3, pre_norm), mlp, transformer, with_gates(mlp), with_gates(transformer)}) {
            design.double_precision = wide;
            design.final_norm = wide;
            design.sequences = 3;
            design.step_rate = 1e-3;
            design.norm = wide ? NormKind::layer_norm : NormKind::rms_norm;
            if (design.block != BlockKind::linear) design.activation = tanh(Formula::variable());
            result.push_back(design);
        }
    }
    return result;
}

inline const std::set<Observable> everything = {
    Observable::second_moment,     Observable::cosine,
    Observable::gradient_square,   Observable::weight_gradient_square,
    Observable::output_change_sgd, Observable::output_change_adam};

inline bool same(const NetworkProfile& a, const NetworkProfile& b) {
    for (std::size_t what = 0; what < observable_count; ++what) {
        const auto& first = a[static_cast<Observable>(what)];
        const auto& second = b[static_cast<Observable>(what)];
        if (first.size() != second.size()) return false;
        for (std::size_t l = 0; l < first.size(); ++l) {
            const bool nothing = first[l] != first[l] && second[l] != second[l];
            if (first[l] != second[l] && !nothing) return false;
        }
    }
    return true;
}

inline bool same(const NetworkSample& a, const NetworkSample& b) {
    if (a.failure != b.failure || a.profiles.size() != b.profiles.size()) return false;
    for (std::size_t n = 0; n < a.profiles.size(); ++n) {
        if (!same(a.profiles[n], b.profiles[n])) return false;
    }
    return true;
}

}  // namespace sigprop::test
