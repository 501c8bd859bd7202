#pragma once
// The fast networks beside the naive ones: what both measure in one network, and how far they differ.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>

#include "tests/models/network/reference_designs.hpp"
#include "tests/models/network/reference_profile.hpp"

namespace reference {

inline constexpr NetworkId compared_network{.seed = 11, .number = 1};
inline constexpr double tolerance = 1e-12;  ///< for relative differences, which go up to 4e-15
inline constexpr double far_apart = 1e-3;   ///< the relative difference that a missing term must cause

/// The values that sample_networks measures for the compared network.
[[nodiscard]] inline NetworkProfile fast_profile(const sigprop::NetworkDesign& design,
                                                 const std::set<Observable>& wanted) {
    sigprop::Context context;
    context.seed = compared_network.seed;
    const auto sample = sigprop::sample_networks(design, wanted, compared_network.number + 1, context);
    INFO(sample->failure);
    REQUIRE(sample->profiles.size() == compared_network.number + 1);
    return sample->profiles[compared_network.number];
}

/// A naive network with its input and the gradient of its output.
struct Subject {
    explicit Subject(const sigprop::NetworkDesign& design, Fault fault = Fault::none)
        : network(sampled(design, compared_network)),
          x_0(sampled_input(design, compared_network)),
          g(sampled_output_gradient(design, compared_network)) {
        network.fault = fault;
    }
    Network<double> network;
    Batch<double> x_0, g;
};

/// The largest relative difference over the positions at which the naive network has a value; infinite where
/// the fast one lacks it or has another number of values.
[[nodiscard]] inline double relative_difference(std::span<const double> fast, std::span<const double> naive) {
    if (fast.size() != naive.size()) return HUGE_VAL;
    double largest = 0;
    for (std::size_t i = 0; i < fast.size(); ++i) {
        if (std::isnan(naive[i]) || fast[i] == naive[i]) continue;
        const double difference = std::abs(fast[i] - naive[i]) / std::abs(naive[i]);
        largest = std::isnan(difference) ? HUGE_VAL : std::max(largest, difference);
    }
    return largest;
}

[[nodiscard]] inline const Scheme& named(const std::vector<Scheme>& all, const std::string& name) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Scheme& s) { return s.name == name; });
    REQUIRE(found != all.end());
    return *found;
}
[[nodiscard]] inline const Block& named(const std::vector<Block>& all, const std::string& name) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Block& b) { return b.name == name; });
    REQUIRE(found != all.end());
    return *found;
}
[[nodiscard]] inline sigprop::NetworkDesign design(const std::string& scheme, const std::string& block,
                                                   sigprop::NormKind norm = sigprop::NormKind::rms_norm,
                                                   std::size_t layers = 4) {
    return design(named(schemes(layers), scheme), named(blocks(), block), norm);
}

}  // namespace reference
