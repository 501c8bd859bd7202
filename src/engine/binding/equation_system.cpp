#include "engine/binding/equation_system.hpp"

#include "engine/binding/arguments.hpp"
#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/conditions.hpp"
#include "engine/binding/equation.hpp"
#include "engine/binding/equation_curves.hpp"
#include "engine/binding/equation_definitions.hpp"
#include "engine/binding/library_call.hpp"
#include "quantities/curves/known_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/text.hpp"
#include "core/base/recent.hpp"
#include "core/expression/substitute.hpp"
#include "core/formula/lowering.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t system_evaluations = 4'000;  // where each takes integrals
constexpr long system_end_bits = 64;

bool names_a_number(std::string_view name) {
    constexpr std::array<std::string_view, 4> names = {"pi", "e", "inf", "true"};
    return std::ranges::find(names, name) != names.end();
}

/// A call with an unknown in its arguments, as a variable x2, x3, … of the difference.
struct SystemPart {
    std::string text;
    std::function<PlaneFunction(const Context&)> function;
    bool is_formula = false;
};

struct LoweredDifference {
    Formula formula = Formula(0);
    std::vector<SystemPart> parts;
    std::vector<BoundCondition> conditions;
};

class SystemSide {
public:
    SystemSide(const SystemQuestion& question, std::size_t which)
        : difference_(question.differences[which]),
          text_(question.texts[which]),
          unknowns_(question.unknowns) {}

    LoweredDifference operator()() const {
        LoweredDifference all;
        all.formula = lowered(difference_, &all);
        return all;
    }

private:
    [[nodiscard]] bool has_unknown(const Expression& e) const {
        return std::ranges::any_of(unknowns_,
                                   [&](const std::string& one) { return mentions_unquoted(e, one); });
    }

    Formula lowered(const Expression& e, LoweredDifference* all) const {
        const NameResolver resolve = [&](const Expression& name) { return meaning(name, all); };
        return lower(e, text_, resolve, {unknowns_[0], unknowns_[1]});
    }

    std::optional<Formula> meaning(const Expression& e, LoweredDifference* all) const {
        const bool is_name = e.kind == Expression::Kind::name;
        for (int k = 0; k < 2; ++k)
            if (is_name && e.name == unknowns_[static_cast<std::size_t>(k)]) return Formula::variable(k);
        const bool is_root = is_root_call(e) || is_root2_call(e);
        if (e.name.find('.') != std::string::npos || is_root) {
            if (!has_unknown(e)) return Formula(real_of(bind_expression(e, text_)));
            if (all == nullptr || is_root)
                refuse_argument("an unknown cannot appear inside " + e.name + "(…) here", e, text_);
            add_conditions(e, *all);
            if (const std::optional<Expression> definition = definition_of(e, text_))
                return lowered(*definition, all);
            return variable_of(e, *all);
        }
        if (const auto value =
                activation_value(e, text_, [&](const Expression& at) { return lowered(at, all); }))
            return value;
        if (is_name && !names_a_number(e.name) && find_activation(e.name) == nullptr) {
            refuse_argument("'" + e.name + "' has no value: the unknowns are '" + unknowns_[0] + "' and '" +
                                unknowns_[1] + "'",
                            e, text_);
        }
        return std::nullopt;
    }

    void add_conditions(const Expression& call, LoweredDifference& all) const {
        const Quantity* quantity = find_quantity(call.name);
        if (quantity == nullptr) return;
        const auto given = matched_arguments(*quantity, call, text_);
        for (const ArgumentCondition& one : conditions_of(*quantity, given)) {
            if (has_unknown(one.number)) {
                all.conditions.push_back({lowered(one.number, &all), one.range});
            } else if (one.range.admits(bind_real(one.number, canonical_text(one.number))) <= 0) {
                refuse_argument(quantity->name + ": " + one.needed + " is required", call, text_);
            }
        }
    }

    Formula variable_of(const Expression& call, LoweredDifference& all) const {
        const std::string text = canonical_text(call);
        const auto known = std::ranges::find(all.parts, text, &SystemPart::text);
        if (known != all.parts.end())
            return Formula::variable(static_cast<int>(known - all.parts.begin()) + 2);
        all.parts.push_back(part_of(call, text));
        return Formula::variable(static_cast<int>(all.parts.size()) + 1);
    }

