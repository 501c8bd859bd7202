#include "methods/quadrature/box_supremum.hpp"

#include <algorithm>

#include "core/ball/error_term.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

/// Bounds between these are taken as they are: the rounding of doubles near their ends is coarse.
constexpr double least = 1e-250, greatest = 1e250;

Ball ball_of(const RealInterval& x) {
    return Ball::interval(Ball(x.lower), Ball(x.upper)).at_precision(error_bits);
}

/// The error functions of boxes are disks, which may hold a zero that their values do not have.
bool has_disks(const Formula& g) {
    return std::ranges::any_of(Tape(g).instructions, [](const Instruction& node) {
        return node.operation == Operation::erf || node.operation == Operation::erfc ||
               node.operation == Operation::normal_cdf;
    });
}

}  // namespace

BoxSupremum::BoxSupremum(const Formula& g, Otherwise otherwise)
    : g_(g), otherwise_(otherwise), asks_again_(has_disks(g)), quick_(g) {}

double BoxSupremum::operator()(const RealInterval& x, const RealInterval& y,
                               std::optional<Ball>* beyond_doubles) {
    ++evaluations_;
    const ComplexBox quick = quick_(ComplexBox(x, y));
    if (quick.state == ComplexBox::State::singular && !asks_again_) return infinity;
    if (quick.is_known()) {
        const double most = quick.magnitude();
        if (most > least && most < greatest) return most;
        if (otherwise_ == Otherwise::give_up && most <= least) return least;
    }
    if (otherwise_ == Otherwise::give_up) return infinity;
    if (!exact_) exact_.emplace(g_, error_bits);
    const ComplexBall exact = (*exact_)(ComplexBall(ball_of(x), ball_of(y)));
    if (!exact.is_finite()) return infinity;
    const Ball most = exact.magnitude();
    if (beyond_doubles == nullptr) return most.upper_double();
    *beyond_doubles = most;
    return infinity;
}

}  // namespace sigprop
