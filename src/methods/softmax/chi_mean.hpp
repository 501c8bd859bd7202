#pragma once
// Means over r ~ chi_dim, the length of a standard normal vector, of the entropy F(scale r) = E H of softmax
// over n normal logits of that std: what a query of random length sees. The trapezoidal rule in t with
// r = c log(1 + e^(t/c)), which is the whole line for t and nearly r itself where r > c; step and c are those
// that need the least work for a proved error. Not for other integrands: the bound is that of an entropy.

#include <array>
#include <functional>
#include <sigprop/core/ball/real.hpp>

#include "methods/route.hpp"

namespace sigprop {

struct ChiMean {
    std::uint64_t n = 2;
    std::int64_t dim = 1;
    Real scale = Real(1);
};

/// Two computations of F at a std, each with a radius of about 2^-bits.
using EntropyPair = std::array<Answer, 2>;
using EntropyAt = std::function<EntropyPair(const Real& std, long bits)>;

/// E F(scale r) by both, with radii of about 2^-bits; `entropy` is called from context.threads threads.
/// Errors   none: the first status of `entropy` that is not ok, at the first such node
[[nodiscard]] EntropyPair chi_mean(const ChiMean& problem, const EntropyAt& entropy, long bits,
                                   const Context& context);

}  // namespace sigprop
