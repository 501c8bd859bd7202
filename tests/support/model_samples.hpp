#pragma once
// Models sampled from recipes, small enough for unit tests and large enough to tell laws apart.

#include <map>
#include <string>
#include <vector>

#include "engine/recipe/sized_recipe.hpp"
#include "measure/model/expected.hpp"
#include "tests/support/checkpoint_samples.hpp"
#include "tests/support/weights_samples.hpp"

namespace sigprop::testing {

inline std::vector<float> floats(const std::vector<double>& values) {
    return std::vector<float>(values.begin(), values.end());
}

inline std::size_t size_of_shape(const std::vector<std::size_t>& shape) {
    std::size_t size = 1;
    for (const std::size_t length : shape) size *= length;
    return size;
}

inline std::vector<float> sample_of(const ExpectedLaw& law, std::size_t n, std::uint64_t seed) {
    using namespace weights_samples;
    switch (law.form) {
        case TensorLaw::normal: return floats(normal_weights(n, law.law.std, seed));
        case TensorLaw::truncated_normal: {
            const double cut = law.law.upper / law.law.std;
            constexpr double endless = 12;
            if (cut > endless) return floats(normal_weights(n, law.law.std, seed));
            return floats(truncated(n, law.law.std, -cut, cut, seed));
        }
        case TensorLaw::uniform: return floats(uniform(n, law.law.upper, seed));
        case TensorLaw::constant: return std::vector<float>(n, static_cast<float>(law.value));
    }
    return {};
}

/// Every tensor of a recipe, with layers in place of *, and blocks in place of ** where a matrix has that
/// name; rules for all gains and all biases are left out.
inline std::vector<SampleTensor> sample_model(const SizedRecipe& recipe, std::uint64_t seed) {
    std::vector<SampleTensor> model;
    Numbers numbers;
    for (const SizedTensor& one : recipe.tensors) {
        std::string name = one.name;
        if (const std::size_t any = name.find("**"); any != std::string::npos) {
            if (one.role == "bias" || one.role == "norm_gain") continue;
            name.replace(any, 2, "block.*");
        }
        const std::size_t star = name.find('*');
        const std::int64_t layers = star == std::string::npos ? 1 : recipe.layers;
        for (std::int64_t layer = 0; layer < layers; ++layer) {
            SampleTensor tensor{name, {}, {}};
            if (star != std::string::npos) tensor.name.replace(star, 1, std::to_string(layer));
            for (const std::int64_t length : one.shape)
                tensor.shape.push_back(static_cast<std::size_t>(length));
            if (tensor.shape.empty()) tensor.shape.push_back(static_cast<std::size_t>(recipe.d_model));
            constexpr std::uint64_t stride = 1000;  // seeds of one model do not meet those of the next
            tensor.values = sample_of(expected_law(one, numbers), size_of_shape(tensor.shape),
                                      seed * stride + model.size());
            model.push_back(std::move(tensor));
        }
    }
    return model;
}

inline SampleTensor& tensor_named(std::vector<SampleTensor>& model, const std::string& name) {
    for (SampleTensor& one : model) {
        if (one.name == name) return one;
    }
    throw std::logic_error("the sample has no " + name);
}

inline void erase_named(std::vector<SampleTensor>& model, const std::string& name) {
    std::erase_if(model, [&](const SampleTensor& one) { return one.name == name; });
}

/// GPT-2 of four layers and width 96.
inline SizedRecipe small_gpt2(const RecipeSettings& more = {}) {
    RecipeSettings settings = {
        {"d_model", "96"}, {"layers", "4"}, {"heads", "3"}, {"vocab", "300"}, {"context", "64"}};
    settings.insert(settings.end(), more.begin(), more.end());
    return sized(shipped_recipe("gpt2"), settings);
}

/// The same, its head tied to the embedding and therefore not saved.
inline std::vector<SampleTensor> gpt2_model(std::uint64_t seed) {
    std::vector<SampleTensor> model = sample_model(small_gpt2(), seed);
    erase_named(model, "lm_head.weight");
    return model;
}

}  // namespace sigprop::testing
