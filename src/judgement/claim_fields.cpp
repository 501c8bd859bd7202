#include "judgement/claim_fields.hpp"

#include <algorithm>
#include <array>

#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 2> file_keys = {"claims", "defaults"};
constexpr std::array<std::string_view, 20> claim_keys = {
    "id",       "statement", "source",   "expression", "stated",    "stated_from",    "convention",
    "expected", "note",      "kind",     "dtype",      "tolerance", "standard_error", "bound",
    "says",     "quote",     "quote_en", "factor",     "external",  "reason"};
/// Keys that say how a number is meant: a claim with any of them takes none from the defaults.
constexpr std::array<std::string_view, 7> term_keys = {"convention",     "dtype",  "bound", "tolerance",
                                                       "standard_error", "factor", "says"};

}  // namespace

bool contains(Names names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

ClaimFields::ClaimFields(std::string_view text, std::string_view file_name) : text_(text), name_(file_name) {
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw input_error_at(text_, 0, 1, name_, R"(the file is empty: write {"claims": [ … ]})");
    }
    root_ = parse_json(text_, name_);
    line_starts_ = {0};
    for (std::size_t end = text_.find('\n'); end != text_.npos; end = text_.find('\n', end + 1)) {
        line_starts_.push_back(end + 1);
    }
    try {
        check_keys(root_, file_keys, "a claims file");
        list_ = &needed(root_, "claims", R"(write {"claims": [ … ]})");
        if (items(*list_, "claims").size() > max_claims)
            refuse(*list_, "the file has more than " + std::to_string(max_claims) + " claims: split it");
        defaults_ = root_.find("defaults");
        if (defaults_ != nullptr)
            check_keys(*defaults_, Names(claim_keys).subspan(1), "defaults");  // all but the id
    } catch (const InputError& error) {
        throw located(error);
    }
}

void ClaimFields::enter(const Json& claim) {
    claim_ = &claim;
    if (!claim.is_object()) refuse(claim, "a claim must be an object {…}");
}

void ClaimFields::check_claim_keys() const { check_keys(*claim_, claim_keys, "a claim"); }

std::size_t ClaimFields::line_of(const Json& value) const {
    // Counted from the beginning for each claim, lines would take most of the time of a long file.
    const auto after = std::ranges::upper_bound(line_starts_, value.offset());
    return static_cast<std::size_t>(after - line_starts_.begin());
}

const Json* ClaimFields::get(std::string_view key) const {
    if (const Json* own = claim_->find(key)) return own;
    if (defaults_ == nullptr) return nullptr;
    const auto claim_has = [this](std::string_view other) { return claim_->find(other) != nullptr; };
    if (key == "stated" && claim_has("stated_from")) return nullptr;
    if (key == "stated_from" && claim_has("stated")) return nullptr;
    if (contains(term_keys, key) && std::any_of(term_keys.begin(), term_keys.end(), claim_has)) {
        const Json* tolerance = claim_->find("tolerance");  // ulps may take their type from the defaults
        if (key != "dtype" || tolerance == nullptr || tolerance->find("ulps") == nullptr) return nullptr;
    }
    return defaults_->find(key);
}

/// A part of an object that the claim and the defaults may fill in together.
const Json* ClaimFields::get(std::string_view key, std::string_view part, Names known) const {
    for (const Json* holder : {claim_, defaults_}) {
        const Json* object = holder == nullptr ? nullptr : holder->find(key);
        if (object == nullptr) continue;
        check_keys(*object, known, key);
        if (const Json* value = object->find(part)) return value;
    }
    return nullptr;
}

std::string text(const Json& value, std::string_view what) {
    if (value.is_string()) return value.as_string();
    const bool number = value.is_number();
    refuse(value, std::string(what) + (number ? " must be a string: write \"" + value.as_number_text() +
                                                    "\" in quotes, because the printed digits matter"
                                              : " must be a string"));
}

std::string ClaimFields::required(std::string_view key, std::string_view fix) const {
    const Json* value = get(key);
    if (value == nullptr)
        refuse(*claim_, "the key '" + std::string(key) + "' is missing: " + std::string(fix));
    std::string written = text(*value, key);
    if (written.find_first_not_of(" \t\r\n") == std::string::npos) {
        refuse(*value, std::string(key) + " is empty: " + std::string(fix));
    }
    return written;
}

std::int64_t integer(const Json& value, std::string_view what) {
    if (!value.is_integer()) refuse(value, std::string(what) + " must be a whole number, without quotes");
    return told_at(value, [&] { return value.as_integer(what); });
}

std::optional<std::string> ClaimFields::optional(std::string_view key) const {
    const Json* value = get(key);
    if (value == nullptr) return std::nullopt;
    return text(*value, key);
}

}  // namespace sigprop
