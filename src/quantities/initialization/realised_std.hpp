#pragma once
// init.realised_std, one of the quantities of the initialisation theme.

#include "quantities/quantity.hpp"

namespace sigprop {

[[nodiscard]] Quantity realised_std_quantity();

}  // namespace sigprop
