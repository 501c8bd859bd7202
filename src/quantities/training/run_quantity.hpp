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
/// (models/training/training.hpp), and which sublayers have it.
struct RunPlace {
    const char* name;
    enum class Sublayers : std::uint8_t {
        none,
        positions,
        additions,
        attention,
        experts
    } sublayers = Sublayers::none;
    bool from_the_start = false;  ///< default sublayer: 0 instead of the last
};

namespace run_place {
inline constexpr RunPlace second_moment = {"second moment", RunPlace::Sublayers::positions};
inline constexpr RunPlace branch_moment = {"branch moment", RunPlace::Sublayers::additions};
inline constexpr RunPlace cosine = {"cosine", RunPlace::Sublayers::additions};
inline constexpr RunPlace token_similarity = {"token similarity", RunPlace::Sublayers::positions};
inline constexpr RunPlace attention_entropy = {"attention entropy", RunPlace::Sublayers::attention};
inline constexpr RunPlace score_second_moment = {"score second moment", RunPlace::Sublayers::attention};
inline constexpr RunPlace gate_square = {"gate square", RunPlace::Sublayers::experts};
inline constexpr RunPlace gradient_square = {"gradient square", RunPlace::Sublayers::positions, true};
inline constexpr RunPlace logit_second_moment = {"logit second moment"};
inline constexpr RunPlace loss = {"loss"};
}  // namespace run_place

/// The number at that place, at the sublayer that is asked for.
/// Errors   InputError for a sublayer that has none
[[nodiscard]] RunNumber number_at(const RunPlace& place, const std::string& when,
                                  std::optional<std::int64_t> sublayer, const TrainingRequest& request);

/// The sublayer that is asked for, or `fallback`.
/// Errors   InputError beyond `last`
[[nodiscard]] std::size_t run_sublayer(std::optional<std::int64_t> sublayer, std::int64_t fallback,
                                       std::int64_t last);

/// The quantity whose row has this name: the number at that place of networks at initialisation.
[[nodiscard]] Quantity network_quantity(const char* name, const RunPlace& place);
/// `number` reads the arguments and may change the request.
using NumberOfRequest = std::function<RunNumber(const TrainingArguments& given, TrainingRequest& request)>;
[[nodiscard]] Quantity training_quantity(const char* name, NumberOfRequest number);

/// coordinate_size, coordinate_change, coordinate_slope.
[[nodiscard]] std::vector<Quantity> coordinate_quantities();
/// What passes of their own measure: gradient_signal, sharpness, update_ratio, ...
[[nodiscard]] std::vector<Quantity> probe_quantities();

}  // namespace sigprop
