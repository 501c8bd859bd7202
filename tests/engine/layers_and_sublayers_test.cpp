// `layers` counts Transformer blocks and `sublayers` residual additions, two a block: whatever can be asked
// with the one can be asked with the other, and the answer is the same to the last bit.

#include <doctest/doctest.h>

#include <sigprop/engine/evaluate.hpp>

#include "core/parallel/workers.hpp"
#include "engine/binding/catalogue.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/every_call.hpp"
#include "tests/support/sanitizers.hpp"

namespace {

using namespace sigprop;
using every_call::Values;

bool has(const Quantity& quantity, const char* name) {
    return std::ranges::find(quantity.parameters, name, &Parameter::name) != quantity.parameters.end();
}

/// Arguments beside the depth that the quantity takes with four sublayers.
Values beside_depth(const Quantity& quantity) {
    Values values = {{"sublayers", "4"}};
    for (const Parameter& one : quantity.parameters) {
        if (every_call::must_be_given(one)) values[one.name] = every_call::candidates(one).front();
    }
    if (has(quantity, "networks")) values["networks"] = "16";
    every_call::keep_small(quantity, values);
    const auto taken = every_call::Repair(quantity, "sublayers")(values);
    REQUIRE_MESSAGE(taken, quantity.name << " takes no call");
    values = *taken;
    values.erase("sublayers");
    return values;
}

std::string with(const Quantity& quantity, Values values, const Values& depth) {
    values.insert(depth.begin(), depth.end());
    return every_call::text_of(quantity, values);
}

/// Every method with its status, its reason and its ball, exactly.
std::string bits_of(const std::string& call) {
    const Context quick{.digits = 6, .samples = 256, .methods = "*", .budget = 20'000};
    const Result result = evaluate(call, quick);
    std::string text;
    for (const Evidence& one : result.evidence()) {
        text += one.method + " " + std::string(to_string(one.status)) + " " + one.reason;
        text += one.value.is_finite() ? " " + one.value.exact_text() + "\n" : "\n";
    }
    return text;
}

std::vector<const Quantity*> with_a_depth() {
    std::vector<const Quantity*> all;
    for (const Quantity& quantity : catalogue()) {
        if (has(quantity, "sublayers")) all.push_back(&quantity);
    }
    return all;
}

}  // namespace

TEST_CASE("what has sublayers has layers, and no other word for them") {
    std::size_t of_networks = 0;
    for (const Quantity& quantity : catalogue()) {
        CAPTURE(quantity.name);
        if (has(quantity, "sublayers")) CHECK(has(quantity, "layers"));
        CHECK(!has(quantity, "blocks"));
        for (const char* group : {"residual.", "network.", "training."}) {
            if (!quantity.name.starts_with(group)) continue;
            CHECK(!has(quantity, "layer"));
            if (quantity.name == "residual.smallest_singular_value") continue;  // of one sublayer
            CHECK(has(quantity, "sublayers"));
            ++of_networks;
        }
    }
    CHECK(of_networks == with_a_depth().size());
    CHECK(of_networks > 50);
}

TEST_CASE("two layers are four sublayers, in every quantity") {
    const std::vector<const Quantity*> all = with_a_depth();
    std::vector<std::string> by_layers(all.size()), by_sublayers(all.size());
    std::vector<Values> values;
    for (const Quantity* one : all) values.push_back(beside_depth(*one));
    for_each_index(all.size(), 2, [&](std::size_t i) {
        const bool trains = !all[i]->name.starts_with("residual.");
        if (test::has_sanitizers && trains) return;  // too slow: the models' own tests run there
        by_layers[i] = bits_of(with(*all[i], values[i], {{"layers", "2"}}));
        by_sublayers[i] = bits_of(with(*all[i], values[i], {{"sublayers", "4"}}));
    });
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(with(*all[i], values[i], {{"layers", "2"}}));
        CHECK(by_layers[i] == by_sublayers[i]);
        numbers += by_layers[i].find(" ok  ") != std::string::npos ? 1U : 0U;
    }
    if (!test::has_sanitizers) CHECK(numbers > 40);  // others are carried by few of 16 networks
}

TEST_CASE("neither and both are refused where they stand") {
    for (const Quantity* one : with_a_depth()) {
        CAPTURE(one->name);
        const Values values = beside_depth(*one);
        CHECK(answers::complaint(with(*one, values, {})) ==
              one->name +
                  ": give layers=, the number of Transformer blocks, or sublayers=, the number of residual "
                  "additions (two per block) @0");
        const std::string both = with(*one, values, {{"layers", "2"}, {"sublayers", "4"}});
        const std::size_t place = both.find("layers=") + std::string("layers=").size();
        CHECK(answers::complaint(both) == one->name +
                                              ": give layers= (Transformer blocks, each with two residual "
                                              "additions) or sublayers= (residual additions), not both @" +
                                              std::to_string(place));
    }
}

TEST_CASE("what people also call them is met with the name") {
    CHECK(answers::complains("residual.second_moment(pre_norm, blocks=12)",
                             "has no parameter 'blocks'; did you mean 'layers'? Write "
                             "residual.second_moment(pre_norm, layers=12) @33"));
    CHECK(answers::complains("residual.simulated_second_moment(pre_norm, blocks=12)",
                             "has no parameter 'blocks'; did you mean 'layers'?"));  // there is `block`
    CHECK(answers::complains("training.validation_loss(pre_norm, blocks=2)", "did you mean 'layers'?"));
    CHECK(answers::complains("residual.gradient_ratio(pre_norm, 12, layer=3)",
                             "has no parameter 'layer'; did you mean 'sublayer'? Write "
                             "residual.gradient_ratio(pre_norm, 12, sublayer=3) @38"));
    CHECK(answers::complains("network.second_moment(pre_norm, 2, layer=3)", "did you mean 'sublayer'?"));
    CHECK(answers::complains("residual.second_moment(pre_norm, layer=3)", "did you mean 'layers'?"));
    CHECK(answers::complains("residual.second_moment(pre_norm, sublayer=3)", "did you mean 'sublayers'?"));
}
