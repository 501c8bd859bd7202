#pragma once
// Published numbers as data: what somebody states, where, and the expression that decides it. A claims file
// (ours in src/claims, or a user's own, which then checks the user's code) is read strictly, because its data
// decide a verdict: every key is known, every id is unique, every number is a decimal or an expression that
// parses. The catalogue, not the reader, decides whether the names in an expression exist.

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
    std::string where;     ///< the place inside the work; path:line when the number was read from a file
    std::string use = {};  ///< how many rely on it: widely, used or rarely; empty when nobody says
};

/// Who makes the claim, and whether it can be decided here.
enum class ClaimKind : std::uint8_t {
    published,   ///< the source says so
    finding,     ///< ours, about the subject of the source: it blames nobody
    external,    ///< nothing here can decide it: listed and counted apart, never selected, never a pass
    experiment,  ///< the source says so of training: small networks are trained, which takes minutes, so that
                 ///< only those who ask for it judge it
};

/// Why a claim is external.
enum class ExternalReason : std::uint8_t {
    needs_training,  ///< only a trained model tells
    literature,      ///< a report of what others wrote or adopted
    wording,         ///< a definition or an opinion, without a number
    hardware,        ///< a speed or a memory of some machine
};
[[nodiscard]] std::string_view to_string(ClaimKind kind);
[[nodiscard]] std::string_view to_string(ExternalReason reason);

struct Claim {
    std::string id;
    std::string statement;
    Source source;
    std::string expression;        ///< empty for an external claim
    std::optional<Stated> stated;  ///< absent only for an external claim
    Verdict expected = Verdict::confirmed;
    std::string note;
    std::string quote;     ///< the source's own words, in its language
    std::string quote_en;  ///< the same in English, where they are not
    ClaimKind kind = ClaimKind::published;
    std::optional<ExternalReason> external_reason;  ///< of an external claim that says why
    std::string why_external;                       ///< the same in a sentence
    std::string read_from;  ///< path:line of a number given by stated_from, as a path that opens
    std::string file;       ///< where the claim is written
    std::size_t line = 0;

    [[nodiscard]] bool is_external() const noexcept { return kind == ClaimKind::external; }
    [[nodiscard]] bool is_experiment() const noexcept { return kind == ClaimKind::experiment; }
    /// What the source says of its number; equals for an external claim and for a finding.
    Says says = Says::equals;
};

/// Where stated_from may read: below the working directory or the folder of the claims file, or anywhere.
enum class StatedFromPaths : std::uint8_t { inside, anywhere };

/// The claims of one file, in its order. stated_from paths are relative to `directory` ("" is the working
/// directory); without one, stated_from is refused. They lead to regular files of at most 100 MB.
/// Errors   InputError "file:line:column: claim 'id': what, and the fix" on anything not understood;
///          IoError for a stated_from file that cannot be read
[[nodiscard]] std::vector<Claim> read_claims(std::string_view json_text, std::string_view file_name,
                                             const std::optional<std::string>& directory = std::nullopt,
                                             StatedFromPaths paths = StatedFromPaths::inside);

/// The claims shipped with the library, file by file in order of file name; ids are unique over all files.
[[nodiscard]] std::vector<Claim> builtin_claims();

}  // namespace sigprop
