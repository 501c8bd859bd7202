#pragma once
// What a library's own code draws: for each family of models the laws of its tensors, with expressions in
// sizes and keys of its config.json. The rows are data (src/architectures), inferred from models that the
// libraries have just made, at two sizes and two ranges (studies/families).
//
//     config.json, scan -> family -> what each tensor should be

#include <optional>

#include "engine/recipe/family_rows.hpp"
#include "formats/json.hpp"
#include "measure/model/expectation.hpp"
#include "measure/model/scan.hpp"

namespace sigprop {

/// The family that config.json names, by model_type, diffusers' _class_name or timm's architecture; a null
/// pointer where it names none that is known.
[[nodiscard]] const ModelFamily* family_of(const std::optional<Json>& config);

/// The family of a GGUF file's general.architecture; a null pointer where it is not known.
[[nodiscard]] const ModelFamily* family_of_gguf(const std::string& architecture);

/// The family that the user names: "timm.ResNet", "family.gpt2"; a null pointer for other names.
[[nodiscard]] const ModelFamily* family_called(std::string_view name);

/// What the family's code leaves in each part.
[[nodiscard]] ModelExpectation expect(const ModelFamily& family, const Json& config, const ModelScan& scan);

/// Parts of a random law with enough weights to tell it, and those of them that follow it.
struct RandomShare {
    std::size_t right = 0, of = 0;
};
[[nodiscard]] RandomShare random_share(const ModelExpectation& expected, const ModelScan& scan);

/// The family whose names the tensors have: all that nine of ten architectures of it have, and no others, but
/// for a tenth. Of several the one that explains most.
[[nodiscard]] std::optional<ModelExpectation> namesake_of(const ModelScan& scan);

/// Whether a model that has the names of a family is one: its laws hold for three quarters of what is drawn
/// at random. Whoever takes over names and not the initialisation has other laws in most of it.
[[nodiscard]] bool is_of(const ModelExpectation& namesake, const ModelScan& scan);

}  // namespace sigprop
