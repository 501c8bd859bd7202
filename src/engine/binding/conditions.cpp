#include "engine/binding/conditions.hpp"

#include <algorithm>
#include <optional>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

bool is_number(const Parameter& parameter) {
    return parameter.kind == ParameterKind::real || parameter.kind == ParameterKind::integer;
}

/// The argument as a number; nullopt where an optional one was left out.
std::optional<Real> number_of(const Parameter& parameter, const Arguments& arguments) {
    if (parameter.kind == ParameterKind::real && arguments.has_real(parameter.name))
        return arguments.real(parameter.name);
    if (parameter.kind == ParameterKind::integer && arguments.has_integer(parameter.name))
        return Real(Rational(arguments.integer(parameter.name)));
    return std::nullopt;
}

void check_range(const Parameter& parameter, const Real& number) {
    const int side = parameter.range.admits(number);
    if (side > 0) return;
    const std::string must = side < 0 ? " must be " : " must be proved to be ";
    throw InputError::about(
        {parameter.name}, parameter.name + must + parameter.range.demand(number) + ", not " + number.text());
}

const Parameter* named(const Quantity& quantity, const std::string& name) {
    const auto found = std::ranges::find(quantity.parameters, name, &Parameter::name);
    return found == quantity.parameters.end() ? nullptr : &*found;
}

/// The numbers that right - left of a relation may be.
NumberRange difference_of(const Relation& relation) { return relation.sign == "<" ? "(0, inf)" : "[0, inf)"; }

void check_relation(const Quantity& quantity, const Relation& relation, const Arguments& arguments) {
    const auto left = number_of(*named(quantity, relation.left), arguments);
    const auto right = number_of(*named(quantity, relation.right), arguments);
    if (!left || !right) return;
    if (left->infinite_sign() != 0 || right->infinite_sign() != 0) {
        if (left->infinite_sign() < right->infinite_sign()) return;
    } else if (difference_of(relation).admits(*right - *left) > 0) {
        return;
    }
    throw InputError::about({relation.left, relation.right}, relation.left + " " + relation.sign + " " +
                                                                 relation.right + " is required, not " +
                                                                 left->text() + " and " + right->text());
}

const Expression* argument_of(const Quantity& quantity, const std::vector<const Expression*>& given,
                              const std::string& name) {
    for (std::size_t i = 0; i < given.size(); ++i)
        if (quantity.parameters[i].name == name) return given[i];
    return nullptr;
}

/// What stands for a parameter in a call; nullopt where it was left out and has no default.
std::optional<Expression> written(const Quantity& quantity, const std::vector<const Expression*>& given,
                                  const std::string& name) {
    if (const Expression* own = argument_of(quantity, given, name)) return *own;
    const Parameter* parameter = named(quantity, name);
    return parameter->fallback ? std::optional(parse_expression(*parameter->fallback)) : std::nullopt;
}

bool is_infinite(const Expression& e) {
    const std::string text = canonical_text(e);
    return text == "inf" || text == "-inf";
}

Expression difference(const Expression& left, const Expression& right) {
    Expression e;
    e.kind = Expression::Kind::binary;
    e.name = "-";
    e.offset = right.offset;
    e.length = right.length;
    e.arguments.push_back({{}, left});
    e.arguments.push_back({{}, right});
    return e;
}

}  // namespace

void check_conditions(const Quantity& quantity, const Arguments& arguments) {
    for (const Parameter& parameter : quantity.parameters) {
        if (parameter.kind == ParameterKind::reals && arguments.has_reals(parameter.name)) {
            for (const Real& one : arguments.reals(parameter.name)) check_range(parameter, one);
        } else if (const auto number = number_of(parameter, arguments)) {
            check_range(parameter, *number);
        }
    }
    for (const Relation& relation : quantity.relations) check_relation(quantity, relation, arguments);
}

std::vector<ArgumentCondition> conditions_of(const Quantity& quantity,
                                             const std::vector<const Expression*>& given) {
    std::vector<ArgumentCondition> all;
    const auto needed = [](const Parameter& parameter) {
        const std::string remark = parameter.range.remark();
        return parameter.name + " " + (remark.empty() ? "finite" : remark);
    };
    for (const Parameter& parameter : quantity.parameters) {
        if (!is_number(parameter) || parameter.range.is_everything()) continue;
        const auto number = written(quantity, given, parameter.name);
        if (number && !is_infinite(*number)) all.push_back({*number, parameter.range, needed(parameter)});
    }
    for (const Relation& relation : quantity.relations) {
        const auto left = written(quantity, given, relation.left);
        const auto right = written(quantity, given, relation.right);
        if (!left || !right || is_infinite(*left) || is_infinite(*right)) continue;
        all.push_back({difference(*right, *left), difference_of(relation), relation.text()});
    }
    return all;
}

}  // namespace sigprop
