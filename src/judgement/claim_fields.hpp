#pragma once
// One claims file while it is being read: the place of every value and the keys that a claim takes from the
// defaults. Everything else is refused with file, line and the claim at fault.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {

/// The most claims that one file may have.
inline constexpr std::size_t max_claims = 100'000;

[[nodiscard]] bool contains(Names names, std::string_view name);

/// The value as a string; refused when it is not one.
[[nodiscard]] std::string text(const Json& value, std::string_view what);
[[nodiscard]] std::int64_t integer(const Json& value, std::string_view what);

class ClaimFields {
public:
    /// Errors   InputError for a text that is no claims file, down to the keys of `defaults`
    ClaimFields(std::string_view text, std::string_view file_name);
    ClaimFields(const ClaimFields&) = delete;
    ClaimFields& operator=(const ClaimFields&) = delete;

    [[nodiscard]] const std::vector<Json>& claims() const { return list_->as_array(); }
    /// From here on `get` refers to this claim; `check_claim_keys` checks its keys.
    void enter(const Json& claim);
    void check_claim_keys() const;
    [[nodiscard]] const Json& claim() const { return *claim_; }
    /// The beginning of every message: "claim 'id': ".
    void set_subject(std::string subject) { subject_ = std::move(subject); }
    [[nodiscard]] const std::string& subject() const { return subject_; }
    /// The error with its place in the text.
    [[nodiscard]] InputError located(const InputError& error) const {
        return sigprop::located(error, text_, name_, subject_);
    }
    [[nodiscard]] const std::string& file_name() const { return name_; }
    [[nodiscard]] std::size_t line_of(const Json& value) const;

    /// The value of a key of the claim, or else of the defaults. These do not apply beside a stated number or
    /// a convention of the claim's own, except that ulps may take its dtype from them.
    [[nodiscard]] const Json* get(std::string_view key) const;
    /// A part of an object (source, stated_from) that the claim and the defaults may fill in together.
    [[nodiscard]] const Json* get(std::string_view key, std::string_view part, Names known) const;
    [[nodiscard]] std::string required(std::string_view key, std::string_view fix) const;
    [[nodiscard]] std::optional<std::string> optional(std::string_view key) const;

private:
    std::string_view text_;
    std::string name_;
    std::vector<std::size_t> line_starts_;  ///< offsets
    std::string subject_;
    Json root_;
    const Json* list_ = nullptr;
    const Json* claim_ = nullptr;
    const Json* defaults_ = nullptr;
};

}  // namespace sigprop
