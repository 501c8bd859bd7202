#include "quantities/sampler/narrow_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "catalogue/words.hpp"

namespace sigprop {

NarrowGrid::NarrowGrid(SamplerType type) : significand_(0), least_exponent_(0), largest_(0) {
    switch (type) {
        case SamplerType::bfloat16:
            significand_ = 8;
            least_exponent_ = -126;
            largest_ = 0x1.FEp127;
            return;
        case SamplerType::float16:
            significand_ = 11;
            least_exponent_ = -14;
            largest_ = 65504;
            return;
        case SamplerType::e4m3fn:
            significand_ = 4;
            least_exponent_ = -6;
            largest_ = 448;
            return;
        case SamplerType::e5m2:
            significand_ = 3;
            least_exponent_ = -14;
            largest_ = 57344;
            return;
        case SamplerType::none: break;
    }
    throw std::logic_error("no type has no numbers");
}

/// The distance of numbers that begin with the same power of two, or of subnormal ones.
double NarrowGrid::step_at(double size) const {
    const int exponent = size == 0 ? least_exponent_ : std::max(std::ilogb(size), least_exponent_);
    return std::ldexp(1.0, exponent - significand_ + 1);
}

double NarrowGrid::above(double number) const {
    if (number >= largest_) return std::numeric_limits<double>::infinity();
    if (number >= 0) return number + step_at(number);
    // below a power of two the numbers are twice as dense
    const double inner = step_at(-number) / 2;
    const double step = step_at(-number - inner);
    return number + step == 0 ? 0 : number + step;
}

std::vector<double> NarrowGrid::numbers(double lower, double upper) const {
    std::vector<double> all;
    const double first = std::max(lower, -largest_), last = std::min(upper, largest_);
    // rounded towards 0, and then up to the first that counts
    const double step = step_at(std::fabs(first));
    double number = std::trunc(first / step) * step;
    if (number < first) number = above(number);
    if (number == 0) number = 0;  // of two zeros the positive one
    for (; number <= last; number = above(number)) all.push_back(number);
    return all;
}

bool NarrowGrid::takes_ties(double number) const {
    return std::fmod(std::fabs(number) / step_at(std::fabs(number)), 2) == 0;
}

std::optional<double> NarrowGrid::nearest(const Ball& x) const {
    const double about = x.to_double();
    const double step = step_at(std::fabs(about));
    const double number = std::clamp(std::nearbyint(about / step) * step, -largest_, largest_);
    const double next = above(number), last = below(number);
    const bool is_below = std::isinf(next) || (Ball(number / 2 + next / 2) - x).is_positive();
    const bool is_above = std::isinf(last) || (x - Ball(number / 2 + last / 2)).is_positive();
    if (is_below && is_above) return number == 0 ? 0 : number;
    if (!x.is_exact()) return std::nullopt;
    // an exact tie: nearbyint took the even multiple of the step
    return number == 0 ? 0 : number;
}

}  // namespace sigprop
