#pragma once
// The flags of the command line, and those given in one call. Values are parsed here and not by the
// command-line library, which reads "010" as eight and cannot read "1e6". options.hpp holds the flags that
// all commands share; flags of one command are read where that command is.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop::tool {

enum class FlagValue : std::uint8_t {
    none,
    required,  ///< --name VALUE or --name=VALUE
    output,    ///< --name, --name=FILE, or --name FILE where FILE ends as files of this form do
};

/// The part of a help that shows a flag. Those of experts are in --help-all, and in the manual.
enum class FlagPart : std::uint8_t { common, output, expert };

struct Flag {
    std::string_view name;  ///< without the dashes
    FlagValue value = FlagValue::none;
    std::string_view label = {};  ///< names the value in the help
    std::string_view help;
    bool repeatable = false;
    std::string_view ending = {};  ///< of the files that it writes: ".json"
};
[[nodiscard]] const std::vector<Flag>& flags();

[[nodiscard]] FlagPart part_of(const Flag& flag);

/// nullptr when there is none.
[[nodiscard]] const Flag* find_flag(std::string_view name);

/// The texts given for each flag, in order; a flag without a value has "".
using FlagTexts = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The flags of one call. Paths are as written: "-" is standard input or standard output.
class GivenFlags {
public:
    GivenFlags() = default;
    explicit GivenFlags(FlagTexts texts) : texts_(std::move(texts)) {}

    [[nodiscard]] bool has(std::string_view flag) const { return texts_.contains(flag); }
    [[nodiscard]] std::vector<std::string> names() const;
    /// Every value of a flag that may be repeated.
    [[nodiscard]] std::vector<std::string> all(std::string_view flag) const;
    [[nodiscard]] std::optional<std::string> one(std::string_view flag) const;
    /// The value of a flag that must be given.
    /// Errors   InputError with `missing` as its message
    [[nodiscard]] std::string needed(std::string_view flag, const char* missing) const;
    /// The file of a report; "-" where none is named.
    [[nodiscard]] std::optional<std::string> output(std::string_view flag) const;
    /// A whole number in [1, most]; 1e6 is one.
    /// Errors   InputError naming the flag and what it takes, and pointing at the value
    [[nodiscard]] std::optional<std::int64_t> count(std::string_view flag, std::int64_t most) const;
    /// Whether the second of two words is given; the first is the default.
    /// Errors   as count
    [[nodiscard]] bool is_second(std::string_view flag, const char* first, const char* second) const;

private:
    FlagTexts texts_;
};

/// Throws InputError: the flag takes something other than this text.
[[noreturn]] void refuse_value(std::string_view flag, const std::string& text, const std::string& takes);

}  // namespace sigprop::tool
