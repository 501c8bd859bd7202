#include "core/ball/text.hpp"
#include <array>
#include <charconv>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>
#include <string_view>

#include "core/ball/digits.hpp"
#include "core/base/digit.hpp"

namespace sigprop {
namespace {

/// Writes the digits; zeros are appended, and trailing zeros dropped, only if the decimal is exact.
std::string written(Digits number, bool negative, long widest) {
    std::string& text = number.text;
    const long e = number.exponent;
    if (number.is_exact) text.resize(text.find_last_not_of('0') + 1);
    const bool plain = e >= -5 && e <= widest && (number.is_exact || static_cast<long>(text.size()) > e);
    const std::string sign = negative ? "-" : "";
    if (!plain) {
        if (text.size() > 1) text.insert(1, ".");
        return sign + text + "e" + std::to_string(e);
    }
    if (e < 0) return sign + "0." + std::string(static_cast<std::size_t>(-e - 1), '0') + text;
    const auto whole = static_cast<std::size_t>(e) + 1;
    if (text.size() < whole) text.append(whole - text.size(), '0');
    if (text.size() > whole) text.insert(whole, ".");
    return sign + text;
}

/// x >= 0 rounded up to 3 digits.
Digits rounded_up(const Ball& x) {
    const Ball high = end_of(x, true, guard_bits);
    if (is_minute(high)) return {"1", -100'000'000'000'000, true};
    Digits result{{}, decimal_exponent(high), true};
    for (;; ++result.exponent) {
        const Ball y = end_of(scaled(high, 2 - result.exponent, guard_bits), true, guard_bits);
        FlintInteger whole;
        arf_get_fmpz(whole, arb_midref(raw(y)), ARF_RND_CEIL);
        result.text = text_of(whole);
        if (result.text.size() <= 3) return result;
    }
}

/// A power of ten >= |a| as text, for values too far from 1 for digits.
std::string power_of_ten_above(const Ball& a) {
    FlintInteger k;
    fmpz_mul_si(k, exponent_of(a), fmpz_sgn(exponent_of(a)) > 0 ? 30103 : 30102);
    fmpz_cdiv_q_ui(k, k, 100000);
    return "1e" + text_of(k);
}

bool is_decimal(std::string_view text) {
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return at - begin;
    };
    const auto skip = [&](std::string_view any) {
        const bool found = at < text.size() && any.find(text[at]) != any.npos;
        if (found) ++at;
        return found;
    };
    constexpr std::size_t longest_exponent = 30;
    skip("+-");
    if (digits() == 0) return false;
    if (skip(".") && digits() == 0) return false;
    if (skip("eE")) {
        skip("+-");
        const std::size_t length = digits();
        if (length == 0 || length > longest_exponent) return false;
    }
    return at == text.size();
}

Ball ball_of_decimal(const std::string& text, long bits) {
    Ball ball = blank(bits);
    if (!is_decimal(text) || arb_set_str(raw(ball), text.c_str(), bits) != 0) {
        throw InputError("not a finite decimal: '" + text.substr(0, 60) + "'");
    }
    return ball;
}

long sensible(long digits) { return std::clamp(digits, 1L, max_digits); }

}  // namespace

std::optional<std::string> proved_decimal(const Ball& x, long digits) {
    digits = sensible(digits);
    if (is_zero(x)) return "0";
    if (const auto number = proved(x, digits)) return written(*number, x.is_negative(), digits + 1);
    if (!x.is_finite()) return std::nullopt;
    const Ball size = x.magnitude();
    if (is_minute(size)) return "0";
    if (is_far(size) || !(Ball(1) - scaled(size, digits, guard_bits)).is_positive()) return std::nullopt;
    return "0";
}

long proved_digits(const Ball& x, long most) {
    most = sensible(most);
    if (is_zero(x)) return most;
    const auto number = proved(x, most);
    return number ? static_cast<long>(number->text.size()) : 0;
}

DecimalBall decimal_ball(const Ball& x, long digits) {
    if (!x.is_finite()) throw std::logic_error("a ball that is not finite has no decimals");
    if (is_zero(x)) return {"0", "0"};
    digits = sensible(digits);
    const Ball middle = x.midpoint();
    const Ball radius = x.radius();
    const Ball size = x.magnitude();
    if (is_far(size) || is_minute(size)) return {"0", power_of_ten_above(size)};
    long place = decimal_exponent(size) - digits - 3;  // place of the midpoint's last digit
    if (!is_zero(radius) && !is_minute(radius)) place = std::max(place, decimal_exponent(radius) - 3);

    const long bits = working_bits(digits + 5);
    const Ball y = scaled(middle, -place, bits);
    FlintInteger whole;
    arf_get_fmpz(whole, arb_midref(raw(y)), ARF_RND_NEAR);
    Ball gap = blank(bits);
    arb_sub_fmpz(raw(gap), raw(y), whole, bits);
    const Ball total = abs(gap) + scaled(radius, -place, bits);

    DecimalBall result{"0", "0"};
    if (!is_zero(total)) {
        Digits up = rounded_up(total);
        up.exponent += place;
        result.radius = written(up, false, 3);
    }
    if (fmpz_is_zero(whole) == 0) {
        const bool negative = fmpz_sgn(whole) < 0;
        fmpz_abs(whole, whole);
        Digits number{text_of(whole), place, is_zero(total)};
        number.exponent += static_cast<long>(number.text.size()) - 1;
        result.midpoint = written(number, negative, digits + 1);
    }
    return result;
}

Ball ball_from_decimals(const std::string& midpoint, const std::string& radius, long bits) {
    constexpr long radius_bits = 64;
    const Ball size = ball_of_decimal(radius, radius_bits);
    if (size.is_negative()) throw InputError("a radius must not be negative: '" + radius.substr(0, 60) + "'");
    // widening: arithmetic
    return ball_of_decimal(midpoint, bits).widened(size);
}

std::optional<double> nearest_double(const Ball& x) {
    // Rounding is monotone: if every point rounds to one double, the midpoint rounds to it too.
    const double value = x.to_double() + 0.0;  // no negative zero
    return x.is_finite() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

double short_radius(double radius) {
    if (radius == 0 || !std::isfinite(radius)) return radius;
    const auto three_digits = [](double x) {
        std::array<char, 32> text{};
        const char* end =
            std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific, 2).ptr;
        double read = 0;
        std::from_chars(text.data(), end, read);
        return read;
    };
    constexpr double above = 1.006;  // rounding takes away at most half a percent
    for (const double rounded : {three_digits(radius), three_digits(radius * above)}) {
        if (rounded >= radius && std::isfinite(rounded)) return rounded;
    }
    return radius;  // at the ends of the range of doubles
}

}  // namespace sigprop
