#include "quantities/quantizer/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/ball/jet.hpp"
#include "core/base/recent.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/roots/falling_root.hpp"
#include "methods/roots/zeros.hpp"
#include "quantities/quantizer/cells.hpp"

namespace sigprop {
namespace {

/// A boundary between two values, and how far apart they are.
struct Boundary {
    Real at, step;
};

std::vector<Boundary> boundaries_of(const std::vector<Real>& side) {
    std::vector<Boundary> found;
    for (std::size_t k = 1; k < side.size(); ++k)
        found.push_back({(side[k] + side[k - 1]) / Real(2), side[k] - side[k - 1]});
    return found;
}

template <class Visit>
void for_each_side(const QuantizerTable& table, const Visit& visit) {
    if (table.is_symmetric) {
        visit(table.positive, 2);
    } else {
        visit(table.positive, 1);
        visit(table.negative, 1);
    }
}

Formula excess(const Formula& x) { return normal_pdf(x) - x * normal_cdf(-x); }

// ---- the best scale

/// G(t) = sum of weight step excess(e^t boundary) e^t, which is (1 - error)/2 at std = e^-t, and its slope.
struct GainOfScale {
    std::vector<Boundary> boundaries;
    std::vector<int> weights;
    Ball least, most;  ///< boundaries

    explicit GainOfScale(const QuantizerTable& table) {
        for_each_side(table, [&](const std::vector<Real>& side, int weight) {
            for (Boundary& one : boundaries_of(side)) {
                boundaries.push_back(std::move(one));
                weights.push_back(weight);
            }
        });
        least = most = boundaries.front().at.at(64);
        for (const Boundary& one : boundaries) {
            least = min(least, one.at.at(64));
            most = max(most, one.at.at(64));
        }
    }

