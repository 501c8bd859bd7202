#pragma once
// Evaluates formulas over arrays of doubles and floats, one operation at a time over a tile of samples that
// stays in the L1 cache: no interpretation per sample. Owns scratch space: cheap to call, one per thread.

#include <cstddef>
#include <memory>
#include <sigprop/core/formula/formula.hpp>
#include <span>
#include <type_traits>

namespace sigprop {

/// Values of formulas over arrays of doubles or floats, by the widest vector instructions that the machine
/// has; constants are rounded to the arrays' type once. The bits are the same on every machine, for any count
/// and any place in the tile, except through sin and cos beyond 2^20, atan, and powers other than -1, 1, 2,
/// 3, 4, which call the C library.
/// Accuracy a few ulp of the arrays' type per operation (core/simd/functions-inl.hpp,
/// core/simd/math_f32-inl.hpp)
/// Errors   std::logic_error for too many points or too few variables
template <class Scalar>
class BasicTileEvaluator {
public:
    static constexpr std::size_t tile_size = 4096 / sizeof(Scalar);

    explicit BasicTileEvaluator(std::span<const Formula> formulas);
    explicit BasicTileEvaluator(const Formula& formula) : BasicTileEvaluator(std::span(&formula, 1)) {}
    BasicTileEvaluator(const BasicTileEvaluator& other);
    BasicTileEvaluator(BasicTileEvaluator&& other) noexcept;
    BasicTileEvaluator& operator=(const BasicTileEvaluator& other);
    BasicTileEvaluator& operator=(BasicTileEvaluator&& other) noexcept;
    ~BasicTileEvaluator();

    /// Reads variable i of sample k from variables[i][k] for k < count <= tile_size and leaves the values
    /// of formula j in output(j), until the next call. Multiples of 16 need no copy of the variables.
    void operator()(std::span<const Scalar* const> variables, std::size_t count);
    [[nodiscard]] std::span<const Scalar> output(std::size_t formula) const;

    /// The sum of weights[k] f(factor points[k]) for the first formula, in x0: what a quadrature rule needs.
    /// Both spans equally long, a multiple of 8 and at most tile_size.
    [[nodiscard]] double weighted_sum(
        double factor, std::span<const double> points,
        std::span<const double> weights) requires std::is_same_v<Scalar, double>;

private:
    struct State;
    std::unique_ptr<State> state_;
};

extern template class BasicTileEvaluator<double>;
extern template class BasicTileEvaluator<float>;

using TileEvaluator = BasicTileEvaluator<double>;
using TileEvaluatorF32 = BasicTileEvaluator<float>;

}  // namespace sigprop
