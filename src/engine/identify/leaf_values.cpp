#include "engine/identify/leaf_values.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "core/formula/evaluator.hpp"

#include "engine/binding/binder.hpp"

namespace sigprop {
namespace {

constexpr long digits = 20;
constexpr std::uint64_t max_evaluations = 20'000;
constexpr std::size_t max_kept = 20'000;

/// The evidence that proves the value; also stores whether the leaf is a mean.
Evidence proof_of(const Leaf& leaf, const Context& context, LeafValue& result) {
    result.is_mean = std::ranges::any_of(
        leaf.routes, [](const Route& route) { return std::holds_alternative<Expectation>(route); });
    Context few;
    few.digits = digits;
    few.budget = max_evaluations;
    few.cancelled = context.cancelled;
    few.deadline = context.deadline;
    return best_enclosure(leaf.routes, few);
}

LeafValue computed(const std::string& text, const Context& context) {
    LeafValue result;
    try {
        const BoundExpression bound = bind_expression(text);
        std::vector<Ball> values;
        for (const Leaf& leaf : bound.leaves) {
            const Evidence proof = proof_of(leaf, context, result);
            if (proof.status != Status::ok || !has_digits(proof.value, digits / 2)) return result;
            values.push_back(proof.value);
        }
        const double value = Evaluator<Ball>(bound.formula, Context::bits_for(digits))(values)[0].to_double();
        if (std::isfinite(value)) result.value = value;
    } catch (const InputError&) {  // these arguments do not fit this quantity
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
    const LeafValue result = computed(text, context);  // two threads may both compute it
    const std::lock_guard lock(mutex);
    if (known.size() < max_kept) known.emplace(text, result);
    return result;
}

}  // namespace sigprop
