// Means under a normal in double precision, for many standard deviations at a time: NormalRule for arrays.

#include <algorithm>
#include <array>
#include <mutex>
#include <sigprop/methods/normal_rule/normal_rule.hpp>

#include "engine/binding/arguments.hpp"
#include "engine/binding/named_call.hpp"

#include "functions.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// A rule remembers where it was evaluated last, and several threads may ask.
struct HeldRule {
    explicit HeldRule(NormalRule made) : rule(std::move(made)) {}

    NormalRule rule;
    ForkSafeMutex mutex;
};

/// {f, lower_std, upper_std, mean, power, options}: E f(mean + std z)^power; "f" names the function in
/// messages.
Value prepared(const Request& request) {
    const std::string f = request.text("f");
    const auto power = request["power"].get<int>();
    if (power < 1 || power > 4)
        throw InputError::about({"power"}, "the power of a mean must be 1, 2, 3 or 4");
    const Formula formula = bind_ungated("f", function_argument(f, "f"), f).formula;
    auto held = run(context_of(request), request, [&](const Context& context, Progress&) {
        return std::make_shared<HeldRule>(NormalRule(power == 1 ? formula : pow(formula, power),
                                                     request.number("lower_std"), request.number("upper_std"),
                                                     request.number("mean"), context));
    });
    Value made = {{"status", to_string(held->rule.status())},
                  {"reason", held->rule.reason()},
                  {"proved", held->rule.is_proved()}};
    made["object"] = keep(std::move(held));
    return made;
}

/// {rule, std}
Value nodes(const Request& request) {
    const auto held = request.object<HeldRule>("rule");
    const std::lock_guard lock(held->mutex);
    return held->rule.nodes(request.number("std"));
}

/// {rule, std}: [value, bound]
Value mean(const Request& request) {
    const auto held = request.object<HeldRule>("rule");
    const std::lock_guard lock(held->mutex);
    const NormalRule::Value found = held->rule(request.number("std"));
    return Value::array({found.value, found.bound});
}

/// {rule, size, stds, values, bounds}: addresses of doubles, of which the last two are filled. For many the
/// rule is copied, as other threads may use it.
Value evaluate_many(const Request& request) {
    const auto doubles = [&](const char* name) {
        return reinterpret_cast<double*>(request[name].get<std::uintptr_t>());
    };
    const double* const stds = doubles("stds");
    double* const values = doubles("values");
    double* const bounds = doubles("bounds");
    const auto size = request["size"].get<std::size_t>();
    const auto held = request.object<HeldRule>("rule");
    const auto fill = [&](NormalRule& rule, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) {
            const NormalRule::Value found = rule(stds[i]);
            values[i] = found.value;
            bounds[i] = found.bound;
        }
    };
    constexpr std::size_t few = 1024;
    std::unique_lock lock(held->mutex);
    if (size <= few) {
        fill(held->rule, 0, size);
        return size;
    }
    NormalRule own = held->rule;
    lock.unlock();
    return run(Context(), request, [&](const Context& context, Progress&) {
        for (std::size_t i = 0; i < size; i += few) {
            context.check_interrupted();
            fill(own, i, std::min(size, i + few));
        }
        return size;
    });
}

}  // namespace

std::span<const Function> normal_rule_functions() {
    static constexpr std::array all = {Function{"normal_rule", &prepared}, Function{"rule.nodes", &nodes},
                                       Function{"rule.mean", &mean},
                                       Function{"rule.evaluate", &evaluate_many}};
    return all;
}

}  // namespace sigprop::python
