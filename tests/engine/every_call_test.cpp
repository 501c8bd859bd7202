// Whatever a quantity is asked, it answers with a value, `unable`, `domain` or an InputError: never with
// another exception, which is a fault of the library.

#include <doctest/doctest.h>

#include <sigprop/engine/evaluate.hpp>

#include "core/base/known_methods.hpp"
#include "core/parallel/workers.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/value_range.hpp"
#include "tests/support/every_call.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/share.hpp"

namespace {

using namespace sigprop;

/// Where the quantity cannot be what a proof or a sample says; six standard errors are allowed for.
std::string beyond(const NumberRange& values, const Evidence& one) {
    if (one.status != Status::ok || one.kind == Kind::estimate) return {};
    const Ball reach = one.kind == Kind::sample ? 6 * one.value.radius() : Ball(0);
    const Ball place = one.value.at_precision(64).widened(reach);
    if (values.admits(place) >= 0) return {};
    return "says " + std::to_string(one.value.to_double()) + ", which is not in " + values.text();
}

/// What is wrong with the answer to a call; empty if nothing is.
std::string fault_in(const std::string& text, const Context& context) {
    try {
        const NumberRange values = range_of(bind_expression(text));
        const Result result = evaluate(text, context);
        for (const Evidence& one : result.evidence()) {
            const std::string method = one.method + " (" + std::string(to_string(one.route)) + ")";
            if (std::string fault = beyond(values, one); !fault.empty()) return method + " " + fault;
            if (!is_known_method(one.method)) return method + " is missing in known_methods.cpp";
            if (one.status == Status::internal) return method + ": " + one.reason;
            if (one.status != Status::ok && one.reason.empty()) return method + " gives no reason";
            if (one.status == Status::ok && !one.value.is_finite()) return method + " gives no number";
        }
    } catch (const InputError&) {
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

/// What a quantity refuses whatever else is given.
std::vector<std::string> never_taken(const Quantity& quantity) {
    static const std::vector<std::string> draws_without_bounds = {
        "torch.normal_", "torch.kaiming_normal_", "torch.xavier_normal_",
        "jax.normal",    "keras.RandomNormal",    "tf.normal"};
    if (std::ranges::find(draws_without_bounds, quantity.name) != draws_without_bounds.end())
        return {"of=lower", "of=upper"};
    if (quantity.name == "residual.simulated_attention_entropy" ||
        quantity.name == "residual.simulated_score_second_moment")
        return {"block=linear", "block=mlp"};
    if (quantity.name.starts_with("residual.simulated_path_length_"))  // of linear layers only
        return {"block=mlp",    "block=transformer", "unit=plain",   "unit=gated",
                "causal=false", "causal=true",       "scores=plain", "scores=realformer",
                "activation",   "hidden_ratio",      "heads"};
    if (quantity.name == "training.coordinate_slope") return {"width"};  // it has widths
    return {};
}

}  // namespace

TEST_CASE("every call is answered") {
    const Context quick{
        .digits = 4, .samples = 256, .methods = "*,network,monte_carlo_float32", .budget = 2000};
    std::vector<std::string> texts;
    std::size_t index = 0;
    for (const Quantity& quantity : catalogue()) {
        if (!test::in_share(index++, 30)) continue;  // finding the calls takes longest
        const bool trains = quantity.name.starts_with("training.") || quantity.name.starts_with("network.");
        if (test::has_sanitizers && trains) continue;  // too slow: the models' own tests run there
        const every_call::Calls calls = every_call::calls_of(quantity);
        CAPTURE(quantity.name);
        CHECK(!calls.texts.empty());
        CHECK(calls.missing == never_taken(quantity));
        texts.insert(texts.end(), calls.texts.begin(), calls.texts.end());
    }
    std::vector<std::string> faults(texts.size());
    for_each_index(texts.size(), 2, [&](std::size_t i) { faults[i] = fault_in(texts[i], quick); });
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (!faults[i].empty()) FAIL_CHECK(texts[i] << ": " << faults[i]);
    }
}
