#pragma once
// The factors of the columns of a softmax table in the integrals: powers of g, or for causal rows finite
// geometric sums of them. With q = 1 - g,
//     sum_{m<=n} m g^(m-1)        = (1 - g^n (1 + n q)) / q^2
//     sum_{m<=n} m (m-1) g^(m-2)  = (2 - g^(n-1) (2 g^2 + 2 (n+1) g q + n (n+1) q^2)) / q^3
// which cancel where n q < 1; there, by the hockey-stick identity sum_m C(m, j) = C(n+1, j+1), they are
//     sum_k (-q)^k (k+1) C(n+1, k+2)   and   sum_k (-q)^k (k+1)(k+2) C(n+1, k+3),
// whose terms fall, so that the first omitted term bounds the rest. All these factors fall as u grows.

#include "methods/softmax/sum.hpp"

namespace sigprop {

class RowWeights {
public:
    RowWeights(const SoftmaxTable& table, const Rows& rows, const Context& context);

    /// n g^(n-1) or n (n-1) g^(n-2); for causal rows their sum over rows of 2 … n keys, divided by n.
    [[nodiscard]] Ball at(std::size_t place, int keys) const {
        return scale(keys) * scaled(place, keys, bits_);
    }
    /// The same without the factor scale(keys), which does not depend on the place, to about `bits` bits.
    [[nodiscard]] Ball scaled(std::size_t place, int keys, long bits) const;
    [[nodiscard]] const Ball& scale(int keys) const { return scales_[keys == 1 ? 0 : 1]; }
    /// The value at u = -infinity, where g = 1, which is the largest.
    [[nodiscard]] Ball largest(int keys) const;
    /// 1 - g^n, or for causal rows 1 - 1/n - (g^2 + … + g^n)/n, to about `bits` bits.
    [[nodiscard]] Ball risen(std::size_t place, long bits) const;
    /// g^n of a full row, to about `bits` relative bits.
    [[nodiscard]] Ball survival(std::size_t place, long bits) const { return power(place, rows_.n, bits); }
    /// A factor c with g^n (or the average for causal rows) <= c g(u) for all u to the right of the place.
    [[nodiscard]] Ball survival_factor(std::size_t place) const;

    /// Logarithms of at() and survival_factor() in doubles, to see where they matter.
    [[nodiscard]] double log_at(std::size_t place, int keys) const;
    [[nodiscard]] double log_survival_factor(std::size_t place) const;
    [[nodiscard]] double log_g(std::size_t place) const { return log_survivals_.logs[place]; }
    /// g^n at all points for a full row of n = 2^a keys, else null.
    [[nodiscard]] const RowPowers* powers() const { return powers_; }

private:
    [[nodiscard]] Ball deficit(std::size_t place) const;
    [[nodiscard]] bool is_far(std::size_t place) const { return deficits_.is_far(place); }
    [[nodiscard]] Ball by_powers(std::size_t place, int keys, long bits) const;
    [[nodiscard]] Ball power(std::size_t place, std::uint64_t exponent, long bits) const;
    [[nodiscard]] Ball one_less(std::size_t place, std::uint64_t exponent, long bits) const;  ///< 1 - power
    [[nodiscard]] Ball causal(std::size_t place, int keys) const;
    [[nodiscard]] Ball series(const Ball& q, int keys) const;

    const SoftmaxFunction& deficits_;
    const SoftmaxFunction& log_survivals_;
    const RowPowers* powers_ = nullptr;
    const ArbVector* inverses_ = nullptr;  ///< 1 / g, with the powers
    Rows rows_;
    long bits_;
    double log_n_;
    Ball scales_[2];
};

}  // namespace sigprop
