#pragma once
// Layers by name, inputs for them, and their refusals.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/normalization/normalization.hpp>
#include <string>
#include <vector>

namespace sigprop::test {

using Numbers = std::vector<double>;
using Shape = std::vector<std::size_t>;

inline Normalization layer_of(const char* name, const Shape& shape, double epsilon,
                              const NormLayoutOptions& options = {},
                              std::optional<double> share = std::nullopt) {
    return Normalization(norm_call(*find_norm_layer(name), shape, epsilon, options, share));
}

/// x as in references.hpp, times a factor.
inline Numbers batch(std::size_t size, double factor) {
    Numbers x(size);
    for (std::size_t i = 0; i < size; ++i) {
        x[i] = factor * (static_cast<double>((i * 37 + 11) % 101) / 16 - 3);
    }
    return x;
}

inline double distance(const Numbers& a, const Numbers& b) {
    REQUIRE(a.size() == b.size());
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double one = std::fabs(a[i] - b[i]);
        worst = one <= worst ? worst : one;  // NaN stays
    }
    return worst;
}

/// The InputError's message; empty when there is none.
inline std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& refused) {
        return refused.what();
    }
    return "";
}

inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace sigprop::test
