#pragma once
// What a curve says over intervals, held against values at points that the quantity's own proofs give.

#include <cmath>
#include <string>
#include <vector>

#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/exact_real.hpp"
#include "quantities/support.hpp"
#include "tests/support/curve_calls.hpp"

namespace curve_checks {

using namespace sigprop;

inline constexpr long bits = 64;

/// A quantity with all arguments but one.
struct Subject {
    const Quantity* quantity = nullptr;
    const KnownCurve* curve = nullptr;
    Arguments arguments;

    /// Its value by its own routes, whatever the curve is made of.
    [[nodiscard]] Ball at(double point) const {
        Arguments own = arguments;
        if (own.has_reals(curve->parameter))
            own.set(curve->parameter, std::vector<Real>{Real(point)});
        else
            own.set(curve->parameter, Real(point));
        Context context;
        context.digits = 18;
        const Evidence best = best_enclosure(quantity->routes(own), context);
        return best.status == Status::ok ? best.value : Ball::indeterminate();
    }
};

inline Subject subject(const KnownCurve& curve, std::map<std::string, std::string> others = {}) {
    others.merge(
        std::map<std::string, std::string>{{"mean", "0.5"}, {"std", "1.25"}, {"bias_variance", "0.05"}});
    Subject all;
    all.curve = &curve;
    all.quantity = find_quantity(curve.quantity);
    REQUIRE(all.quantity != nullptr);
    const std::string text = curve_calls::call_with(*all.quantity, curve.parameter, "1", others);
    all.arguments = bind_arguments(*all.quantity, parse_expression(text), text);
    return all;
}

/// Counts what was compared, so that a test can tell that it compared something.
struct Compared {
    int values = 0, slopes = 0, directions = 0;
    std::vector<std::string> wrong = {};

    [[nodiscard]] int all() const { return values + slopes + directions; }
};

/// Points a < b of [from, to]: f over the interval has both values, its slope their quotient, its direction
/// their order.
inline void compare(const Subject& subject, const SearchedFunction& f, double from, double to,
                    Compared& compared) {
    const Ball x = Ball::interval(Ball(from), Ball(to)).at_precision(bits);
    const Ball over = f.value(x, bits);
    const Ball slope = f.slope(x, bits);
    const int direction = f.direction ? f.direction(x, bits) : 0;
    const double a = from + (to - from) * 0.25;
    const double b = from + (to - from) * 0.875;
    const Ball at_a = subject.at(a);
    const Ball at_b = subject.at(b);
    if (!at_a.is_finite() || !at_b.is_finite()) return;
    const auto wrong = [&](const char* what) {
        compared.wrong.push_back(subject.quantity->name + " in " + subject.curve->parameter + ": " + what +
                                 " on [" + std::to_string(from) + ", " + std::to_string(to) + "]");
    };
    for (const Ball& at : {at_a, at_b}) {
        if (!over.is_finite()) continue;
        ++compared.values;
        if (!over.overlaps(at)) wrong("value");
    }
    for (const auto& [point, at] : {std::pair{a, at_a}, std::pair{b, at_b}}) {
        const Ball own = f.value(Ball(point), bits);
        if (!own.is_finite()) continue;
        ++compared.values;
        if (!own.overlaps(at)) wrong("value at a point");
    }
    const Ball rise = at_b - at_a;
    const Ball quotient = rise / (Ball(b) - Ball(a));
    if (slope.is_finite()) {
        ++compared.slopes;
        if (!slope.overlaps(quotient)) wrong("slope");
    }
    if (direction != 0) {
        ++compared.directions;
        if (direction > 0 ? !rise.is_positive() : !rise.is_negative()) wrong("direction");
    }
}

}  // namespace curve_checks
