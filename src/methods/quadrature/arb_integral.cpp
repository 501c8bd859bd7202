// Enclosures by Gauss-Legendre quadrature, piece by piece between kinks: by panels planned in double
// precision (gauss_panels.hpp) where they do, by Arb's adaptive integrator elsewhere; beyond some 300 digits,
// where Arb would be silent for seconds or hours, by one that can be interrupted (adaptive_gauss.hpp).
// Reference: F. Johansson, "Numerical integration in arbitrary-precision ball arithmetic", ICMS 2018.

#include "core/ball/arb.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/mean/singular_mean.hpp"
#include "methods/mean/strip.hpp"
#include "methods/quadrature/adaptive_gauss.hpp"
#include "methods/quadrature/gauss_panels.hpp"
#include "methods/quadrature/quadrature.hpp"

#include <chrono>
#include <cmath>
#include <exception>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// The data of Arb's C callback.
struct Callback {
    Evaluator<ComplexBall> evaluate;
    Evaluator<Ball> evaluate_real;
    long bits;
    const Context* context;
    std::uint64_t evaluations = 0;
    std::exception_ptr stopped = nullptr;

    Callback(const Formula& f, long precision, const Context& c)
        : evaluate(f, precision), evaluate_real(f, precision), bits(precision), context(&c) {}
};

void evaluate(Callback& self, acb_ptr result, const acb_t z, slong order, long bits) {
    self.context->check_cancelled();
    if (order == 0 && acb_is_real(z) != 0) {
        // Arb needs only the range on a real interval, where a root may end in a branch point.
        Ball point = blank(bits);
        acb_get_real(raw(point), z);
        acb_set_arb(result, raw(self.evaluate_real(point)));
        return;
    }
    ComplexBall point = blank_complex(bits);
    acb_set(raw(point), z);
    acb_set(result, raw(self.evaluate(point)));
}

/// No exception may cross Arb's C frames. After one the integrand is zero, which ends every subinterval at
/// once; whoever sees `stopped` throws the result away.
int call(acb_ptr result, const acb_t z, void* parameter, slong order, slong precision) {
    auto& self = *static_cast<Callback*>(parameter);
    ++self.evaluations;
    if (!self.stopped) {
        try {
            evaluate(self, result, z, order, std::min(precision, self.bits));
            return 0;
        } catch (...) {
            self.stopped = std::current_exception();
        }
    }
    acb_zero(result);
    return 0;
}

/// Seconds that Arb may be silent: it computes all nodes of a rule before it calls the integrand again, and
/// neither Ctrl-C nor the budget ends that.
constexpr double longest_silence = 0.5;
constexpr double unlimited = 1e9;

struct PieceIntegral {
    Ball value;
    std::uint64_t evaluations = 0;
};

PieceIntegral integrate_piece(const Formula& f, const Piece& piece, long bits, const Ball& tolerance,
                              std::uint64_t budget, const Context& context) {
    const long working_bits = bits + 20;
    if (max_degree(bits, longest_silence) < max_degree(bits, unlimited)) {
        AdaptiveIntegral found =
            integrate_adaptively(f, piece.lower, piece.upper, bits, tolerance, budget, context);
        return {std::move(found.value), found.evaluations};
    }
    Callback callback(f, working_bits, context);
    acb_calc_integrate_opt_t options;
    acb_calc_integrate_opt_init(options);
    options->eval_limit = static_cast<slong>(budget);
    if (context.deadline) {
        const std::chrono::duration<double> left = *context.deadline - std::chrono::steady_clock::now();
        options->deg_limit = max_degree(bits, left.count());
    }
    mag_t absolute;
    mag_init(absolute);
    arb_get_mag_lower(absolute, raw(tolerance));
    const ComplexBall a(piece.lower), b(piece.upper);
    ComplexBall result = blank_complex(working_bits);
    acb_calc_integrate(raw(result), call, &callback, raw(a), raw(b), bits, absolute, options, working_bits);
    mag_clear(absolute);
    if (callback.stopped) std::rethrow_exception(callback.stopped);
    return {result.real(), callback.evaluations};
}

