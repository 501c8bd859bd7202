#pragma once
// What a report says about itself: who wrote it, in which form, and the digest of its records. Writers put
// this together anew each time, so that it is no part of a Report.

#include <string>
#include <string_view>

namespace sigprop {

struct Provenance {
    std::string schema_version;
    std::string tool;    ///< "sigprop 1.2.3"; empty when the report does not say
    std::string digest;  ///< SHA-256; empty when there is none
};

/// Of a text that read_report accepts.
/// Errors   InputError as read_report
[[nodiscard]] Provenance read_provenance(std::string_view text, std::string_view source_name);

}  // namespace sigprop
