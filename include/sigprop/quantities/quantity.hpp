#pragma once
// A quantity: a named number with parameters and several independent routes to its value. It is described by
// data (for `show`, `list` and messages) and by one function from bound arguments to routes. Quantities know
// nothing of claims: a route cannot see the answer that is expected of it.

#include <functional>
#include <map>
#include <sigprop/methods/route.hpp>
#include <string>
#include <vector>

namespace sigprop {

enum class ParameterKind : std::uint8_t { real, integer, choice, activation };

struct Parameter {
    std::string name;
    ParameterKind kind = ParameterKind::real;
    std::optional<std::string> fallback;  ///< the default, as an expression; none: must be given
    std::string meaning;                  ///< with its unit and convention
    std::vector<std::string> choices = {};
    std::string sample = {};  ///< of an activation's parameter without a default: what curves over all take
};

/// A function of one variable as an argument: its canonical text, and the formula in x0.
struct Activation {
    std::string text;
    Formula formula = Formula(0);
    std::string name = {};              ///< in activation_table(); empty for a quoted formula
    std::vector<Real> parameters = {};  ///< of the named activation, in the table's order
};

/// Bound arguments by parameter name; every parameter is present.
class Arguments {
public:
    void set(const std::string& name, Real value) { reals_.insert_or_assign(name, std::move(value)); }
    void set(const std::string& name, std::int64_t value) { integers_.insert_or_assign(name, value); }
    void set(const std::string& name, Activation value) {
        activations_.insert_or_assign(name, std::move(value));
    }
    void set(const std::string& name, std::string choice) {
        choices_.insert_or_assign(name, std::move(choice));
    }

    [[nodiscard]] const Real& real(const std::string& name) const { return reals_.at(name); }
    [[nodiscard]] std::int64_t integer(const std::string& name) const { return integers_.at(name); }
    [[nodiscard]] const Activation& activation(const std::string& name) const {
        return activations_.at(name);
    }
    [[nodiscard]] const std::string& choice(const std::string& name) const { return choices_.at(name); }

private:
    std::map<std::string, Real> reals_;
    std::map<std::string, std::int64_t> integers_;
    std::map<std::string, Activation> activations_;
    std::map<std::string, std::string> choices_;
};

struct Quantity {
    std::string name;                  ///< group.name
    std::vector<std::string> aliases;  ///< full names
    std::string summary;               ///< one sentence
    std::string formula;               ///< the definition, as text
    std::string units;                 ///< units and conventions, the classic traps
    std::string source;                ///< work and place
    std::vector<Parameter> parameters;
    std::vector<std::string> route_notes;  ///< one line a route, for `show`
    /// Errors   InputError for arguments that make no sense (lower >= upper, std <= 0)
    std::function<std::vector<RoutePlan>(const Arguments&)> routes;
};

/// An activation known by name: what `list activations` and `show` print, and the formula text in x.
struct ActivationEntry {
    std::string name;
    std::vector<Parameter> parameters;  ///< real
    std::string formula;                ///< in x and the parameters
    std::string source;
    std::vector<std::string> aliases = {};
};
[[nodiscard]] const std::vector<ActivationEntry>& activation_table();

/// The entry by name or alias; nullptr when there is none.
[[nodiscard]] const ActivationEntry* find_activation(std::string_view name);

// The themes of this library, one file each.
[[nodiscard]] std::vector<Quantity> truncated_normal_quantities();
[[nodiscard]] std::vector<Quantity> selu_quantities();
[[nodiscard]] std::vector<Quantity> activation_quantities();

}  // namespace sigprop
