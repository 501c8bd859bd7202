#include "core/ball/arb.hpp"
#include "core/ball/error_term.hpp"

#include <cmath>

#include "core/ball/series.hpp"

namespace sigprop {
namespace {

class Integer {
public:
    Integer() noexcept { fmpz_init(value_); }
    Integer(const Integer&) = delete;
    Integer& operator=(const Integer&) = delete;
    ~Integer() { fmpz_clear(value_); }
    fmpz* get() noexcept { return value_; }

private:
    fmpz_t value_;
};

/// For the terms k in [a, b) of the products of p / (2k + 1): P and Q are the products of numerators and
/// denominators, T / Q is the sum of the partial products.
void split(Integer& P, Integer& Q, Integer& T, ulong a, ulong b, ulong p) {
    if (b - a == 1) {
        fmpz_set_ui(P.get(), p);
        fmpz_set_ui(Q.get(), 2 * a + 1);
        fmpz_set_ui(T.get(), p);
        return;
    }
    const ulong middle = a + (b - a) / 2;
    Integer P2, Q2, T2;
    split(P, Q, T, a, middle, p);
    split(P2, Q2, T2, middle, b, p);
    fmpz_mul(T.get(), T.get(), Q2.get());
    if (p == 1) {
        fmpz_add(T.get(), T.get(), T2.get());
    } else {
        fmpz_addmul(T.get(), P.get(), T2.get());
        fmpz_mul(P.get(), P.get(), P2.get());
    }
    fmpz_mul(Q.get(), Q.get(), Q2.get());
}

/// The number of terms after which the rest is below 2^-bits of the first, and halves with every term.
ulong terms_for(ulong p, long bits) {
    double log_term = 0;  // log2 of the product so far
    ulong n = 1;
    for (;; ++n) {
        log_term += std::log2(static_cast<double>(p) / (2 * static_cast<double>(n) + 1));
        const bool halving = 2 * n + 3 >= 2 * p;
        if (halving && log_term < -static_cast<double>(bits) - 8) return n + 1;
    }
}

}  // namespace

Ball odd_factorial_series(std::int64_t x, long bits) {
    if (x == 0) return 0;
    const auto size = static_cast<ulong>(x < 0 ? -x : x);
    const ulong p = size * size;
    const long enough = design("ball.odd_factorial_series.bits", bits);
    const ulong count = terms_for(p, enough);
    Integer P, Q, T;
    split(P, Q, T, 1, count + 1, p);
    Ball sum = blank(bits + 8);
    arb_fmpz_div_fmpz(raw(sum), T.get(), Q.get(), bits + 8);
    // The first omitted term is at most 2^-(bits+8), and the rest of a halving series at most that again.
    const Ball rest = error_term("ball.odd_factorial_series.rest", Ball::power_of_two(-enough - 7));
    const Ball total = (1 + sum).widened(rest);  // widening: of terms
    return (total * Ball(x)).at_precision(bits);
}

}  // namespace sigprop
