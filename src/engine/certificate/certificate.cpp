#include "engine/certificate/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"
#include "engine/certificate/panel_plan.hpp"
#include "engine/certificate/written_formula.hpp"
#include "formats/json.hpp"
#include "methods/expectation.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/route_formula.hpp"

namespace sigprop {
namespace {

/// Why there is no certificate; caught in certificate_of.
struct Refusal {
    std::string reason;
};

constexpr std::string_view kinds =
    "certificates are made for formulas in numbers, and in means of functions of one variable under a "
    "normal, truncated "
    "normal, uniform or exponential law";

std::string or_refuse(std::optional<std::string> text, const std::string& what) {
    if (!text) throw Refusal{what + " holds a number that is no formula, or is too long to be written"};
    return std::move(*text);
}

/// One quantity of the expression: a formula in means, which are there unless it is a formula alone.
struct CertifiedQuantity {
    const Leaf* leaf = nullptr;
    Formula formula = Formula(0);
    PreparedExpectation means = {};
    std::vector<Ball> values = {};  ///< of the means, to decide the precision
};

CertifiedQuantity certified(const Leaf& leaf, const Context& context) {
    const Expectation* expectation = nullptr;
    for (const Route& route : leaf.routes) {
        if (const auto* direct = std::get_if<DirectRoute>(&route)) {
            if (auto formula = formula_of(*direct)) return {&leaf, std::move(*formula)};
        } else if (const auto& means = std::get<Expectation>(route);
                   expectation == nullptr && means.law.dimension == 1 && formula_of(means)) {
            expectation = &means;
        }
    }
    if (expectation == nullptr)
        throw Refusal{"no route of " + leaf.text +
                      " is a formula that another program could check: " + std::string(kinds)};
    CertifiedQuantity found{&leaf, formula_of(*expectation).value(), prepare(*expectation, context)};
    if (found.means.status != Status::ok) throw Refusal{leaf.text + ": " + found.means.reason};
    return found;
}

Ball mean_of(const MeanProblem& problem, const PreparedExpectation& prepared, long bits,
             const Context& context) {
    if (problem.integrand.variable_count() == 0)
        return Evaluator<Ball>(problem.integrand, bits)(std::span<const Ball>())[0];
    for (const EnclosureMethod& method : enclosure_methods(prepared)) {
        const MeanResult mean = method.mean(problem, bits, context);
        if (mean.status == Status::ok) return mean.value;
    }
    throw Refusal{"a mean has no enclosure"};
}

/// The value's radius when each integral is known to 2^-bits.
Ball radius_at(const BoundExpression& bound, const std::vector<CertifiedQuantity>& quantities, long bits) {
    std::vector<Ball> values;
    for (const CertifiedQuantity& one : quantities) {
        std::vector<Ball> means;
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            const double mass = std::min(1.0, one.means.problems[i].mass);
            const Ball error =
                Ball::power_of_two(-bits) * (1 + abs(one.values[i])) / Ball(mass).at_precision(64);
            means.push_back(one.values[i].widened(error));  // widening: estimate
        }
        values.push_back(Evaluator<Ball>(one.formula, bits + 32)(means)[0]);
    }
    return Evaluator<Ball>(bound.formula, bits + 32)(values)[0].radius();
}

/// Half a unit of the last proved digit; 10^-digits around zero.
std::string half_unit(const Record& record, long digits) {
    const std::string& decimal = *record.computed.decimal;
    const std::size_t first = decimal.find_first_of("123456789");
    const std::size_t exponent_at = decimal.find('e');
    if (first == std::string::npos || first > exponent_at) return fmt::format("1e-{}", digits);
    const std::size_t point = std::min(decimal.find('.'), exponent_at);
    const auto end = static_cast<long>(std::min(point, decimal.size()));
    const long place =
        static_cast<long>(first) < end ? end - static_cast<long>(first) - 1 : end - static_cast<long>(first);
    const long exponent = exponent_at == std::string::npos ? 0 : std::stol(decimal.substr(exponent_at + 1));
    return fmt::format("5e{}", exponent + place - record.computed.digits);
}

/// The bits to which integrals must be known for the value to have its digits.
long needed_bits(const BoundExpression& bound, std::vector<CertifiedQuantity>& quantities, const Ball& goal,
                 const Context& context) {
    constexpr long max_bits = 3900;
    long bits = std::max(48L, 16 - goal.magnitude_exponent());
    for (int attempt = 0; attempt < 6 && bits <= max_bits; ++attempt) {
        for (CertifiedQuantity& one : quantities) {
            one.values.clear();
            for (const MeanProblem& problem : one.means.problems)
                one.values.push_back(mean_of(problem, one.means, bits + 32, context));
        }
        const Ball radius = radius_at(bound, quantities, bits);
        if (!radius.is_finite()) {
            bits = bits * 3 / 2;
        } else if ((radius * 8 - goal).is_nonpositive()) {
            return bits + 4;
        } else {
            bits += radius.magnitude_exponent() - goal.magnitude_exponent() + 8;
        }
    }
    throw Refusal{"the value would need integrals to more than " + std::to_string(max_bits) + " bits"};
}

/// The quantities of a certificate, each after those that its formulas name.
class Quantities {
public:
    Quantities(long bits, const Context& context) : bits_(bits), resolution_(bits + 40), context_(context) {}

