#pragma once
// Which known mistake an answer looks like. Of each mistake, with D its answer, E the exact one and U the
// user's: the coefficient a = <U - E, D - E> / |D - E|^2 over all elements in units of rounding. Its standard
// error has three parts: the residual's spread over elements; what rows say differently (A_r - a B_r, the
// sums of one row), since the roundings of a row have its statistics in common; and what these may do alike
// where rows are few. A mistake is visible when its a = 1 would be 8 standard errors from 0.

#include <sigprop/measure/gradient/jacobian.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/gradient/mistakes.hpp"

namespace sigprop {

/// `error` is U - E; `weight` makes units of it: 1 / (u times the magnitude of its terms), 0 for what is left
/// out.
struct RowComparison {
    std::span<const double> error, weight, allowed;
    double common_square = 0;  ///< of the relative error that all may have in common
};

class MistakeFit {
public:
    explicit MistakeFit(std::size_t mistakes) : fits_(mistakes) {}

    /// The errors of a row against the right formula: first, and once.
    void begin(const RowComparison& row);
    /// Against what a mistake gives there; `change` is D - E, and E itself of the mistake after the last.
    void add(std::size_t mistake, const RowComparison& row, std::span<const double> change);

    /// The mistakes that explain the errors, the best first. When elements are `beyond` what is allowed, also
    /// those that would allow all of them.
    [[nodiscard]] std::vector<LooksLike> named(const std::vector<Mistake>& mistakes, JacobianOutput output,
                                               bool beyond) const;
    /// Those that would not be seen here.
    [[nodiscard]] std::vector<std::string> unseen(const std::vector<Mistake>& mistakes,
                                                  JacobianOutput output) const;

private:
    struct Fit {
        double along = 0;               ///< <U - E, D - E>
        double square = 0;              ///< |D - E|^2
        double aa = 0, ab = 0, bb = 0;  ///< sums over rows of A^2, A B, B^2
        double common = 0;
        double worst = 0;        ///< |U - D| in parts of what is allowed
        bool undefined = false;  ///< D is not finite where E is

        [[nodiscard]] double standard_error(double amount, double variance) const;
        [[nodiscard]] double residual(double errors) const { return errors - 2 * along + square; }
    };
    [[nodiscard]] double variance(double residual) const;
    [[nodiscard]] bool is_named(const Fit& fit, bool beyond) const;
    /// Any multiple of the right answer that is beyond rounding.
    void add_factor(std::vector<LooksLike>& found) const;

    std::vector<Fit> fits_;
    Fit factor_;         ///< of D = 2 E, whose coefficient is the factor less 1
    double errors_ = 0;  ///< |U - E|^2
    double count_ = 0;
};

}  // namespace sigprop