/// Whether panels are likely to be the quicker ones: not where singularities are so near that the adaptive
/// integrator spends its points beside them alone.
bool panels_pay(const Piece& piece) {
    constexpr double max_heights = 40;  // in the length of a piece
    return (piece.upper - piece.lower).to_double() < max_heights * strip_of_analyticity(piece.smooth).at_most;
}

/// Infinite sides are cut at whole numbers: what one standard deviation computed for its panels, their nodes
/// and the law's weights there, then serves the others.
TailCut cut_at_whole_numbers(const MeanProblem& problem, long bits) {
    TailCut cut = cut_tails(problem, bits);
    // The bound of what lies beyond the cut bounds what lies beyond a further one.
    if (problem.law.lower.infinite_sign() != 0) cut.lower = Ball(std::floor(cut.lower.to_double()));
    if (problem.law.upper.infinite_sign() != 0) cut.upper = Ball(std::ceil(cut.upper.to_double()));
    return cut;
}

/// The integral of f w over the law's range, tails included.
MeanResult integral(const MeanProblem& problem, long bits, const Context& context) {
    const TailCut cut = cut_at_whole_numbers(problem, bits + 4);
    if (!cut.proved) {
        MeanResult result;
        result.reason = "the tails could not be bounded";
        return result;
    }
    const Ball tolerance = Ball(problem.scale) * Ball::power_of_two(-bits - 4);
    std::uint64_t spent = 0;
    const auto over = [&](const Piece& piece, const Law& law) {
        const Formula weighted = piece.smooth * law.weight();
        const std::uint64_t affordable = affordable_evaluations(weighted, context);
        MeanResult share;
        if (spent >= affordable) {
            share.reason = "the budget of evaluations is spent";
            return share;
        }
        const std::uint64_t left = affordable - spent;
        const std::uint64_t cheap = std::min(left, static_cast<std::uint64_t>(12 * bits));
        std::optional<PanelIntegral> panels;
        if (panels_pay(piece)) panels = integrate_panels(piece, law, problem.scale, bits, cheap, context);
        PieceIntegral part = panels ? PieceIntegral{std::move(panels->value), panels->evaluations}
                                    : integrate_piece(weighted, piece, bits, tolerance, left, context);
        spent += part.evaluations;
        share.status = Status::ok;
        share.value = std::move(part.value);
        share.evaluations = part.evaluations;
        return share;
    };
    const auto over_side = [&](const SingularSide& side) {
        const SideInLogarithm logarithm = in_logarithm(side, problem.scale, bits + 4);
        const Law without_weight = Law::uniform(0, 1);
        MeanResult sum;
        sum.status = Status::ok;
        for (const Piece& piece : logarithm.pieces)
            if (!add_part(sum, over(piece, without_weight))) return sum;
        sum.value = sum.value.widened(logarithm.sliver);  // widening: of terms
        return sum;
    };
    const auto over_piece = [&](const Piece& piece) { return over(piece, problem.law); };
    return integrate_pieces(problem, cut, bits, {over_piece, over_side});
}

}  // namespace

long max_degree(long bits, double seconds_left) {
    constexpr double seconds_a_bit =
        0.4e-9;  // measured: 0.06 to 0.3 ns from 1,000 to 33,000 bits, on one core
    constexpr double least = 8;
    const double seconds_a_square = 2 * seconds_a_bit * static_cast<double>(bits);
    const double affordable = std::sqrt(std::max(seconds_left, 0.0) / 2 / seconds_a_square);
    const double usual = 0.5 * static_cast<double>(bits) + 60;  // Arb's own choice
    return static_cast<long>(std::clamp(affordable, least, usual));
}

MeanResult arb_integral_mean(const MeanProblem& problem, long bits, const Context& context) {
    return normalised(problem, bits, context, integral);
}

}  // namespace sigprop
