#include "quantities/exact_real.hpp"

namespace sigprop {

Real real_of_exact(const Ball& exact) {
    const double nearest = exact.to_double();
    const Ball apart = exact - Ball(nearest);
    if (apart.is_exact() && apart.contains_zero()) return Real(nearest);
    return Real(exact.exact_text(), [exact](long bits) { return exact.at_precision(bits); });
}

}  // namespace sigprop
