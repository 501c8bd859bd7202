// Forward differentiation of a formula, node by node, giving a formula again: every scalar that can
// evaluate f can then evaluate f'.

#include <array>
#include <map>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop {
namespace {

bool is_integer_constant(const Formula& f, int value) {
    return f.operation() == Operation::constant && f.constant().rational() != nullptr &&
           *f.constant().rational() == Rational(value);
}

// The chain rule produces many products with 0 and 1; left in, each would cost an operation per sample.
Formula times(const Formula& a, const Formula& b) {
    if (is_integer_constant(a, 0) || is_integer_constant(b, 1)) return a;
    if (is_integer_constant(b, 0) || is_integer_constant(a, 1)) return b;
    return a * b;
}

Formula plus(const Formula& a, const Formula& b) {
    if (is_integer_constant(a, 0)) return b;
    if (is_integer_constant(b, 0)) return a;
    return a + b;
}

Formula minus(const Formula& a, const Formula& b) {
    if (is_integer_constant(b, 0)) return a;
    if (is_integer_constant(a, 0)) return -b;
    return a - b;
}

Formula two_over_root_pi() {
    return Formula(Real("2 / sqrt(pi)", [](long bits) { return 2 / sqrt(Ball::pi(bits + 8)); }));
}

/// d(node)/d(operand) for functions of one argument; `y` is the node itself.
Formula slope(Operation operation, const Formula& u, const Formula& y) {
    switch (operation) {
        case Operation::sqrt: return 1 / (2 * y);
        case Operation::exp: return y;
        case Operation::expm1: return exp(u);
        case Operation::log: return 1 / u;
        case Operation::log1p: return 1 / (1 + u);
        case Operation::sin: return cos(u);
        case Operation::cos: return -sin(u);
        case Operation::atan: return 1 / (1 + pow(u, 2));
        case Operation::sinh: return cosh(u);
        case Operation::cosh: return sinh(u);
        case Operation::tanh: return 1 - pow(y, 2);
        case Operation::erf: return two_over_root_pi() * exp(-pow(u, 2));
        case Operation::erfc: return -(two_over_root_pi() * exp(-pow(u, 2)));
        case Operation::sigmoid: return y * sigmoid(-u);
        case Operation::softplus: return sigmoid(u);
        case Operation::normal_pdf: return -(u * y);
        case Operation::normal_cdf: return normal_pdf(u);
        case Operation::abs: return where(u < 0, Formula(-1), Formula(1));
        case Operation::relu: return step(u);
        default: return 0;
    }
}

class Differentiator {
public:
    explicit Differentiator(int index) : index_(index) {}

    Formula operator()(const Formula& f) {
        if (f.variable_count() == 0) return 0;
        if (const auto found = done_.find(f.identity()); found != done_.end()) return found->second;
        Formula result = rule(f);
        done_.emplace(f.identity(), result);
        return result;
    }

private:
    Formula rule(const Formula& f) {
        const std::span<const Formula> u = f.operands();
        switch (f.operation()) {
            case Operation::variable: return f.integer() == index_ ? 1 : 0;
            case Operation::constant:
            case Operation::step: return 0;
            case Operation::add: return plus((*this)(u[0]), (*this)(u[1]));
            case Operation::subtract: return minus((*this)(u[0]), (*this)(u[1]));
            case Operation::negate: return minus(Formula(0), (*this)(u[0]));
            case Operation::multiply: return plus(times((*this)(u[0]), u[1]), times(u[0], (*this)(u[1])));
            case Operation::divide: return quotient(f);
            case Operation::power_integer: return power_integer(f);
            case Operation::power: return power(f);
            case Operation::minimum: return where(u[0] < u[1], (*this)(u[0]), (*this)(u[1]));
            case Operation::maximum: return where(u[0] < u[1], (*this)(u[1]), (*this)(u[0]));
            case Operation::where_negative:
            case Operation::where_nonpositive: {
                const std::array operands = {u[0], (*this)(u[1]), (*this)(u[2])};
                return Formula::make(f.operation(), operands);
            }
            default: return times(slope(f.operation(), u[0], f), (*this)(u[0]));
        }
    }

    Formula quotient(const Formula& f) {
        const std::span<const Formula> u = f.operands();
        const Formula top = minus((*this)(u[0]), times(f, (*this)(u[1])));
        return is_integer_constant(top, 0) ? top : top / u[1];
    }

    Formula power_integer(const Formula& f) {
        const std::int64_t n = f.integer();
        if (n == 0) return 0;
        const Formula factor = Formula(Real(Rational(n)));
        const Formula& base = f.operands()[0];
        return times(times(factor, n == 1 ? Formula(1) : n == 2 ? base : pow(base, n - 1)), (*this)(base));
    }

    Formula power(const Formula& f) {
        const Formula& base = f.operands()[0];
        const Formula& exponent = f.operands()[1];
        const Formula through_base = times(exponent * pow(base, exponent - 1), (*this)(base));
        const Formula rate = (*this)(exponent);
        return is_integer_constant(rate, 0) ? through_base : plus(through_base, f * log(base) * rate);
    }

    int index_;
    std::map<const Formula::Node*, Formula> done_;
};

}  // namespace

Formula Formula::derivative(int index) const { return Differentiator(index)(*this); }

}  // namespace sigprop
