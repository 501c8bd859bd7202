#include "engine/certificate/written_formula.hpp"

#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

#include "core/formula/operands_first.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

/// Formulas share nodes that their text repeats.
constexpr double max_formula_nodes = 20'000;

/// Variables below it are those of formulas.
constexpr int first_quantity = 1000;

std::optional<BoundExpression> bound_text(const std::string& text) {
    try {
        return bind_expression(text);
    } catch (const InputError&) {
        return std::nullopt;  // a text for people
    }
}

/// A constant that is no fraction, by its text: sqrt(2), (1) + (pi), selu.alpha().
std::optional<Formula> spelt_out(const Real& constant, const NumberOf& number_of) {
    if (constant.rational() != nullptr) return Formula(constant);
    const std::optional<BoundExpression> bound = bound_text(constant.text());
    if (!bound) return std::nullopt;
    std::vector<Formula> quantities;
    for (const Leaf& leaf : bound->leaves) quantities.push_back(quantity_variable(number_of(leaf)));
    return bound->formula.substitute(quantities);
}

/// x1003 is q3.
std::string with_quantities(const std::string& text) {
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t end = text[at] == 'x' ? text.find_first_not_of("0123456789", at + 1) : at;
        const std::string digits = text[at] == 'x' ? text.substr(at + 1, end - at - 1) : "";
        if (digits.size() < 4) {
            result += text[at];
            continue;
        }
        result += "q" + std::to_string(std::stoi(digits) - first_quantity);
        at += digits.size();
    }
    return result;
}

/// Where the constants spelt out hold others that are no fractions, of which pi alone is known to the
/// checker.
bool is_writable(const Formula& constant) {
    for (const Formula& node : operands_first(constant)) {
        const bool opaque = node.operation() == Operation::constant && node.constant().rational() == nullptr;
        if (opaque && node.constant().text() != "pi") return false;
    }
    return true;
}

}  // namespace

double nodes_in_text(const Formula& formula) {
    const Tape tape(formula);
    std::vector<double> nodes;
    for (const Instruction& one : tape.instructions) {
        double below = 1;
        for (int k = 0; k < operand_count(one.operation); ++k)
            below += nodes[one.operands[static_cast<std::size_t>(k)]];
        nodes.push_back(below);
    }
    return nodes.back();
}

Formula quantity_variable(std::size_t number) {
    return Formula::variable(first_quantity + static_cast<int>(number));
}

std::optional<std::string> written_formula(const Formula& formula, const NumberOf& number_of) {
    if (nodes_in_text(formula) > max_formula_nodes) return std::nullopt;
    std::map<const Formula::Node*, Formula> done;
    for (const Formula& node : operands_first(formula)) {
        if (node.operation() == Operation::constant) {
            const std::optional<Formula> constant = spelt_out(node.constant(), number_of);
            if (!constant || !is_writable(*constant)) return std::nullopt;
            done.emplace(node.identity(), *constant);
        } else if (node.operands().empty()) {
            done.emplace(node.identity(), node);
        } else {
            std::vector<Formula> operands;
            for (const Formula& one : node.operands()) operands.push_back(done.at(one.identity()));
            done.emplace(node.identity(), Formula::make(node.operation(), operands, node.integer()));
        }
    }
    return with_quantities(done.at(formula.identity()).text());
}

std::optional<std::string> written_number(const Real& number, const NumberOf& number_of) {
    if (number.infinite_sign() != 0) return number.infinite_sign() > 0 ? "inf" : "-inf";
    return written_formula(Formula(number), number_of);
}

std::string written_dyadic(const Ball& exact) {
    // "mantissa exponent 0 0", in hexadecimal.
    std::istringstream text(exact.exact_text());
    std::string mantissa, exponent;
    text >> mantissa >> exponent;
    const bool negative = mantissa.front() == '-';
    return (negative ? "-0x" : "0x") + mantissa.substr(negative ? 1 : 0) + "p" +
           std::to_string(std::stol(exponent, nullptr, 16));
}

}  // namespace sigprop
