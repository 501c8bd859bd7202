#include "engine/solve/solve.hpp"

#include "engine/binding/equation.hpp"
#include "engine/records.hpp"
#include "engine/solve/written_equation.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/ball/text.hpp"

namespace sigprop {
namespace {

constexpr long shown_digits = 16;

Expression name_of_unknown(const std::string& unknown) {
    Expression e;
    e.kind = Expression::Kind::name;
    e.name = unknown;
    return e;
}

/// An exact decimal as an expression.
Expression number(const Rational& value) { return parse_expression(value.to_decimal().value_or("0")); }

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
            const auto cut = decimal_between(end_of(found[i]), start_of(found[i + 1]));
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
    const WrittenEquation written = written_equation(equation);
    left = written.left;
    right = written.right;
    Question question;
    question.difference = written.difference;
    question.unknown = name_of_unknown(unknown);
    std::tie(question.lower, question.upper) = written_interval(interval);
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
