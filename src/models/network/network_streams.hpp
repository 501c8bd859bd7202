#pragma once
// The random streams of a network, by name. No name depends on the network's depth, on the number of tokens
// or on what is measured, so that a deeper network begins like a shallower one, and one more sequence leaves
// the others as they are:
//
//     network 3 layer 17 linear          entry (i, j) of W[rows, columns] is sample i columns + j; also
//                                        query, key, value, attention output, hidden, hidden output and up
//     network 3 sequence 2 common        feature i of what its tokens share is normal i
//     network 3 sequence 2 tokens        feature i of token t's own part is normal t width + i
//     network 3 sequence 2 gradient      dL/df of feature i of token t is normal t width + i

#include <sigprop/models/network/weight_matrix.hpp>
#include <string>
#include <string_view>

#include "models/network/network.hpp"

namespace sigprop {

/// The number of a network among those of a seed.
struct NetworkNumber {
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
};

[[nodiscard]] inline RandomStream network_stream(NetworkNumber network, std::string_view kind,
                                                 std::uint64_t place, std::string_view name) {
    std::string text = "network " + std::to_string(network.number) + " ";
    text.append(kind).append(" ").append(std::to_string(place)).append(" ").append(name);
    return RandomStream(network.seed, text);
}

/// The weights of all layers of a network; the law that they share is prepared once.
class LayerWeights {
public:
    LayerWeights(const NetworkDesign& design, NetworkNumber network)
        : any_(design.weight_law, 1, {1, 1}, RandomStream(0, 0)), network_(network) {}

    [[nodiscard]] WeightMatrix operator()(std::uint64_t layer, std::string_view name, double std,
                                          MatrixShape shape) const {
        return any_.like(std, shape, network_stream(network_, "layer", layer, name));
    }

private:
    WeightMatrix any_;
    NetworkNumber network_;
};

}  // namespace sigprop
