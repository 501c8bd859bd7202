#include "engine/solve/solve.hpp"

#include "engine/binding/equation.hpp"
#include "engine/records.hpp"

#include <algorithm>
#include <optional>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/text.hpp"
#include "core/expression/top_level.hpp"

namespace sigprop {
namespace {

constexpr long shown_digits = 16;

[[noreturn]] void refuse(const std::string& message, std::string_view what, std::string_view text,
                         std::size_t at, std::size_t length) {
    throw InputError(message, Place{std::string(what), std::string(text), at, length});
}

/// The places of an "=" that is no part of <= or >= and stands neither in parentheses nor in quotes.
std::vector<std::size_t> equals_signs(std::string_view text) {
    std::vector<std::size_t> found = top_level_places(text, '=', "([", ")]");
    std::erase_if(found,
                  [text](std::size_t i) { return i > 0 && (text[i - 1] == '<' || text[i - 1] == '>'); });
    return found;
}

/// A part of a text, parsed; its places are those in the whole text.
Expression parsed(std::string_view text, std::size_t from, std::size_t to, std::string_view what) {
    std::string blanked(text.size(), ' ');
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(from),
              text.begin() + static_cast<std::ptrdiff_t>(to),
              blanked.begin() + static_cast<std::ptrdiff_t>(from));
    return parse_expression(blanked, what);
}

Expression binary(const char* sign, Expression left, Expression right) {
    Expression e;
    e.kind = Expression::Kind::binary;
    e.name = sign;
    e.offset = left.offset;
    e.length = right.offset + right.length - left.offset;
    e.arguments.push_back({{}, std::move(left)});
    e.arguments.push_back({{}, std::move(right)});
    return e;
}

Expression name_of_unknown(const std::string& unknown) {
    Expression e;
    e.kind = Expression::Kind::name;
    e.name = unknown;
    return e;
}

/// An exact decimal as an expression.
Expression number(const Rational& value) { return parse_expression(value.to_decimal().value_or("0")); }

/// A decimal strictly between two exact numbers, as short as the middle half of the gap allows.
std::optional<Rational> between(const Ball& lower, const Ball& upper) {
    const Ball gap = (upper - lower).at_precision(256);
    if (!gap.is_positive()) return std::nullopt;
    const Ball middle = (lower + gap / 2).at_precision(256);
    for (long digits = 1; digits < 60; ++digits) {
        const auto text = proved_decimal(middle.midpoint(), digits);
        if (!text) continue;
        const Rational candidate = Rational::from_decimal(*text);
        const Ball at = Ball::from_rational(candidate, 512);
        if ((gap / 4 - abs(at - middle)).is_positive()) return candidate;
    }
    return std::nullopt;
}

struct Question {
    Expression difference, unknown, lower, upper;
    Real first = 0, last = 0;  ///< the ends
};

/// root(difference, unknown, lower, upper)
std::string root_text(const Question& question, const Expression& lower, const Expression& upper) {
    Expression call;
    call.kind = Expression::Kind::call;
    call.name = "root";
    for (const Expression* one : {&question.difference, &question.unknown, &lower, &upper})
        call.arguments.push_back({{}, *one});
    return canonical_text(call);
}

Record record_between(const Question& question, const Expression& lower, const Expression& upper,
                      const Context& context) {
    return record_of(bind_expression(root_text(question, lower, upper)), context);
}

/// A decimal of so many digits that is not before the upper end of an undecided place, nor behind the lower
/// one; of a place where every number is a root, not outside of it.
Rational decimal_end(const ZeroPlace& place, bool is_upper, long digits) {
    constexpr long bits = 256;
    const Ball end = (is_upper ? place.upper : place.lower).at_precision(bits);
    const Ball unit =
        abs(end) * pow(Ball(10).at_precision(bits), 1 - digits);  // rounding moves half of this at most
    const Ball step = place.kind == ZeroKind::every ? -unit : max((place.upper - place.lower) / 256, unit);
    const Ball moved = is_upper ? end + step : end - step;
    return Rational::from_decimal(proved_decimal(moved.midpoint(), digits).value_or("0"));
}

struct PlaceEnd {
    Expression expression;
    std::string shown;  ///< with fewer digits
};

/// A number as 16 digits, anything else as it was written.
std::string shown(const Expression& end) {
    const bool is_negative = end.kind == Expression::Kind::unary_minus;
    const Expression& size = is_negative ? end.arguments[0].value : end;
    if (size.kind != Expression::Kind::number) return canonical_text(end);
    const Ball value = Ball::from_rational(size.number, 256);
    return (is_negative ? "-" : "") + proved_decimal(value, shown_digits).value_or("0");
}

/// Never outside of the interval that was asked about.
PlaceEnd end_of_place(const Question& question, const ZeroPlace& place, bool is_upper) {
    const Real& limit = is_upper ? question.last : question.first;
    const Expression& asked = is_upper ? question.upper : question.lower;
    const auto is_beyond = [&](const Ball& end) {
        const Ball distance = is_upper ? end - limit.at(512) : limit.at(512) - end;
        return !distance.is_negative();
    };
    const auto text_of = [&](long digits) -> std::optional<Rational> {
        const Rational end = decimal_end(place, is_upper, digits);
        if (is_beyond(Ball::from_rational(end, 512))) return std::nullopt;
        return end;
    };
    const auto exact = text_of(25);
    if (!exact || is_beyond(is_upper ? place.upper : place.lower)) return {asked, shown(asked)};
    const auto rough = text_of(shown_digits);
    return {number(*exact), rough ? rough->to_decimal().value_or("0") : shown(asked)};
}

/// The record of a place that is no root: what is said about it is all that is known.
Record record_without_root(const Question& question, const ZeroPlace& place, const Context& context) {
    Record record;
    record.expression = root_text(question, end_of_place(question, place, false).expression,
                                  end_of_place(question, place, true).expression);
    record.id = record.expression;
    Evidence evidence;
    evidence.method = "interval_newton";
    evidence.status = place.kind == ZeroKind::every ? Status::domain : Status::unable;
    evidence.reason = place.kind == ZeroKind::every ? "every number in the interval is a root" : place.reason;
    describe(record, {evidence}, context.digits, context.confidence);
    return record;
}

RootPlace place_of(ZeroKind kind) {
    return kind == ZeroKind::one     ? RootPlace::root
           : kind == ZeroKind::every ? RootPlace::everywhere
                                     : RootPlace::undecided;
}

/// Where a place ends for its neighbours: a root is only its enclosure.
Ball start_of(const ZeroPlace& place) {
    return place.kind == ZeroKind::one ? place.zero.lower() : place.lower;
}
Ball end_of(const ZeroPlace& place) { return place.kind == ZeroKind::one ? place.zero.upper() : place.upper; }

SolvedPlace place_without_root(const Question& question, const ZeroPlace& found, const Context& context) {
    return {place_of(found.kind), end_of_place(question, found, false).shown,
            end_of_place(question, found, true).shown, record_without_root(question, found, context)};
}

std::vector<SolvedPlace> solved_places(const Question& question, const std::vector<ZeroPlace>& found,
                                       const Context& context) {
    std::vector<SolvedPlace> places;
    Expression lower = question.lower;
    for (std::size_t i = 0; i < found.size(); ++i) {
        Expression upper = question.upper;
        if (i + 1 < found.size()) {
            const auto cut = between(end_of(found[i]), start_of(found[i + 1]));
            upper = cut ? number(*cut) : end_of_place(question, found[i], true).expression;
        }
        places.push_back(
            found[i].kind == ZeroKind::one
                ? SolvedPlace{RootPlace::root, {}, {}, record_between(question, lower, upper, context)}
                : place_without_root(question, found[i], context));
        lower = std::move(upper);
    }
    if (places.empty()) {
        places.push_back(
            {RootPlace::none, {}, {}, record_between(question, question.lower, question.upper, context)});
    }
    return places;
}

Question read(std::string_view equation, const std::string& unknown, std::string_view interval,
              Expression& left, Expression& right) {
    const std::vector<std::size_t> equals = equals_signs(equation);
    if (equals.empty())
        refuse("an equation needs a '=': write LEFT = RIGHT, such as tanh(x) = 0.5", "equation", equation, 0,
               equation.size());
    if (equals.size() > 1) refuse("an equation must have only one '='", "equation", equation, equals[1], 1);
    left = parsed(equation, 0, equals[0], "equation");
    right = parsed(equation, equals[0] + 1, equation.size(), "equation");
    const std::size_t colon = interval.find(':');
    if (colon == std::string_view::npos || interval.find(':', colon + 1) != std::string_view::npos)
        refuse("an interval needs two numbers: LOWER:UPPER, such as 0:4", "interval", interval, 0,
               interval.size());
    Question question;
    question.difference = binary("-", left, right);
    question.unknown = name_of_unknown(unknown);
    question.lower = parsed(interval, 0, colon, "interval");
    question.upper = parsed(interval, colon + 1, interval.size(), "interval");
    return question;
}

}  // namespace

std::size_t Solution::count(RootPlace place) const {
    return static_cast<std::size_t>(std::ranges::count(places, place, &SolvedPlace::place));
}

bool Solution::is_complete() const {
    return std::ranges::all_of(places, [](const SolvedPlace& one) {
        if (one.place == RootPlace::none) return true;
        return one.place == RootPlace::root && one.record.status == Status::ok;
    });
}

Solution solve(std::string_view equation, const std::string& unknown, std::string_view interval,
               const Context& context) {
    Expression left;
    Expression right;
    Question question = read(equation, unknown, interval, left, right);
    const BoundEquation bound =
        bind_equation(question.difference, unknown, question.lower, question.upper, equation, interval);
    question.first = bound.lower;
    question.last = bound.upper;
    Solution solution;
    solution.equation = canonical_text(left) + " = " + canonical_text(right);
    solution.unknown = unknown;
    solution.lower = canonical_text(question.lower);
    solution.upper = canonical_text(question.upper);
    solution.places = solved_places(question, zeros_of(bound, context.bits(), context), context);
    return solution;
}

}  // namespace sigprop
