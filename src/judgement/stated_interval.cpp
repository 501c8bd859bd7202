// The numbers a Stated allows: its interval as balls for the verdict and as decimals for the reader.

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/stated.hpp>
#include <utility>

#include "core/ball/float_grid.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

/// Cannot fail: the constructor has already read this text.
Decimal decimal(const std::string& text) { return parse_decimal(text).value_or(Decimal{}); }
Rational number(const std::string& text) { return decimal(text).value; }

/// An interval with exact ends; an absent end is unbounded. Without any end there is no interval.
struct Ends {
    std::optional<Rational> lower;
    std::optional<Rational> upper;
    bool lower_inside = true;
    bool upper_inside = true;
};

Ends around(const Rational& centre, const Rational& radius) { return {centre - radius, centre + radius}; }

/// From a truncated decimal to one unit further from zero, that end open; for zero itself, to both sides.
Ends truncated_ends(const Decimal& printed) {
    const Rational unit = power_of_ten(printed.last_place);
    const int sign = printed.value.sign();
    Ends ends = around(printed.value, unit);
    if (sign > 0) ends.lower = printed.value;
    if (sign < 0) ends.upper = printed.value;
    ends.lower_inside = sign > 0;
    ends.upper_inside = sign < 0;
    return ends;
}

/// The numbers that round to number n of a grid, with a sign; the ties at its ends belong to even numbers.
struct Cell {
    std::optional<Dyadic> lower;
    std::optional<Dyadic> upper;
    bool ties_inside;
};

Cell cell_of(const FloatGrid& grid, std::int64_t n, bool negative) {
    if (n == 0) return {-grid.tie(0), grid.tie(0), true};
    const Dyadic toward_zero = grid.tie(n - 1);
    const bool even = n % 2 == 0;
    if (n == grid.infinity()) {
        return negative ? Cell{std::nullopt, -toward_zero, even} : Cell{toward_zero, std::nullopt, even};
    }
    return negative ? Cell{-grid.tie(n), -toward_zero, even} : Cell{toward_zero, grid.tie(n), even};
}

std::optional<Cell> cell_around(Dtype dtype, const Ball& s) {
    const FloatGrid grid(dtype);
    const std::optional<std::int64_t> n = grid.nearest(abs(s));
    if (!n) return std::nullopt;
    return cell_of(grid, *n, s.is_negative());
}

/// `count` spacings of the type at s: of the numbers that s lies between, not of the one above that it rounds
/// to, which may be a power of two with twice the spacing. Nothing where s overflows the type or straddles a
/// tie or such a power.
std::optional<Dyadic> ulps_at(Dtype dtype, std::int64_t count, const Ball& s) {
    const FloatGrid grid(dtype);
    const Ball size = abs(s);
    const std::int64_t n = grid.nearest(size).value_or(grid.infinity());
    if (n == grid.infinity()) return std::nullopt;
    const long above = grid.spacing(n).exponent;
    const long below = grid.spacing(std::max<std::int64_t>(n - 1, 0)).exponent;
    const Ball beyond = size - grid.number(n).ball();
    if (above != below && !beyond.is_negative() && !beyond.is_nonnegative()) return std::nullopt;
    return Dyadic{count, beyond.is_negative() ? below : above};
}

/// [s / k, s k], or its mirror image for s < 0.
Ends within_factor(const Rational& s, const Rational& k) {
    const auto [lower, upper] = std::minmax({s / k, s * k});
    return {lower, upper};
}

Ends decimal_ends(const StatedTerms& terms, Convention convention, std::optional<Dtype> dtype) {
    const Decimal printed = decimal(terms.text);
    const Rational& s = printed.value;
    switch (convention) {
        case Convention::rounded: return around(s, Rational(5) * power_of_ten(printed.last_place - 1));
        case Convention::truncated: return truncated_ends(printed);
        case Convention::upper_bound: return {std::nullopt, s};
        case Convention::lower_bound: return {s, std::nullopt};
        case Convention::tolerance: return around(s, number(*terms.tolerance));
        case Convention::relative_tolerance:
            return around(s, number(*terms.relative_tolerance) * magnitude(s));
        case Convention::standard_error: return around(s, Rational(6) * number(*terms.standard_error));
        case Convention::factor: return within_factor(s, number(*terms.factor));
        // Such a ball straddles neither a tie nor a power of two, and what lies beyond the type has been
        // refused.
        case Convention::ulps: return around(s, ulps_at(*dtype, *terms.ulps, ball_of(s)).value().rational());
        case Convention::dtype: {
            const Cell cell = cell_around(*dtype, ball_of(s)).value();
            Ends ends{std::nullopt, std::nullopt, cell.ties_inside, cell.ties_inside};
            if (cell.lower) ends.lower = cell.lower->rational();
            if (cell.upper) ends.upper = cell.upper->rational();
            return ends;
        }
        case Convention::exact: return {s, s};
        case Convention::about:
        case Convention::recommended:
        case Convention::none: break;
    }
    return {};
}

std::optional<StatedInterval> interval_around(const Ball& centre, const Ball& radius) {
    return StatedInterval{Limit{centre - radius}, Limit{centre + radius}};
}

