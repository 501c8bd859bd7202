#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/expression.hpp>
#include <sigprop/core/suggest.hpp>
#include <sigprop/formats/files.hpp>
#include <sigprop/formats/json.hpp>
#include <sigprop/formats/place.hpp>
#include <sigprop/judgement/claim.hpp>
#include <span>
#include <utility>

#include "core/embedded.hpp"
#include "judgement/stated_from.hpp"

namespace sigprop {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 2> file_keys = {"claims", "defaults"};
constexpr std::array<std::string_view, 14> claim_keys = {
    "id",         "statement",  "source", "expression", "stated",    "stated_from",    "convention",
    "expected",   "note",       "kind",   "dtype",      "tolerance", "standard_error", "bound"};
constexpr std::array<std::string_view, 5> source_keys = {"title", "author", "year", "url", "where"};
constexpr std::array<std::string_view, 2> stated_from_keys = {"path", "regex"};
constexpr std::array<std::string_view, 2> tolerance_keys = {"relative", "ulps"};
/// What says how a stated number is meant: a claim that has one of these takes none from the defaults.
constexpr std::array<std::string_view, 5> term_keys = {"convention", "dtype", "bound", "tolerance",
                                                       "standard_error"};

bool contains(Names names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string one_of(Names names) {
    std::string list;
    for (const std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

/// Letters, digits and what globs and file names take literally.
bool is_id(std::string_view id) {
    constexpr std::size_t longest = 200;
    return !id.empty() && id.size() <= longest && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-';
    });
}

/// One file being read: knows where every value stands, so that every error names its place.
class ClaimsFile {
public:
    ClaimsFile(std::string_view text, std::string_view name, const std::optional<std::string>& directory)
        : text_(text), name_(name), directory_(directory) {}

    std::vector<Claim> read();

private:
    [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
        throw input_error_at(text_, offset, 1, name_, subject_ + message);
    }
    [[noreturn]] void fail(const Json& value, const std::string& message) const { fail(value.offset(), message); }

    void check_keys(const Json& object, Names known, std::string_view what) const;
    const Json* get(std::string_view key) const;
    const Json* get(std::string_view key, std::string_view part, Names known) const;
    std::string text_at(const Json& value, const std::string& what) const;
    std::string text_of(std::string_view key) const;
    std::string required(std::string_view key, std::string_view fix) const;
    std::optional<std::string> optional(std::string_view key) const;

    Claim read_claim(const Json& claim);
    void read_id(Claim& claim);
    Source read_source() const;
    std::string read_expression() const;
    std::optional<Stated> read_stated(Claim& claim);
    std::string read_stated_from(Claim& claim);
    void read_tolerance(StatedTerms& terms) const;
    const std::string& content_of(const Json& path);

    std::string_view text_;
    std::string name_;
    std::optional<std::string> directory_;
    std::string subject_;  ///< opens every message: "claim 'id': "
    const Json* claim_ = nullptr;
    const Json* defaults_ = nullptr;
    std::map<std::string, std::size_t, std::less<>> lines_;  ///< of the ids so far
    std::map<std::string, std::string> contents_;            ///< of the files of stated_from
};

void ClaimsFile::check_keys(const Json& object, Names known, std::string_view what) const {
    if (!object.is_object()) fail(object, std::string(what) + " must be an object {…}");
    for (const JsonMember& member : object.as_object()) {
        if (contains(known, member.key)) continue;
        const std::string nearest = did_you_mean(member.key, known);
        fail(member.key_offset, "unknown key '" + member.key + "' in " + std::string(what) +
                                    (nearest.empty() ? "; known are " + one_of(known) : nearest));
    }
}

/// The value of a key of the claim, or else of the defaults where they apply.
const Json* ClaimsFile::get(std::string_view key) const {
    if (const Json* own = claim_->find(key)) return own;
    if (defaults_ == nullptr) return nullptr;
    const auto claim_has = [this](std::string_view other) { return claim_->find(other) != nullptr; };
    if (key == "stated" || key == "stated_from") {
        if (claim_has("stated") || claim_has("stated_from")) return nullptr;
    }
    if (contains(term_keys, key) && std::any_of(term_keys.begin(), term_keys.end(), claim_has)) {
        const Json* tolerance = claim_->find("tolerance");  // ulps may take their type from the defaults
        if (key != "dtype" || tolerance == nullptr || tolerance->find("ulps") == nullptr) return nullptr;
    }
    return defaults_->find(key);
}

/// A part of an object that claim and defaults may fill together.
const Json* ClaimsFile::get(std::string_view key, std::string_view part, Names known) const {
    for (const Json* holder : {claim_, defaults_}) {
        const Json* object = holder == nullptr ? nullptr : holder->find(key);
        if (object == nullptr) continue;
        check_keys(*object, known, key);
        if (const Json* value = object->find(part)) return value;
    }
    return nullptr;
}

std::string ClaimsFile::text_at(const Json& value, const std::string& what) const {
    if (value.is_string()) return value.as_string();
    const bool number = value.is_number();
    fail(value, what + (number ? " must be a string: write \"" + value.as_number_text() +
                                     "\" in quotes, since its digits count as printed"
                               : " must be a string"));
}

std::string ClaimsFile::required(std::string_view key, std::string_view fix) const {
    const Json* value = get(key);
    if (value == nullptr) fail(*claim_, "the key '" + std::string(key) + "' is missing: " + std::string(fix));
    std::string text = text_at(*value, std::string(key));
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        fail(*value, std::string(key) + " is empty: " + std::string(fix));
    }
    return text;
}

std::optional<std::string> ClaimsFile::optional(std::string_view key) const {
    const Json* value = get(key);
    if (value == nullptr) return std::nullopt;
    return text_at(*value, std::string(key));
}

std::vector<Claim> ClaimsFile::read() {
    if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        fail(0, R"(the file is empty: write {"claims": [ … ]})");
    }
    const Json root = parse_json(text_, name_);
    check_keys(root, file_keys, "a claims file");
    const Json* list = root.find("claims");
    if (list == nullptr) fail(root, R"(the key 'claims' is missing: write {"claims": [ … ]})");
    if (!list->is_array()) fail(*list, "claims must be a list [ … ]");
    if (list->size() == 0) fail(*list, "the list of claims is empty: there is nothing to verify");
    defaults_ = root.find("defaults");
    if (defaults_ != nullptr) {
        check_keys(*defaults_, Names(claim_keys).subspan(1), "defaults");  // all but the id
    }
    std::vector<Claim> claims;
    for (const Json& claim : list->as_array()) {
        subject_ = "claim " + std::to_string(claims.size() + 1) + ": ";
        claims.push_back(read_claim(claim));
    }
    return claims;
}

