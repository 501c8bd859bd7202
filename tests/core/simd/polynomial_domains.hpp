#pragma once
// Where the polynomials of core/simd/functions-inl.hpp stand for functions; polynomial_errors_test.cpp proves
// it there.

#include <array>
#include <stdexcept>

namespace sigprop::tracked {

/// A polynomial is told by the bound of its error, which no two share.
struct PolynomialDomain {
    double error;
    double lower, upper;
};
inline constexpr PolynomialDomain exp_domain = {0x1.14p-53, -0.3467, 0.3467};  // (e^r - 1 - r)/r^2
inline constexpr PolynomialDomain log_domain = {0x1.8p-52, -1e-12, 0.02945};  // (2 atanh(s)/s - 2)/s^2 of s^2
inline constexpr PolynomialDomain erfc_domain = {0x1.08p-54, -1.000001, 0.80646};  // (1 + 2x) e^(x^2) erfc(x)
inline constexpr PolynomialDomain erf_domain = {0x1.4p-56, -1e-6, 1.000001};       // erf(a)/a - 1 of a^2

inline const PolynomialDomain& domain_of(double error) {
    static constexpr std::array all = {exp_domain, log_domain, erfc_domain, erf_domain};
    for (const PolynomialDomain& one : all) {
        if (one.error == error) return one;
    }
    throw std::logic_error("a polynomial without a proof");
}

}  // namespace sigprop::tracked
