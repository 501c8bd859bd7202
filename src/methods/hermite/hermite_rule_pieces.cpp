#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/hermite/hermite_kernel.hpp"
#include "methods/hermite/hermite_rule.hpp"
#include "methods/mean/double_exponential.hpp"
#include "methods/quadrature/rectangle_bound.hpp"
#include "methods/quadrature/widest_step.hpp"

#include <array>

namespace sigprop {
namespace {

/// |he_k(x) phi(x)| <= 1.09 e^(-x^2/4) / sqrt(2 pi) by Cramer's bound.
constexpr double max_hermite_weight = 0.435;

class PieceRule {
public:
    PieceRule(const Piece& piece, std::int64_t order, double goal, long bits)
        : piece_(piece), order_(order), goal_(goal), bits_(bits), map_(piece, bits + 40) {}

    /// Adds the nodes and the error of this piece.
    void append(HermiteRule& rule, const Context& context) {
        search();
        if (step_ <= 0) {
            rule.reason = "no neighbourhood of a smooth piece could be proved free of singularities";
            rule.error = Ball::infinity();
            return;
        }
        map_.half_length = length_;
        const double h = short_double(std::min(design("hermite.pieces.step", step_), 1.0));
        const double count = std::ceil(design("hermite.pieces.half_length", map_.half_length) / h - 0.5);
        if (2 * count + static_cast<double>(rule.points.size()) > static_cast<double>(context.budget)) {
            rule.reason = "a smooth piece needs more nodes than the budget of evaluations";
            rule.error = Ball::infinity();
            return;
        }
        const auto N = static_cast<std::int64_t>(std::max(count, 1.0));
        context.check_cancelled();
        add_nodes(rule, h, N);
        rule.error += discretisation(h, N) + slivers(h, N);
        rule.evaluations += 2 * static_cast<std::uint64_t>(N) + 1 + evaluations_;
    }

private:
    [[nodiscard]] RectangleBound bound_for(const HermiteKernel& kernel) const {
        return {kernel.weighted(piece_.smooth).substitute(std::span(&map_.x, 1)) * map_.slope,
                map_.half_length + 1};
    }

    /// The half length in t that the rule needs, where x'(t) times the kernel's factor is small enough: x'(t)
    /// falls like e^(-2 c sinh |t|).
    [[nodiscard]] double wanted_length(double log_factor) const {
        return std::asinh((goal_ + log_factor + 12) / (2 * DoubleExponential::c));
    }

    /// A bound of |Im x(t)| for |Re t| <= length + 1, |Im t| <= height; x(-t) mirrors x(t).
    [[nodiscard]] double max_imaginary(double height, double length) const {
        Evaluator<ComplexBall> x(map_.x, 64);
        constexpr int rows = 4;
        constexpr double width = 1.0 / 16;
        double most = 0;
        for (double left = 0; left < length + 1; left += width) {
            for (int row = 0; row < rows; ++row) {
                const Ball re = Ball::interval(Ball(left), Ball(left + width)).at_precision(64);
                const Ball im = Ball::interval(Ball(height * row / rows), Ball(height * (row + 1) / rows));
                const ComplexBall value = x(ComplexBall(re, im.at_precision(64)));
                if (!value.is_finite()) return HUGE_VAL;
                most = std::max(most, value.imaginary().magnitude().upper_double());
            }
        }
        return most;
    }

    void search() {
        int worse = 0;
        const double longest = wanted_length(3 * std::max(goal_, 100.0));
        for (double height = 1.2; height > 0.005 && worse < 2; height *= 0.8) {
            const double imaginary = max_imaginary(height, longest);
            if (!std::isfinite(imaginary)) continue;
            const HermiteKernel kernel(imaginary, order_);
            map_.half_length = wanted_length(kernel.log_factor());
            if (map_.half_length > longest) continue;
            RectangleBound bound = bound_for(kernel);
            const double log_bound = bound.log_horizontal(
                height, 2000, design("hermite.pieces.covering", std::max(15.0, 0.06 * goal_)), 32);
            evaluations_ += bound.evaluations();
            if (!std::isfinite(log_bound)) continue;
            const double step =
                std::min(widest_step(height, log_bound, goal_ + kernel.log_factor() + 2), 1.0);
            worse = step > step_ ? 0 : worse + 1;
            if (step <= step_) continue;
            step_ = step;
            height_ = height;
            log_bound_ = log_bound;
            kernel_ = kernel;
            length_ = map_.half_length;
        }
    }

