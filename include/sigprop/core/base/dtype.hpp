#pragma once
// The binary floating-point types to which numbers in code are rounded (to nearest, ties to even).

#include <cstdint>
#include <string_view>

namespace sigprop {

enum class Dtype : std::uint8_t { float16, bfloat16, float32, float64 };

[[nodiscard]] std::string_view to_string(Dtype dtype);

}  // namespace sigprop
