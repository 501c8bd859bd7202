// Two equations in two unknowns.

#include <algorithm>

#include "core/ball/text.hpp"
#include "engine/binding/equation_system.hpp"
#include "engine/records.hpp"
#include "engine/solve/solve.hpp"
#include "engine/solve/written_equation.hpp"

namespace sigprop {
namespace {

Expression unknown_named(const std::string& name) {
    Expression e;
    e.kind = Expression::Kind::name;
    e.name = name;
    return e;
}

/// root2(first, second, a, …) of the coordinate `which`, with these ends.
std::string root2_text(const SystemQuestion& question, std::size_t which,
                       const std::array<std::array<Expression, 2>, 2>& ends) {
    Expression call;
    call.kind = Expression::Kind::call;
    call.name = "root2";
    for (const Expression& one : question.differences) call.arguments.push_back({{}, one});
    for (const std::size_t k : {which, 1 - which}) {
        call.arguments.push_back({{}, unknown_named(question.unknowns[k])});
        for (const Expression& end : ends[k]) call.arguments.push_back({{}, end});
    }
    return canonical_text(call);
}

Expression decimal(const Rational& value) { return parse_expression(value.to_decimal().value_or("0")); }

/// Ends that hold the point and no other: those asked for where it is the only one.
std::array<std::array<Expression, 2>, 2> ends_around(const SystemQuestion& question, const PlanePlace& place,
                                                     bool is_only) {
    if (is_only) return question.ends;
    std::array<std::array<Expression, 2>, 2> ends = question.ends;
    for (std::size_t k = 0; k < 2; ++k) {
        const auto lower = decimal_between(place.box[k].lower(), place.point[k].lower());
        const auto upper = decimal_between(place.point[k].upper(), place.box[k].upper());
        if (lower && upper) ends[k] = {decimal(*lower), decimal(*upper)};
    }
    return ends;
}

std::string short_decimal(const Ball& exact) {
    constexpr long digits = 12;
    return proved_decimal(exact, digits).value_or("0");
}

SolvedPoint undecided_point(const SystemQuestion& question, const PlanePlace& place, const Context& context) {
    SolvedPoint point;
    for (std::size_t k = 0; k < 2; ++k) {
        point.lower[k] = short_decimal(place.box[k].lower());
        point.upper[k] = short_decimal(place.box[k].upper());
        Record& record = point.records[k];
        record.expression = root2_text(question, k, question.ends);
        record.id = record.expression;
        Evidence evidence;
        evidence.method = "interval_newton";
        evidence.status = Status::unable;
        evidence.reason = place.reason;
        describe(record, {evidence}, context.digits, context.confidence);
    }
    return point;
}

}  // namespace

std::size_t SystemSolution::count(RootPlace place) const {
    return static_cast<std::size_t>(std::ranges::count(places, place, &SolvedPoint::place));
}

bool SystemSolution::is_complete() const {
    return std::ranges::all_of(places, [](const SolvedPoint& one) {
        if (one.place == RootPlace::none) return true;
        return one.place == RootPlace::root &&
               std::ranges::all_of(one.records, [](const Record& r) { return r.status == Status::ok; });
    });
}

SystemSolution solve_system(const std::array<std::string, 2>& equations,
                            const std::array<std::string, 2>& unknowns,
                            const std::array<std::string, 2>& intervals, const Context& context) {
    SystemQuestion question;
    SystemSolution solution;
    for (std::size_t k = 0; k < 2; ++k) {
        const WrittenEquation written = written_equation(equations[k]);
        question.differences[k] = written.difference;
        question.texts[k] = equations[k];
        question.unknowns[k] = unknowns[k];
        const auto [lower, upper] = written_interval(intervals[k]);
        question.ends[k] = {lower, upper};
        question.ends_texts[k] = intervals[k];
        solution.equations[k] = canonical_text(written.left) + " = " + canonical_text(written.right);
        solution.unknowns[k] = unknowns[k];
        solution.lower[k] = canonical_text(lower);
        solution.upper[k] = canonical_text(upper);
    }
    const BoundSystem bound = bind_system(question);
    const std::vector<PlanePlace> places = zeros_of(bound, context.bits(), context);
    for (const PlanePlace& place : places) {
        if (place.kind != ZeroKind::one) {
            solution.places.push_back(undecided_point(question, place, context));
            continue;
        }
        SolvedPoint point;
        point.place = RootPlace::root;
        const auto ends = ends_around(question, place, places.size() == 1);
        for (std::size_t k = 0; k < 2; ++k)
            point.records[k] = record_of(bind_expression(root2_text(question, k, ends)), context);
        solution.places.push_back(std::move(point));
    }
    if (places.empty()) {
        SolvedPoint none;
        none.place = RootPlace::none;
        for (std::size_t k = 0; k < 2; ++k)
            none.records[k] = record_of(bind_expression(root2_text(question, k, question.ends)), context);
        solution.places.push_back(std::move(none));
    }
    return solution;
}

}  // namespace sigprop