    /// The number of a quantity, which is added when it is new.
    std::size_t number_of(const Leaf& leaf) {
        const auto found = std::ranges::find(names_, leaf.text);
        if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
        return add(certified(leaf, context_));
    }
    std::size_t add(const CertifiedQuantity& one) {
        Json json = json_of(one);  // adds those that it names
        names_.push_back(one.leaf->text);
        all_.push_back(std::move(json));
        return names_.size() - 1;
    }
    std::string written(const Formula& formula, const std::string& what) {
        return or_refuse(written_formula(formula, [this](const Leaf& leaf) { return number_of(leaf); }),
                         what);
    }
    Json all() { return std::move(all_); }
    /// The checker computes in multiples of 2^-resolution.
    [[nodiscard]] long resolution() const { return resolution_; }

private:
    Json json_of(const CertifiedQuantity& one) {
        const std::string& name = one.leaf->text;
        Json means = Json::array();
        for (const MeanProblem& problem : one.means.problems) {
            Json mean = Json::object();
            mean.set("integrand", written(problem.integrand, name));
            mean.set("law", json_of(problem.law, name));
            const bool constant = problem.integrand.variable_count() == 0;
            mean.set("panels", constant ? Json::array() : panels_of(problem, name));
            means.push_back(std::move(mean));
        }
        const Formula formula = one.means.problems.empty() ? in_parts(one.formula, name) : one.formula;
        return quantity(name, formula, std::move(means));
    }
    Json quantity(const std::string& name, const Formula& formula, Json means) {
        Json json = Json::object();
        json.set("name", name).set("formula", written(formula, name)).set("means", std::move(means));
        return json;
    }
    /// A formula whose text would repeat shared parts again and again, as that of a recursion does, in quantities
    /// of their own for such parts.
    Formula in_parts(const Formula& formula, const std::string& name) {
        constexpr double short_text = 300;
        constexpr std::size_t max_parts = 10'000;
        if (nodes_in_text(formula) < short_text) return formula;
        const std::vector<Formula> order = operands_first(formula);
        std::map<const Formula::Node*, int> users;
        for (const Formula& node : order)
            for (const Formula& operand : node.operands()) ++users[operand.identity()];
        std::map<const Formula::Node*, Formula> done;
        for (const Formula& node : order) {
            std::vector<Formula> operands;
            for (const Formula& one : node.operands()) operands.push_back(done.at(one.identity()));
            Formula part =
                operands.empty() ? node : Formula::make(node.operation(), operands, node.integer());
            if (!operands.empty() && users[node.identity()] > 1) {
                if (names_.size() >= max_parts)
                    throw Refusal{name + ": its recursion is too long to be written"};
                all_.push_back(quantity("part of " + name, part, Json::array()));
                names_.emplace_back();
                part = quantity_variable(names_.size() - 1);
            }
            done.emplace(node.identity(), part);
        }
        return done.at(formula.identity());
    }
    Json json_of(const Law& law, const std::string& name) {
        if (has_known_mass(law)) return "normal";
        const auto number = [&](const Real& limit) {
            return or_refuse(written_number(limit, [this](const Leaf& leaf) { return number_of(leaf); }),
                             name);
        };
        Json json = Json::object();
        json.set("log_weight", written(law.log_weight, name));
        json.set("lower", number(law.lower)).set("upper", number(law.upper));
        json.set("panels", panels_of(examine(Formula(1), law, context_), name));
        return json;
    }
    Json panels_of(const MeanProblem& problem, const std::string& name) {
        const PanelPlan plan = plan_panels(problem, bits_, context_);
        if (!plan.refusal.empty()) throw Refusal{name + ": " + plan.refusal};
        resolution_ = std::max(resolution_, plan.resolution);
        Json panels = Json::array();
        for (const CertifiedPanel& one : plan.panels) {
            Json panel = Json::object();
            panel.set("lower", written_dyadic(one.lower)).set("upper", written_dyadic(one.upper));
            panel.set("nodes", one.nodes).set("rho", one.rho).set("log2_bound", one.log2_bound);
            panels.push_back(std::move(panel));
        }
        return panels;
    }

    long bits_, resolution_;
    const Context& context_;
    std::vector<std::string> names_;
    Json all_ = Json::array();
};

std::string written(const BoundExpression& bound, const Record& record, const Context& context) {
    if (!record.computed.decimal) throw Refusal{"no digit of " + bound.text + " is proved"};
    std::vector<CertifiedQuantity> leaves;
    for (const Leaf& leaf : bound.leaves) leaves.push_back(certified(leaf, context));
    const std::string radius = half_unit(record, context.digits);
    const Ball goal = Ball::from_rational(Rational::from_decimal(radius), 64);
    const long bits = needed_bits(bound, leaves, goal, context);
    Quantities quantities(bits, context);
    std::vector<Formula> variables;
    variables.reserve(leaves.size());
    for (const CertifiedQuantity& one : leaves) variables.push_back(quantity_variable(quantities.add(one)));
    Json json = Json::object();
    json.set("format", "sigprop certificate 1").set("expression", bound.text);
    json.set("value", *record.computed.decimal).set("radius", radius);
    json.set("formula", quantities.written(bound.formula.substitute(variables), bound.text));
    json.set("bits", quantities.resolution()).set("quantities", quantities.all());
    return write_json(json);
}

}  // namespace

Certificate certificate_of(const BoundExpression& bound, const Record& record, const Context& context) {
    try {
        return {written(bound, record, context), {}};
    } catch (Refusal& refusal) {
        return {{}, std::move(refusal.reason)};
    }
}

}  // namespace sigprop
