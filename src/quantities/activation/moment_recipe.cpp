#include "quantities/activation/moment_recipe.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

namespace sigprop {
namespace {

Formula x0() { return Formula::variable(0); }
Formula x1() { return Formula::variable(1); }
Formula x2() { return Formula::variable(2); }

struct Entry {
    std::string_view name;
    std::vector<Moment> moments;
    /// The value as a formula in the means x0, x1 (in the order of `moments`) and the input's std.
    Formula (*combine)(const Formula& std);
};

const std::vector<Entry>& entries() {
    static const std::vector<Entry> table = {
        {"mean", {Moment::mean}, [](const Formula&) { return x0(); }},
        {"second_moment", {Moment::second_moment}, [](const Formula&) { return x0(); }},
        {"variance",
         {Moment::mean, Moment::second_moment},
         [](const Formula&) { return x1() - pow(x0(), 2); }},
        {"gain", {Moment::second_moment}, [](const Formula&) { return 1 / sqrt(x0()); }},
        {"variance_gain",
         {Moment::mean, Moment::second_moment},
         [](const Formula&) { return 1 / sqrt(x1() - pow(x0(), 2)); }},
        {"derivative_mean", {Moment::derivative_mean}, [](const Formula&) { return x0(); }},
        {"derivative_second_moment", {Moment::derivative_second_moment}, [](const Formula&) { return x0(); }},
        {"chi_ratio",
         {Moment::derivative_second_moment, Moment::second_moment},
         [](const Formula& std) { return pow(std, 2) * x0() / x1(); }},
        {"linear_share",
         {Moment::linear, Moment::mean, Moment::second_moment},
         [](const Formula&) { return pow(x0(), 2) / (x2() - pow(x1(), 2)); }},
    };
    return table;
}

/// The gated unit x_a f(x_b): its mean is m E f, its second moment (s^2 + m^2) E f^2, and its gradient
/// (f(x_b), x_a f'(x_b)) has E |grad|^2 = E f^2 + (s^2 + m^2) E f'^2, all by independence.
MomentRecipe gated(const MomentRecipe& unit, const Formula& mean, const Formula& std) {
    MomentRecipe gate;
    const auto x = [&gate](Moment moment) {
        const auto found = std::ranges::find(gate.moments, moment);
        const auto index = static_cast<int>(found - gate.moments.begin());
        if (found == gate.moments.end()) gate.moments.push_back(moment);
        return Formula::variable(index);
    };
    const Formula square = pow(mean, 2) + pow(std, 2);
    std::vector<Formula> of_unit;
    for (const Moment moment : unit.moments) {
        switch (moment) {
            case Moment::mean: of_unit.push_back(mean * x(Moment::mean)); break;
            case Moment::second_moment: of_unit.push_back(square * x(Moment::second_moment)); break;
            case Moment::derivative_second_moment: {
                const Formula direct = x(Moment::second_moment);
                of_unit.push_back(direct + square * x(Moment::derivative_second_moment));
                break;
            }
            case Moment::derivative_mean:
            case Moment::linear:
                throw InputError::about(
                    {"f"},
                    "a gated unit has two inputs, but this quantity is about functions of one: use "
                    "derivative_second_moment for E |grad|^2, or give the gate's activation alone");
        }
    }
    gate.value = unit.value.substitute(of_unit);
    return gate;
}

}  // namespace

MomentRecipe moment_recipe(std::string_view name, bool is_gated, const Formula& mean, const Formula& std) {
    const auto found = std::ranges::find(entries(), name, &Entry::name);
    if (found == entries().end()) throw std::logic_error("no such activation quantity");
    const MomentRecipe unit{found->moments, found->combine(std)};
    return is_gated ? gated(unit, mean, std) : unit;
}

std::vector<std::string_view> moment_names() {
    std::vector<std::string_view> names;
    for (const Entry& entry : entries()) names.push_back(entry.name);
    return names;
}

Formula averaged(const Formula& f, Moment moment) {
    const bool slope = moment == Moment::derivative_mean || moment == Moment::derivative_second_moment;
    const bool square = moment == Moment::second_moment || moment == Moment::derivative_second_moment;
    const Formula g = slope ? f.derivative() : f;
    return square ? pow(g, 2) : g;
}

}  // namespace sigprop
