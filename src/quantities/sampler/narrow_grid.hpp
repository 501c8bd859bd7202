#pragma once
// The finite numbers of a type of 8 or 16 bits, which are doubles, and what rounds to each: to the nearest,
// ties to the even one. Beyond the largest number is no infinity here: everything rounds to the largest.

#include <cstdint>
#include <optional>
#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop {

enum class SamplerType : std::uint8_t;

class NarrowGrid {
public:
    /// Errors   std::logic_error for SamplerType::none
    explicit NarrowGrid(SamplerType type);

    /// The numbers from `lower` to `upper` in ascending order, 0 once.
    [[nodiscard]] std::vector<double> numbers(double lower, double upper) const;
    /// The nearest number; nullopt where the ball does not tell.
    [[nodiscard]] std::optional<double> nearest(const Ball& x) const;
    /// Whether ties round to this number of the type.
    [[nodiscard]] bool takes_ties(double number) const;
    /// The number of the type next above, or below; an infinity beyond the last one.
    [[nodiscard]] double above(double number) const;
    [[nodiscard]] double below(double number) const { return -above(-number); }
    [[nodiscard]] double largest() const { return largest_; }

private:
    [[nodiscard]] double step_at(double size) const;

    int significand_;     ///< bits, the first one included
    int least_exponent_;  ///< of normal numbers
    double largest_;
};

}  // namespace sigprop
