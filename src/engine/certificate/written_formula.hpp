#pragma once
// Formulas and numbers as texts that the checker of certificates reads: numbers, the functions of the
// expression language, q0, q1, … for the quantities of the certificate.

#include <functional>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <string>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// The number of a quantity in the certificate, which it enters when it is asked for.
using NumberOf = std::function<std::size_t(const Leaf& quantity)>;

/// The variable that stands for a quantity, written q0, q1, …
[[nodiscard]] Formula quantity_variable(std::size_t number);

/// The number of numbers, variables and operations in the text of a formula, which repeats what is shared.
[[nodiscard]] double nodes_in_text(const Formula& formula);

/// nullopt where a constant is a number that has no formula, such as a root, or where the text would be too
/// long.
[[nodiscard]] std::optional<std::string> written_formula(const Formula& formula, const NumberOf& number_of);

/// "inf", "-inf" or a formula.
[[nodiscard]] std::optional<std::string> written_number(const Real& number, const NumberOf& number_of);

/// An exact ball as 0x1cp-5, the integer 0x1c times 2^-5.
[[nodiscard]] std::string written_dyadic(const Ball& exact);

}  // namespace sigprop
