#include "core/formula/growth_node.hpp"
#include "core/formula/operands_first.hpp"

#include <map>
#include <stdexcept>

namespace sigprop {
namespace {

class Analyser {
public:
    explicit Analyser(double R) : R_(R) {}

    GrowthNode operator()(const Formula& f) {
        if (const auto found = done_.find(f.identity()); found != done_.end()) return found->second;
        GrowthNode node = rule(f);
        growth::tighten(node, R_);
        done_.emplace(f.identity(), node);
        keep_.push_back(f);  // rewritten formulas must outlive their identity in done_
        return node;
    }

private:
    GrowthNode rule(const Formula& f) {
        const std::span<const Formula> u = f.operands();
        const auto a = [&] { return (*this)(u[0]); };
        const auto b = [&] { return (*this)(u[1]); };
        switch (f.operation()) {
            case Operation::variable:
                return f.integer() == 0 ? growth::variable(R_)
                                        : growth::unknown("it depends on another variable");
            case Operation::constant: return growth::constant(f.constant().at(64));
            case Operation::add: return growth::add(a(), b(), R_);
            case Operation::subtract: return growth::add(a(), growth::negate(b()), R_);
            case Operation::negate: return growth::negate(a());
            case Operation::multiply: return growth::multiply(a(), b());
            case Operation::divide: return growth::multiply(a(), growth::reciprocal(b()));
            case Operation::power_integer: return growth::integer_power(a(), f.integer());
            case Operation::power: return power(f);
            case Operation::sqrt: return growth::square_root(a());
            case Operation::exp: return growth::exponential(a(), R_);
            case Operation::log: return growth::logarithm(a());
            case Operation::expm1: return (*this)(exp(u[0]) - 1);
            case Operation::log1p: return (*this)(log(1 + u[0]));
            case Operation::sinh: return (*this)((exp(u[0]) - exp(-u[0])) / 2);
            case Operation::cosh: return (*this)((exp(u[0]) + exp(-u[0])) / 2);
            case Operation::normal_pdf: return (*this)(exp(-(pow(u[0], 2) / 2)) * one_over_root_two_pi());
            case Operation::sin:
            case Operation::cos: return growth::bounded(a(), -1, 1);
            case Operation::softplus: return growth::softplus(a());
            case Operation::abs: return growth::absolute(a());
            case Operation::relu: return choose(a(), growth::constant(Ball(0)), a());
            case Operation::step: return choose(a(), growth::constant(Ball(0)), growth::constant(Ball(1)));
            case Operation::minimum: return choose((*this)(u[0] - u[1]), a(), b());
            case Operation::maximum: return choose((*this)(u[0] - u[1]), b(), a());
            case Operation::where_negative:
            case Operation::where_nonpositive: return choose(a(), b(), (*this)(u[2]));
            default: return growth::increasing(f.operation(), a());
        }
    }

    /// A switch is defined only where its switching function is, whichever side it settles on.
    static GrowthNode choose(const GrowthNode& switching, const GrowthNode& first, const GrowthNode& second) {
        return growth::inherit(growth::choose(growth::side_of_zero(switching), first, second), switching);
    }

    static Formula one_over_root_two_pi() {
        return Formula(Real("1 / sqrt(2 * pi)", [](long bits) { return 1 / sqrt(2 * Ball::pi(bits + 8)); }));
    }

    GrowthNode power(const Formula& f) {
        const Formula& base = f.operands()[0];
        const Formula& exponent = f.operands()[1];
        if (exponent.variable_count() == 0) {
            return growth::real_power((*this)(base), Evaluator<Ball>(exponent, 64)(Ball(0)));
        }
        // 0^x is 0, and a negative number has integer powers: neither can use the logarithm.
        const GrowthNode known = (*this)(base);
        if (known.hi <= 0) {
            return growth::inherit(growth::unknown("a real power of a number not shown to be positive"),
                                   known);
        }
        return (*this)(exp(exponent * log(base)));
    }

    double R_;
    std::map<const Formula::Node*, GrowthNode> done_;
    std::vector<Formula> keep_;
};

}  // namespace

TailBehaviour tail_behaviour(const Formula& f, double R) {
    if (!(R >= 1)) throw std::logic_error("tail_behaviour needs R >= 1");
    Analyser analyse(R);
    // Operands come first, because the stack of a thread is too small for recursion through a long chain.
    for (const Formula& node : operands_first(f)) (void)analyse(node);
    const GrowthNode node = analyse(f);
    TailBehaviour tail;
    tail.undefined = node.undefined;
    if (node.defined) {
        tail.upper = node.upper;
        tail.lower = node.lower;
    }
    tail.reason = node.reason;
    if (tail.reason.empty() && !tail.upper) tail.reason = "its growth is not bounded by exp(c x^2)";
    return tail;
}

Ball value_of(const LogBound& bound, double R) {
    const Ball r = Ball(R).at_precision(64);
    return exp(Ball(bound.a) + Ball(bound.k) * log(r) + Ball(bound.b) * r + Ball(bound.c) * r * r);
}

Ball max_beyond(const LogBound& bound, double R) {
    const Ball r = Ball(R).at_precision(64);
    const Ball slope = Ball(std::max(bound.k, 0.0)) / r + Ball(bound.b) + 2 * Ball(bound.c) * r;
    const bool algebraic = bound.b == 0 && bound.c == 0 && bound.k <= 0;
    if (!algebraic && !(bound.c <= 0 && slope.is_nonpositive())) return Ball::infinity();
    return value_of(bound, R).upper();
}

std::optional<Ball> tail_integral_bound(const LogBound& upper, double R) {
    if (upper.c > 0) return std::nullopt;
    // The exponent is concave there, so it stays below its tangent at R; k <= 0 only helps and its slope
    // is at most 0.
    const Ball r = Ball(R).at_precision(64);
    const double k = std::max(upper.k, 0.0);
    const Ball slope = -(Ball(k) / r + Ball(upper.b) + 2 * Ball(upper.c) * r);
    if (!slope.is_positive()) return std::nullopt;
    const Ball bound = (value_of(upper, R) / slope).upper();
    return bound.is_finite() ? std::optional(bound) : std::nullopt;
}

bool tail_integral_diverges(const LogBound& lower) {
    if (lower.c != 0) return lower.c > 0;
    if (lower.b != 0) return lower.b > 0;
    return lower.k >= -1;
}

}  // namespace sigprop
