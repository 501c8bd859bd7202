#pragma once
// What a forward pass leaves for the backward pass, and the failure that either may report.

#include <stdexcept>
#include <string>
#include <vector>

#include "models/network/network.hpp"

#include "models/network/network_streams.hpp"
#include "models/network/token_norm.hpp"

namespace sigprop {

/// Activations or gradients that are not finite, or a token that has no norm.
struct NetworkFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
    /// "the `what` of sublayer 37 `how` (network 5)"
    NetworkFailure(const std::string& what, std::size_t layer, const std::string& how, NetworkNumber network)
        : std::runtime_error("the " + what + " of sublayer " + std::to_string(layer) + " " + how +
                             " (network " + std::to_string(network.number) + ")") {}
};

template <class Scalar>
struct StreamRecord {
    bool is_whole = false;                     ///< whether every x_l is kept, or the last two only
    std::vector<Tokens<Scalar>> x;             ///< x_l at index l, or at l mod 2
    std::vector<std::vector<double>> squares;  ///< |x_l|^2 of each token, at the same indices
    std::vector<NormScales> sums;              ///< of the norm that ends layer l, at l or l mod 2
    Tokens<Scalar> output;                     ///< f: the last x, or its norm
    NormScales output_scales;                  ///< of that norm

    /// Reserves room for this many layers and tokens.
    void reserve(std::size_t layers, Eigen::Index width, Eigen::Index tokens) {
        const std::size_t places = is_whole ? layers + 1 : 2;
        x.assign(places, Tokens<Scalar>());
        for (Tokens<Scalar>& one : x) one.resize(width, tokens);
        squares.assign(places, std::vector<double>(static_cast<std::size_t>(tokens)));
        sums.resize(places);
    }
    [[nodiscard]] std::size_t place(std::size_t position) const { return is_whole ? position : position % 2; }
};

}  // namespace sigprop
