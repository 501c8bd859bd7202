#include "engine/leaf_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "engine/binder.hpp"

namespace sigprop {
namespace {

constexpr long digits = 20;
constexpr std::uint64_t most_evaluations = 20'000;
constexpr std::size_t most_kept = 20'000;

LeafValue computed(const std::string& text, const Context& context) {
    LeafValue result;
    try {
        const BoundExpression bound = bind_expression(text);
        if (bound.leaves.size() != 1 || bound.formula.operation() != Operation::variable) return result;
        const std::vector<RoutePlan>& routes = bound.leaves[0].routes;
        result.is_mean = std::ranges::any_of(
            routes, [](const RoutePlan& route) { return std::holds_alternative<Expectation>(route); });
        Context few;
        few.digits = digits;
        few.budget = most_evaluations;
        few.cancelled = context.cancelled;
        const Evidence proof = best_enclosure(routes, few);
        result.evaluations = proof.work.evaluations;
        if (proof.status == Status::ok && has_digits(proof.value, digits / 2)) {
            const double value = proof.value.to_double();
            if (std::isfinite(value)) result.value = value;
        }
    } catch (const InputError&) {  // these arguments are not for this quantity
    }
    return result;
}

}  // namespace

LeafValue leaf_value(const std::string& text, const Context& context) {
    static std::mutex mutex;
    static std::map<std::string, LeafValue> known;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(text); found != known.end()) return found->second;
    }
    const LeafValue result = computed(text, context);  // two threads may do this twice, to the same end
    const std::lock_guard lock(mutex);
    if (known.size() < most_kept) known.emplace(text, result);
    return result;
}

}  // namespace sigprop
