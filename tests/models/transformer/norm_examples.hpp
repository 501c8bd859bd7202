#pragma once
// Small Transformers with every norm at every place.

#include "tests/models/transformer/transformer_example.hpp"

namespace transformer_test {

/// Every norm at every place, with gain, bias, both or neither, and epsilon at both places.
[[nodiscard]] inline std::vector<Example> norm_examples() {
    struct Place {
        const char* name;
        ResidualStep<double> step;
        bool gain, bias;
        EpsilonPlace epsilon_place;
    };
    const std::vector<Place> places = {
        {"before",
         {.normalises_input = true, .input_scale = 0.8, .skip = 0.9, .branch = 0.7},
         true,
         true,
         EpsilonPlace::inside_root},
        {"after",
         {.input_scale = 0.7, .skip = 1.2, .branch = 0.8, .normalises_sum = true},
         true,
         false,
         EpsilonPlace::outside_root},
        {"before and after",
         {.normalises_input = true, .input_scale = 1.1, .skip = 0.8, .branch = 1.3, .normalises_sum = true},
         false,
         true,
         EpsilonPlace::inside_root},
        {"in the branch",
         {.input_scale = 0.6, .normalises_branch = true, .skip = 1.1, .branch = 0.6},
         false,
         false,
         EpsilonPlace::outside_root},
        {"everywhere",
         {.normalises_input = true,
          .input_scale = 0.9,
          .normalises_branch = true,
          .skip = 1.2,
          .branch = 0.9,
          .normalises_sum = true},
         true,
         true,
         EpsilonPlace::outside_root},
    };
    const std::vector<std::pair<const char*, TransformerNorm>> norms = {
        {"no norm", TransformerNorm::none},          {"rms_norm", TransformerNorm::rms_norm},
        {"layer_norm", TransformerNorm::layer_norm}, {"group_norm", TransformerNorm::group_norm},
        {"batch_norm", TransformerNorm::batch_norm}, {"dyt", TransformerNorm::dyt},
        {"dyisru", TransformerNorm::dyisru}};
    std::vector<Example> result;
    for (const auto& [norm, kind] : norms) {
        for (const Place& place : places) {
            Example example = base(std::string(norm) + " " + place.name);
            set_steps(example.design, place.step);
            example.design.final_norm = result.size() % 3 != 1;
            example.design.norm.kind = kind;
            example.design.norm.gain = place.gain;
            example.design.norm.bias = place.bias;
            example.design.norm.epsilon_place = place.epsilon_place;
            example.design.norm.groups = kind == TransformerNorm::group_norm ? 2 : 1;
            example.design.norm.start = kind == TransformerNorm::dyisru ? 0.9 : 0.6;
            result.push_back(example);
        }
    }
    return result;
}

}  // namespace transformer_test
