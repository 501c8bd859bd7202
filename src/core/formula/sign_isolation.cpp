#include "core/formula/sign_isolation.hpp"

#include "core/formula/quadratic.hpp"

#include <algorithm>

#include "core/ball/order.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

/// The ends of an inexact enclosure of a zero, as exact balls.
SignInterval around(const Ball& zero, int sign = 0) { return {zero.lower(), zero.upper(), sign}; }

class Isolator {
public:
    Isolator(const Formula& g, long bits, std::uint64_t& budget)
        : bits_(bits),
          value_bits_(2 * bits + 16),
          value_(g, value_bits_),
          slope_(g.derivative(), bits + 16),
          budget_(budget) {}

    std::vector<SignInterval> operator()(const Ball& lower, const Ball& upper) {
        std::vector<SignInterval> stack = {{lower, upper, 0}};
        while (!stack.empty()) {
            if (budget_ == 0) return {};
            const SignInterval box = stack.back();
            stack.pop_back();
            visit(box, stack);
        }
        return std::move(found_);
    }

private:
    Ball evaluate(const Ball& x) {
        if (budget_ > 0) --budget_;
        return value_(x.at_precision(value_bits_));
    }

    bool is_tiny(const SignInterval& box) const {
        const Ball size = max(Ball(1), abs(box.upper)) * Ball::power_of_two(-bits_);
        return !(box.upper - box.lower - size).is_positive();
    }

    void append(const SignInterval& box) {
        if (!(box.upper - box.lower).is_positive()) return;  // a zero's enclosure ends with its box
        if (!found_.empty() && found_.back().sign == box.sign) {
            found_.back().upper = box.upper;
        } else {
            found_.push_back(box);
        }
    }

    void visit(const SignInterval& box, std::vector<SignInterval>& stack) {
        const Ball range = Ball::interval(box.lower, box.upper).at_precision(bits_ + 16);
        if (const int sign = sign_of(evaluate(range)); sign != 0) {
            append({box.lower, box.upper, sign});
            return;
        }
        if (is_tiny(box)) {
            append(box);
            return;
        }
        const Ball slope = slope_(range);
        if (slope.is_finite() && !slope.contains_zero() && visit_monotone(box, range, slope)) return;
        const Ball middle = range.midpoint();
        stack.push_back({middle, box.upper, 0});
        stack.push_back({box.lower, middle, 0});
    }

    /// Handles a box where g is monotone: g has no zero, or one that Newton's interval operator encloses.
    bool visit_monotone(const SignInterval& box, Ball range, const Ball& slope) {
        const int left = sign_of(evaluate(box.lower));
        const int right = sign_of(evaluate(box.upper));
        if (left == 0 || right == 0) return false;
        if (left == right) {
            append({box.lower, box.upper, left});
            return true;
        }
        Ball derivative = slope;
        for (int step = 0; step < 60 && !is_tiny(around(range)); ++step) {
            const Ball middle = range.midpoint();
            const Ball newton = middle - evaluate(middle) / derivative;
            if (!newton.is_finite()) return false;
            const Ball lower = later(range.lower(), newton.lower());
            const Ball upper = earlier(range.upper(), newton.upper());
            const Ball next = Ball::interval(lower, upper).at_precision(bits_ + 16);
            if (!(range.radius() - next.radius() * 2).is_positive() && step > 4) break;
            range = next;
            derivative = slope_(range);
        }
        if (!is_tiny(around(range))) return false;
        const Ball lower = later(box.lower, range.lower());
        const Ball upper = earlier(box.upper, range.upper());
        append({box.lower, lower, left});
        append({lower, upper, 0});
        append({upper, box.upper, right});
        return true;
    }

    long bits_;
    long value_bits_;  ///< twice as many: near a double root (1 - cos x) g is the square of the distance
    Evaluator<Ball> value_;
    Evaluator<Ball> slope_;
    std::uint64_t& budget_;
    std::vector<SignInterval> found_;
};

/// The zero of c0 + c1 x by division, exact if it is a dyadic number.
std::vector<SignInterval> affine_signs(const Quadratic& g, const Ball& lower, const Ball& upper) {
    const Ball zero = -g.c0 / g.c1;
    const int rising = sign_of(g.c1);
    if ((lower - zero).is_nonnegative()) return {{lower, upper, rising}};
    if ((zero - upper).is_nonnegative()) return {{lower, upper, -rising}};
    const Ball left = later(lower, zero.lower());
    const Ball right = earlier(upper, zero.upper());
    std::vector<SignInterval> found;
    if ((left - lower).is_positive()) found.push_back({lower, left, -rising});
    found.push_back({left, right, 0});
    if ((upper - right).is_positive()) found.push_back({right, upper, rising});
    return found;
}

}  // namespace

std::vector<SignInterval> isolate_signs(const Formula& g, const Ball& lower, const Ball& upper, long bits,
                                        std::uint64_t& budget) {
    if (const auto form = quadratic_form(g, bits + 16); form && form->is_affine()) {
        if (form->is_constant()) {
            const int sign = sign_of(form->c0);
            std::vector<SignInterval> whole;
            if (sign != 0 || form->c0.is_exact()) whole.push_back({lower, upper, sign});
            return whole;
        }
        if (!form->c1.contains_zero()) return affine_signs(*form, lower, upper);
    }
    return Isolator(g, bits, budget)(lower, upper);
}

}  // namespace sigprop