    SystemPart part_of(const Expression& call, const std::string& text) const {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < call.arguments.size(); ++i)
            if (has_unknown(call.arguments[i].value)) places.push_back(i);
        if (places.size() == 2) {
            if (auto part = plane_part(call, text, places)) return std::move(*part);
        }
        const Expression& one = call.arguments[places.front()].value;
        const std::string& unknown = unknowns_[mentions_unquoted(one, unknowns_[0]) ? 0 : 1];
        const auto argument = [&](const Expression& e) { return lowered(e, nullptr); };
        if (places.size() > 1) {
            refuse_argument("unknowns appear in several arguments of " + call.name +
                                "; sigprop has proofs for std and mean of the means of activations, and for "
                                "one argument of "
                                "other quantities",
                            call, text_);
        }
        const BoundCurve curve = bind_curve(call, unknown, text_, argument);
        return {text,
                [curve](const Context& context) {
                    return plane_curve(plane_composition(curve.argument, {}), curve.curve(context));
                },
                curve.is_formula};
    }

    /// Of a quantity that is known over rectangles of two of its parameters.
    std::optional<SystemPart> plane_part(const Expression& call, const std::string& text,
                                         const std::vector<std::size_t>& places) const {
        const Quantity* quantity = find_quantity(call.name);
        if (quantity == nullptr) return std::nullopt;
        std::array<std::string, 2> names;
        std::array<Formula, 2> arguments = {Formula(0), Formula(0)};
        Expression fixed = call;
        for (std::size_t k = 0; k < 2; ++k) {
            const auto place = parameter_of_argument(*quantity, call, places[k]);
            if (!place) return std::nullopt;
            names[k] = quantity->parameters[*place].name;
            arguments[k] = lowered(call.arguments[places[k]].value, nullptr);
            const Expression unit = parse_expression("1");
            Expression& value = fixed.arguments[places[k]].value;
            value.kind = unit.kind;
            value.number = unit.number;
            value.literal = unit.literal;
            value.arguments.clear();
        }
        const KnownPlane* known = find_plane(quantity->name, names[0], names[1]);
        if (known == nullptr) {
            known = find_plane(quantity->name, names[1], names[0]);
            std::swap(arguments[0], arguments[1]);
        }
        if (known == nullptr) return std::nullopt;
        const auto plane = known->make(bind_arguments(*quantity, fixed, text_));
        if (!plane) return std::nullopt;
        return SystemPart{text,
                          [plane = *plane, arguments](const Context& context) {
                              return over_arguments(plane(context), plane_composition(arguments[0], {}),
                                                    plane_composition(arguments[1], {}));
                          },
                          false};
    }

    /// plane(first(x), second(x))
    static PlaneFunction over_arguments(const PlaneFunction& plane, const PlaneFunction& first,
                                        const PlaneFunction& second) {
        const auto inner = [first, second](const PlaneBox& x, long bits) {
            return PlaneBox{first.value(x, bits), second.value(x, bits)};
        };
        return {[plane, inner](const PlaneBox& x, long bits) { return plane.value(inner(x, bits), bits); },
                [plane, inner, first, second](const PlaneBox& x, long bits) {
                    const PlaneBox outer = plane.slopes(inner(x, bits), bits);
                    const PlaneBox a = first.slopes(x, bits);
                    const PlaneBox b = second.slopes(x, bits);
                    return PlaneBox{outer[0] * a[0] + outer[1] * b[0], outer[0] * a[1] + outer[1] * b[1]};
                },
                [plane, inner](const PlaneBox& x, long bits) {
                    return plane.domain ? plane.domain(inner(x, bits), bits) : 1;
                }};
    }

    Expression difference_;
    std::string text_;
    std::array<std::string, 2> unknowns_;
};

/// The difference, and where all conditions hold.
PlaneFunction difference_of(const LoweredDifference& all, const Context& context) {
    std::vector<PlaneFunction> parts;
    for (const SystemPart& one : all.parts) parts.push_back(one.function(context));
    PlaneFunction whole = plane_composition(all.formula, parts);
    if (all.conditions.empty()) return whole;
    std::vector<std::pair<PlaneFunction, NumberRange>> numbers;
    for (const BoundCondition& one : all.conditions)
        numbers.emplace_back(plane_composition(one.number, parts), one.range);
    whole.domain = [of_parts = whole.domain, numbers](const PlaneBox& x, long bits) {
        int least = of_parts(x, bits);
        if (least < 0) return -1;
        for (const auto& [number, range] : numbers) {
            const Ball value = number.value(x, bits);
            const int counts = value.is_finite() ? range.admits(value) : 0;
            if (counts < 0) return -1;
            least = std::min(least, counts);
        }
        return least;
    };
    return whole;
}

void check_unknowns(const SystemQuestion& question) {
    const auto& [a, b] = question.unknowns;
    if (a == b) throw InputError("'" + a + "' is given twice: two equations need two different unknowns");
    for (const std::string& unknown : question.unknowns) {
        if (unknown.empty() || unknown.find('.') != std::string::npos || names_a_number(unknown) ||
            std::ranges::find(language_functions(), unknown) != language_functions().end()) {
            throw InputError(
                "'" + unknown +
                "' cannot be an unknown, because it has a meaning already: choose another name, such as x");
        }
        const bool is_there = std::ranges::any_of(
            question.differences, [&](const Expression& e) { return mentions_unquoted(e, unknown); });
        if (!is_there) throw InputError("no equation contains the unknown '" + unknown + "'");
    }
}