    /// G'(t), G as a function of t: e^t sum of weight step (pdf(y) - 2 y mass_above(y)), y = e^t boundary.
    template <class Scalar>
    Scalar slope(const Scalar& scale, long bits) const {
        Scalar sum{Ball(0)};
        for (std::size_t k = 0; k < boundaries.size(); ++k) {
            const Scalar y = scale * Scalar(boundaries[k].at.at(bits));
            sum = sum +
                  Scalar(boundaries[k].step.at(bits) * weights[k]) * (normal_pdf(y) - 2 * y * normal_cdf(-y));
        }
        return scale * sum;
    }
    Ball gain(const Ball& scale, long bits) const {
        Ball sum = 0;
        for (std::size_t k = 0; k < boundaries.size(); ++k)
            sum +=
                boundaries[k].step.at(bits) * weights[k] * normal_excess(scale * boundaries[k].at.at(bits));
        return scale * sum;
    }
};

/// The slope over an interval of t, by a Taylor polynomial at its middle: the terms nearly cancel, so that
/// their ranges would tell nothing, while the derivatives of the sum are small.
Jet model_of_slope(const GainOfScale& gain, const Ball& t, long bits) {
    constexpr long degree = 12;
    const Ball middle = t.midpoint().at_precision(bits);
    const Jet inner = gain.slope(exp(Jet::variable(middle, degree)), bits);
    const Jet outer = gain.slope(exp(Jet::variable(t.at_precision(bits), degree)), bits);
    std::vector<Ball> coefficients;
    for (long k = 0; k < degree; ++k) coefficients.push_back(inner.coefficient(k));
    coefficients.push_back(outer.coefficient(degree));
    return Jet(std::move(coefficients));
}

Ball polynomial_at(const Jet& model, const Ball& by, bool slope) {
    Ball value = 0;
    for (long k = model.order(); k >= (slope ? 1 : 0); --k)
        value = value * by + (slope ? k * model.coefficient(k) : model.coefficient(k));
    return value;
}

SearchedFunction searched_slope(const GainOfScale& gain) {
    const auto over = [&gain](const Ball& t, long bits, bool slope) {
        const Jet model = model_of_slope(gain, t, bits);
        return polynomial_at(model, t.at_precision(bits) - t.midpoint(), slope);
    };
    SearchedFunction searched;
    searched.value = [=, &gain](const Ball& t, long bits) {
        return t.is_exact() ? gain.slope(exp(t.at_precision(bits)), bits) : over(t, bits, false);
    };
    searched.slope = [=](const Ball& t, long bits) { return over(t, bits, true); };
    return searched;
}

struct Candidate {
    Ball low, high;  ///< of t
    Ball gain;
};

/// All places where the gain may be largest. Where every y is below 0.6 each term of the slope is positive,
/// where every y is above 0.7 each is negative: outside there is none.
std::vector<Candidate> candidates_of(const GainOfScale& gain, long bits, const Context& context) {
    const Ball from = log(Ball(0.6) / gain.most.at_precision(64)).lower();
    const Ball to = log(Ball(0.7) / gain.least.at_precision(64)).upper();
    constexpr double width = 1.0 / 8;
    const long pieces = std::lround(std::ceil((to - from).to_double() / width));
    const auto end = [&](long k) {
        return (from + (to - from) * Ball(double(k) / double(pieces))).midpoint();
    };
    Ball best = 0;
    for (long k = 0; k <= pieces; ++k) best = max(best, gain.gain(exp(end(k).at_precision(96)), 96).lower());
    const SearchedFunction slope = searched_slope(gain);
    std::vector<Candidate> found;
    for (long k = 0; k < pieces; ++k) {
        context.check_cancelled();
        const Ball low = end(k), high = end(k + 1);
        // The gain rises from the middle by at most the slope's size.
        const Ball t = Ball::interval(low, high).at_precision(96);
        const Ball middle = gain.gain(exp(t.midpoint().at_precision(96)), 96);
        const Ball most = middle + slope.value(t, 96).magnitude() * t.radius();
        if ((best - most).is_positive()) continue;
        for (const ZeroPlace& place : zeros_of(slope, low, high, bits, context)) {
            const Ball at =
                place.kind == ZeroKind::one ? place.zero : Ball::interval(place.lower, place.upper);
            found.push_back({at.lower(), at.upper(), gain.gain(exp(at.at_precision(bits)), bits)});
        }
    }
    return found;
}

/// Calls of_cell(value, cell, weight) for every value of the table and the cell of x/std that is rounded to
/// it.
template <class OfCell>
void for_each_cell(const QuantizerTable& table, const Ball& std, long bits, const OfCell& of_cell) {
    for_each_side(table, [&](const std::vector<Real>& side, int weight) {
        CellEnd from(Ball(0).at_precision(bits));
        for (std::size_t k = 0; k < side.size(); ++k) {
            const CellEnd to = k + 1 < side.size()
                                   ? CellEnd((side[k].at(bits) + side[k + 1].at(bits)) / 2 / std)
                                   : CellEnd();
            of_cell(side[k].at(bits), NormalCell(from, to), weight);
            from = to;
        }
    });
}

/// The mean of x Q(x) less that of Q(x)^2, cell by cell, at std = e^-t: falls with t through the best.
Ball excess_of_means(const QuantizerTable& table, const Ball& std, long bits) {
    Ball sum = 0;
    for_each_cell(table, std, bits, [&](const Ball& value, const NormalCell& cell, int weight) {
        sum += weight * value * (std * cell.first - value * cell.mass);
    });
    return sum;
}

}  // namespace

Formula relative_error(const QuantizerTable& table, const Formula& std) {
    Formula sum = 0;
    for_each_side(table, [&](const std::vector<Real>& side, int weight) {
        for (const Boundary& one : boundaries_of(side))
            sum = sum + Formula(one.step * Real(weight)) * excess(Formula(one.at) / std);
    });
    return 1 - 2 * sum / std;
}

Ball relative_error_by_cells(const QuantizerTable& table, const Ball& std, long bits) {
    Ball sum = 0;
    for_each_cell(table, std, bits, [&](const Ball& value, const NormalCell& cell, int weight) {
        sum += weight * cell.error(std, value);
    });
    return sum / (std * std);
}

namespace {

/// The logs of 1/std between which the best is, and no other; not finite with the reason where none is known.
struct BestPlace {
    Ball place = Ball::indeterminate();
    std::string reason;
};

BestPlace best_place(const QuantizerTable& table, const Context& context) {
    const GainOfScale gain(table);
    const std::vector<Candidate> candidates = candidates_of(gain, 96, context);
    if (candidates.empty()) return {Ball::indeterminate(), "no scale was found at which the error is least"};
    const auto best =
        std::ranges::max_element(candidates, {}, [](const Candidate& one) { return one.gain.to_double(); });
    for (const Candidate& one : candidates) {
        if (&one != &*best && !(best->gain - one.gain).is_positive())
            return {Ball::indeterminate(), "two scales are too nearly as good to tell which is better"};
    }
    return {Ball::interval(best->low, best->high), {}};
}

}  // namespace

Answer best_std(NarrowFormat format, ScaleCondition condition, long bits, const Context& context) {
    static Recent<NarrowFormat, const BestPlace> known(8);
    const QuantizerTable table = format_table(format);
    const auto found = known.find(format, [&] { return best_place(table, context); });
    if (!found->place.is_finite()) return {Status::unable, found->reason};
    const GainOfScale gain(table);
    FallingEquation equation;  // in t = -log std, shifted so that it is positive
    constexpr int shift = 64;
    const auto value = [&](const Ball& shifted, long wanted) {
        const Ball t = shifted.at_precision(wanted + 64) - shift;
        return condition == ScaleCondition::slope ? gain.slope(exp(t), wanted + 64)
                                                  : excess_of_means(table, exp(-t), wanted + 64);
    };
    equation.near = found->place.to_double() + shift;
    constexpr double beside = 1e-4;
    equation.slope = ((value(Ball(equation.near + beside), 96) - value(Ball(equation.near - beside), 96)) /
                      Ball(2 * beside))
                         .to_double();
    equation.value = [&](const Ball& shifted, long wanted) -> Answer { return value(shifted, wanted); };
    const Answer root = falling_root(equation, bits + 8, context);
    if (root.status != Status::ok) return root;
    const Ball t = root.value.at_precision(bits + 32) - shift;
    if (!t.overlaps(found->place)) return {Status::unable, "the root near the best scale is another one"};
    return exp(-t);
}

Formula error_within(const QuantizerTable& table, const Formula& a) {
    const Formula inside = erf(a / sqrt(Formula(2)));
    Formula sum = inside - 2 * a * normal_pdf(a);  // of x^2
    for_each_side(table, [&](const std::vector<Real>& side, int weight) {
        for (const Boundary& one : boundaries_of(side)) {
            const Formula t = a * Formula(one.at);
            const Formula mass = (inside - erf(t / sqrt(Formula(2)))) / 2;
            const Formula mean = normal_pdf(t) - normal_pdf(a);
            sum = sum + Formula(Real(2 * weight) * one.step) * a * (t * mass - mean);
        }
    });
    return sum;
}

Formula error_within_by_cells(const QuantizerTable& table, const Formula& a) {
    Formula sum = 0;
    const auto edge = [&](const Real& at) { return a * Formula(at); };
    for_each_side(table, [&](const std::vector<Real>& side, int weight) {
        Formula from = 0;
        for (std::size_t k = 0; k < side.size(); ++k) {
            const Formula to = k + 1 < side.size() ? edge((side[k] + side[k + 1]) / Real(2)) : a;
            const Formula mass = (erf(to / sqrt(Formula(2))) - erf(from / sqrt(Formula(2)))) / 2;
            const Formula first = normal_pdf(from) - normal_pdf(to);
            const Formula second = mass + from * normal_pdf(from) - to * normal_pdf(to);
            const Formula value = a * Formula(side[k]);
            sum = sum + weight * (second - 2 * value * first + value * value * mass);
            from = to;
        }
    });
    return sum;
}

}  // namespace sigprop
