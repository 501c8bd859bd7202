#pragma once
// What list, show and constants answer, as data: their --json writes it, and the Python package asks for it,
// so that both say the same. Each function stands in the file of its command.

#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "formats/json.hpp"

namespace sigprop::tool {

/// {"quantities": [{name, about, formula, …}], "activations": …}: what the words find, the best first.
/// Errors   InputError where nothing matches, with the word that was probably meant
[[nodiscard]] Json list_answer(const std::vector<std::string>& words);

/// {"shown": [{kind, name, …, text}]}: everything that these names or globs stand for.
/// Errors   InputError for a name that nothing has
[[nodiscard]] Json show_answer(const std::vector<std::string>& names);

/// {"constants": [{name, expression, definition, decimal, double, digits}]}; `kind` cpp or python makes it
/// one text of code instead.
/// Errors   InputError where no name matches
[[nodiscard]] Json constants_answer(const std::vector<std::string>& globs, const std::string& kind,
                                    const Context& context);

/// {"numbers": [{number, line, matches: [{expression, is, value, certainty, chance, …}]}]}: what a number is;
/// `words` stand beside it, or are empty.
/// Errors   InputError for a text that is no decimal number
[[nodiscard]] Json what_answer(const std::string& number, const std::string& words, const Context& context);

}  // namespace sigprop::tool
