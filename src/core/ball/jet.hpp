#pragma once
// Taylor coefficients over balls: a Jet is f(x + t) = c_0 + c_1 t + … + c_n t^n modulo t^(n+1), with
// c_k = f^(k)(x)/k!. Evaluator<Jet> turns a formula into its jet, so that one evaluation gives every
// derivative at a point; over a ball x of positive radius each c_k encloses f^(k)(xi)/k! for all xi in x,
// which is what Taylor's remainder asks for:
//
//     f(m + t) = sum over k < n of c_k(m) t^k + c_n(x) t^n    for |t| <= radius of x, m its midpoint
//
// As a ball knows its precision, a jet knows its order: an operation works at the smaller order of its
// operands, and constants have none of their own. A function that is not analytic at x, or not shown to be (a
// switch that is not decided on all of x), gives a jet without a finite coefficient, never a guess.
// Reference: A. Griewank and A. Walther, "Evaluating Derivatives", SIAM 2008, chapter 13; the series are
// Arb's.

#include <limits>
#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop {

class Jet {
public:
    /// The order of a constant: every coefficient beyond the first is zero.
    static constexpr long any_order = std::numeric_limits<long>::max();

    Jet() : Jet(Ball()) {}
    Jet(int constant) : Jet(Ball(constant)) {}
    Jet(double constant) : Jet(Ball(constant)) {}
    Jet(const Ball& constant) : coefficients_(1, constant) {}
    /// c_0, …, c_n, at least one, modulo t^(n+1).
    explicit Jet(std::vector<Ball> coefficients);
    /// x + t modulo t^(order+1); order >= 0.
    [[nodiscard]] static Jet variable(const Ball& x, long order);
    [[nodiscard]] static Jet indeterminate() { return Ball::indeterminate(); }

    [[nodiscard]] long order() const noexcept { return order_; }
    [[nodiscard]] bool is_constant() const noexcept { return order_ == any_order; }
    [[nodiscard]] const Ball& value() const noexcept { return coefficients_.front(); }
    /// f^(k)(x)/k!; indeterminate where f has no value or k is beyond the order.
    [[nodiscard]] Ball coefficient(long k) const;
    /// The largest precision among the coefficients.
    [[nodiscard]] long precision() const noexcept;
    /// The jet of f', one order lower; indeterminate if the order is 0 or f has no value.
    [[nodiscard]] Jet derivative() const;

    friend Jet operator+(const Jet& a, const Jet& b);
    friend Jet operator-(const Jet& a, const Jet& b);
    friend Jet operator*(const Jet& a, const Jet& b);
    friend Jet operator/(const Jet& a, const Jet& b);
    friend Jet operator-(const Jet& a);

private:
    std::vector<Ball> coefficients_;  // one for a constant, else order + 1
    long order_ = any_order;
};

[[nodiscard]] Jet pow(const Jet& base, std::int64_t exponent);
[[nodiscard]] Jet pow(const Jet& base, const Jet& exponent);  ///< base > 0, or an integer exponent
[[nodiscard]] Jet sqrt(const Jet& u);
[[nodiscard]] Jet exp(const Jet& u);
[[nodiscard]] Jet expm1(const Jet& u);
[[nodiscard]] Jet log(const Jet& u);
[[nodiscard]] Jet log1p(const Jet& u);
[[nodiscard]] Jet sin(const Jet& u);
[[nodiscard]] Jet cos(const Jet& u);
[[nodiscard]] Jet atan(const Jet& u);
[[nodiscard]] Jet sinh(const Jet& u);
[[nodiscard]] Jet cosh(const Jet& u);
[[nodiscard]] Jet tanh(const Jet& u);
[[nodiscard]] Jet erf(const Jet& u);
[[nodiscard]] Jet erfc(const Jet& u);
[[nodiscard]] Jet sigmoid(const Jet& u);
[[nodiscard]] Jet softplus(const Jet& u);
[[nodiscard]] Jet normal_pdf(const Jet& u);
[[nodiscard]] Jet normal_cdf(const Jet& u);
// Defined where the sign of the switch is the same on all of x; indeterminate elsewhere.
[[nodiscard]] Jet abs(const Jet& u);
[[nodiscard]] Jet min(const Jet& a, const Jet& b);
[[nodiscard]] Jet max(const Jet& a, const Jet& b);
[[nodiscard]] Jet relu(const Jet& u);
[[nodiscard]] Jet step(const Jet& u);

}  // namespace sigprop
