#pragma once
// How the quantities network.* and training.* are made: each takes one number from every network, and its
// mean over networks.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "quantities/training/training_sample.hpp"

namespace sigprop {

/// Where a quantity looks: the name of a run's number behind "start " or "end "
/// (models/training/training.hpp), and which layers have it.
struct RunPlace {
    const char* name;
    enum class Layers : std::uint8_t { none, positions, additions, attention } layers = Layers::none;
    bool from_the_start = false;  ///< default layer: 0 instead of the last
};

namespace run_place {
inline constexpr RunPlace second_moment = {"second moment", RunPlace::Layers::positions};
inline constexpr RunPlace branch_moment = {"branch moment", RunPlace::Layers::additions};
inline constexpr RunPlace cosine = {"cosine", RunPlace::Layers::additions};
inline constexpr RunPlace token_similarity = {"token similarity", RunPlace::Layers::positions};
inline constexpr RunPlace attention_entropy = {"attention entropy", RunPlace::Layers::attention};
inline constexpr RunPlace score_second_moment = {"score second moment", RunPlace::Layers::attention};
inline constexpr RunPlace gradient_square = {"gradient square", RunPlace::Layers::positions, true};
inline constexpr RunPlace logit_second_moment = {"logit second moment"};
inline constexpr RunPlace loss = {"loss"};
}  // namespace run_place

/// The number at that place, at the layer that is asked for.
/// Errors   InputError for a layer that has none
[[nodiscard]] RunNumber number_at(const RunPlace& place, const std::string& when, const Arguments& arguments,
                                  const TrainingRequest& request);

/// The layer that is asked for, or `fallback`.
/// Errors   InputError beyond `last`
[[nodiscard]] std::size_t run_layer(const Arguments& arguments, std::int64_t fallback, std::int64_t last);

/// Which mean over networks, for numbers that spread over orders of magnitude.
[[nodiscard]] Parameter statistic_parameter();

/// What differs from quantity to quantity.
struct RunQuantity {
    const char* name;  ///< after "network." or "training."
    const char* summary;
    const char* formula;
    const char* layer = nullptr;        ///< the meaning of the parameter, where there is one
    std::vector<Parameter> first = {};  ///< parameters of its own
    NumberRange values = {};            ///< of one network, and so of means over networks
};

[[nodiscard]] Quantity network_quantity(const RunQuantity& about, const RunPlace& place);
/// `number` reads the arguments and may change the request.
using NumberOfRequest = std::function<RunNumber(const Arguments& arguments, TrainingRequest& request)>;
[[nodiscard]] Quantity training_quantity(const RunQuantity& about, NumberOfRequest number);
/// With routes of its own.
[[nodiscard]] Quantity training_quantity(const RunQuantity& about,
                                         std::function<std::vector<Route>(const Arguments&)> routes);

/// coordinate_size, coordinate_change, coordinate_slope.
[[nodiscard]] std::vector<Quantity> coordinate_quantities();

}  // namespace sigprop
