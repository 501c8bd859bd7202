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

enum class StartOf : unsigned char { torch, xavier, he };

/// Four matrices [out, in] of one law, a table of embeddings, gains and biases, which say nothing.
std::vector<SampleTensor> model_of(StartOf law, bool kernels) {
    std::vector<SampleTensor> model;
    for (std::uint64_t layer = 0; layer < 4; ++layer) {
        const double in = 48;
        const double out = 96;
        const std::string stem = "net." + std::to_string(layer);
        std::vector<double> values;
        if (law == StartOf::he) {
            values = weights_samples::normal_weights(48 * 96, std::sqrt(2 / in), layer + 1);
        } else {
            const double limit = law == StartOf::torch ? 1 / std::sqrt(in) : std::sqrt(6 / (in + out));
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
    return audit.unnamed.one ? audit.unnamed.one->text() : "";
}

}  // namespace

TEST_CASE("a framework's defaults, by the names that its tensors have; a scheme in all matrices") {
    CHECK(described(model_of(StartOf::torch, false)) == "PyTorch's defaults: 4 of 4 random tensors");
    CHECK(described(model_of(StartOf::xavier, true)) == "Keras's defaults: 4 of 4 random tensors");
    CHECK(described(model_of(StartOf::xavier, false)) == "Xavier's uniform law: 4 of 4 random tensors");
    CHECK(described(model_of(StartOf::he, false)) == "He's normal law by fan_in: 4 of 4 random tensors");
    CHECK(described(model_of(StartOf::he, true)) == "He's normal law by fan_in: 4 of 4 random tensors");
    // PyTorch's law is no default of those whose tensors are kernels
    CHECK(described(model_of(StartOf::torch, true)).empty());
}

TEST_CASE("what most of it does not follow describes nothing; one matrix is no model") {
    std::vector<SampleTensor> model = model_of(StartOf::he, false);
    tensor_named(model, "net.2.weight").values = floats(weights_samples::normal_weights(48 * 96, 0.3, 9));
    CHECK(described(model).empty());
    std::vector<SampleTensor> one = model_of(StartOf::he, false);
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

TEST_CASE("several laws are told by tensors, with a command that compares each matrix with one of them") {
    // Of different shapes, so that no layer is compared with its siblings.
    const std::vector<std::size_t> widths = {48, 96, 80, 64, 72};
    const auto mlp = [&](const std::vector<double>& stds) {
        std::vector<SampleTensor> model;
        for (std::size_t k = 0; k + 1 < widths.size(); ++k)
            model.push_back(
                {"net." + std::to_string(k) + ".weight",
                 {widths[k + 1], widths[k]},
                 floats(weights_samples::normal_weights(widths[k] * widths[k + 1], stds[k], k + 1))});
        return model;
    };
    const auto he = [&](std::size_t fan) { return std::sqrt(2 / static_cast<double>(fan)); };
    const auto told = [&](const std::vector<double>& stds, const char* name) {
        const cli::Folder folder;
        folder.write(name, safetensors_of(mlp(stds)));
        const cli::Run run = cli::tool({"measure", "model", folder / name});
        CHECK(run.code == 0);
        std::string out = run.out;
        for (std::size_t at = out.find(folder.path()); at != out.npos; at = out.find(folder.path()))
            out.replace(at, folder.path().size(), "F");
        std::string line;  // a break and its indentation are a blank
        for (const char c : out)
            if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' '))
                line += c;
            else if (!line.empty() && line.back() != ' ')
                line += ' ';
        return line;
    };
    const std::vector<double> mixed = {he(48), he(96), he(64), he(64)};  // fan_in, fan_in, fan_out, fan_in
    const std::string out = told(mixed, "m.safetensors");
    CHECK_MESSAGE(
        out.find("of 4 random tensors, 3 have He's normal law by fan_in (net.0.weight and 2 others), "
                 "1 has He's normal law by fan_out (net.2.weight)") != out.npos,
        out);
    CHECK_MESSAGE(
        out.find("write sigprop measure weights F/m.safetensors --std \"sqrt(2/fan_in)\"") != out.npos, out);
    CHECK(told(mixed, "my model.safetensors").find("weights \"F/my model.safetensors\" --std") != out.npos);
    // A tensor of no law is told, too; where no tensor has any, there is nothing to compare with.
    const std::string odd = told({he(48), he(96), 0.31, he(64)}, "m.safetensors");
    CHECK_MESSAGE(odd.find(", 1 has none of the usual laws (net.2.weight)") != odd.npos, odd);
    const std::string none = told({0.37, 0.41, 0.31, 0.33}, "m.safetensors");
    CHECK(none.find("measure weights") == none.npos);
    CHECK(none.find("random tensors") == none.npos);
}

TEST_CASE("each generic law's command confirms weights of that law, and refutes those of another") {
    const cli::Folder folder;
    const auto confirms = [&](const std::vector<SampleTensor>& claimed_of,
                              const std::vector<SampleTensor>& model) {
        const GenericLaws laws = [&] {
            ModelQuestion question;
            question.path = folder.write("claimed.safetensors", safetensors_of(claimed_of));
            return audit_model(question, Context{}).unnamed.one.value();
        }();
        const std::string file = folder.write("model.safetensors", safetensors_of(model));
        const std::string command = std::string(SIGPROP_TOOL) + " measure weights " + file + " " +
                                    laws.claim + " > " + folder / "out";
        return std::system(command.c_str()) == 0;
    };
    for (const StartOf law : {StartOf::torch, StartOf::xavier, StartOf::he}) {
        for (const bool kernels : {false, true}) {
            if (law == StartOf::torch && kernels) continue;
            CHECK(confirms(model_of(law, kernels), model_of(law, kernels)));
            CHECK_FALSE(confirms(model_of(law, kernels),
                                 model_of(law == StartOf::he ? StartOf::xavier : StartOf::he, kernels)));
        }
    }
}
