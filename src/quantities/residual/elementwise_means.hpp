#pragma once
// The two means that a sublayer of an element-wise stack needs, over z ~ N(0, 1) and for a ball of variances
// v:
//
//     E phi(sqrt(v) z)^2        E phi'(sqrt(v) z)^2
//
// phi^2 rises and phi'^2 falls with |x| for all three forms, so the first mean rises with v and the second
// falls: the values at the two ends of the ball enclose all between, and only points are ever computed.

#include <memory>

#include "methods/route.hpp"

#include "quantities/residual/elementwise_stack.hpp"

namespace sigprop {

class ElementwiseMeans {
public:
    virtual ~ElementwiseMeans() = default;

    /// Over all v > 0 of the ball; not finite where it was not found.
    [[nodiscard]] Ball square(const Ball& v) const;
    [[nodiscard]] Ball slope_square(const Ball& v) const;

    /// Evaluations of an integrand in each sublayer, about, for the budget.
    [[nodiscard]] virtual std::uint64_t work() const = 0;

protected:
    /// The means at one exact std s > 0.
    [[nodiscard]] virtual Ball square_at(const Ball& s) const = 0;
    [[nodiscard]] virtual Ball slope_square_at(const Ball& s) const = 0;
};

/// Three ways to the same means that share nothing but phi.
enum class ElementwiseRoute : std::uint8_t {
    closed_form,  ///< derf: arcsine and root; dyisru: erfc
    integral,     ///< the quadrature of activation.second_moment
    log_rule,     ///< the trapezoidal rule in log x
};

/// Whether the form has means in closed form: all but dyt.
[[nodiscard]] bool has_closed_means(ElementwiseForm form);

/// `stack` and `context` must outlive the means.
[[nodiscard]] std::unique_ptr<const ElementwiseMeans> elementwise_means(const ElementwiseStack& stack,
                                                                        ElementwiseRoute route, long bits,
                                                                        const Context& context);

}  // namespace sigprop
