#pragma once
// One formula, many scalars. A Formula is an immutable expression graph in the variables x0, x1, …; it is
// built once, from a user's text or from a generic C++ lambda, and then evaluated over arrays of doubles,
// dual numbers, balls and complex balls (evaluator.hpp), differentiated, cut at its kinks (pieces.hpp) and
// bounded at infinity (growth.hpp). An activation is therefore written only once.
//
//     const Formula silu = Formula::from([](const auto& x) { return x * sigmoid(x); });
//
// Piecewise formulas use where(condition, a, b): a where the condition holds, b elsewhere.

#include <cstdint>
#include <memory>
#include <sigprop/core/ball/real.hpp>
#include <span>
#include <string>

namespace sigprop {

/// The nodes of a formula. `where_negative(g, a, b)` is a where g < 0 and b elsewhere;
/// `where_nonpositive` takes a at g = 0 too.
enum class Operation : std::uint8_t {
    variable,
    constant,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power_integer,
    power,
    sqrt,
    exp,
    expm1,
    log,
    log1p,
    sin,
    cos,
    atan,
    sinh,
    cosh,
    tanh,
    erf,
    erfc,
    sigmoid,
    softplus,
    normal_pdf,
    normal_cdf,
    abs,
    minimum,
    maximum,
    relu,
    step,
    where_negative,
    where_nonpositive,
};

[[nodiscard]] std::string_view name_of(Operation operation);
[[nodiscard]] int operand_count(Operation operation);
/// abs, minimum, maximum, relu, step, where: not analytic where their switching function changes sign.
[[nodiscard]] bool is_piecewise(Operation operation);

class Formula {
public:
    struct Node;

    Formula(int value) : Formula(Real(value)) {}
    Formula(double value) : Formula(Real(value)) {}
    Formula(const Real& value);
    [[nodiscard]] static Formula variable(int index = 0);
    template <class Function>
    [[nodiscard]] static Formula from(Function&& function) {
        return function(variable(0));
    }
    /// A node over the given operands; constants are not folded. `integer` is the exponent of power_integer.
    [[nodiscard]] static Formula make(Operation operation, std::span<const Formula> operands,
                                      std::int64_t integer = 0);

    [[nodiscard]] Operation operation() const;
    [[nodiscard]] std::span<const Formula> operands() const;
    [[nodiscard]] std::int64_t integer() const;  ///< variable index, or exponent of power_integer
    [[nodiscard]] const Real& constant() const;  ///< of a constant node
    [[nodiscard]] const Node* identity() const noexcept { return node_.get(); }

    /// 1 + the largest variable index in the formula; 0 for a constant formula.
    [[nodiscard]] int variable_count() const;
    /// The formula with variable i replaced by replacements[i].
    [[nodiscard]] Formula substitute(std::span<const Formula> replacements) const;
    /// d/dx_index, almost everywhere: a switch (abs, where, step, …) differentiates branch by branch and
    /// its jumps are not counted.
    [[nodiscard]] Formula derivative(int index = 0) const;
    /// Readable text in the expression language; a single variable is written x.
    [[nodiscard]] std::string text() const;

private:
    explicit Formula(std::shared_ptr<const Node> node) : node_(std::move(node)) {}
    std::shared_ptr<const Node> node_;
};

/// A comparison between two formulas; only where() takes it.
struct Condition {
    Formula difference;  ///< left - right for `<`, `<=`; right - left for `>`, `>=`
    bool strict;         ///< true for < and >
};

[[nodiscard]] Condition operator<(const Formula& a, const Formula& b);
[[nodiscard]] Condition operator<=(const Formula& a, const Formula& b);
[[nodiscard]] Condition operator>(const Formula& a, const Formula& b);
[[nodiscard]] Condition operator>=(const Formula& a, const Formula& b);
[[nodiscard]] Formula where(const Condition& condition, const Formula& a, const Formula& b);

[[nodiscard]] Formula operator+(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator-(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator*(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator/(const Formula& a, const Formula& b);
[[nodiscard]] Formula operator-(const Formula& a);
[[nodiscard]] Formula pow(const Formula& base, std::int64_t exponent);
[[nodiscard]] Formula pow(const Formula& base, const Formula& exponent);  ///< base > 0
[[nodiscard]] Formula sqrt(const Formula& x);
[[nodiscard]] Formula exp(const Formula& x);
[[nodiscard]] Formula expm1(const Formula& x);
[[nodiscard]] Formula log(const Formula& x);
[[nodiscard]] Formula log1p(const Formula& x);
[[nodiscard]] Formula sin(const Formula& x);
[[nodiscard]] Formula cos(const Formula& x);
[[nodiscard]] Formula atan(const Formula& x);
[[nodiscard]] Formula sinh(const Formula& x);
[[nodiscard]] Formula cosh(const Formula& x);
[[nodiscard]] Formula tanh(const Formula& x);
[[nodiscard]] Formula erf(const Formula& x);
[[nodiscard]] Formula erfc(const Formula& x);
[[nodiscard]] Formula sigmoid(const Formula& x);
[[nodiscard]] Formula softplus(const Formula& x);
[[nodiscard]] Formula normal_pdf(const Formula& x);
[[nodiscard]] Formula normal_cdf(const Formula& x);
[[nodiscard]] Formula abs(const Formula& x);
[[nodiscard]] Formula min(const Formula& a, const Formula& b);
[[nodiscard]] Formula max(const Formula& a, const Formula& b);
[[nodiscard]] Formula relu(const Formula& x);
[[nodiscard]] Formula step(const Formula& x);  ///< 0 for x < 0, 1 for x >= 0

}  // namespace sigprop
