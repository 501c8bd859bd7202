#pragma once
// A rectangle of the complex plane with sides in double precision: ComplexBall's quick brother for coverings
// and suprema (real_interval.hpp says what its bounds rest on). Its functions are the holomorphic ones: where
// one is not shown to be holomorphic on the whole argument, the result is `singular`, so that boxes that are
// not cover a region in which the formula is analytic. Where doubles end, at about 10^+-300, it is
// `out_of_range`, and for the few functions that it does not know `unknown`: a ComplexBall can still tell.

#include <cstdint>
#include <sigprop/core/ball/real.hpp>

#include "core/ball/complex_ball.hpp"
#include "core/ball/real_interval.hpp"

namespace sigprop {

struct ComplexBox {
    enum class State : std::uint8_t { known, unknown, out_of_range, singular };

    RealInterval real, imaginary;
    State state = State::known;

    ComplexBox() = default;
    ComplexBox(double value) : real{value, value} {}
    ComplexBox(const RealInterval& x) : real(x) { check_range(); }
    ComplexBox(const RealInterval& x, const RealInterval& y) : real(x), imaginary(y) { check_range(); }
    ComplexBox(State reason) : state(reason) {}

    [[nodiscard]] bool is_known() const { return state == State::known; }
    [[nodiscard]] bool is_real() const { return imaginary.is_zero(); }
    /// An upper and a lower bound of |z|; for known boxes.
    [[nodiscard]] double magnitude() const;
    [[nodiscard]] double mignitude() const;

    friend ComplexBox operator+(const ComplexBox& a, const ComplexBox& b);
    friend ComplexBox operator-(const ComplexBox& a, const ComplexBox& b);
    friend ComplexBox operator*(const ComplexBox& a, const ComplexBox& b);
    friend ComplexBox operator/(const ComplexBox& a, const ComplexBox& b);
    friend ComplexBox operator-(const ComplexBox& a);

    /// The state of a function with a singularity at 0, whose argument holds 0: out_of_range where that may
    /// come from an end that no double holds, as of exp(-800).
    [[nodiscard]] static State at_zero(const ComplexBox& z);

private:
    void check_range() {
        if (!real.is_finite() || !imaginary.is_finite()) state = State::out_of_range;
    }
};

/// The number to within a unit in the last place of double.
[[nodiscard]] ComplexBox box_of(const Real& number);

[[nodiscard]] ComplexBox sqrt(const ComplexBox& z);
[[nodiscard]] ComplexBox exp(const ComplexBox& z);
[[nodiscard]] ComplexBox expm1(const ComplexBox& z);
[[nodiscard]] ComplexBox log(const ComplexBox& z);
[[nodiscard]] ComplexBox log1p(const ComplexBox& z);
[[nodiscard]] ComplexBox pow(const ComplexBox& base, const ComplexBox& exponent);
[[nodiscard]] ComplexBox pow(const ComplexBox& base, std::int64_t exponent);
[[nodiscard]] ComplexBox sin(const ComplexBox& z);
[[nodiscard]] ComplexBox cos(const ComplexBox& z);
[[nodiscard]] ComplexBox atan(const ComplexBox& z);
[[nodiscard]] ComplexBox sinh(const ComplexBox& z);
[[nodiscard]] ComplexBox cosh(const ComplexBox& z);
[[nodiscard]] ComplexBox tanh(const ComplexBox& z);
[[nodiscard]] ComplexBox erf(const ComplexBox& z);
[[nodiscard]] ComplexBox erfc(const ComplexBox& z);
[[nodiscard]] ComplexBox sigmoid(const ComplexBox& z);
[[nodiscard]] ComplexBox softplus(const ComplexBox& z);
/// tanh(softplus(z)), a rational function of e^z, which has no singularity where softplus has its branch
/// points.
[[nodiscard]] ComplexBox tanh_of_softplus(const ComplexBox& z);
[[nodiscard]] ComplexBox normal_pdf(const ComplexBox& z);
[[nodiscard]] ComplexBox normal_cdf(const ComplexBox& z);

}  // namespace sigprop
