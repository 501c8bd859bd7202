#pragma once
// Published numbers as data: what somebody states, where, and the expression that decides it. Read from a
// claims file (ours in src/claims, or a user's own, which makes it a gate for the user's code) as strictly as
// data that decides a verdict must be: every key is known, every id is unique, every number is a decimal or
// an expression that parses. Whether the names inside an expression exist is the catalogue's to say.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <sigprop/judgement/stated.hpp>
#include <sigprop/judgement/verdict.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

struct Source {
    std::string title;
    std::string author;
    std::optional<std::int64_t> year;
    std::string url;
    std::string where;  ///< the place inside the work; path:line when the number was read from a file
};

struct Claim {
    std::string id;
    std::string statement;
    Source source;
    std::string expression;        ///< empty for an external claim
    std::optional<Stated> stated;  ///< always there unless the claim is external
    Verdict expected = Verdict::confirmed;
    std::string note;
    bool external = false;  ///< needs a trained model: listed and counted apart, never selected, never a pass
    std::string read_from;  ///< path:line of a number given by stated_from, the path as it can be opened
    std::string file;       ///< where the claim is written
    std::size_t line = 0;
};

/// The claims of one file, in its order. `directory` is what stated_from paths are relative to ("" is the
/// working directory); nothing refuses stated_from.
/// Errors   InputError "file:line:column: claim 'id': what, and the fix" on anything not understood;
///          IoError for a stated_from file that cannot be read
[[nodiscard]] std::vector<Claim> read_claims(std::string_view json_text, std::string_view file_name,
                                             const std::optional<std::string>& directory = std::nullopt);

/// The claims shipped with the library, file by file in the order of their names; ids unique over all.
[[nodiscard]] std::vector<Claim> builtin_claims();

}  // namespace sigprop
