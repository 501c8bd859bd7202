#pragma once
// The options that commands share: how to compute, and where the report goes.

#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>

#include "flags.hpp"

namespace sigprop::tool {

/// Paths are as written: "-" is standard input or standard output.
struct Options {
    Context context;
    bool own_digits = false;   ///< --digits was given
    bool own_methods = false;  ///< --methods was given
    bool own_threads = false;  ///< --threads was given
    std::optional<std::string> checkpoint, checkpoint_key;

    std::map<std::string_view, std::string> outputs;  ///< paths, by the flags of output_formats()
    std::optional<std::string> baseline;
    bool github = false;
    bool update_baseline = false;  ///< write the baseline anew after the comparison
    bool reproducible = false;
    bool quiet = false;
    bool evidence = false;  ///< a line for each method, even where all agree
    bool plain = false;     ///< numbers alone
    bool color = false;     ///< the result of the flag, NO_COLOR, and whether standard output is a terminal

    [[nodiscard]] std::optional<std::string> output(std::string_view flag) const;
    /// Whether standard output belongs to one of the forms, and so to another program.
    [[nodiscard]] bool prints_a_format() const;
};

/// Errors   InputError naming the flag, what it takes, and pointing at the value
[[nodiscard]] Options read_options(const GivenFlags& flags);

}  // namespace sigprop::tool
