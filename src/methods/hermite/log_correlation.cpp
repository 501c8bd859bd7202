#include "methods/hermite/log_correlation.hpp"

#include "methods/quadrature/arb_vector.hpp"

namespace sigprop {

std::vector<Ball> log_correlation(const LogRule& outer, const std::function<Ball(const Ball& u)>& kernel,
                                  const Ball& bound) {
    const LogRule inner(0, outer.bits());  // has the same step as outer
    const long bits = inner.bits() + 16;
    const std::size_t many = inner.size(), few = outer.size();
    ArbVector weights(many), table(many + few - 1);
    for (std::size_t j = 0; j < many; ++j) weights.set(static_cast<slong>(j), inner.weight(j));
    const std::int64_t least = inner.first() - outer.first() - static_cast<std::int64_t>(few) + 1;
    const Ball h = Ball(inner.step()).at_precision(bits);
    for (slong k = 0; k < table.size(); ++k) table.set(k, kernel(exp(h * Ball(least + k))));
    const Ball error = inner.error(SectorBound(bound, 0));
    std::vector<Ball> means;
    for (std::size_t i = 0; i < few; ++i) {
        Ball mean = blank(bits);
        dot(raw(mean), weights.at(0), table.at(few - 1 - i), 1, weights.size(), bits);
        means.push_back(mean.widened(error));  // widening: of terms
    }
    return means;
}

}  // namespace sigprop
