#pragma once
// A rectangle of the complex plane, proved to contain a value. Its functions are the holomorphic ones:
// where a function is not holomorphic on the whole argument (a pole inside, a branch cut crossed) the
// result is non-finite. That makes "finite everywhere on a covering of a region" a proof of analyticity
// there, which is what rigorous quadrature needs; it also means that sqrt(-1 + small) is refused, so this
// is the wrong tool for plain complex arithmetic on a cut.
// Precision rules are those of Ball.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

class ComplexBall {
public:
    ComplexBall() noexcept;
    ComplexBall(int value) noexcept : ComplexBall(Ball(value)) {}
    ComplexBall(double value) noexcept : ComplexBall(Ball(value)) {}
    ComplexBall(const Ball& real);
    ComplexBall(const Ball& real, const Ball& imaginary);
    ComplexBall(const ComplexBall& other);
    ComplexBall(ComplexBall&& other) noexcept;
    ComplexBall& operator=(const ComplexBall& other);
    ComplexBall& operator=(ComplexBall&& other) noexcept;
    ~ComplexBall();

    [[nodiscard]] static ComplexBall indeterminate();
    [[nodiscard]] long precision() const noexcept { return precision_; }
    [[nodiscard]] Ball real() const;
    [[nodiscard]] Ball imaginary() const;
    [[nodiscard]] bool is_finite() const noexcept;
    [[nodiscard]] bool contains(const ComplexBall& inner) const noexcept;
    [[nodiscard]] Ball magnitude() const;  ///< exact upper bound of |z|
    [[nodiscard]] Ball mignitude() const;  ///< exact lower bound of |z|

    friend ComplexBall operator+(const ComplexBall& a, const ComplexBall& b);
    friend ComplexBall operator-(const ComplexBall& a, const ComplexBall& b);
    friend ComplexBall operator*(const ComplexBall& a, const ComplexBall& b);
    friend ComplexBall operator/(const ComplexBall& a, const ComplexBall& b);
    friend ComplexBall operator-(const ComplexBall& a);

private:
    friend struct BallAccess;
    alignas(8) std::byte storage_[96];  // an acb_struct
    long precision_ = 0;
};

[[nodiscard]] ComplexBall sqrt(const ComplexBall& z);
[[nodiscard]] ComplexBall exp(const ComplexBall& z);
[[nodiscard]] ComplexBall expm1(const ComplexBall& z);
[[nodiscard]] ComplexBall log(const ComplexBall& z);
[[nodiscard]] ComplexBall log1p(const ComplexBall& z);
[[nodiscard]] ComplexBall pow(const ComplexBall& base, const ComplexBall& exponent);
[[nodiscard]] ComplexBall pow(const ComplexBall& base, std::int64_t exponent);
[[nodiscard]] ComplexBall sin(const ComplexBall& z);
[[nodiscard]] ComplexBall cos(const ComplexBall& z);
[[nodiscard]] ComplexBall atan(const ComplexBall& z);
[[nodiscard]] ComplexBall sinh(const ComplexBall& z);
[[nodiscard]] ComplexBall cosh(const ComplexBall& z);
[[nodiscard]] ComplexBall tanh(const ComplexBall& z);
[[nodiscard]] ComplexBall erf(const ComplexBall& z);
[[nodiscard]] ComplexBall erfc(const ComplexBall& z);
[[nodiscard]] ComplexBall sigmoid(const ComplexBall& z);
[[nodiscard]] ComplexBall softplus(const ComplexBall& z);
[[nodiscard]] ComplexBall normal_pdf(const ComplexBall& z);
[[nodiscard]] ComplexBall normal_cdf(const ComplexBall& z);
// Defined in the right half-plane.
[[nodiscard]] ComplexBall log_gamma(const ComplexBall& z);
[[nodiscard]] ComplexBall digamma(const ComplexBall& z);
[[nodiscard]] ComplexBall trigamma(const ComplexBall& z);

}  // namespace sigprop
