// The numbers a Stated allows: its interval as balls for the verdict and as decimals for the reader.

#include <algorithm>
#include <sigprop/judgement/stated.hpp>
#include <utility>

#include "core/ball/float_grid.hpp"
#include "judgement/decimal.hpp"

namespace sigprop {
namespace {

/// Cannot fail: the constructor has already read this text.
Decimal decimal(const std::string& text) { return parse_decimal(text).value_or(Decimal{}); }
Rational number(const std::string& text) { return decimal(text).value; }

/// An interval with exact ends; an absent end is unbounded.
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
    Cell cell{grid.tie(n > 0 ? n - 1 : 0), std::nullopt, n % 2 == 0};
    if (n < grid.infinity()) cell.upper = grid.tie(n);
    if (n == 0) return {-*cell.lower, cell.upper, true};
    if (!negative) return cell;
    std::swap(cell.lower, cell.upper);
    if (cell.lower) cell.lower = -*cell.lower;
    cell.upper = -*cell.upper;
    return cell;
}

std::optional<Cell> cell_around(Dtype dtype, const Ball& s) {
    const FloatGrid grid(dtype);
    const std::optional<std::int64_t> n = grid.nearest(abs(s));
    if (!n) return std::nullopt;
    return cell_of(grid, *n, s.is_negative());
}

/// `count` spacings of the type at s: of the numbers that s lies between, not of the one above that it rounds to,
/// which may be a power of two with twice the spacing. Nothing where s overflows the type or straddles a tie or
/// such a power.
std::optional<Dyadic> ulps_at(Dtype dtype, std::int64_t count, const Ball& s) {
    const FloatGrid grid(dtype);
    const Ball size = abs(s);
    std::optional<std::int64_t> n = grid.nearest(size);
    if (!n || *n == grid.infinity()) return std::nullopt;
    const Ball beyond = size - grid.number(*n).ball();
    const bool rounded_up = beyond.is_negative();
    if (!rounded_up && !beyond.is_nonnegative() &&
        grid.spacing(*n).exponent != grid.spacing(std::max<std::int64_t>(*n - 1, 0)).exponent) {
        return std::nullopt;
    }
    return Dyadic{count, grid.spacing(rounded_up ? *n - 1 : *n).exponent};
}

/// [s / k, s k], or its mirror image for s < 0.
Ends within_factor(const Rational& s, const Rational& k) {
    Ends ends{s / k, s * k};
    if (s.sign() < 0) std::swap(ends.lower, ends.upper);
    return ends;
}

std::optional<Ends> decimal_ends(const StatedTerms& terms, Convention convention,
                                 std::optional<Dtype> dtype) {
    const Decimal printed = decimal(terms.text);
    const Rational& s = printed.value;
    switch (convention) {
        case Convention::rounded: return around(s, Rational(5) * power_of_ten(printed.last_place - 1));
        case Convention::truncated: return truncated_ends(printed);
        case Convention::upper_bound: return Ends{std::nullopt, s};
        case Convention::lower_bound: return Ends{s, std::nullopt};
        case Convention::tolerance: return around(s, number(*terms.tolerance));
        case Convention::relative_tolerance:
            return around(s, number(*terms.relative_tolerance) * magnitude(s));
        case Convention::standard_error: return around(s, Rational(6) * number(*terms.standard_error));
        case Convention::factor: return within_factor(s, number(*terms.factor));
        case Convention::about:
        case Convention::recommended: return std::nullopt;
        case Convention::ulps: {
            const auto radius = ulps_at(*dtype, *terms.ulps, ball_of(s, 64));
            if (!radius) return std::nullopt;
            return around(s, radius->rational());
        }
        case Convention::dtype: {
            const auto cell = cell_around(*dtype, ball_of(s, 64));
            if (!cell) return std::nullopt;
            Ends ends{std::nullopt, std::nullopt, cell->ties_inside, cell->ties_inside};
            if (cell->lower) ends.lower = cell->lower->rational();
            if (cell->upper) ends.upper = cell->upper->rational();
            return ends;
        }
        default: return Ends{s, s};
    }
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
std::string end_text(const Rational& end, const StatedTerms& terms, Convention convention, bool outward) {
    constexpr std::size_t enough = 40;
    constexpr std::size_t room = 8;
    const bool of_type = convention == Convention::dtype || convention == Convention::ulps;
    const std::size_t significant = of_type ? enough : std::max(enough, terms.text.size() + room);
    const long place = decimal(terms.text).last_place - (convention == Convention::rounded ? 1 : 0);
    return decimal_text(end, of_type ? 0 : place, significant, outward);
}

}  // namespace

std::optional<std::string> Stated::lower_text() const {
    if (is_none() || is_expression_) return std::nullopt;
    const auto ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends || !ends->lower) return std::nullopt;
    return end_text(*ends->lower, terms_, convention_, ends->lower->sign() < 0);
}

