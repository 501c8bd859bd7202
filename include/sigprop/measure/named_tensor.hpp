#pragma once

#include <cstddef>
#include <functional>
#include <sigprop/formats/npy.hpp>
#include <string>

namespace sigprop {

/// An array and what messages call it; `done` hears how many numbers, in the order of the array, are not
/// needed any more.
struct NamedTensor {
    TensorView view;
    std::string name;
    std::function<void(std::size_t)> done = {};
};

}  // namespace sigprop
