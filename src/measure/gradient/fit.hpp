#pragma once
// Which known mistake an answer looks like. For each mistake, with its answer D, the exact answer E and the
// user's U, the coefficient is a = <U - E, D - E> / |D - E|^2 over all elements in units of rounding. Its
// standard error has three parts: the spread of the residual over elements; the disagreement of rows (A_r - a
// B_r, the sums of one row), since the roundings of a row share its statistics; and, for few rows, errors
// that rows may have in common. A mistake is visible when a = 1 would be 8 standard errors from 0.

#include <sigprop/measure/gradient/jacobian.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/gradient/mistakes.hpp"

namespace sigprop {

/// `error` is U - E; `weight` converts it to units: 1 / (u times the magnitude of its terms), or 0 for
/// elements left out.
struct RowComparison {
    std::span<const double> error, weight, allowed;
    double common_square = 0;  ///< square of the relative error that all entries may share
};

class MistakeFit {
public:
    explicit MistakeFit(std::size_t mistakes) : fits_(mistakes) {}

    /// Adds the errors of a row against the right formula; once for each row, before `add`.
    void begin(const RowComparison& row);
    /// Adds a mistake's answer in the row; `change` is D - E, or for the index after the last mistake E.
    void add(std::size_t mistake, const RowComparison& row, std::span<const double> change);

    /// The mistakes that explain the errors, best first. When elements are `beyond` the allowed error, also
    /// those whose answer would allow all of them.
    [[nodiscard]] std::vector<LooksLike> named(const std::vector<Mistake>& mistakes, JacobianOutput output,
                                               bool beyond) const;
    /// The mistakes that would not be seen in this input.
    [[nodiscard]] std::vector<std::string> unseen(const std::vector<Mistake>& mistakes,
                                                  JacobianOutput output) const;

    /// Adds a multiple of the right answer, if the factor is beyond rounding.
    void add_factor(std::vector<LooksLike>& found) const;

private:
    struct Fit {
        double along = 0;               ///< <U - E, D - E>
        double square = 0;              ///< |D - E|^2
        double aa = 0, ab = 0, bb = 0;  ///< sums over rows of A^2, A B, B^2
        double common = 0;
        double residual = 0;     ///< |U - D|^2
        double worst = 0;        ///< the largest ratio of |U - D| to the allowed error
        bool undefined = false;  ///< D is not finite where E is

        [[nodiscard]] double standard_error(double amount, double variance) const;
    };
    [[nodiscard]] double variance(double residual) const;
    [[nodiscard]] bool is_named(const Fit& fit, bool beyond) const;

    std::vector<Fit> fits_;
    Fit factor_;         ///< for D = 2 E, whose coefficient is the factor minus 1
    double errors_ = 0;  ///< |U - E|^2
    double count_ = 0;
};

}  // namespace sigprop
