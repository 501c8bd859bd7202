#include <algorithm>
#include <array>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop {

struct Formula::Node {
    Operation operation = Operation::constant;
    std::vector<Formula> operands;
    std::int64_t integer = 0;
    Real constant = Real(0);
    int variable_count = 0;
};

namespace {

struct OperationInfo {
    Operation operation;
    std::string_view name;
    int operands;
};

constexpr std::array operations = {
    OperationInfo{Operation::variable, "x", 0},
    OperationInfo{Operation::constant, "constant", 0},
    OperationInfo{Operation::add, "+", 2},
    OperationInfo{Operation::subtract, "-", 2},
    OperationInfo{Operation::multiply, "*", 2},
    OperationInfo{Operation::divide, "/", 2},
    OperationInfo{Operation::negate, "-", 1},
    OperationInfo{Operation::power_integer, "^", 1},
    OperationInfo{Operation::power, "^", 2},
    OperationInfo{Operation::sqrt, "sqrt", 1},
    OperationInfo{Operation::exp, "exp", 1},
    OperationInfo{Operation::expm1, "expm1", 1},
    OperationInfo{Operation::log, "log", 1},
    OperationInfo{Operation::log1p, "log1p", 1},
    OperationInfo{Operation::sin, "sin", 1},
    OperationInfo{Operation::cos, "cos", 1},
    OperationInfo{Operation::atan, "atan", 1},
    OperationInfo{Operation::sinh, "sinh", 1},
    OperationInfo{Operation::cosh, "cosh", 1},
    OperationInfo{Operation::tanh, "tanh", 1},
    OperationInfo{Operation::erf, "erf", 1},
    OperationInfo{Operation::erfc, "erfc", 1},
    OperationInfo{Operation::sigmoid, "sigmoid", 1},
    OperationInfo{Operation::softplus, "softplus", 1},
    OperationInfo{Operation::normal_pdf, "normal_pdf", 1},
    OperationInfo{Operation::normal_cdf, "normal_cdf", 1},
    OperationInfo{Operation::abs, "abs", 1},
    OperationInfo{Operation::minimum, "min", 2},
    OperationInfo{Operation::maximum, "max", 2},
    OperationInfo{Operation::relu, "relu", 1},
    OperationInfo{Operation::step, "step", 1},
    OperationInfo{Operation::where_negative, "where_negative", 3},
    OperationInfo{Operation::where_nonpositive, "where_nonpositive", 3},
};

const OperationInfo& info(Operation operation) { return operations[static_cast<std::size_t>(operation)]; }

}  // namespace

std::string_view name_of(Operation operation) { return info(operation).name; }
int operand_count(Operation operation) { return info(operation).operands; }
bool is_piecewise(Operation operation) { return operation >= Operation::abs; }

Formula::Formula(const Real& value) {
    if (value.infinite_sign() != 0) throw InputError("a formula cannot contain infinity");
    auto node = std::make_shared<Node>();
    node->constant = value;
    node_ = std::move(node);
}

Formula Formula::variable(int index) {
    auto node = std::make_shared<Node>();
    node->operation = Operation::variable;
    node->integer = index;
    node->variable_count = index + 1;
    return Formula(std::move(node));
}

Formula Formula::make(Operation operation, std::span<const Formula> operands, std::int64_t integer) {
    auto node = std::make_shared<Node>();
    node->operation = operation;
    node->integer = integer;
    node->operands.assign(operands.begin(), operands.end());
    for (const Formula& operand : operands) {
        node->variable_count = std::max(node->variable_count, operand.variable_count());
    }
    return Formula(std::move(node));
}

Operation Formula::operation() const { return node_->operation; }
std::span<const Formula> Formula::operands() const { return node_->operands; }
std::int64_t Formula::integer() const { return node_->integer; }
const Real& Formula::constant() const { return node_->constant; }
int Formula::variable_count() const { return node_->variable_count; }

