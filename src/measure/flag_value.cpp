#include "measure/flag_value.hpp"

#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/evaluate.hpp>

namespace sigprop {

void refuse_flag(const std::string& flag, const std::string& text, const std::string& problem) {
    throw InputError("--" + flag + " " + problem, Place{"--" + flag, text, 0, text.size()});
}

double flag_value(const std::string& flag, const std::string& text, const Context& context) {
    Context few = context;
    few.digits = 20;
    few.methods = "!quasi_monte_carlo";  // one number is wanted, not every method
    const Result result = [&] {
        try {
            return evaluate(text, few);
        } catch (const InputError& error) {
            throw InputError("--" + flag + ": " + error.what(), error.place());
        }
    }();
    const std::optional<double> value = result.value();
    if (value) return *value;
    if (result.enclosure() != nullptr) refuse_flag(flag, text, "is beyond the range of float64");
    refuse_flag(flag, text, "has no value" + (result.reason().empty() ? "" : ": " + result.reason()));
}

}  // namespace sigprop
