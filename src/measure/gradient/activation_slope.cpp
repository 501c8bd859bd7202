#include "measure/gradient/activation_slope.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"
#include "core/parallel/workers.hpp"

namespace sigprop {
namespace {

constexpr long first_bits = 96;
constexpr long max_bits = 1600;
constexpr long kink_bits = 128;
/// Roundings by which a kernel's x may be off a kink.
constexpr double at_kink = 4;
constexpr std::size_t block = 256;
/// Beyond this |x| what saturates has saturated, and x multiplies no difference of nearly equal terms.
constexpr double max_factor = 16;
/// Points between 0 and the ends of x at which the largest slope is looked for, beside those of x.
constexpr int grid = 256;

/// The value of a formula at x to a double's precision; NaN where it has none.
double value_at(const Formula& f, Evaluator<Ball>& at_first_bits, double x) {
    for (long bits = first_bits; bits <= max_bits; bits *= 2) {
        const Ball point = Ball(x).at_precision(bits);
        const Ball value = bits == first_bits ? at_first_bits(point) : Evaluator<Ball>(f, bits)(point);
        if (!value.is_finite()) continue;
        const double low = value.lower_double();
        const double high = value.upper_double();
        if (high - low <= 0x1p-51 * std::min(std::abs(low), std::abs(high)) || high - low <= 0x1p-1000) {
            return value.to_double();
        }
    }
    return not_a_number;
}

/// A piece between kinks with its derivatives.
struct SmoothPiece {
    double lower = 0, upper = 0;
    Formula value, slope, curvature;
};

std::vector<SmoothPiece> pieces_of(const Formula& f, double least, double most) {
    const Partition parts = partition(f, Ball(std::floor(least) - 1), Ball(std::ceil(most) + 1), kink_bits);
    if (!parts.complete) throw InputError("--layer: its kinks cannot be separated: " + parts.reason);
    std::vector<SmoothPiece> pieces;
    for (const Piece& part : parts.pieces) {
        const Formula slope = part.smooth.derivative();
        pieces.push_back(
            {part.lower.lower_double(), part.upper.upper_double(), part.smooth, slope, slope.derivative()});
    }
    return pieces;
}

/// A piece with the scratch space of one thread.
struct PieceEvaluators {
    explicit PieceEvaluators(const SmoothPiece& smooth)
        : piece(smooth),
          value(smooth.value, first_bits),
          slope(smooth.slope, first_bits),
          curvature(smooth.curvature) {}
    const SmoothPiece& piece;
    Evaluator<Ball> value, slope;
    Evaluator<double> curvature;
};

void take_point(ActivationPoint& point, std::vector<PieceEvaluators>& pieces, double unit) {
    const double width = at_kink * unit * std::abs(point.x);
    point.slope_low = point.value_low = infinity;
    point.slope_high = point.value_high = -infinity;
    double bend = 0;
    bool undefined = false;
    for (PieceEvaluators& each : pieces) {
        const SmoothPiece& piece = each.piece;
        if (point.x < piece.lower - width || point.x > piece.upper + width) continue;
        const double slope = value_at(piece.slope, each.slope, point.x);
        const double value = value_at(piece.value, each.value, point.x);
        undefined = undefined || std::isnan(slope);
        point.slope_low = std::min(point.slope_low, slope);
        point.slope_high = std::max(point.slope_high, slope);
        point.value_low = std::min(point.value_low, value);
        point.value_high = std::max(point.value_high, value);
        const double curvature = std::abs(each.curvature(point.x) * point.x);
        if (std::isfinite(curvature)) bend = std::max(bend, curvature);
    }
    if (undefined) point.slope_low = point.slope_high = not_a_number;
    point.slope_terms = bend;
}

/// Adds the largest slope between 0 and x to the terms, going outward from 0.
class LargestSlopes {
public:
    LargestSlopes(const Formula& f, std::vector<ActivationPoint>& points)
        : points_(points), slope_(f.derivative()), value_(f) {
        at_zero_ = std::abs(value_(0.0));
        if (!std::isfinite(at_zero_)) at_zero_ = 0;
        const auto split = std::ranges::lower_bound(points, 0.0, {}, &ActivationPoint::x);
        const auto middle = static_cast<std::size_t>(split - points.begin());
        std::vector<std::size_t> above, below;
        for (std::size_t i = middle; i < points.size(); ++i) above.push_back(i);
        for (std::size_t i = middle; i-- > 0;) below.push_back(i);
        outward(above);
        outward(below);
    }

private:
    void outward(const std::vector<std::size_t>& order) {
        if (order.empty()) return;
        const double end = points_[order.back()].x;
        double largest = 0;
        int next = 0;
        const auto take = [&](double slope) {
            if (std::isfinite(slope)) largest = std::max(largest, std::abs(slope));
        };
        for (const std::size_t i : order) {
            ActivationPoint& point = points_[i];
            for (; next < grid && std::abs(end) * next <= std::abs(point.x) * grid; ++next) {
                take(slope_(end * next / grid));
            }
            take(point.slope_low);
            take(point.slope_high);
            const double size = std::abs(point.x);
            const double slope = std::max(std::abs(point.slope_low), std::abs(point.slope_high));
            const double value = std::max(std::abs(point.value_low), std::abs(point.value_high));
            point.slope_terms += slope + (1 + std::min(size, max_factor)) * largest;
            point.value_terms = value + size * (slope + largest) + at_zero_;
        }
    }

    std::vector<ActivationPoint>& points_;
    Evaluator<double> slope_, value_;
    double at_zero_ = 0;
};

}  // namespace

ActivationSlopes::ActivationSlopes(const Formula& f, std::vector<double> x, double unit,
                                   const Context& context) {
    std::erase_if(x, [](double one) { return !std::isfinite(one); });
    std::ranges::sort(x);
    x.erase(std::unique(x.begin(), x.end()), x.end());
    if (x.empty()) return;
    for (const double one : x) points_.push_back({.x = one});
    const std::vector<SmoothPiece> pieces = pieces_of(f, x.front(), x.back());
    const std::size_t blocks = (points_.size() + block - 1) / block;
    for_each_index(blocks, context.threads, [&](std::size_t which) {
        context.check_interrupted();
        std::vector<PieceEvaluators> evaluators(pieces.begin(), pieces.end());
        const std::size_t end = std::min(points_.size(), (which + 1) * block);
        for (std::size_t i = which * block; i < end; ++i) take_point(points_[i], evaluators, unit);
    });
    const LargestSlopes all(f, points_);
}

const ActivationPoint& ActivationSlopes::at(double x) const {
    return *std::ranges::lower_bound(points_, x, {}, &ActivationPoint::x);
}

}  // namespace sigprop
