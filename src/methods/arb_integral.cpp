// Enclosures by Arb's adaptive Gauss-Legendre integrator, piece by piece between kinks.
// Reference: F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018.

#include "core/ball_arb.hpp"
#include "methods/mean_support.hpp"

#include <cmath>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

/// What Arb's C callback needs.
struct Callback {
    Evaluator<ComplexBall> evaluate;
    Evaluator<Ball> evaluate_real;
    long bits;
    const Context* context;
    std::uint64_t evaluations = 0;
    bool cancelled = false;

    Callback(const Formula& f, long precision, const Context& c)
        : evaluate(f, precision), evaluate_real(f, precision), bits(precision), context(&c) {}
};

int call(acb_ptr result, const acb_t z, void* parameter, slong order, slong precision) {
    auto& self = *static_cast<Callback*>(parameter);
    ++self.evaluations;
    if (self.cancelled || (self.context->cancelled != nullptr && self.context->cancelled->load())) {
        self.cancelled = true;  // no exception may cross Arb's C frames
        acb_indeterminate(result);
        return 0;
    }
    const long bits = std::min(precision, self.bits);
    if (order == 0 && acb_is_real(z) != 0) {
        // Only the range on a real interval is asked for; a root that ends in a branch point is fine.
        Ball point = blank(bits);
        acb_get_real(raw(point), z);
        acb_set_arb(result, raw(self.evaluate_real(point)));
        return 0;
    }
    ComplexBall point = blank_complex(bits);
    acb_set(raw(point), z);
    acb_set(result, raw(self.evaluate(point)));
    return 0;
}

struct Integral {
    Ball value;
    std::uint64_t evaluations = 0;
    bool cancelled = false;
};

Integral integrate_piece(const Formula& f, const Ball& lower, const Ball& upper, long bits,
                         const Ball& tolerance, const Context& context) {
    const long working_bits = bits + 20;
    Callback callback(f, working_bits, context);
    acb_calc_integrate_opt_t options;
    acb_calc_integrate_opt_init(options);
    options->eval_limit = static_cast<slong>(context.budget);
    options->depth_limit = 2 * working_bits;
    mag_t absolute;
    mag_init(absolute);
    arb_get_mag_lower(absolute, raw(tolerance));
    const ComplexBall a(lower), b(upper);
    ComplexBall result = blank_complex(working_bits);
    acb_calc_integrate(raw(result), call, &callback, raw(a), raw(b), bits, absolute, options, working_bits);
    mag_clear(absolute);
    return {result.real(), callback.evaluations, callback.cancelled};
}

/// The integral of f w over the law's range, tails included.
MeanResult integral(const MeanProblem& problem, long bits, const Context& context) {
    const Formula& integrand = problem.integrand;
    const Law& law = problem.law;
    MeanResult result;
    const Truncation cut = truncate(problem, bits + 4);
    if (!cut.proved) {
        result.reason = "the tails could not be bounded";
        return result;
    }
    const Partition parts = partition(integrand, cut.lower, cut.upper, bits + 16);
    if (!parts.complete) {
        result.reason = parts.reason;
        return result;
    }
    const Ball tolerance = Ball(problem.scale) * Ball::power_of_two(-bits - 4);
    Ball total = Ball().at_precision(bits + 20);
    Ball last = cut.lower;
    for (const Piece& piece : parts.pieces) {
        total += gap_contribution(integrand * law.weight(), last, piece.lower, bits);
        last = piece.upper;
        const Integral part =
            integrate_piece(piece.smooth * law.weight(), piece.lower, piece.upper, bits, tolerance, context);
        result.evaluations += part.evaluations;
        if (part.cancelled) throw Interrupted();
        total += part.value;
    }
    total += gap_contribution(integrand * law.weight(), last, cut.upper, bits);
    result.value = total.widened(cut.outside);
    result.status = result.value.is_finite() ? Status::ok : Status::unable;
    if (result.status != Status::ok) result.reason = "the adaptive integrator found no finite enclosure";
    return result;
}

}  // namespace

MeanResult arb_integral_mean(const MeanProblem& problem, long bits, const Context& context) {
    return normalised(problem, bits, context, integral);
}

}  // namespace sigprop
