#include "methods/mean/log_sine_tail.hpp"

#include <array>
#include <map>
#include <set>

#include "core/ball/error_term.hpp"
#include "core/formula/growth_bounds.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/quadratic.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

using growth::ball;
using growth::up;

/// |f| <= the sum of e^bound[k] y^k with y = |log|sin u||; an absent bound is a coefficient 0.
using Majorant = std::array<std::optional<LogBound>, 3>;

/// A node log|wave| or log(wave^power), where wave is sin(u) or cos(u).
struct LogSine {
    Formula wave;
    std::int64_t power = 1;
};

std::optional<LogSine> as_log_sine(const Formula& node) {
    if (node.operation() != Operation::log) return std::nullopt;
    const Formula& inside = node.operands()[0];
    const bool is_even_power =
        inside.operation() == Operation::power_integer && inside.integer() > 0 && inside.integer() % 2 == 0;
    if (inside.operation() != Operation::abs && !is_even_power) return std::nullopt;
    const Formula& wave = inside.operands()[0];
    if (wave.operation() != Operation::sin && wave.operation() != Operation::cos) return std::nullopt;
    return LogSine{wave, is_even_power ? inside.integer() : 1};
}

/// An upper bound of the period of |wave|; nothing above 64.
std::optional<double> period_of(const Formula& wave) {
    const auto angle = quadratic_form(wave.operands()[0], error_bits);
    if (!angle || !angle->is_affine() || angle->c1.contains_zero()) return std::nullopt;
    const double period = up(Ball::pi(error_bits) / abs(angle->c1));
    constexpr double longest = 64;  // then the range that is examined holds singular points
    return period <= longest ? std::optional(period) : std::nullopt;
}

std::optional<LogBound> sum(const std::optional<LogBound>& a, const std::optional<LogBound>& b) {
    if (!a || !b) return a ? a : b;
    LogBound both = growth::larger(*a, *b);
    both.a = growth::add_up(both.a, growth::log_2_up);
    return both;
}

std::optional<Majorant> sum(const std::optional<Majorant>& a, const std::optional<Majorant>& b) {
    if (!a || !b) return std::nullopt;
    Majorant result;
    for (std::size_t k = 0; k < result.size(); ++k) result[k] = sum((*a)[k], (*b)[k]);
    return result;
}

/// Nothing for a degree above 2.
std::optional<Majorant> product(const std::optional<Majorant>& a, const std::optional<Majorant>& b) {
    if (!a || !b) return std::nullopt;
    Majorant result;
    for (std::size_t i = 0; i < a->size(); ++i) {
        for (std::size_t k = 0; k < b->size(); ++k) {
            if (!(*a)[i] || !(*b)[k]) continue;
            if (i + k >= result.size()) return std::nullopt;
            result[i + k] = sum(result[i + k], growth::plus(*(*a)[i], *(*b)[k], true));
        }
    }
    return result;
}

class Majorants {
public:
    Majorants(const Formula& f, double R) : R_(R) {
        for (const Formula& node : operands_first(f)) {
            bool depends = as_log_sine(node).has_value();
            for (const Formula& operand : node.operands()) depends = depends || depends_on_wave(operand);
            if (depends) depends_.insert(node.identity());
        }
    }

    /// Nothing where f is no such polynomial.
    const std::optional<Majorant>& operator()(const Formula& f) {
        if (const auto known = known_.find(f.identity()); known != known_.end()) return known->second;
        std::optional<Majorant> result = depends_on_wave(f) ? of_operation(f) : without_wave(f);
        return known_.emplace(f.identity(), std::move(result)).first->second;
    }

    [[nodiscard]] const std::optional<Formula>& wave() const { return wave_; }

private:
    [[nodiscard]] bool depends_on_wave(const Formula& f) const { return depends_.contains(f.identity()); }

    [[nodiscard]] std::optional<Majorant> without_wave(const Formula& f) const {
        const TailBehaviour tail = tail_behaviour(f, R_);
        return tail.upper ? std::optional(Majorant{tail.upper}) : std::nullopt;
    }

    std::optional<Majorant> of_operation(const Formula& f) {
        if (const auto y = as_log_sine(f)) {
            if (wave_ && !are_alike(*wave_, y->wave)) return std::nullopt;
            wave_ = y->wave;
            return Majorant{std::nullopt, LogBound{growth::log_up(static_cast<double>(y->power)), 0, 0, 0}};
        }
        const std::span<const Formula> u = f.operands();
        const std::optional<Majorant>& a = (*this)(u[0]);
        switch (f.operation()) {
            case Operation::negate:
            case Operation::abs: return a;
            case Operation::add:
            case Operation::subtract: return sum(a, (*this)(u[1]));
            case Operation::multiply: return product(a, (*this)(u[1]));
            case Operation::divide:
                return depends_on_wave(u[1]) ? std::nullopt : product(a, without_wave(1 / u[1]));
            case Operation::power_integer:
                return f.integer() == 1 ? a : f.integer() == 2 ? product(a, a) : std::nullopt;
            default: return std::nullopt;
        }
    }

    double R_;
    std::set<const Formula::Node*> depends_;
    std::map<const Formula::Node*, std::optional<Majorant>> known_;
    std::optional<Formula> wave_;
};

/// An upper bound of the logarithm of the mean of |log|sin u||^k over a period.
double log_mean_of_power(std::size_t k) {
    const Ball log_2 = log(ball(2));
    const Ball mean = k == 0 ? ball(1) : k == 1 ? log_2 : pow(Ball::pi(error_bits), 2) / 12 + log_2 * log_2;
    return up(log(mean));
}

/// A bound of the function at x - by, for x >= R + by.
LogBound moved(const LogBound& g, double by, double R) {
    const Ball p = ball(by);
    const Ball of_power = g.k < 0 ? Ball(-g.k) * log(1 + p / Ball(R)) : Ball(0);
    LogBound result = g;
    result.b = up(Ball(g.b) - 2 * Ball(g.c) * p);
    result.a = up(Ball(g.a) - Ball(g.b) * p + Ball(g.c) * p * p + of_power);
    return result;
}

}  // namespace

// Period by period: the integral of e^g y^k from x to x + P is at most e^g(x) M P with the mean M of y^k, as
// g falls; and that is at most M times the integral of e^g over the period before.
std::optional<TailIntegralBound> log_sine_tail(const Formula& f, double R) {
    Majorants majorants(f, R);
    const std::optional<Majorant> majorant = majorants(f);
    if (!majorant || !majorants.wave()) return std::nullopt;
    const std::optional<double> period = period_of(*majorants.wave());
    if (!period) return std::nullopt;
    std::optional<LogBound> total;
    for (std::size_t k = 0; k < majorant->size(); ++k) {
        const std::optional<LogBound>& g = (*majorant)[k];
        if (!g) continue;
        if (!max_beyond(*g, R).is_finite()) return std::nullopt;
        LogBound mean = moved(*g, *period, R);
        mean.a = growth::add_up(mean.a, log_mean_of_power(k));
        total = sum(total, mean);
    }
    const double start = growth::add_up(R, *period);
    if (!total || !tail_integral_bound(*total, start)) return std::nullopt;
    return TailIntegralBound{start, *total};
}

}  // namespace sigprop
