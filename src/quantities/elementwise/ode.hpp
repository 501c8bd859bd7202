#pragma once
// The two equations whose solutions replace RMSNorm element by element, for any scalar type of a formula:
//     dyt      y' = (1 - y^2/d)/rms             solved by  y = sqrt(d) tanh(x/(rms sqrt(d)))
//     dyisru   x y' = y (1 - y^2/d)             solved by  y = +-sqrt(d) x/sqrt(x^2 + c)  and  y = 0
// The diagonal of RMSNorm's Jacobian is dy/dx = (1 - y^2/d)/rms. Constant rms gives the first equation; the
// true rms = x/y gives the second. At x = 0 the second reads y' = 0/0 when it is solved for y'.

#include "quantities/support.hpp"

namespace sigprop {

struct ClipErrorArguments;
struct OdeArguments;

struct ElementwiseOde {
    bool is_dyt = true;
    std::int64_t dim = 1;
    Real rms = 1;  ///< of dyt
    Real c = 1;    ///< of dyisru's closed form

    /// The residual of the equation for y and its slope at x.
    template <class Scalar>
    [[nodiscard]] static Scalar residual(bool is_dyt, const Scalar& dim, const Scalar& rms, const Scalar& x,
                                         const Scalar& y, const Scalar& slope) {
        if (is_dyt) return slope - (1 - y * y / dim) / rms;
        return x * slope - y * (1 - y * y / dim);
    }
};

/// Refuses parameters that belong to the other equation.
[[nodiscard]] ElementwiseOde elementwise_ode(const OdeArguments& given);

// The routes of elementwise_ode_quantities(), a file for each.
[[nodiscard]] std::vector<Route> ode_residual_routes(const OdeArguments& given);
[[nodiscard]] std::vector<Route> ode_solution_routes(const OdeArguments& given);
[[nodiscard]] std::vector<Route> clip_error_routes(const ClipErrorArguments& given);

}  // namespace sigprop