    void add_nodes(HermiteRule& rule, double h, std::int64_t N) {
        const long bits = bits_ + 40;
        const std::array formulas = {map_.x, map_.slope};
        Evaluator<Ball> map(formulas, bits);
        Evaluator<Ball> f(piece_.smooth, bits);
        for (std::int64_t j = -N; j <= N; ++j) {
            const Ball t = (Ball(j) * Ball(h)).at_precision(bits);
            const std::span<const Ball> at = map(std::span(&t, 1));
            const Ball x = at[0];
            const Ball weight = Ball(h) * at[1] * f(x) * normal_pdf(x);
            rule.points.push_back(x);
            rule.even.push_back(weight);
            rule.odd.push_back(weight);
        }
    }

    [[nodiscard]] Ball discretisation(double h, std::int64_t N) const {
        const Ball step = Ball(h).at_precision(64);
        RectangleBound bound = bound_for(kernel_);
        const Ball X = (Ball(N) + Ball(0.5)) * step;
        const Ball enough = exp(Ball(-goal_ - kernel_.log_factor()).at_precision(64));
        const Ball sides = bound.rule_error({height_, log_bound_, h}, X, step, enough);
        return error_term("hermite.pieces.sides", (kernel_.factor() * sides).upper());
    }

    /// A bound of the integral beyond t = +-X: a sliver at each end of the piece, of height times width.
    [[nodiscard]] Ball slivers(double h, std::int64_t N) const {
        const Ball X = (Ball(N) + Ball(0.5)) * Ball(h).at_precision(bits_);
        const Ball q = exp(Ball(-2 * DoubleExponential::c) * sinh(X));
        const Ball sliver = (piece_.upper - piece_.lower).at_precision(bits_) * q / (1 + q);
        Evaluator<Ball> f(piece_.smooth, bits_);
        const Ball left = f(Ball::interval(piece_.lower, piece_.lower + sliver).at_precision(bits_));
        const Ball right = f(Ball::interval(piece_.upper - sliver, piece_.upper).at_precision(bits_));
        return error_term(
            "hermite.pieces.slivers",
            (sliver * (left.magnitude() + right.magnitude()) * Ball(max_hermite_weight)).upper());
    }

    const Piece& piece_;
    std::int64_t order_;
    double goal_;
    long bits_;
    DoubleExponential map_;
    HermiteKernel kernel_{1, 1};
    double height_ = 0, log_bound_ = 0, step_ = 0, length_ = 0;
    std::uint64_t evaluations_ = 0;
};

/// A bound of the part of h_k that comes from the enclosure of a kink.
Ball gap(const Formula& f, const Ball& lower, const Ball& upper) {
    const Ball width = upper - lower;
    if (!width.is_positive()) return 0;
    const Ball range = Ball::interval(lower, upper).at_precision(64);
    return error_term("hermite.pieces.gap",
                      (Evaluator<Ball>(f, 64)(range).magnitude() * width * Ball(max_hermite_weight)).upper());
}

}  // namespace

HermiteRule hermite_rule_on_pieces(const MeanProblem& problem, std::int64_t max_order, double goal, long bits,
                                   const Context& context) {
    HermiteRule rule;
    rule.error = Ball().at_precision(64);
    // The tails are on the real line, where a small height gives the best bound.
    const HermiteKernel kernel(2, max_order);
    const auto cut = cut_tails(problem, kernel, goal);
    if (!cut) {
        rule.reason = "the tails could not be bounded";
        return rule;
    }
    rule.error += error_term("hermite.pieces.tail", kernel.factor() * cut->second);
    const Partition parts = partition(problem.integrand, Ball(-cut->first), Ball(cut->first), bits + 16);
    if (!parts.complete) {
        rule.reason = parts.reason;
        return rule;
    }
    Ball last(-cut->first);
    for (const Piece& piece : parts.pieces) {
        rule.error += gap(problem.integrand, last, piece.lower);
        last = piece.upper;
        if (rule.error.is_finite()) PieceRule(piece, max_order, goal, bits).append(rule, context);
    }
    rule.error += gap(problem.integrand, last, Ball(cut->first));
    rule.error = rule.error.upper();
    rule.proved = rule.error.is_finite();
    if (!rule.proved && rule.reason.empty()) rule.reason = "the pieces could not be bounded";
    return rule;
}

}  // namespace sigprop
