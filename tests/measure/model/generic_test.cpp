// What describes a model that nobody named: a framework's defaults, or one law throughout.

#include "measure/model/generic.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

enum class Law : unsigned char { torch, xavier, he };

/// Four matrices [out, in] of one law, a table of embeddings, gains and biases, which say nothing.
std::vector<SampleTensor> model_of(Law law, bool kernels) {
    std::vector<SampleTensor> model;
    for (std::uint64_t layer = 0; layer < 4; ++layer) {
        const double in = 48;
        const double out = 96;
        const std::string stem = "net." + std::to_string(layer);
        std::vector<double> values;
        if (law == Law::he) {
            values = weights_samples::normal(48 * 96, std::sqrt(2 / in), layer + 1);
        } else {
            const double limit = law == Law::torch ? 1 / std::sqrt(in) : std::sqrt(6 / (in + out));
            values = weights_samples::uniform(48 * 96, limit, layer + 1);
        }
        if (kernels) {
            model.push_back({"net_" + std::to_string(layer) + "/kernel", {48, 96}, floats(values)});
        } else {
            model.push_back({stem + ".weight", {96, 48}, floats(values)});
        }
        model.push_back({stem + ".bias", {96}, std::vector<float>(96, 0.0F)});
    }
    return model;
}

std::string described(const std::vector<SampleTensor>& model) {
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    const ModelAudit audit = audit_model(question, Context{});
    return audit.generic ? audit.generic->text() : "";
}

}  // namespace

TEST_CASE("a framework's defaults, by the names that its tensors have; a scheme in all matrices") {
    CHECK(described(model_of(Law::torch, false)) == "PyTorch's defaults: 4 of 4 random tensors");
    CHECK(described(model_of(Law::xavier, true)) == "Keras's defaults: 4 of 4 random tensors");
    CHECK(described(model_of(Law::xavier, false)) == "Xavier's uniform law: 4 of 4 random tensors");
    CHECK(described(model_of(Law::he, false)) == "He's normal law by fan_in: 4 of 4 random tensors");
    CHECK(described(model_of(Law::he, true)) == "He's normal law by fan_in: 4 of 4 random tensors");
    // PyTorch's law is no default of those whose tensors are kernels
    CHECK(described(model_of(Law::torch, true)).empty());
}

TEST_CASE("what most of it does not follow describes nothing; one matrix is no model") {
    std::vector<SampleTensor> model = model_of(Law::he, false);
    tensor_named(model, "net.2.weight").values = floats(weights_samples::normal(48 * 96, 0.3, 9));
    CHECK(described(model).empty());
    std::vector<SampleTensor> one = model_of(Law::he, false);
    one.resize(2);
    CHECK(described(one).empty());
}

TEST_CASE("kernels that Flax's scan has stacked have the law of each; a cut law of 0.05 is Keras's own") {
    constexpr double cut_std = 0.8796256610342398;
    std::vector<SampleTensor> stacked;
    for (std::uint64_t k = 0; k < 3; ++k) {
        const double std = 1 / (std::sqrt(48.0) * cut_std);
        stacked.push_back({"layers." + std::string(1, static_cast<char>('a' + k)) + ".kernel",
                           {4, 48, 96},
                           floats(weights_samples::truncated(4 * 48 * 96, std, -2, 2, k + 1))});
    }
    CHECK(described(stacked) == "Flax's defaults: 3 of 3 random tensors");
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(stacked));
    const ModelAudit audit = audit_model(question, Context{});
    REQUIRE_FALSE(audit.scan.parts.front().likely.empty());
    CHECK(audit.scan.parts.front().likely.front().name ==
          "lecun_normal, truncated and corrected (Keras, JAX), in each of 4 stacked matrices");
    question.path = folder.write(
        "other.safetensors",
        safetensors_of(
            {{"dense/kernel", {96, 160}, floats(weights_samples::truncated(96 * 160, 0.05, -2, 2, 5))}}));
    const ModelAudit other = audit_model(question, Context{});
    REQUIRE_FALSE(other.scan.parts.front().likely.empty());
    CHECK(other.scan.parts.front().likely.front().name == "a normal of std 0.05, truncated at ±2 std");
}
