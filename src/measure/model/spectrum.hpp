#pragma once
// Singular values of a matrix against those of independent entries: by Marchenko and Pastur they fill the
// bulk std |sqrt(m) ± sqrt(n)|, whose upper edge moves by std (1/sqrt(m) + 1/sqrt(n))^(1/3) / 2 (Tracy and
// Widom; Johnstone 2001). What stands outside is structure.

#include <cstddef>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/formats/npy.hpp>

namespace sigprop {

struct Spectrum {
    std::size_t rows = 0, columns = 0;
    double largest = 0;                   ///< where only this is known, a lower bound
    double largest_error = 0;             ///< some singular value lies within this of it
    std::optional<double> smallest;       ///< known to 2e-8 of the largest
    double frobenius = 0;                 ///< root of the sum of squares
    std::optional<std::size_t> outliers;  ///< above the upper edge by 4 of its scales

    [[nodiscard]] double stable_rank() const { return frobenius * frobenius / (largest * largest); }
    /// Of entries with the root mean square of these.
    [[nodiscard]] double upper_edge() const;
    [[nodiscard]] double lower_edge() const;
    [[nodiscard]] double edge_scale() const;
};

/// All singular values up to `whole_up_to` on the shorter side, by the eigenvalues of the Gram matrix;
/// beyond, the largest by the bidiagonalisation of Golub and Kahan with complete reorthogonalisation.
/// Shapes   a matrix whose entries are finite and not all 0; others have no spectrum. It is held in memory as
///          doubles
[[nodiscard]] std::optional<Spectrum> spectrum_of(const TensorView& matrix, const Context& context,
                                                  std::size_t whole_up_to = 1024);

}  // namespace sigprop
