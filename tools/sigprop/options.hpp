#pragma once
// The flags of the command line and their parsed values. Values are parsed here and not by the command-line
// library, which reads "010" as eight and cannot read "1e6".

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop::tool {

enum class FlagValue : std::uint8_t {
    none,
    required,  ///< --name VALUE or --name=VALUE
    optional,  ///< --name or --name=VALUE, so that it never takes the next token
};

struct Flag {
    std::string_view name;  ///< without the dashes
    FlagValue value = FlagValue::none;
    std::string_view label = {};  ///< names the value in the help
    std::string_view help;
    bool repeatable = false;
};
[[nodiscard]] const std::vector<Flag>& flags();

/// nullptr when there is none.
[[nodiscard]] const Flag* find_flag(std::string_view name);

/// The texts given for each flag, in order; a flag without a value has "".
using FlagTexts = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Paths are as written: "-" is standard input or standard output.
struct Options {
    Context context;
    std::vector<std::string> given;  ///< the names of the flags that were given
    std::optional<std::string> json, csv, md, junit, baseline;
    std::optional<std::string> checkpoint;
    std::vector<std::string> claims;
    std::vector<std::string> over;
    std::vector<std::string> series;
    std::vector<std::string> weights;
    std::optional<std::string> std, lower, upper;  ///< expressions
    bool uniform = false;
    bool absolute_limits = false;
    bool keras_layout = false;
    bool bfloat16 = false;
    std::optional<std::string> q, k;            ///< paths
    std::optional<std::string> scale, softcap;  ///< expressions
    bool causal = false;
    std::optional<std::string> layer;
    std::optional<std::string> x, dy, dx, weight, dweight, bias, dbias, y;  ///< paths
    std::optional<std::string> eps, weight_offset, rms;                     ///< expressions
    std::optional<Dtype> dtype;
    std::optional<std::size_t> groups;
    std::optional<std::string> emit;
    bool github = false;
    bool builtin = false;
    bool shipped = false;
    bool own_digits = false;   ///< --digits was given
    bool own_methods = false;  ///< --methods was given
    bool own_threads = false;  ///< --threads was given
    bool reproducible = false;
    bool quiet = false;
    bool color = false;  ///< the result of the flag, NO_COLOR, and whether standard output is a terminal
};

/// Errors   InputError naming the flag and what it takes, and pointing at the value
[[nodiscard]] Options read_options(const FlagTexts& texts);

}  // namespace sigprop::tool
