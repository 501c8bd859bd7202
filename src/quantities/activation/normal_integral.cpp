#include "quantities/activation/normal_integral.hpp"

#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr long few_digits = 80;
constexpr std::uint64_t small_budget = 20'000;  // ten times what a tame integrand needs at few digits

}  // namespace

Answer proved_value(const std::vector<Route>& routes, long digits, const Context& context) {
    Context own = context;
    own.digits = digits;
    if (digits <= few_digits) own.budget = std::min(own.budget, small_budget);
    const Evidence best = best_enclosure(routes, own);
    if (best.status != Status::ok) return {best.status, best.reason};
    return best.value;
}

Answer normal_integral(const Formula& integrand, long digits, const Context& context) {
    return proved_value({expectation({integrand}, Law::normal(), Formula::variable())}, digits, context);
}

}  // namespace sigprop
