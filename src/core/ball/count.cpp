#include "core/ball/count.hpp"

#include "core/ball/arb.hpp"
#include "core/ball/rational_fmpq.hpp"

namespace sigprop {

Ball count_ball(std::uint64_t n, long bits) {
    Ball result = blank(bits);
    arb_set_ui(raw(result), n);
    return result;
}

Rational count_rational(std::uint64_t n) {
    Rational result;
    fmpz_set_ui(numerator_of(result), n);
    return result;
}

}  // namespace sigprop
