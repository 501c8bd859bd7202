#pragma once
// Makes the branches of a network of a given kind of residual block.

#include <memory>

#include "models/network/branch.hpp"
#include "models/network/network_streams.hpp"

namespace sigprop {

/// The design must outlive the branch, and so must the store, in which weights that are read again may stay.
template <class Scalar>
[[nodiscard]] std::unique_ptr<Branch<Scalar>> make_branch(const NetworkDesign& design, NetworkNumber network,
                                                          WeightStore<Scalar>* store = nullptr);

}  // namespace sigprop
