#pragma once
// A quantity: a named number with parameters and several independent routes to its value. It is described by
// data (for `show`, `list` and messages) and by one function from bound arguments to routes. Quantities know
// nothing of claims: a route cannot see the expected answer.

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ball/number_range.hpp"
#include "methods/route.hpp"

namespace sigprop {

/// A family is a quoted formula in x and the free parameter t, which the quantity chooses. `reals` is one
/// number or a list of numbers, [a, b].
enum class ParameterKind : std::uint8_t { real, integer, choice, activation, family, reals };

struct Parameter {
    std::string name;
    ParameterKind kind = ParameterKind::real;
    std::optional<std::string> fallback = {};  ///< the default, as an expression; none: must be given
    std::string meaning;                       ///< with its unit and convention
    std::vector<std::string> choices = {};
    bool optional = false;          ///< may be omitted although it has no default; Arguments::given tells
    NumberRange range = {};         ///< of a number, or of each in a list; binding refuses others
    bool gated_allowed = false;     ///< whether glu(f) may stand for an activation here
    std::string when_default = {};  ///< what is said where a default of a choice, easily misread, decides
    std::string sample = {};        ///< an activation's value for curves over all, where it has no default
    std::string only_with = {};  ///< the choice without which the default means nothing, and is not mentioned

    /// What `show` says of it: the meaning with the range, which belongs before what a semicolon divides off
    /// (defaults, exceptions).
    [[nodiscard]] std::string description() const {
        const std::string numbers = range.remark();
        std::string text = meaning;
        if (!numbers.empty()) text.insert(std::min(text.find("; "), text.size()), ", " + numbers);
        return text;
    }
};

/// An argument of the library's own call, in its order. One that is no parameter of the quantity leaves the
/// law as it is, and its value is not looked at; but where it has a `usual` value, another one replaces the
/// law.
struct LibraryArgument {
    std::string name;   ///< "*": those behind it have no place, only a name; "tensor": what is filled
    std::string usual;  ///< "" for none
};

/// A condition on two parameters that are given, or have a default: left < right, or left <= right.
struct Relation {
    std::string left, sign, right;

    /// The names with the sign between them, as `show` has it.
    [[nodiscard]] std::string text() const { return left + " " + sign + " " + right; }
};

/// A function of one variable as an argument: its canonical text, and the formula in x0 (for a family also in
/// x1 = t). A gated activation is the unit x_a f(x_b) of two independent inputs; its formula, name and
/// parameters are those of f.
struct Activation {
    std::string text;
    Formula formula = Formula(0);
    std::string name = {};              ///< in activation_table(); empty for a quoted formula
    std::vector<Real> parameters = {};  ///< of the named activation, in the table's order
    bool gated = false;
};

/// Bound arguments by parameter name; only optional parameters without a default may be missing.
class Arguments {
public:
    void set(const std::string& name, Real value) { reals_.insert_or_assign(name, std::move(value)); }
    void set(const std::string& name, std::int64_t value) { integers_.insert_or_assign(name, value); }
    void set(const std::string& name, std::vector<Real> values) {
        lists_.insert_or_assign(name, std::move(values));
    }
    void set(const std::string& name, Activation value) {
        activations_.insert_or_assign(name, std::move(value));
    }
    void set(const std::string& name, std::string choice) {
        choices_.insert_or_assign(name, std::move(choice));
    }

    [[nodiscard]] const Real& real(const std::string& name) const { return reals_.at(name); }
    [[nodiscard]] bool has(const std::string& name) const {
        return reals_.contains(name) || lists_.contains(name) || integers_.contains(name) ||
               activations_.contains(name) || choices_.contains(name);
    }
    [[nodiscard]] bool has_real(const std::string& name) const { return reals_.contains(name); }
    [[nodiscard]] bool has_reals(const std::string& name) const { return lists_.contains(name); }
    [[nodiscard]] bool has_integer(const std::string& name) const { return integers_.contains(name); }
    /// The elements of a list, or a single number; never empty.
    [[nodiscard]] const std::vector<Real>& reals(const std::string& name) const { return lists_.at(name); }
    [[nodiscard]] std::int64_t integer(const std::string& name) const { return integers_.at(name); }
    [[nodiscard]] const Activation& activation(const std::string& name) const {
        return activations_.at(name);
    }
    [[nodiscard]] const std::string& choice(const std::string& name) const { return choices_.at(name); }

    /// Whether the call names the parameter instead of leaving it to its default.
    [[nodiscard]] bool given(const std::string& name) const { return given_.contains(name); }
    void mark_given(const std::string& name) { given_.insert(name); }

private:
    std::map<std::string, Real> reals_;
    std::map<std::string, std::vector<Real>> lists_;
    std::map<std::string, std::int64_t> integers_;
    std::map<std::string, Activation> activations_;
    std::map<std::string, std::string> choices_;
    std::set<std::string> given_;
};

struct Quantity {
    std::string name;                       ///< group.name
    std::vector<std::string> aliases = {};  ///< full names
    std::string summary;                    ///< one sentence
    std::string formula;                    ///< the definition, in the LaTeX of core/notation
    /// What belongs to the formula in prose, as variants by scheme: lines with formulas between dollars.
    std::vector<std::string> formula_notes = {};
    std::string units;  ///< units and conventions: the classic traps
    /// What grows without bound where the quantity is defined as a limit ("width -> inf"); else empty. Then
    /// no finite network has exactly this number, and every report says so.
    std::string limit = {};
    std::string source;  ///< work and place
    std::vector<Parameter> parameters = {};
    /// Of a framework's call, whose arguments stand as in the framework; else empty, and they stand in the
    /// order of the parameters.
    std::vector<LibraryArgument> signature = {};
    /// What binding asks of the arguments beyond the range of each; whoever writes the quantity out as a
    /// formula has to ask it, too.
    std::vector<Relation> relations = {};
    NumberRange values = {};  ///< what the number can be: nothing reported about it reaches beyond
    std::vector<std::string> route_notes = {};  ///< one line per route, for `show`
    /// The theorems that its proofs rest on, by their names in docs/explanation/theorems.md, which says where
    /// each hypothesis is checked.
    std::vector<std::string> theorems = {};
    /// Errors   InputError for arguments that make no sense in a way that ranges and relations do not say
    std::function<std::vector<Route>(const Arguments&)> routes;
    /// What a caller who mixed something up would want to be told: sentences about arguments that make sense,
    /// but are far from what anyone would ask. Null for none.
    std::function<std::vector<std::string>(const Arguments&)> warnings = {};
};

}  // namespace sigprop
