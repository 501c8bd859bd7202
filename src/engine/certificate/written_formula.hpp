#pragma once
// Formulas and numbers as texts that the checker of certificates reads: numbers, the functions of the expression language,
// no names of quantities.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

/// nullopt where a constant is a number that no formula of ours writes, such as a root or another quantity's value, or
/// where the text would be too long.
[[nodiscard]] std::optional<std::string> written_formula(const Formula& formula);

/// "inf", "-inf" or a formula.
[[nodiscard]] std::optional<std::string> written_number(const Real& number);

/// An exact ball as 0x1cp-5, the integer 0x1c times 2^-5.
[[nodiscard]] std::string written_dyadic(const Ball& exact);

}  // namespace sigprop
