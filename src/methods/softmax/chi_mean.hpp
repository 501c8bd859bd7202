#pragma once
// The mean over r ~ chi_dim, the length of a standard normal vector, of the entropy F(scale r) = E H of
// softmax over n normal logits of std scale r: the entropy for a query of random length. It uses the
// trapezoidal rule in t with r = c log(1 + e^(t/c)): t runs over the whole line and is nearly r where r > c;
// step and c need the least work for a proved error. Only for entropies: the bound uses that F is one.

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

/// Two independent values of F at a std, each with a radius of about 2^-bits.
using EntropyPair = std::array<Answer, 2>;
using EntropyAt = std::function<EntropyPair(const Real& std, long bits)>;

/// E F(scale r) from both, with radii of about 2^-bits; `entropy` is called from context.threads threads.
/// Errors   none: the status of `entropy` at the first node where it is not ok
[[nodiscard]] EntropyPair chi_mean(const ChiMean& problem, const EntropyAt& entropy, long bits,
                                   const Context& context);

}  // namespace sigprop
