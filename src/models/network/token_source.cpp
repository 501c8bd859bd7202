#include "models/network/token_source.hpp"

#include <cmath>
#include <vector>

namespace sigprop {
namespace {

template <class Scalar>
Tokens<Scalar> room(const NetworkDesign& design) {
    return Tokens<Scalar>(static_cast<Eigen::Index>(design.width),
                          static_cast<Eigen::Index>(design.sequences * design.length));
}

template <class Scalar>
void put(const std::vector<double>& features, std::uint64_t column, Tokens<Scalar>& tokens) {
    for (std::size_t i = 0; i < features.size(); ++i) {
        tokens(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(column)) =
            static_cast<Scalar>(features[i]);
    }
}

/// Scales to |x|^2 / width = square.
void scale_to(double square, std::vector<double>& features) {
    double sum = 0;
    for (const double one : features) sum += one * one;
    const double factor = std::sqrt(square * static_cast<double>(features.size()) / sum);
    for (double& one : features) one *= factor;
}

}  // namespace

template <class Scalar>
Tokens<Scalar> network_inputs(const NetworkDesign& design, NetworkNumber network) {
    Tokens<Scalar> inputs = room<Scalar>(design);
    std::vector<double> common(design.width);
    std::vector<double> own(design.width);
    const double of_common = std::sqrt(design.token_correlation);
    const double of_own = std::sqrt(1 - design.token_correlation);
    for (std::uint64_t s = 0; s < design.sequences; ++s) {
        network_stream(network, "sequence", s, "common").fill_normals(0, common);
        const RandomStream tokens = network_stream(network, "sequence", s, "tokens");
        for (std::uint64_t t = 0; t < design.length; ++t) {
            tokens.fill_normals(t * design.width, own);
            for (std::size_t i = 0; i < own.size(); ++i) own[i] = of_common * common[i] + of_own * own[i];
            scale_to(design.input_square, own);
            put(own, s * design.length + t, inputs);
        }
    }
    return inputs;
}

template <class Scalar>
Tokens<Scalar> output_gradient(const NetworkDesign& design, NetworkNumber network) {
    Tokens<Scalar> gradient = room<Scalar>(design);
    std::vector<double> one(design.width);
    for (std::uint64_t s = 0; s < design.sequences; ++s) {
        const RandomStream stream = network_stream(network, "sequence", s, "gradient");
        for (std::uint64_t t = 0; t < design.length; ++t) {
            stream.fill_normals(t * design.width, one);
            put(one, s * design.length + t, gradient);
        }
    }
    return gradient;
}

template Tokens<float> network_inputs(const NetworkDesign&, NetworkNumber);
template Tokens<double> network_inputs(const NetworkDesign&, NetworkNumber);
template Tokens<float> output_gradient(const NetworkDesign&, NetworkNumber);
template Tokens<double> output_gradient(const NetworkDesign&, NetworkNumber);

}  // namespace sigprop
