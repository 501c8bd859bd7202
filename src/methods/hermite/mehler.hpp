#pragma once
// E f(u) f(v) for standard normals u, v with correlation c from one-dimensional integrals. With the Hermite
// coefficients h_k = E f(z) He_k(z) / sqrt(k!),
//     E f(u) f(v) = sum_k c^k h_k^2,   |sum over k > K| <= |c|^(K+1) (E f^2 - sum_{k<=K} h_k^2),
// because sum_k h_k^2 = E f^2. So enclosures of E f^2 and of the h_k give an enclosure for every |c| <= 1.
// The number of terms depends on f: h_k^2 falls like e^(-2 a sqrt(2k)) for f analytic in a strip of half
// width a, at any c; with a kink it falls like a power of k, and only c^k helps: the wrong tool for kinked
// functions at |c| very close to 1.
// Reference: Mehler 1866; Daniely, Frostig and Singer 2016, arXiv:1602.05897.

#include <cstdint>
#include <functional>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/base/context.hpp>

namespace sigprop {

struct MehlerSum {
    Ball value;  ///< encloses E f(u) f(v)
    std::uint64_t terms = 0;
    /// The remainder is below 2^-bits E f^2, or below the precision of E f^2 and the h_k.
    bool complete = false;
};

struct MehlerProblem {
    Ball correlation;
    Ball second_moment;  ///< E f^2
    long bits = 64;      ///< the goal is 2^-bits E f^2
};

/// `next` returns h_0, h_1, … in turn, and is called at most `max_terms` times.
[[nodiscard]] MehlerSum mehler_sum(const MehlerProblem& problem, const std::function<Ball()>& next,
                                   std::uint64_t max_terms, const Context& context);

/// A number of terms that always suffices: |c|^terms <= 2^-bits; at most 10^15, its value for |c| = 1.
[[nodiscard]] std::uint64_t enough_terms(const MehlerProblem& problem);

}  // namespace sigprop
