#include "core/ball/number_range.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

[[noreturn]] void refuse(std::string_view text) {
    throw InputError("write a range as \"(0, inf)\" or \"[-1, 1]\", not \"" + std::string(text) + "\"");
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// A decimal, or base^exponent of integers, which is how large limits are told.
Rational number_of(std::string_view text) {
    const std::size_t power = text.find('^');
    if (power == std::string_view::npos) return Rational::from_decimal(text);
    const auto exponent = Rational::from_decimal(text.substr(power + 1)).to_int64();
    if (!exponent) refuse(text);
    return pow(Rational::from_decimal(text.substr(0, power)), *exponent);
}

/// FLINT keeps larger integers in pages of the thread that made them. Ranges stand in tables that live as
/// long as the program, and may be made by any thread: of a larger end the text alone is kept.
constexpr std::int64_t kept_bits = 61;

template <class End>
Rational number_at(const End& end) {
    return end.number.sign() == 0 ? number_of(end.text) : end.number;
}

}  // namespace

NumberRange::End NumberRange::end_of(std::string_view text, bool is_included) {
    End end{std::string(trimmed(text)), 0, {}, is_included};
    if (end.text == "inf" || end.text == "-inf") {
        end.infinite_sign = end.text == "inf" ? 1 : -1;
    } else {
        const Rational number = number_of(end.text);
        if (number.bit_size() <= kept_bits) end.number = number;
    }
    return end;
}

NumberRange::Interval NumberRange::interval_of(std::string_view text) {
    const std::string_view all = trimmed(text);
    const std::size_t comma = all.find(',');
    if (all.size() < 5 || comma == std::string_view::npos) refuse(text);
    const bool opens = all.front() == '(' || all.front() == '[';
    const bool closes = all.back() == ')' || all.back() == ']';
    if (!opens || !closes) refuse(text);
    Interval one{end_of(all.substr(1, comma - 1), all.front() == '['),
                 end_of(all.substr(comma + 1, all.size() - comma - 2), all.back() == ']')};
    const bool is_finite = one.lower.infinite_sign == 0 && one.upper.infinite_sign == 0;
    const bool is_empty = is_finite ? number_at(one.upper) < number_at(one.lower)
                                    : one.lower.infinite_sign > 0 || one.upper.infinite_sign < 0;
    if (is_empty) refuse(text);
    return one;
}

NumberRange::NumberRange(std::string_view text) : text_(text) {
    constexpr std::string_view between = " or ";
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t at = rest.find(between);
        intervals_.push_back(interval_of(rest.substr(0, at)));
        rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + between.size());
    }
    if (intervals_.empty()) refuse(text);
    const Interval& first = intervals_.front();
    const auto lets_infinity_in = [](const End& end) { return end.infinite_sign != 0 && end.is_included; };
    if (intervals_.size() == 1 && lets_infinity_in(first.lower) && lets_infinity_in(first.upper))
        intervals_.clear();
}

// +1 inside of an end, -1 beyond it, 0 not decided.
int NumberRange::beyond(const End& end, bool is_upper, const Real& number) {
    const int outward = is_upper ? 1 : -1;
    if (number.infinite_sign() != 0) {
        if (number.infinite_sign() != outward) return 1;
        return end.infinite_sign != 0 && end.is_included ? 1 : -1;
    }
    if (end.infinite_sign != 0) return 1;
    const std::optional<int> side = compare(number, Real(number_at(end)));
    if (!side) return 0;
    if (*side == 0) return end.is_included ? 1 : -1;
    return *side == outward ? -1 : 1;
}

int NumberRange::beyond(const End& end, bool is_upper, const Ball& points) {
    if (end.infinite_sign != 0) return 1;
    const Ball at = Ball::from_rational(number_at(end), std::max(points.precision(), 64L));
    const Ball inward = is_upper ? at - points : points - at;
    if (inward.is_positive() || (end.is_included && inward.is_nonnegative())) return 1;
    if (inward.is_negative() || (!end.is_included && inward.is_nonpositive())) return -1;
    return 0;
}

template <class Number>
int NumberRange::admitted(const Number& number) const {
    if (intervals_.empty()) return 1;
    int best = -1;
    for (const Interval& one : intervals_)
        best = std::max(best, std::min(beyond(one.lower, false, number), beyond(one.upper, true, number)));
    return best;
}

int NumberRange::admits(const Real& number) const { return admitted(number); }
int NumberRange::admits(const Ball& points) const { return points.is_finite() ? admitted(points) : 0; }

Ball NumberRange::moved_inside(const Ball& end) const {
    if (intervals_.size() != 1) return end;
    const auto& [lower, upper] = intervals_.front();
    for (const End* one : {&lower, &upper}) {
        if (beyond(*one, one == &upper, end) >= 0) continue;
        return Ball::from_rational(number_at(*one), std::max(end.precision(), 64L));
    }
    return end;
}

std::string NumberRange::demand(const Real& refused) const {
    if (intervals_.empty()) return {};
    if (refused.infinite_sign() != 0) return "finite";
    if (intervals_.size() > 1) return text_ == "(-inf, 0) or (0, inf)" ? "different from 0" : "in " + text_;
    const auto& [lower, upper] = intervals_.front();
    const bool has_lower = lower.infinite_sign == 0;
    const bool has_upper = upper.infinite_sign == 0;
    if (!has_lower && !has_upper) return "finite";
    if (has_lower && has_upper) {
        const bool is_closed = lower.is_included && upper.is_included;
        return is_closed ? "from " + lower.text + " to " + upper.text : "in " + text_;
    }
    if (has_upper) return (upper.is_included ? "at most " : "below ") + upper.text;
    if (lower.is_included) return "at least " + lower.text;
    return number_at(lower).sign() == 0 ? "positive" : "above " + lower.text;
}

std::string NumberRange::remark() const {
    if (intervals_.empty()) return {};
    if (intervals_.size() > 1) return text_ == "(-inf, 0) or (0, inf)" ? "not 0" : "in " + text_;
    const auto& [lower, upper] = intervals_.front();
    const bool has_lower = lower.infinite_sign == 0;
    const bool has_upper = upper.infinite_sign == 0;
    if (has_lower && has_upper) {
        const bool is_closed = lower.is_included && upper.is_included;
        return is_closed ? lower.text + " to " + upper.text : "in " + text_;
    }
    if (has_lower) return (lower.is_included ? ">= " : "> ") + lower.text;
    if (has_upper) return (upper.is_included ? "<= " : "< ") + upper.text;
    return {};
}

}  // namespace sigprop