namespace {

Formula substitute_into(const Formula& formula, std::span<const Formula> replacements,
                        std::map<const Formula::Node*, Formula>& done) {
    if (formula.operation() == Operation::variable) {
        const auto index = static_cast<std::size_t>(formula.integer());
        return index < replacements.size() ? replacements[index] : formula;
    }
    if (formula.variable_count() == 0) return formula;
    if (const auto found = done.find(formula.identity()); found != done.end()) return found->second;
    std::vector<Formula> operands;
    for (const Formula& operand : formula.operands()) {
        operands.push_back(substitute_into(operand, replacements, done));
    }
    Formula result = Formula::make(formula.operation(), operands, formula.integer());
    done.emplace(formula.identity(), result);
    return result;
}

Formula unary(Operation operation, const Formula& x) { return Formula::make(operation, std::span(&x, 1)); }

Formula binary(Operation operation, const Formula& a, const Formula& b) {
    const std::array operands = {a, b};
    return Formula::make(operation, operands);
}

}  // namespace

Formula Formula::substitute(std::span<const Formula> replacements) const {
    std::map<const Node*, Formula> done;
    return substitute_into(*this, replacements, done);
}

Formula operator+(const Formula& a, const Formula& b) { return binary(Operation::add, a, b); }
Formula operator-(const Formula& a, const Formula& b) { return binary(Operation::subtract, a, b); }
Formula operator*(const Formula& a, const Formula& b) { return binary(Operation::multiply, a, b); }
Formula operator/(const Formula& a, const Formula& b) { return binary(Operation::divide, a, b); }
Formula operator-(const Formula& a) { return unary(Operation::negate, a); }

Formula pow(const Formula& base, std::int64_t exponent) {
    return Formula::make(Operation::power_integer, std::span(&base, 1), exponent);
}
Formula pow(const Formula& base, const Formula& exponent) {
    if (exponent.operation() == Operation::constant) {
        const Rational* rational = exponent.constant().rational();
        if (rational != nullptr && rational->is_integer()) {
            // Differentiation lowers the exponent by one, and a power of doubles converts it to double.
            constexpr std::int64_t most = std::int64_t{1} << 53;
            const auto integer = rational->to_int64();
            if (integer && -most <= *integer && *integer <= most) return pow(base, *integer);
        }
    }
    return binary(Operation::power, base, exponent);
}

Formula sqrt(const Formula& x) { return unary(Operation::sqrt, x); }
Formula exp(const Formula& x) { return unary(Operation::exp, x); }
Formula expm1(const Formula& x) { return unary(Operation::expm1, x); }
Formula log(const Formula& x) { return unary(Operation::log, x); }
Formula log1p(const Formula& x) { return unary(Operation::log1p, x); }
Formula sin(const Formula& x) { return unary(Operation::sin, x); }
Formula cos(const Formula& x) { return unary(Operation::cos, x); }
Formula atan(const Formula& x) { return unary(Operation::atan, x); }
Formula sinh(const Formula& x) { return unary(Operation::sinh, x); }
Formula cosh(const Formula& x) { return unary(Operation::cosh, x); }
Formula tanh(const Formula& x) { return unary(Operation::tanh, x); }
Formula erf(const Formula& x) { return unary(Operation::erf, x); }
Formula erfc(const Formula& x) { return unary(Operation::erfc, x); }
Formula sigmoid(const Formula& x) { return unary(Operation::sigmoid, x); }
Formula softplus(const Formula& x) { return unary(Operation::softplus, x); }
Formula normal_pdf(const Formula& x) { return unary(Operation::normal_pdf, x); }
Formula normal_cdf(const Formula& x) { return unary(Operation::normal_cdf, x); }
Formula abs(const Formula& x) { return unary(Operation::abs, x); }
Formula min(const Formula& a, const Formula& b) { return binary(Operation::minimum, a, b); }
Formula max(const Formula& a, const Formula& b) { return binary(Operation::maximum, a, b); }
Formula relu(const Formula& x) { return unary(Operation::relu, x); }
Formula step(const Formula& x) { return unary(Operation::step, x); }

Condition operator<(const Formula& a, const Formula& b) { return {a - b, true}; }
Condition operator<=(const Formula& a, const Formula& b) { return {a - b, false}; }
Condition operator>(const Formula& a, const Formula& b) { return {b - a, true}; }
Condition operator>=(const Formula& a, const Formula& b) { return {b - a, false}; }

Formula where(const Condition& condition, const Formula& a, const Formula& b) {
    const std::array operands = {condition.difference, a, b};
    return Formula::make(condition.strict ? Operation::where_negative : Operation::where_nonpositive,
                         operands);
}

}  // namespace sigprop
