#pragma once
// The orthogonalisation of Muon: five steps of a polynomial that takes every singular value of a matrix to
// about 1 and leaves its singular vectors. Source: Jordan et al. 2024, kellerjordan.github.io/posts/muon, and
// torch.optim.Muon, which rounds to bfloat16 where this one keeps the scalar.

#include <cstdint>
#include <vector>

#include "core/simd/product.hpp"

namespace sigprop {

/// The coefficients of a x + b x^3 + c x^5. Those that muon.* has by default, in catalogue/optimizer.json,
/// are the same decimals: tests/quantities/optimizer/muon_test.cpp compares them.
struct OddQuintic {
    double a, b, c;
};
inline constexpr OddQuintic muon_quintic = {3.4445, -4.7750, 2.0315};

/// X = G/max(|G|, 1e-7) by Frobenius' norm, then `steps` times X = a X + (b A + c A^2) X with A = X X^T, for
/// the coefficients of muon_quintic; of a matrix with more rows than columns, its transpose's.
/// Shapes   the result is row-major, without gaps
template <class Scalar>
[[nodiscard]] std::vector<Scalar> newton_schulz(const MatrixView<const Scalar>& gradient,
                                                std::uint64_t steps);

}  // namespace sigprop
