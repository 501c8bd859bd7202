#pragma once
// The normalised Hermite polynomials he_k = He_k / sqrt(k!), orthonormal under the standard normal, at a set
// of points for k = 0, 1, 2, …, enclosed. The recurrence
//     sqrt(k+1) he_{k+1}(x) = x he_k(x) - sqrt(k) he_{k-1}(x)
// is stable, but the radii of balls iterated by it grow like e^(|x| sqrt k). For any solution e of it
//     Q_k = e_k^2 + e_{k-1}^2 - (x / sqrt k) e_k e_{k-1}   satisfies   (k+1) Q_{k+1} = k Q_k + e_k^2,
// and Q_k >= (1 - x^2/(4k)) e_k^2, so that k Q_k / (k - x^2/4) does not increase once k > x^2/4. An error d
// made at step j is therefore never larger than d sqrt(j / (j - x^2/4)) later. From j >= 1.1 x^2/4 on, where
// that factor is below 4, midpoints are iterated and the rounding errors of the single steps, times 4, are
// added up. Cramer: |he_k(x)| <= 1.09 e^(x^2/4), which also bounds the effect of the radius of a point.
// Source   own derivation (the identity is Christoffel and Darboux's); Abramowitz and Stegun 22.14.17

#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <span>
#include <vector>

namespace sigprop {

class HermiteTable {
public:
    /// Values have absolute errors of about 2^-bits e^(x^2/2), enough for weights that fall like the density.
    HermiteTable(const std::vector<Ball>& points, long bits);

    /// Goes from order k to k + 1; a new table is at order 0.
    void advance();
    [[nodiscard]] std::int64_t order() const noexcept { return order_; }
    [[nodiscard]] std::size_t size() const noexcept { return columns_.size(); }
    /// sqrt(order).
    [[nodiscard]] const Ball& root() const noexcept { return root_; }
    [[nodiscard]] Ball value(std::size_t point) const;
    /// The sum of weights[j] he_order(x_j); there may be fewer weights than points.
    [[nodiscard]] Ball sum(std::span<const Ball> weights) const;

private:
    struct Column {
        Ball x;  ///< exact: the midpoint of the point
        Ball current, previous;
        Ball error;      ///< from `settled` on: bounds the error of every later value
        Ball spread;     ///< radius of the point times 1.09 e^(x^2/4)
        double settled;  ///< 1.1 x^2/4 + 1
    };
    void advance(Column& column);

    std::vector<Column> columns_;
    std::int64_t order_ = 0;
    long bits_;
    Ball root_, inverse_root_;  ///< of the current order
    Ball last_root_;            ///< of the order before
    Ball scratch_;
};

}  // namespace sigprop
