#pragma once
// c_m(z) = E[e^(m (x - std z)); x < std z] for x ~ N(0, std^2), the coefficients of the expansion
//     E[exp(-T e^(x - std z)); x < std z] = sum_m c_m(z) (-T)^m / m!.   They decrease with m.

#include "methods/quadrature/arb_vector.hpp"

namespace sigprop {

class LowerMoments {
public:
    /// Coefficients have the precision of z; at most `most` of them are made.
    LowerMoments(const Ball& z, const Ball& std, slong most);

    /// c_0, c_1, … side by side, computed when they are first asked for.
    [[nodiscard]] arb_srcptr first(slong terms) {
        while (made_ < terms) make();
        return c_[0];
    }

    [[nodiscard]] const Ball& mass() const noexcept { return mass_; }  ///< c_0 = Phi(z)

private:
    void make();
    void mills(const Ball& t, arb_ptr out);

    Ball z_, std_, density_, mass_;
    slong made_ = 0;
    ArbVector c_;
};

}  // namespace sigprop
