#pragma once
// Calls of frameworks as they stand in code: arguments in the framework's order, with those that leave the
// law as it is (device=, seed=, bias=False), a tensor that is filled, None, True and quoted words. What such
// a call says is matched with the parameters of the quantity; what it cannot mean is refused with what to
// write.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The parameter that the i-th argument of the call is for; none where it is for an argument of the framework
/// that is no parameter, or for none at all.
[[nodiscard]] std::optional<std::size_t> parameter_of_argument(const Quantity& quantity,
                                                               const Expression& call, std::size_t i);

/// The expression given for each parameter of a quantity with a signature; null where it was left out, or is
/// None.
/// Errors   InputError with a place in `text`
[[nodiscard]] std::vector<const Expression*> matched_library_arguments(const Quantity& quantity,
                                                                       const Expression& call,
                                                                       std::string_view text);

/// What the call has that its number does not depend on although one might expect it to.
[[nodiscard]] std::vector<std::string> remarks_on_call(const Quantity& quantity, const Expression& call);

/// The word that an argument of a framework's call stands for: without quotes and without the module of a
/// type (torch.bfloat16), True as true; empty for what is no word.
[[nodiscard]] std::string word_of_argument(const Expression& e);

/// Whether this makes a new tensor of the sizes that are its arguments, as torch.empty(3, 5) does.
[[nodiscard]] bool makes_tensor(const Expression& e);

/// The name of the quantity that the frameworks' spelling of one stands for: torch.Linear for nn.Linear and
/// torch.nn.Linear, keras.HeNormal for tf.keras.initializers.he_normal. Several where a module has the same
/// name in several frameworks, in the order in which they are tried; none for other names.
[[nodiscard]] std::vector<std::string> names_spelled(std::string_view name);

}  // namespace sigprop