Claim ClaimsFile::read_claim(const Json& json) {
    claim_ = &json;
    if (!json.is_object()) fail(json, "a claim must be an object {…}");
    Claim claim;
    read_id(claim);
    check_keys(json, claim_keys, "a claim");
    if (const auto kind = optional("kind")) {
        if (*kind != "external") fail(*get("kind"), "unknown kind '" + *kind + "': the only one is external");
        claim.external = true;
    }
    claim.statement = required("statement", "say in a sentence what is claimed");
    claim.source = read_source();
    claim.note = optional("note").value_or("");
    if (claim.external) {
        if (const Json* own = json.find("expression")) {
            fail(*own, "an external claim has no expression: remove it, or remove \"kind\"");
        }
    } else {
        claim.expression = read_expression();
    }
    claim.stated = read_stated(claim);
    if (const auto expected = optional("expected")) {
        if (*expected == "refuted") {
            claim.expected = Outcome::refuted;
        } else if (*expected != "confirmed") {
            fail(*get("expected"), "unknown expected '" + *expected + "': use confirmed or refuted");
        }
    }
    return claim;
}

void ClaimsFile::read_id(Claim& claim) {
    const Json* id = claim_->find("id");
    if (id == nullptr) fail(*claim_, "the key 'id' is missing: give the claim a name, such as my_model.trunc_std");
    claim.id = text_at(*id, "id");
    claim.file = name_;
    claim.line = line_column(text_, claim_->offset()).line;
    if (!is_id(claim.id)) {
        fail(*id, "the id '" + claim.id.substr(0, 60) + "' must be 1 to 200 letters, digits, '.', '_' or '-'");
    }
    subject_ = "claim '" + claim.id + "': ";
    const auto [before, fresh] = lines_.emplace(claim.id, line_column(text_, id->offset()).line);
    if (!fresh) {
        fail(*id, "the id is taken by the claim in line " + std::to_string(before->second) + ": rename one");
    }
}

Source ClaimsFile::read_source() const {
    const auto part = [this](std::string_view key) {
        const Json* value = get("source", key, source_keys);
        return value == nullptr ? std::string() : text_at(*value, "source." + std::string(key));
    };
    Source source;
    if (get("source") == nullptr && get("stated_from") == nullptr) {
        fail(*claim_, R"(the key 'source' is missing: write {"title": …, "where": …})");
    }
    source.title = part("title");
    if (source.title.empty() && get("source") != nullptr) fail(*get("source"), "source needs a title");
    source.author = part("author");
    source.url = part("url");
    source.where = part("where");
    if (const Json* year = get("source", "year", source_keys)) {
        if (!year->is_integer()) fail(*year, "source.year must be a whole number, such as 2021");
        source.year = year->as_integer(subject_ + "source.year");
    }
    return source;
}

