#include "engine/series/grid.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>

#include "core/base/limits.hpp"
#include "core/expression/substitute.hpp"

namespace sigprop {
namespace {

constexpr std::string_view samples_name = "samples";
constexpr std::string_view seed_name = "seed";

bool is_reserved(const Axis& axis) { return axis.name == samples_name || axis.name == seed_name; }

/// The position of an index on each axis, in row-major order.
std::vector<std::size_t> position_of(std::size_t index, const std::vector<const Axis*>& axes) {
    std::vector<std::size_t> position(axes.size());
    for (std::size_t i = axes.size(); i-- > 0; index /= axes[i]->values.size())
        position[i] = index % axes[i]->values.size();
    return position;
}

Axes copies_of(const std::vector<const Axis*>& axes) {
    std::vector<Axis> copies;
    for (const Axis* axis : axes) copies.push_back(*axis);
    return copies;
}

[[noreturn]] void refuse(const std::string& axis, const std::string& message) {
    throw InputError("--over " + axis + ": " + message);
}

std::optional<std::uint64_t> whole_number(const std::string& text) {
    try {
        const Rational number = Rational::from_decimal(text);
        if (!number.is_integer() || number.sign() < 0 || number.bit_size() > 64) return std::nullopt;
        const std::string digits = number.to_string();
        std::uint64_t whole = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), whole);
        return whole;
    } catch (const InputError&) {  // the name of an activation
        return std::nullopt;
    }
}

std::vector<std::uint64_t> whole_numbers(const Axis& axis) {
    const bool samples = axis.name == samples_name;
    const std::uint64_t least = samples ? 2 : 0;
    const std::uint64_t most = samples ? std::uint64_t{1} << 63 : UINT64_MAX;
    std::vector<std::uint64_t> numbers;
    for (const std::string& value : axis.values) {
        const std::optional<std::uint64_t> number = whole_number(value);
        if (!number || *number < least || *number > most) {
            refuse(axis.name, "'" + value.substr(0, 60) + "' is not a whole number from " +
                                  (samples ? "2 to 2^63" : "0 to 2^64 - 1"));
        }
        numbers.push_back(*number);
    }
    return numbers;
}

}  // namespace

Grid::Grid(std::string_view expression, const std::vector<Axis>& axes)
    : text_(expression), tree_(parse_expression(expression)) {
    for (const Axis& axis : axes) {
        check(axis);
        const bool reserved = is_reserved(axis);
        axes_.push_back(&axis);
        (reserved ? reserved_ : variables_).push_back(&axis);
        (reserved ? samplings_ : places_) *= axis.values.size();
        if (axis.name == samples_name) samples_ = whole_numbers(axis);
        if (axis.name == seed_name) seeds_ = whole_numbers(axis);
        if (points() > std::size_t{limits::grid_points})
            throw InputError("the grid has more than 10^6 points");
    }
}

Axes Grid::shared_axes() const { return copies_of(axes_); }
Axes Grid::shared_variables() const { return copies_of(variables_); }

void Grid::check(const Axis& axis) const {
    if (axis.values.empty()) refuse(axis.name, "the axis has no values");
    const bool there = mentions(tree_, axis.name);
    if (there && is_reserved(axis)) {
        refuse(axis.name, "the name is reserved: it sets the " +
                              std::string(axis.name == seed_name ? "seed" : "number of samples") +
                              " of a simulation; give the variable '" + axis.name +
                              "' of the expression another name");
    }
    if (!there && !is_reserved(axis))
        refuse(axis.name, "the expression does not contain the variable '" + axis.name + "'");
}

BoundExpression Grid::at(std::size_t place) const {
    const std::vector<std::size_t> position = position_of(place, variables_);
    Expression there = tree_;
    Substitutes values;
    for (std::size_t i = 0; i < variables_.size(); ++i)
        values.emplace(variables_[i]->name, parse_expression(variables_[i]->values[position[i]]));
    substitute(there, values);
    try {
        return bind_expression(there, text_);
    } catch (const InputError& error) {
        std::string where;
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            where +=
                (i > 0 ? ", " : "at ") + variables_[i]->name + " = " + variables_[i]->values[position[i]];
        }
        throw InputError((variables_.empty() ? "" : where + ": ") + error.what(), error.place());
    }
}

Context Grid::sampled(Context context, std::size_t sampling) const {
    const std::vector<std::size_t> position = position_of(sampling, reserved_);
    for (std::size_t i = 0; i < reserved_.size(); ++i) {
        if (reserved_[i]->name == samples_name) {
            context.samples = samples_[position[i]];
        } else {
            context.seed = seeds_[position[i]];
        }
    }
    return context;
}

std::size_t Grid::point(std::size_t place, std::size_t sampling) const {
    const std::vector<std::size_t> variable = position_of(place, variables_);
    const std::vector<std::size_t> reserved = position_of(sampling, reserved_);
    std::size_t index = 0;
    std::size_t next_variable = 0;
    std::size_t next_reserved = 0;
    for (const Axis* axis : axes_) {
        index *= axis->values.size();
        index += is_reserved(*axis) ? reserved[next_reserved++] : variable[next_variable++];
    }
    return index;
}

}  // namespace sigprop