/// The rectangle, rounded outward where an end is no short binary number.
PlaneBox outer_box(const BoundSystem& system) {
    PlaneBox box;
    for (std::size_t k = 0; k < 2; ++k) {
        const Ball lower = system.ends[k][0].at(system_end_bits).lower();
        const Ball upper = system.ends[k][1].at(system_end_bits).upper();
        box[k] = Ball::interval(lower, upper).at_precision(system_end_bits + 8);
    }
    return box;
}

std::string point_text(const PlaneBox& box) {
    const auto middle = [](const Ball& x) { return fmt::format("{:.8g}", x.to_double()); };
    return middle(box[0]) + ", " + middle(box[1]);
}

Answer only_first_coordinate(const BoundSystem& system, long bits, const Context& context) {
    const std::vector<PlanePlace> places = zeros_of(system, bits, context);
    for (const PlanePlace& place : places)
        if (place.kind == ZeroKind::undecided)
            return {Status::unable,
                    fmt::format("undecided near {}: {}", point_text(place.box), place.reason)};
    if (places.empty()) return {Status::domain, "the rectangle has no root"};
    if (places.size() > 1)
        return {Status::domain,
                fmt::format("the rectangle has {} roots: sigprop solve lists all of them", places.size())};
    return places.front().point[0];
}

}  // namespace

BoundSystem bind_system(const SystemQuestion& question) {
    check_unknowns(question);
    BoundSystem bound;
    bound.unknowns = question.unknowns;
    std::array<LoweredDifference, 2> lowered;
    for (std::size_t k = 0; k < 2; ++k) {
        bound.texts[k] = canonical_text(question.differences[k]);
        for (std::size_t end = 0; end < 2; ++end) {
            const Expression& written = question.ends[k][end];
            bound.ends[k][end] = bind_real(written, question.ends_texts[k]);
            if (bound.ends[k][end].infinite_sign() != 0)
                refuse_argument("the interval must be finite", written, question.ends_texts[k]);
        }
        if (compare(bound.ends[k][0], bound.ends[k][1]).value_or(0) >= 0)
            refuse_argument("the interval is empty: its lower end must be below its upper end",
                            question.ends[k][1], question.ends_texts[k]);
        lowered[k] = SystemSide(question, k)();
        for (const SystemPart& part : lowered[k].parts)
            bound.takes_integrals = bound.takes_integrals || !part.is_formula;
    }
    bound.differences = [lowered](const Context& context) {
        return std::array{difference_of(lowered[0], context), difference_of(lowered[1], context)};
    };
    return bound;
}

std::vector<PlanePlace> zeros_of(const BoundSystem& system, long bits, const Context& context) {
    static Recent<std::string, const std::vector<PlanePlace>> known(16);
    Context counted = context;
    if (system.takes_integrals) counted.budget = std::min(context.budget, system_evaluations);
    const PlaneBox box = outer_box(system);
    const auto search = [&] {
        const auto differences = system.differences(counted);
        return plane_zeros(differences[0], differences[1], box, bits, counted);
    };
    if (context.deadline) return search();
    // `solve` asks for all places, and then for both coordinates of each point
    const std::string key =
        fmt::format("{} | {} | {} {} | {} {} | {} {} {}", system.texts[0], system.texts[1],
                    system.unknowns[0], system.unknowns[1], box[0].exact_text(), box[1].exact_text(), bits,
                    counted.budget, context.methods.text());
    return *known.find(key, search);
}

bool is_root2_call(const Expression& call) {
    return call.kind == Expression::Kind::call && call.name == "root2";
}

Leaf bind_root2(const Expression& call, std::string_view text) {
    const std::vector<Argument>& all = call.arguments;
    const bool named = std::ranges::any_of(all, [](const Argument& one) { return !one.key.empty(); });
    if (all.size() != 8 || named || all[2].value.kind != Expression::Kind::name ||
        all[5].value.kind != Expression::Kind::name) {
        refuse_argument(
            "write root2(first, second, a, lower, upper, b, lower, upper), such as root2(a + b - 3, a*b - 1, "
            "a, 0, 1, b, 1, 4): "
            "the a of the only point between these numbers at which both expressions are 0",
            call, text);
    }
    SystemQuestion question;
    for (std::size_t k = 0; k < 2; ++k) {
        question.differences[k] = all[k].value;
        question.texts[k] = text;
        question.unknowns[k] = all[2 + 3 * k].value.name;
        question.ends[k] = {all[3 + 3 * k].value, all[4 + 3 * k].value};
        question.ends_texts[k] = text;
    }
    const auto system = std::make_shared<const BoundSystem>(bind_system(question));
    Leaf leaf{canonical_text(call), {}};
    leaf.routes.push_back(DirectRoute{RouteKind::definition, "interval_newton", Kind::enclosure,
                                      [system](long bits, const Context& context) {
                                          return only_first_coordinate(*system, bits, context);
                                      }});
    return leaf;
}

}  // namespace sigprop
