#pragma once
// The branches of a network by the kind of its block.

#include <memory>

#include "models/network/branch.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {

/// The design must outlive the branch.
template <class Scalar>
[[nodiscard]] std::unique_ptr<Branch<Scalar>> make_branch(const NetworkDesign& design, NetworkNumber network);

}  // namespace sigprop
