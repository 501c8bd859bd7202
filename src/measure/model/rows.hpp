#pragma once
// The rows of a matrix, each the weights of one output.

#include <cstdint>
#include <optional>
#include <sigprop/formats/npy.hpp>

namespace sigprop {

struct RowSpread {
    std::uint64_t rows = 0, zero_rows = 0;
    std::optional<std::uint64_t> first_zero;
};

}  // namespace sigprop
