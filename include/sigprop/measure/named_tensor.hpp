#pragma once

#include <cstddef>
#include <functional>
#include <sigprop/formats/npy.hpp>
#include <string>

namespace sigprop {

/// An array and its name in messages; `done` is told how many leading numbers of the array are no longer
/// needed.
struct NamedTensor {
    TensorView view;
    std::string name;
    std::function<void(std::size_t)> done = {};
};

}  // namespace sigprop
