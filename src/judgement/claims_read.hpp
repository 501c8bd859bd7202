#pragma once
// A claims file read as far as it can be, for a caller who goes on with what is right before he reports what
// is wrong.

#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/embedded.hpp"

namespace sigprop {

struct ClaimsRead {
    std::vector<Claim> claims;       ///< those without an error, in the order of the file
    std::vector<InputError> errors;  ///< one for each other claim
};

/// As read_claims, which throws the errors.
/// Errors   InputError for a text that is no claims file at all, IoError for a file of stated_from
[[nodiscard]] ClaimsRead read_claims_and_errors(std::string_view json_text, std::string_view file_name,
                                                const std::optional<std::string>& directory,
                                                StatedFromPaths paths);

/// The claims of the files of src/claims, one after the other.
/// Errors   InputError for a file that read_claims refuses, and for an id that two of them have
[[nodiscard]] std::vector<Claim> claims_of_files(std::span<const embedded::File> files);

}  // namespace sigprop