std::string ClaimsFile::read_expression() const {
    std::string text = required("expression", "write what decides the claim, such as truncated_normal.std(-2, 2)");
    try {
        static_cast<void>(parse_expression(text));
    } catch (const InputError& error) {
        fail(*get("expression"), std::string("expression: ") + error.what());
    }
    return text;
}

std::optional<Stated> ClaimsFile::read_stated(Claim& claim) {
    const Json* stated = get("stated");
    const Json* from = get("stated_from");
    if (stated != nullptr && from != nullptr) fail(*from, "stated and stated_from exclude each other: keep one");
    if (stated == nullptr && from == nullptr) {
        if (claim.external) return std::nullopt;
        fail(*claim_, "the key 'stated' is missing: write the number as printed, in quotes");
    }
    StatedTerms terms;
    terms.text = from != nullptr ? read_stated_from(claim) : text_at(*stated, "stated");
    const bool own_terms = terms.text != "none";  // where there is no value, the defaults' terms say nothing
    const auto term = [&](std::string_view key) {
        return own_terms || claim_->find(key) != nullptr ? optional(key) : std::nullopt;
    };
    terms.convention = term("convention");
    terms.dtype = term("dtype");
    terms.bound = term("bound");
    terms.standard_error = term("standard_error");
    if (own_terms || claim_->find("tolerance") != nullptr) read_tolerance(terms);
    try {
        return Stated(std::move(terms));
    } catch (const InputError& error) {
        const Json* at = get(error.place().source);
        fail(at != nullptr ? *at : from != nullptr ? *from : *claim_, error.what());
    }
}

void ClaimsFile::read_tolerance(StatedTerms& terms) const {
    const Json* tolerance = get("tolerance");
    if (tolerance == nullptr) return;
    if (!tolerance->is_object()) {
        terms.tolerance = text_at(*tolerance, "tolerance");
        return;
    }
    check_keys(*tolerance, tolerance_keys, "tolerance");
    if (tolerance->size() != 1) {
        fail(*tolerance, R"(tolerance must be "1e-6", {"relative": "1e-6"} or {"ulps": 4})");
    }
    if (const Json* relative = tolerance->find("relative")) {
        terms.relative_tolerance = text_at(*relative, "tolerance.relative");
    } else {
        const Json& ulps = *tolerance->find("ulps");
        if (!ulps.is_integer()) fail(ulps, "tolerance.ulps must be a whole number, such as 4");
        terms.ulps = ulps.as_integer(subject_ + "tolerance.ulps");
    }
}

std::string ClaimsFile::read_stated_from(Claim& claim) {
    const Json& from = *get("stated_from");
    const Json* path = get("stated_from", "path", stated_from_keys);
    const Json* regex = get("stated_from", "regex", stated_from_keys);
    if (path == nullptr || regex == nullptr) fail(from, "stated_from needs a path and a regex");
    if (!directory_) fail(from, "stated_from has no folder to start from here: write the number as stated");
    const std::string shown = text_at(*path, "stated_from.path");
    const std::string pattern = text_at(*regex, "stated_from.regex");
    const std::string& content = content_of(*path);
    try {
        const detail::Found found = detail::find_stated(content, shown, pattern);
        claim.source.where = shown + ":" + std::to_string(found.line);
        if (claim.source.title.empty()) claim.source.title = shown;
        return found.text;
    } catch (const InputError& error) {
        fail(error.place().source == "path" ? *path : *regex, std::string("stated_from: ") + error.what());
    }
}

const std::string& ClaimsFile::content_of(const Json& path) {
    const std::string full = (std::filesystem::path(*directory_) / path.as_string()).string();
    const auto known = contents_.find(full);
    if (known != contents_.end()) return known->second;
    try {
        return contents_.emplace(full, read_file(full)).first->second;
    } catch (const InputError& error) {
        fail(path, std::string("stated_from: ") + error.what());
    } catch (const IoError& error) {
        const std::size_t line = line_column(text_, path.offset()).line;
        throw IoError(name_ + ":" + std::to_string(line) + ": " + subject_ + "stated_from: " + error.what());
    }
}

}  // namespace

std::vector<Claim> read_claims(std::string_view json_text, std::string_view file_name,
                               const std::optional<std::string>& directory) {
    return ClaimsFile(json_text, file_name, directory).read();
}

std::vector<Claim> builtin_claims() {
    std::vector<Claim> all;
    std::set<std::string, std::less<>> ids;
    for (const embedded::File& file : embedded::claims()) {
        for (Claim& claim : read_claims(file.text, "src/claims/" + std::string(file.name) + ".json")) {
            if (!ids.insert(claim.id).second) {
                throw InputError(claim.file + ":" + std::to_string(claim.line) + ": claim '" + claim.id +
                                 "': the id is taken in another file of src/claims");
            }
            all.push_back(std::move(claim));
        }
    }
    return all;
}

}  // namespace sigprop
