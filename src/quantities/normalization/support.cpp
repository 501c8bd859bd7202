#include "quantities/normalization/support.hpp"

#include "catalogue/groups.hpp"
#include "quantities/rows.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

/// ceil(share size), exactly.
std::int64_t leading_count(const Real& share, std::int64_t size) {
    const Real product = share * Real(Rational(size));
    auto least = static_cast<std::int64_t>(std::max(1.0, std::floor(product.to_double()) - 1));
    while (least < size && compare(product, Real(Rational(least))).value_or(0) > 0) ++least;
    return least;
}

}  // namespace

std::int64_t norm_leading(const NormLeadingArguments& given, std::int64_t size) {
    if (!given.count) return leading_count(given.share, size);
    if (given.given.share)
        throw InputError::about({"count", "share"},
                                "'count' and 'share' mean the same: give only one of them");
    if (*given.count > size) {  // the entries may come as a list, of whose length no relation speaks
        throw InputError::about({"count"}, "count must be at most " + std::to_string(size) +
                                               ", the number of entries, not " +
                                               std::to_string(*given.count));
    }
    return *given.count;
}

std::optional<int> NormGroupCall::against_floor(const Real& squared_spread) const {
    return compare(squared_spread, rule.epsilon_place == EpsilonPlace::floor ? epsilon * epsilon : epsilon);
}

NormGroupCall norm_group_call(const std::string& layer, const Real& epsilon,
                              const NormLeadingArguments& leading, std::int64_t size) {
    NormGroupCall call{find_norm_layer(layer), {}, size, epsilon};
    call.rule = call.layer->rule;
    if (call.layer->takes_share) {
        const std::int64_t count = norm_leading(leading, size);
        call.rule.leading = count == size ? 0 : static_cast<std::size_t>(count);
    } else if (leading.given.share || leading.count) {
        const std::string name = leading.given.share ? "share" : "count";
        throw InputError::about({name}, std::string(call.layer->name) + " does not use '" + name +
                                            "', only partial_rms_norm does");
    }
    return call;
}

Quantity norm_quantity(std::string_view name, std::function<std::vector<Route>(const Arguments&)> routes,
                       bool (*admits)(const NormLayer& layer)) {
    Quantity made = quantity(name, std::move(routes));
    Parameter& layer = *std::ranges::find(made.parameters, "layer", &Parameter::name);
    for (const NormLayer& one : norm_layers())
        if (admits(one)) layer.choices.emplace_back(one.name);
    return made;
}

Route estimate(const char* method, std::function<Answer()> value) {
    return DirectRoute{RouteKind::definition, method, Kind::estimate,
                       [value = std::move(value)](long, const Context&) { return value(); }};
}

}  // namespace sigprop
