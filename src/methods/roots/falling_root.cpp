#include "methods/roots/falling_root.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long first_bits = 80;  // accuracy wanted after the first step
constexpr int max_falling_steps = 30;
constexpr int max_brackets = 4;

/// Thrown to end the search from any depth; says why there is no proved root.
struct Failure {
    Answer why;
};

class FallingSearch {
public:
    FallingSearch(const FallingEquation& equation, long bits, const Context& context)
        : equation_(equation), bits_(bits), context_(context), slope_(Ball(equation.slope)) {
        // F is needed with an error of slope x 2^-bits.
        const double size = std::fabs(equation.slope * equation.near);
        if (!(size > 0) || !std::isfinite(size)) fail("no root was found near the estimate");
        loss_ = std::max(0L, static_cast<long>(std::ceil(-std::log2(size)))) + 6;
    }

    Answer operator()() {
        const Ball x = approximated();
        for (int attempt = 0; attempt < max_brackets; ++attempt) {
            const long narrow = bits_ - 4 * attempt;
            const Ball radius = x * Ball::power_of_two(-narrow);
            const Ball low = (x - radius).lower();
            const Ball high = (x + radius).upper();
            if (value(low, narrow + loss_).is_positive() && value(high, narrow + loss_).is_negative())
                return Ball::interval(low, high);
        }
        return {Status::unable, "the signs around the approximate root are not those of a root"};
    }

private:
    [[noreturn]] static void fail(std::string reason) { throw Failure{{Status::unable, std::move(reason)}}; }

    Ball value(const Ball& x, long bits) const {
        context_.check_cancelled();
        Answer computed = equation_.value(x, bits);
        if (computed.status != Status::ok) throw Failure{std::move(computed)};
        if (!computed.value.is_finite()) fail("no finite enclosure was found beside the root");
        return computed.value;
    }

    /// Secant steps: the error of each is about the product of the errors of the last two.
    Ball approximated() {
        const long working = bits_ + 64;
        Ball x = Ball(equation_.near).at_precision(working);
        long known = 20;  // bits of x, a cautious guess
        Ball before, residual_before;
        for (int step = 0; step < max_falling_steps; ++step) {
            const long wanted = std::min(std::max(2 * known + 24, first_bits), bits_ + 8);
            const Ball residual = value(x, wanted + loss_).midpoint();
            if (step > 0) {
                const Ball over = x - before;
                const Ball rise = residual - residual_before;
                if (!over.contains_zero() && (rise / over).is_negative()) slope_ = (rise / over).midpoint();
            }
            const Ball by = (residual / slope_).at_precision(working);
            before = x;
            residual_before = residual;
            x = (x - by).midpoint().at_precision(working);
            if (!x.is_positive()) fail("the iteration for the root left the positive numbers");
            const long moved =
                by.contains_zero() ? -wanted : by.magnitude_exponent() - x.magnitude_exponent();
            // The slope is right to a few digits at first, later to those of the step before.
            known = std::min(wanted, -moved + (step == 0 ? 10 : known / 2));
            if (known >= bits_ + 4) return x;
        }
        fail("the iteration for the root did not converge");
    }

    const FallingEquation& equation_;
    long bits_;
    const Context& context_;
    Ball slope_;
    long loss_ = 0;
};

}  // namespace

Answer falling_root(const FallingEquation& equation, long bits, const Context& context) {
    try {
        return FallingSearch(equation, bits, context)();
    } catch (const Failure& failure) {
        return failure.why;
    }
}

}  // namespace sigprop
