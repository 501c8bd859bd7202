#pragma once
// The exact sum of any number of doubles, in any order: what threads, ranks and checkpoints exchange. An
// integer in units of 2^-1074 spans the whole range of double, with 77 bits to spare, so that no addition
// rounds and addition is associative; the only rounding is in to_double(), to nearest with ties to even. Two
// sums over the same numbers are equal bit by bit, however they were split. This is far slower than a double:
// where their rounding is known to be harmless, sum batches in double first. Reference: U. Kulisch, "Computer
// Arithmetic and Validity", de Gruyter, 2008 (the long accumulator).

#include <array>
#include <cstddef>
#include <cstdint>

namespace sigprop {

class ExactSum {
public:
    static constexpr std::size_t limb_count = 34;

    /// Infinities and NaN are remembered and decide the result as they would in IEEE arithmetic.
    void add(double value);
    /// Adds everything that was added to the other sum.
    void merge(const ExactSum& other);
    /// The sum, rounded once and correctly; infinite if it exceeds the largest double, 0 if empty.
    [[nodiscard]] double to_double() const;

    /// The sum as an integer in units of 2^-1074: two's complement, least significant limb first. Together
    /// with the flags this is the whole state.
    [[nodiscard]] const std::array<std::uint64_t, limb_count>& limbs() const noexcept { return limbs_; }
    /// Bit 0: +infinity was added; bit 1: -infinity; bit 2: NaN.
    [[nodiscard]] unsigned flags() const noexcept { return flags_; }
    [[nodiscard]] static ExactSum restore(const std::array<std::uint64_t, limb_count>& limbs, unsigned flags);

    friend bool operator==(const ExactSum&, const ExactSum&) = default;

private:
    void add_at(std::size_t limb, std::uint64_t low, std::uint64_t high);
    void subtract_at(std::size_t limb, std::uint64_t low, std::uint64_t high);

    std::array<std::uint64_t, limb_count> limbs_{};
    unsigned flags_ = 0;
};

}  // namespace sigprop
