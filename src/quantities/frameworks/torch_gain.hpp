#pragma once
// torch.nn.init.calculate_gain, which the kaiming initialisers call with their own argument a.

#include <optional>
#include <string>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {
enum class TorchNonlinearity : std::uint8_t;
}

namespace sigprop::frameworks {

/// What it returns; `param` is the negative slope of leaky_relu, 0.01 where there is none.
[[nodiscard]] Real torch_gain(TorchNonlinearity nonlinearity, const std::optional<Real>& param);

/// What a caller should know of that gain. `param` is the name of its second argument, `given` whether the
/// call writes it.
[[nodiscard]] std::vector<std::string> warnings_of_gain(TorchNonlinearity nonlinearity,
                                                        const std::string& param, bool given);

}  // namespace sigprop::frameworks
