#include "core/ball/float_grid.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

struct Format {
    long precision;
    long min_exponent;
    long max_exponent;
};

Format format_of(Dtype dtype) {
    switch (dtype) {
        case Dtype::float16: return {11, -14, 15};
        case Dtype::bfloat16: return {8, -126, 127};
        case Dtype::float32: return {24, -126, 127};
        case Dtype::float64: break;
    }
    return {53, -1022, 1023};
}

/// On which side of a point a magnitude lies; nullopt if the ball does not decide.
std::optional<int> side(const Ball& magnitude, const Dyadic& point) {
    const Ball difference = magnitude - point.ball();
    if (difference.is_positive()) return 1;
    if (difference.is_negative()) return -1;
    if (difference.is_exact()) return 0;
    return std::nullopt;
}

}  // namespace

FloatGrid::FloatGrid(Dtype dtype)
    : precision_(format_of(dtype).precision),
      last_place_(format_of(dtype).min_exponent - precision_ + 1),
      max_exponent_(format_of(dtype).max_exponent) {}

std::int64_t FloatGrid::infinity() const {
    const long binades = max_exponent_ - (last_place_ + precision_ - 1) + 1;
    return std::int64_t{binades + 1} << (precision_ - 1);
}

Dyadic FloatGrid::number(std::int64_t n) const {
    const std::int64_t leading = std::int64_t{1} << (precision_ - 1);
    const std::int64_t binade = n >> (precision_ - 1);
    if (binade == 0) return {n, last_place_};
    return {leading + (n & (leading - 1)), last_place_ + static_cast<long>(binade) - 1};
}

Dyadic FloatGrid::spacing(std::int64_t n) const { return {1, number(n).exponent}; }

Dyadic FloatGrid::tie(std::int64_t n) const {
    const Dyadic below = number(n);
    return {2 * below.significand + 1, below.exponent - 1};
}

std::optional<std::int64_t> FloatGrid::nearest(const Ball& magnitude) const {
    const double start = std::fabs(magnitude.to_double());
    if (std::isnan(start)) return std::nullopt;
    int exponent = 0;
    const double fraction =
        std::frexp(start, &exponent);  // start = fraction * 2^exponent, fraction in [1/2, 1)
    std::int64_t n = infinity();
    if (start == 0) {
        n = 0;
    } else if (std::isfinite(start) && exponent <= max_exponent_ + 1) {
        const long place = std::max(exponent - precision_, last_place_);
        const auto steps =
            static_cast<std::int64_t>(std::ldexp(fraction, static_cast<int>(exponent - place)));
        // steps counts spacings from zero at this place; each binade above the subnormals holds 2^(p-1)
        // numbers.
        n = steps + (std::int64_t{place - last_place_} << (precision_ - 1));
    }
    // The double is at most one rounding away; step past the ties that the ball lies beyond.
    for (;; ++n) {
        if (n >= infinity()) break;
        const std::optional<int> above = side(magnitude, tie(n));
        if (!above) return std::nullopt;
        if (*above < 0 || (*above == 0 && n % 2 == 0)) break;
    }
    for (; n > 0; --n) {
        const std::optional<int> above = side(magnitude, tie(n - 1));
        if (!above) return std::nullopt;
        if (*above > 0 || (*above == 0 && n % 2 == 0)) break;
    }
    return n;
}

}  // namespace sigprop

namespace sigprop {

std::string_view to_string(Dtype dtype) {
    switch (dtype) {
        case Dtype::float16: return "float16";
        case Dtype::bfloat16: return "bfloat16";
        case Dtype::float32: return "float32";
        case Dtype::float64: return "float64";
    }
    return "";
}

Real rounded_to(const Real& magnitude, Dtype dtype) {
    const FloatGrid grid(dtype);
    for (long bits = 128; bits <= 16'384; bits *= 2) {
        const std::optional<std::int64_t> n = grid.nearest(magnitude.at(bits));
        if (!n) continue;
        if (*n == grid.infinity()) {
            throw InputError(magnitude.text() + " is too large for " + std::string(to_string(dtype)));
        }
        return grid.number(*n).rational();
    }
    throw InputError(magnitude.text() + " is too close to a tie of " + std::string(to_string(dtype)) +
                     " to be rounded: write it as a decimal");
}

}  // namespace sigprop
