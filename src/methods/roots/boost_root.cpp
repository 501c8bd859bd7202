#include "methods/roots/boost_root.hpp"

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>

namespace sigprop {
namespace {

struct RootBracket {
    double low, high, at_low, at_high;
};

RootEstimate zero_in(const RootBracket& b, const std::function<double(double)>& h) {
    if (b.at_low == 0) return {b.low, 0};
    if (b.at_high == 0) return {b.high, 0};
    std::uintmax_t steps = 100;
    const auto bracket = boost::math::tools::toms748_solve(
        h, b.low, b.high, b.at_low, b.at_high, boost::math::tools::eps_tolerance<double>(48), steps);
    return {(bracket.first + bracket.second) / 2, (bracket.second - bracket.first) / 2};
}

}  // namespace

std::optional<RootEstimate> boost_only_zero(const std::function<double(double)>& h, double lower,
                                            double upper, int steps) {
    std::optional<RootBracket> only;
    RootBracket part{lower, lower, h(lower), h(lower)};
    for (int k = 1; k <= steps; ++k) {
        part.low = part.high;
        part.at_low = part.at_high;
        part.high = k == steps ? upper : lower + (upper - lower) * k / steps;
        part.at_high = h(part.high);
        if (std::isnan(part.at_low) || std::isnan(part.at_high)) return std::nullopt;
        if ((part.at_low < 0) == (part.at_high < 0)) continue;
        if (only) return std::nullopt;
        only = part;
    }
    return only ? std::optional(zero_in(*only, h)) : std::nullopt;
}

std::optional<RootEstimate> boost_first_zero(const std::function<double(double)>& h, double lower,
                                             double upper) {
    double at_low = h(lower);
    for (double low = lower; low < upper; low *= std::sqrt(2.0)) {
        const double high = std::fmin(upper, low * std::sqrt(2.0));
        const double at_high = h(high);
        if (std::isnan(at_low) || std::isnan(at_high)) return std::nullopt;
        if (at_low == 0) return RootEstimate{low, 0};
        if ((at_low < 0) != (at_high < 0)) {
            return zero_in({low, high, at_low, at_high}, h);
        }
        at_low = at_high;
    }
    return std::nullopt;
}

RootEstimate boost_minimum(const std::function<double(double)>& h, double lower, double upper) {
    std::uintmax_t steps = 200;
    constexpr int half_the_bits = 26;  // the accuracy to which a minimum can be located
    const auto [place, value] = boost::math::tools::brent_find_minima(h, lower, upper, half_the_bits, steps);
    (void)value;
    return {place, std::ldexp(std::fabs(place) + std::fabs(upper - lower) / 1024, -24)};
}

}  // namespace sigprop
