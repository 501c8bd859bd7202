#include <sigprop/engine/series/series.hpp>

#include "core/expression/expression.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// A file of series is read, its expressions bound at the first point, or refused with a place.
void run_series(std::string_view bytes) {
    std::vector<SeriesPlan> plans;
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "series.json"); };
    if (!accepts([&] { plans = read_series(bytes, "series.json"); }, refused)) return;
    for (const SeriesPlan& plan : plans) {
        require(!plan.id.empty() && plan.line > 0, "a series has an id and a place");
        require(!plan.expressions.empty(), "a series has an expression");
        for (const Axis& axis : plan.axes) require(!axis.values.empty(), "an axis has values");
        for (const std::string& one : plan.expressions) static_cast<void>(parse_expression(one));
    }
}

}  // namespace sigprop::fuzz