std::optional<std::string> Stated::upper_text() const {
    if (is_none() || is_expression_) return std::nullopt;
    const auto ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends || !ends->upper) return std::nullopt;
    return end_text(*ends->upper, terms_, convention_, ends->upper->sign() > 0);
}

Ball Stated::value(long bits) const { return ball_of(number(terms_.text), bits); }

std::optional<StatedInterval> Stated::interval(long bits, const Ball* expression_value) const {
    if (is_none()) return std::nullopt;
    if (is_expression_) {
        if (expression_value == nullptr || !expression_value->is_finite()) return std::nullopt;
        return expression_interval(terms_, convention_, dtype_, bits, *expression_value);
    }
    const auto ends = decimal_ends(terms_, convention_, dtype_);
    if (!ends) return std::nullopt;
    StatedInterval interval;
    if (ends->lower) interval.lower = Limit{ball_of(*ends->lower, bits), ends->lower_inside, ends->lower};
    if (ends->upper) interval.upper = Limit{ball_of(*ends->upper, bits), ends->upper_inside, ends->upper};
    return interval;
}

std::optional<Dtype> Stated::dtype_of_literal(const Ball& v) const {
    if (is_none() || is_expression_) return std::nullopt;
    const Decimal printed = decimal(terms_.text);
    const Rational half_unit = Rational(5) * power_of_ten(printed.last_place - 1);
    const Ball s = ball_of(printed.value, 64);
    if (v.is_negative() != s.is_negative()) return std::nullopt;
    for (const Dtype dtype : {Dtype::float64, Dtype::float32, Dtype::bfloat16, Dtype::float16}) {
        const FloatGrid grid(dtype);
        const auto n = grid.nearest(abs(s));
        if (!n || *n == 0 || *n == grid.infinity() || grid.nearest(abs(v)) != n) continue;
        // The literal must be that number as printed, not merely a decimal that rounds to it.
        if (magnitude(grid.number(*n).rational() - magnitude(printed.value)) <= half_unit) return dtype;
    }
    return std::nullopt;
}

std::optional<Stated> Stated::altered(int direction) const {
    if (is_none() || is_expression_) return std::nullopt;
    const Decimal printed = decimal(terms_.text);
    StatedTerms terms = terms_;
    if (convention_ == Convention::dtype) {
        const FloatGrid grid(*dtype_);
        const bool negative = printed.value.sign() < 0;
        const auto n = grid.nearest(abs(ball_of(printed.value, 64)));
        const std::int64_t next = n.value_or(0) + (negative ? -direction : direction);
        if (next < 0 || next >= grid.infinity()) return std::nullopt;
        const Rational neighbour = grid.number(next).rational();
        terms.text = (negative ? -neighbour : neighbour).to_decimal().value_or("0");
    } else if (convention_ == Convention::rounded || convention_ == Convention::truncated ||
               convention_ == Convention::exact) {
        const Rational next = printed.value + Rational(direction) * power_of_ten(printed.last_place);
        terms.text = decimal_text(next, printed.last_place, max_decimal_length, false);
        if (printed.has_mark && terms.text.find_first_of(".e") == std::string::npos) terms.text += "e0";
    } else {
        return std::nullopt;
    }
    return Stated(std::move(terms));
}

}  // namespace sigprop
