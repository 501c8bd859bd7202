#pragma once
// What reads texts and files of strangers, one function for each format, for libFuzzer and for the replay of
// its corpus. A target hands the bytes to the reader and asks more than that it survives: what is refused is
// refused with an InputError that says where, and what is accepted reads back as the same thing.
// studies/fuzz/run.sh runs them.

#include <concepts>
#include <exception>
#include <sigprop/core/base/errors.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sigprop::fuzz {

/// A property that does not hold for these bytes.
struct Finding : std::logic_error {
    using std::logic_error::logic_error;
};

/// Errors   Finding unless `holds`
inline void require(bool holds, const char* property) {
    if (!holds) throw Finding(property);
}

/// A refusal is one line that names its source.
inline void require_told(const InputError& error, std::string_view source) {
    const std::string_view what = error.what();
    require(what.size() > source.size() && what.substr(0, source.size()) == source,
            "a refusal names its source");
    require(what.find('\n') == what.npos, "a refusal is one line");
}

/// The same with a place in the text: for what is shown with a caret.
inline void require_placed(const InputError& error, std::string_view text, std::string_view source) {
    require_told(error, source);
    require(error.place().source == source, "the place is in the source");
    require(text.empty() || text.find(error.place().text) != text.npos, "the place's line is of the text");
    require(error.place().offset <= error.place().text.size(), "the place lies in its line");
}

/// read(): true when it returns, false for an InputError, which goes to `refused` first. Anything else that
/// is thrown is a finding.
template <std::invocable Read, std::invocable<const InputError&> Refused>
bool accepts(const Read& read, const Refused& refused) {
    try {
        read();
        return true;
    } catch (const InputError& error) {
        refused(error);
        return false;
    }
}

/// FILE.cpp of tests/fuzz/targets defines run_FILE, which throws what is a finding: a Finding, or what the
/// reader should not have thrown.
struct Target {
    std::string_view name;
    void (*run)(std::string_view bytes);
};

/// Those of all files there, in alphabetical order.
[[nodiscard]] std::span<const Target> targets();
/// nullptr when there is none of this name.
[[nodiscard]] const Target* find_target(std::string_view name);

}  // namespace sigprop::fuzz