std::optional<StatedInterval> expression_interval(const StatedTerms& terms, Convention convention,
                                                  std::optional<Dtype> dtype, long bits, const Ball& s) {
    switch (convention) {
        case Convention::upper_bound: return StatedInterval{std::nullopt, Limit{s}};
        case Convention::lower_bound: return StatedInterval{Limit{s}, std::nullopt};
        case Convention::tolerance: return interval_around(s, ball_of(number(*terms.tolerance), bits));
        case Convention::relative_tolerance:
            return interval_around(s, ball_of(number(*terms.relative_tolerance), bits) * abs(s));
        case Convention::standard_error:
            return interval_around(s, ball_of(Rational(6) * number(*terms.standard_error), bits));
        case Convention::factor: {
            const Ball k = ball_of(number(*terms.factor), bits);
            return StatedInterval{Limit{min(s / k, s * k)}, Limit{max(s / k, s * k)}};
        }
        case Convention::about:
        case Convention::recommended: return std::nullopt;
        case Convention::ulps: {
            const auto radius = ulps_at(*dtype, *terms.ulps, s);
            if (!radius) return std::nullopt;
            return interval_around(s, radius->ball());
        }
        case Convention::dtype: {
            const auto cell = cell_around(*dtype, s);
            if (!cell) return std::nullopt;
            StatedInterval interval;
            if (cell->lower) interval.lower = Limit{cell->lower->ball(), cell->ties_inside};
            if (cell->upper) interval.upper = Limit{cell->upper->ball(), cell->ties_inside};
            return interval;
        }
        default: return StatedInterval{Limit{s}, Limit{s}};
    }
}

/// All printed digits are shown; the exact ties of a type have more digits than anyone reads.
std::string end_text(const Rational& end, const StatedTerms& terms, Convention convention, Toward outward) {
    constexpr std::size_t enough = 40;
    constexpr std::size_t room = 8;
    if (convention == Convention::dtype || convention == Convention::ulps) {
        return decimal_text(end, 0, enough, outward);
    }
    const long place = decimal(terms.text).last_place;
    return decimal_text(end, place, std::max(enough, terms.text.size() + room), outward);
}

}  // namespace

std::optional<std::string> Stated::lower_text() const {
    if (is_expression_) return std::nullopt;
    const Ends ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends.lower) return std::nullopt;
    return end_text(*ends.lower, terms_, convention_, Toward::below);
}

std::optional<std::string> Stated::upper_text() const {
    if (is_expression_) return std::nullopt;
    const Ends ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends.upper) return std::nullopt;
    return end_text(*ends.upper, terms_, convention_, Toward::above);
}

Ball Stated::value(long bits) const { return ball_of(number(terms_.text), bits); }

std::optional<StatedInterval> Stated::interval(long bits, const Ball* expression_value) const {
    if (is_expression_) {
        if (expression_value == nullptr || !expression_value->is_finite()) return std::nullopt;
        return expression_interval(terms_, convention_, dtype_, bits, *expression_value);
    }
    const Ends ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends.lower && !ends.upper) return std::nullopt;
    StatedInterval interval;
    if (ends.lower) interval.lower = Limit{ball_of(*ends.lower, bits), ends.lower_inside, ends.lower};
    if (ends.upper) interval.upper = Limit{ball_of(*ends.upper, bits), ends.upper_inside, ends.upper};
    return interval;
}

std::optional<Dtype> Stated::dtype_of_literal(const Ball& v) const {
    const Decimal printed = decimal(terms_.text);
    const Ball s = ball_of(printed.value);
    if (printed.value.sign() == 0 || v.is_negative() != s.is_negative())
        return std::nullopt;  // no decimal reads as 0
    const Rational size = magnitude(printed.value);
    const Rational half_unit = Rational(5) * power_of_ten(printed.last_place - 1);
    for (const Dtype dtype : {Dtype::float64, Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const FloatGrid grid(dtype);
        const std::int64_t n = grid.nearest(abs(s)).value();
        if (n == grid.infinity() || grid.nearest(abs(v)) != n) continue;
        // The literal must be that number as printed, not merely a decimal that rounds to it.
        if (magnitude(grid.number(n).rational() - size) <= half_unit) return dtype;
    }
    return std::nullopt;
}

std::optional<Stated> Stated::altered(int direction) const {
    if (is_expression_) return std::nullopt;
    const Decimal printed = decimal(terms_.text);
    StatedTerms terms = terms_;
    if (convention_ == Convention::dtype) {
        const FloatGrid grid(*dtype_);
        const bool negative = printed.value.sign() < 0;
        const std::int64_t n = grid.nearest(ball_of(magnitude(printed.value))).value();
        const std::int64_t next = n + (negative ? -direction : direction);
        if (next < 0 || next >= grid.infinity()) return std::nullopt;
        const Rational neighbour = grid.number(next).rational();
        terms.text = (negative ? -neighbour : neighbour).to_decimal().value_or("0");
    } else if (convention_ == Convention::rounded || convention_ == Convention::truncated ||
               convention_ == Convention::exact) {
        const Rational next = printed.value + Rational(direction) * power_of_ten(printed.last_place);
        terms.text = decimal_text(next, printed.last_place, max_decimal_length);
        if (printed.has_mark && !decimal(terms.text).has_mark) terms.text += "e0";
    } else {
        return std::nullopt;
    }
    try {
        return Stated(std::move(terms));
    } catch (const InputError&) {  // its exponent is beyond those that are read
        return std::nullopt;
    }
}

}  // namespace sigprop
