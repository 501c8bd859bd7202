#include "methods/quadrature/quadrature_pieces.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/doubles.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/mean/singular_mean.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>

namespace sigprop {
namespace {

constexpr double underflow = 1e-300;  // of the weight, relative to its maximum
constexpr double negligible = 0x1p-70;
constexpr int samples_per_side = 128;

Evaluator<double> weighted_evaluator(const Formula& f, const Formula& weight) {
    const std::array formulas = {f, weight};
    return Evaluator<double>(formulas);
}

[[noreturn]] void stop_at(double x) { throw Stop{fmt::format("the integrand is not finite at x = {}", x)}; }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// An upper bound of the error of top / bottom, computed in balls so that it is rounded up.
Ball quotient_error(const Integral& top, const Integral& bottom, double mean) {
    const Ball least = Ball(bottom.value).at_precision(error_bits) - Ball(bottom.error);
    return (Ball(top.error) + Ball(std::fabs(mean)) * Ball(bottom.error)) / least;
}

Ball estimate(const MeanProblem& problem, const Integral& top, const Integral& bottom, double roundoff) {
    for (const Integral& integral : {top, bottom}) {
        const bool finite = std::isfinite(integral.value) && std::isfinite(integral.error);
        if (!finite || !std::isfinite(integral.magnitude))
            throw Stop{"the rule did not return a finite number"};
        if (integral.error > accepted_error * integral.magnitude) {
            throw Stop{"the rule did not converge: its error estimate exceeds 2^-30 of the integral of |f|"};
        }
    }
    if (!(bottom.value > bottom.error)) throw Stop{"the integral of the weight is 0 in double precision"};
    if (top.magnitude == 0 && problem.integrand.variable_count() > 0) {
        throw Stop{"the integrand is zero at every node of the rule: the estimate has no basis"};
    }
    const double mean = top.value / bottom.value;
    const Ball floor = Ball(roundoff) * Ball(top.magnitude / bottom.value);
    // widening: estimate
    return Ball(mean).at_precision(error_bits).widened(max(quotient_error(top, bottom, mean), floor));
}

}  // namespace

Integral& Integral::operator+=(const Integral& other) {
    value += other.value;
    error += other.error;
    magnitude += other.magnitude;
    return *this;
}

WeightedIntegrand::WeightedIntegrand(const MeanProblem& problem, const Context& context)
    : problem_(problem),
      context_(context),
      evaluate_(weighted_evaluator(problem.integrand, problem.law.weight())),
      cut_lower_(-infinity),
      cut_upper_(infinity) {}

WeightedIntegrand::Sample WeightedIntegrand::sample(double x) {
    context_.check_cancelled();
    if (evaluations_ == context_.budget) throw Stop{"the budget of evaluations is used up"};
    ++evaluations_;
    const std::span<const double> values = (selected_ ? *selected_ : evaluate_)(std::span(&x, 1));
    return {x, values[1], weight_alone_ ? values[1] : values[0] * values[1]};
}

void WeightedIntegrand::select(const Formula* beside_singular_point) {
    selected_.reset();
    if (beside_singular_point != nullptr) selected_ = weighted_evaluator(*beside_singular_point, Formula(1));
}

bool WeightedIntegrand::is_beside_singular_point(double x) const {
    return std::ranges::any_of(problem_.singular_sides, [x](const SingularSide& one) {
        return std::fabs(x - one.edge) <= one.length.to_double() * (1 + 0x1p-40);
    });
}

double WeightedIntegrand::operator()(double x) {
    if (!selected_ && (x < cut_lower_ || x > cut_upper_)) return 0;
    const double value = sample(x).weighted;
    if (!std::isfinite(value)) stop_at(x);
    return value;
}

/// Every law's weight is largest at `start`, the point of the range nearest zero, and falls from there on.
double WeightedIntegrand::weight_cut(double start, double limit) {
    const double least = underflow * sample(start).weight;
    const double direction = limit < start ? -1 : 1;
    double near = 0;
    double far = 1;
    if (std::isfinite(limit)) {
        if (sample(limit).weight >= least) return limit;
        far = std::fabs(limit - start);
    } else {
        for (; sample(start + direction * far).weight >= least; far *= 2) {
            if (far > 1e150) throw Stop{"the weight does not decay"};
            near = far;
        }
    }
    for (int halving = 0; halving < 12 || near == 0; ++halving) {
        const double middle = near + (far - near) / 2;
        (sample(start + direction * middle).weight >= least ? near : far) = middle;
    }
    return start + direction * near;
}

WeightedIntegrand::Side WeightedIntegrand::scan(double start, double limit) {
    Side side{limit, {}};
    if (limit == start) return side;
    const double cut = weight_cut(start, limit);
    const double step = (cut - start) / samples_per_side;
    for (int i = 1; i <= samples_per_side; ++i) {
        Sample point = sample(i == samples_per_side ? cut : start + step * i);
        point.weighted = std::fabs(point.weighted);
        if (!std::isfinite(point.weighted) && is_beside_singular_point(point.x)) point.weighted = 0;
        if (std::isnan(point.weighted)) stop_at(point.x);
        side.samples.push_back(point);
    }
    // Infinities at the outer end are overflows of f; those further inside are not.
    while (!side.samples.empty() && std::isinf(side.samples.back().weighted)) side.samples.pop_back();
    for (const Sample& point : side.samples) {
        if (std::isinf(point.weighted)) stop_at(point.x);
        rough_magnitude_ += point.weighted * std::fabs(step);
        rough_mass_ += point.weight * std::fabs(step);
    }
    if (side.samples.empty()) stop_at(cut);
    return side;
}

double WeightedIntegrand::negligible_from(const Side& side, double weight_scale, double scale) {
    const auto matters = [&](const Sample& point) {
        return point.weight > negligible * weight_scale || point.weighted > negligible * scale;
    };
    const auto& samples = side.samples;
    const auto last = std::find_if(samples.rbegin(), samples.rend(), matters);
    if (last != samples.rbegin()) return std::prev(last)->x;
    if (samples.empty() || samples.back().x == side.limit) return side.limit;
    throw Stop{fmt::format("the weighted integrand is not negligible at the end of double precision, x = {}",
                           samples.back().x)};
}

/// Rounding x changes w by a factor 1 + x (log w)' 2^-53, about 1 + 2 |log w| 2^-53 for these weights. A node
/// is rounded twice, the end of its piece once for all nodes, and log w inside w once more: 8 |log w| 2^-53.
/// The effect of cancellation inside f (x - tanh(x) near 0) is the radius of an evaluation in balls of 53
/// bits.
void WeightedIntegrand::set_roundoff(const Side& left, const Side& right, double scale) {
    Evaluator<Ball> rounded(problem_.integrand, 53);
    for (const Side* side : {&left, &right}) {
        for (const Sample& point : side->samples) {
            if (!(point.weighted > scale / 16)) continue;
            roundoff_ = std::max(roundoff_, 0x1p-50 * std::fabs(std::log(point.weight)));
            const Ball f = rounded(Ball(point.x).at_precision(53));
            const double relative = f.radius_double() / std::fabs(f.to_double());
            if (std::isfinite(relative)) roundoff_ = std::max(roundoff_, relative);
        }
    }
}

std::vector<double> WeightedIntegrand::break_points(Ends ends) {
    const double lower = problem_.law.lower.to_double();
    const double upper = problem_.law.upper.to_double();
    if (!(lower < upper)) throw Stop{"the range is empty in double precision"};
    const double start = std::clamp(0.0, lower, upper);
    const Side left = scan(start, lower);
    const Side right = scan(start, upper);
    double weight_scale = 0;
    double scale = 0;
    for (const Side* side : {&left, &right}) {
        for (const Sample& point : side->samples) {
            weight_scale = std::max(weight_scale, point.weight);
            scale = std::max(scale, point.weighted);
        }
    }
    set_roundoff(left, right, scale);
    const auto end = [&](const Side& side, double& evaluated_to) {
        const double cut = negligible_from(side, weight_scale, scale);
        const bool keep = ends == Ends::keep_infinite && std::isinf(side.limit);
        evaluated_to = keep ? side.samples.back().x : cut;
        return keep ? side.limit : cut;
    };
    std::vector<double> breaks = {end(left, cut_lower_)};
    const double last = end(right, cut_upper_);
    std::vector<double> inside;
    std::ranges::merge(problem_.kinks, problem_.panel_ends, std::back_inserter(inside));
    for (const double x : inside) {
        if (x > breaks.back() && x < last) breaks.push_back(x);
    }
    breaks.push_back(last);
    return breaks;
}

namespace {

/// The integral of f w, or of w alone, between the break points; f w beside singular points by their sides.
Integral integrated(const MeanProblem& problem, WeightedIntegrand& f, std::span<const double> breaks,
                    Rule rule) {
    if (problem.singular_sides.empty()) return rule(f, breaks);
    const Ball first(breaks.front()), end(breaks.back());
    const std::vector<SingularSide> sides = sides_within(problem.singular_sides, first, end);
    Integral sum;
    for (const Stretch& stretch : stretches_between(sides, first, end)) {
        std::vector<double> inside = {stretch.lower.to_double()};
        const double last = stretch.upper.to_double();
        for (const double x : breaks)
            if (x > inside.back() && x < last) inside.push_back(x);
        inside.push_back(last);
        sum += rule(f, inside);
    }
    constexpr long bits = 60;  // of the sliver next to the point, which is left out
    for (const SingularSide& side : sides) {
        const SideInLogarithm logarithm = in_logarithm(side, problem.scale, bits);
        std::vector<double> ends = {0};
        for (const Piece& piece : logarithm.pieces) ends.push_back(piece.upper.to_double());
        f.select(&logarithm.pieces.front().smooth);
        sum += rule(f, ends);
    }
    f.select(nullptr);
    return sum;
}

}  // namespace

MeanResult quadrature_mean(const MeanProblem& problem, const Context& context, Ends ends, Rule rule) {
    MeanResult result;
    if (problem.status != Status::ok) {
        result.status = problem.status;
        result.reason = problem.reason;
        return result;
    }
    if (!problem.is_seen_by_estimates) {
        result.reason =
            "the integrand has more steps, peaks or waves than the rule in double precision can resolve";
        return result;
    }
    WeightedIntegrand f(problem, context);
    try {
        const std::vector<double> breaks = f.break_points(ends);
        const Integral top = integrated(problem, f, breaks, rule);
        constexpr double root_two_pi = 2.506628274631000502415765284811;
        Integral bottom{root_two_pi, 0, root_two_pi};
        if (!has_known_mass(problem.law)) {
            f.select_weight_alone();
            bottom = rule(f, breaks);
        }
        result.value = estimate(problem, top, bottom, f.roundoff());
        result.status = Status::ok;
    } catch (const Stop& stop) {
        result.reason = stop.reason;
    } catch (const Interrupted&) {
        throw;
    } catch (const std::domain_error& error) {  // Boost reports failures by this exception and the next
        result.reason = first_line(error.what());
    } catch (const std::runtime_error& error) {
        result.reason = first_line(error.what());
    }
    result.evaluations = f.evaluations();
    return result;
}

}  // namespace sigprop
