#include "quantities/normalization/support.hpp"

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

std::int64_t norm_leading(const Arguments& arguments, std::int64_t size) {
    if (!arguments.given("count")) return leading_count(arguments.real("share"), size);
    const std::int64_t count = arguments.integer("count");
    if (arguments.given("share"))
        throw InputError::about({"count", "share"}, "'count' and 'share' say the same: give one of them");
    if (count > size) {  // the entries may come as a list, of whose length no relation speaks
        throw InputError::about({"count"}, "count must be at most " + std::to_string(size) +
                                               ", the number of entries, not " + std::to_string(count));
    }
    return count;
}

std::optional<int> NormGroupCall::against_floor(const Real& squared_spread) const {
    return compare(squared_spread, rule.epsilon_place == EpsilonPlace::floor ? epsilon * epsilon : epsilon);
}

NormGroupCall norm_group_call(const Arguments& arguments, std::int64_t size) {
    NormGroupCall call;
    call.layer = find_norm_layer(arguments.choice("layer"));
    call.rule = call.layer->rule;
    call.size = size;
    if (arguments.has_real("epsilon")) call.epsilon = arguments.real("epsilon");
    const bool is_partial = call.layer->takes_share;
    for (const char* name : {"share", "count"}) {
        if (!is_partial && arguments.given(name)) {
            throw InputError::about({name}, std::string(call.layer->name) + " does not use '" + name +
                                                "': partial_rms_norm does");
        }
    }
    if (is_partial) {
        const std::int64_t leading = norm_leading(arguments, size);
        call.rule.leading = leading == size ? 0 : static_cast<std::size_t>(leading);
    }
    return call;
}

Route estimate(const char* method, std::function<Answer()> value) {
    return DirectRoute{RouteKind::definition, method, Kind::estimate,
                       [value = std::move(value)](long, const Context&) { return value(); }};
}

}  // namespace sigprop
