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

/// The family that config.json names; a null pointer where it names none that is known.
[[nodiscard]] const ModelFamily* family_of(const std::optional<Json>& config);

/// The family of a GGUF file's general.architecture; a null pointer where it is not known.
[[nodiscard]] const ModelFamily* family_of_gguf(const std::string& architecture);

/// What the family's code leaves in each part.
[[nodiscard]] ModelExpectation expect(const ModelFamily& family, const Json& config, const ModelScan& scan);

}  // namespace sigprop
