#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>
#include <utility>

#include "core/base/input_errors.hpp"
#include "core/expression/expression.hpp"
#include "judgement/claims_read.hpp"

#include "formats/ids.hpp"
#include "formats/json.hpp"
#include "judgement/claim_fields.hpp"
#include "judgement/stated_from.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 6> source_keys = {"title", "author", "year", "url", "where", "use"};
constexpr std::array<std::string_view, 3> uses = {"widely", "used", "rarely"};
constexpr std::array<std::string_view, 2> stated_from_keys = {"path", "regex"};
constexpr std::array<std::string_view, 2> tolerance_keys = {"relative", "ulps"};

/// Gives one claims file its meaning; ClaimFields supplies the keys and places.
class ClaimsFile {
public:
    ClaimsFile(std::string_view text, std::string_view name, const std::optional<std::string>& directory,
               StatedFromPaths paths)
        : fields_(text, name), directory_(directory), files_(directory.value_or(""), paths) {}

    ClaimsRead read();

private:
    Claim read_claim(const Json& json);
    void read_id(Claim& claim);
    void read_kind(Claim& claim) const;
    void read_says(Claim& claim) const;
    void read_quote(Claim& claim) const;
    void read_expected(Claim& claim) const;
    template <class Word>
    Word word(std::string_view key, std::initializer_list<Word> known) const;
    Source read_source() const;
    std::string read_expression() const;
    std::optional<Stated> read_stated(Claim& claim);
    std::string read_stated_from(Claim& claim);
    void read_tolerance(StatedTerms& terms) const;

    ClaimFields fields_;
    std::optional<std::string> directory_;
    std::map<std::string, std::size_t, std::less<>> lines_;  ///< lines of the ids read so far
    StatedFiles files_;                                      ///< of stated_from
};

ClaimsRead ClaimsFile::read() {
    ClaimsRead found;
    std::size_t number = 0;
    for (const Json& claim : fields_.claims()) {
        fields_.set_subject("claim " + std::to_string(++number) + ": ");
        try {
            found.claims.push_back(read_claim(claim));
        } catch (const InputError& error) {
            found.errors.push_back(fields_.located(error));
        }
    }
    return found;
}

Claim ClaimsFile::read_claim(const Json& json) {
    fields_.enter(json);
    Claim claim;
    read_id(claim);
    fields_.check_claim_keys();
    read_kind(claim);
    claim.statement = fields_.optional("statement").value_or("");
    claim.source = read_source();
    claim.note = fields_.optional("note").value_or("");
    read_says(claim);
    read_quote(claim);
    if (claim.is_external()) {
        if (const Json* own = json.find("expression")) {
            refuse(*own, "an external claim cannot have an expression: remove it, or remove \"kind\"");
        }
    } else {
        claim.expression = read_expression();
    }
    claim.stated = read_stated(claim);
    read_expected(claim);
    return claim;
}

/// One of the words that a key may have.
template <class Word>
Word ClaimsFile::word(std::string_view key, std::initializer_list<Word> known) const {
    const std::string given = text(*fields_.get(key), key);
    std::string all;
    for (const Word one : known) {
        if (given == to_string(one)) return one;
        all += (all.empty() ? "" : ", ") + std::string(to_string(one));
    }
    refuse(*fields_.get(key), "unknown " + std::string(key) + " '" + given + "': use " + all);
}

void ClaimsFile::read_kind(Claim& claim) const {
    if (fields_.get("kind") != nullptr)
        claim.kind = word("kind", {ClaimKind::finding, ClaimKind::external, ClaimKind::experiment});
    if (claim.is_external()) {
        if (fields_.get("external") != nullptr) {
            claim.external_reason =
                word("external", {ExternalReason::needs_training, ExternalReason::literature,
                                  ExternalReason::wording, ExternalReason::hardware});
        }
        claim.why_external = fields_.optional("reason").value_or("");
        return;
    }
    for (const char* key : {"external", "reason"}) {
        if (const Json* own = fields_.claim().find(key))
            refuse(*own, "the key '" + std::string(key) + R"(' belongs to "kind": "external")");
    }
}

void ClaimsFile::read_says(Claim& claim) const {
    const Json* given = fields_.get("says");
    if (given == nullptr) return;
    if (claim.is_external() || claim.kind == ClaimKind::finding) {
        if (given != fields_.claim().find("says")) return;  // of the defaults
        refuse(*given, "a claim of kind " + std::string(to_string(claim.kind)) +
                           " cannot have the key says: no source makes it, or nothing can decide it");
    }
    claim.says = word("says", {Says::equals, Says::about, Says::recommends});
}

void ClaimsFile::read_quote(Claim& claim) const {
    claim.quote = fields_.optional("quote").value_or("");
    claim.quote_en = fields_.optional("quote_en").value_or("");
    if (claim.quote.empty() && !claim.quote_en.empty())
        refuse(*fields_.get("quote_en"),
               "quote_en is the translation of a quote: write the source's own words as quote");
}

void ClaimsFile::read_expected(Claim& claim) const {
    if (claim.stated) claim.expected = usual_verdict(claim.stated.value());
    const auto expected = fields_.optional("expected");
    if (!expected) return;
    const bool judged = !claim.stated || !claim.stated.value().is_hedged();
    if (judged && *expected == "refuted") {
        claim.expected = Verdict::refuted;
    } else if (*expected != to_string(claim.expected)) {
        refuse(*fields_.get("expected"), "unknown expected '" + *expected + "': use " +
                                             std::string(to_string(claim.expected)) +
                                             (judged ? " or refuted" : ", or remove it"));
    }
}

void ClaimsFile::read_id(Claim& claim) {
    const Json* id = fields_.claim().find("id");
    if (id == nullptr) {
        refuse(fields_.claim(), "the key 'id' is missing: give the claim a name, such as my_model.trunc_std");
    }
    claim.id = text(*id, "id");
    claim.file = fields_.file_name();
    claim.line = fields_.line_of(fields_.claim());
    if (!is_id(claim.id)) {
        refuse(*id,
               "the id '" + claim.id.substr(0, 60) + "' must have 1 to 200 letters, digits, '.', '_' or '-'");
    }
    fields_.set_subject("claim '" + claim.id + "': ");
    const auto [before, fresh] = lines_.emplace(claim.id, fields_.line_of(*id));
    if (!fresh) {
        refuse(*id,
               "the id is already used in line " + std::to_string(before->second) + ": rename one of them");
    }
}

Source ClaimsFile::read_source() const {
    const auto part = [this](std::string_view key) {
        const Json* value = fields_.get("source", key, source_keys);
        return value == nullptr ? std::string() : text(*value, "source." + std::string(key));
    };
    Source source;
    if (fields_.get("source") == nullptr && fields_.get("stated_from") == nullptr) {
        refuse(fields_.claim(), R"(the key 'source' is missing: write {"title": …, "where": …})");
    }
    source.title = part("title");
    if (const Json* given = fields_.get("source"); given != nullptr && source.title.empty()) {
        refuse(*given, "source needs a title");
    }
    source.author = part("author");
    source.url = part("url");
    source.where = part("where");
    source.use = part("use");
    if (!source.use.empty() && !contains(uses, source.use)) {
        refuse(*fields_.get("source", "use", source_keys),
               "unknown source.use '" + source.use + "': use widely, used or rarely");
    }
    if (const Json* year = fields_.get("source", "year", source_keys)) {
        source.year = integer(*year, "source.year");
    }
    return source;
}

std::string ClaimsFile::read_expression() const {
    std::string text = fields_.required(
        "expression", "write the quantity that the claim is about, such as truncated_normal.std(-2, 2)");
    told_at(
        *fields_.get("expression"), [&] { static_cast<void>(parse_expression(text)); }, "expression: ");
    return text;
}

std::optional<Stated> ClaimsFile::read_stated(Claim& claim) {
    const Json* stated = fields_.get("stated");
    const Json* from = fields_.get("stated_from");
    if (stated != nullptr && from != nullptr) {
        refuse(*from, "stated and stated_from exclude each other: keep one of them");
    }
    if (stated == nullptr && from == nullptr) {
        if (claim.is_external()) return std::nullopt;
        refuse(fields_.claim(), "the key 'stated' is missing: write the number as printed, in quotes");
    }
    StatedTerms terms;
    terms.text = from != nullptr ? read_stated_from(claim) : text(*stated, "stated");
    const bool own_terms = terms.text != "none";  // defaults mean nothing where there is no value
    const auto term = [&](std::string_view key) {
        return own_terms || fields_.claim().find(key) != nullptr ? fields_.optional(key) : std::nullopt;
    };
    terms.convention = term("convention");
    terms.dtype = term("dtype");
    terms.bound = term("bound");
    terms.standard_error = term("standard_error");
    terms.factor = term("factor");
    const bool says_itself = fields_.claim().find("says") != nullptr;
    if (!own_terms && !says_itself) claim.says = Says::equals;  // a hedge of the defaults needs a number
    terms.says = claim.says;
    if (own_terms || fields_.claim().find("tolerance") != nullptr) read_tolerance(terms);
    try {
        return Stated(std::move(terms));
    } catch (const InputError& error) {
        const Json* at = fields_.get(error.place().source);  // "stated" is missing beside stated_from alone
        refuse(at != nullptr ? *at : *from, error.what());
    }
}

void ClaimsFile::read_tolerance(StatedTerms& terms) const {
    const Json* tolerance = fields_.get("tolerance");
    if (tolerance == nullptr) return;
    if (!tolerance->is_object()) {
        terms.tolerance = text(*tolerance, "tolerance");
        return;
    }
    check_keys(*tolerance, tolerance_keys, "tolerance");
    if (tolerance->size() != 1) {
        refuse(*tolerance, R"(tolerance must be "1e-6", {"relative": "1e-6"} or {"ulps": 4})");
    }
    if (const Json* relative = tolerance->find("relative")) {
        terms.relative_tolerance = text(*relative, "tolerance.relative");
    } else {
        terms.ulps = integer(*tolerance->find("ulps"), "tolerance.ulps");
    }
}

std::string ClaimsFile::read_stated_from(Claim& claim) {
    const Json& from = *fields_.get("stated_from");
    const Json* path = fields_.get("stated_from", "path", stated_from_keys);
    const Json* regex = fields_.get("stated_from", "regex", stated_from_keys);
    if (path == nullptr || regex == nullptr) refuse(from, "stated_from needs a path and a regex");
    if (!directory_)
        refuse(from, "stated_from has no base folder here: write the number under the key stated");
    const std::string shown = text(*path, "stated_from.path");
    const std::string pattern = text(*regex, "stated_from.regex");
    try {
        const Found found = files_.find(shown, pattern);
        const std::string line = ":" + std::to_string(found.line);
        claim.source.where = shown + line;
        claim.read_from = (std::filesystem::path(*directory_) / shown).lexically_normal().string() + line;
        if (claim.source.title.empty()) claim.source.title = shown;
        return found.text;
    } catch (const InputError& error) {
        refuse(error.place().source == "path" ? *path : *regex, std::string("stated_from: ") + error.what());
    } catch (const IoError& error) {
        throw IoError(fields_.file_name() + ":" + std::to_string(fields_.line_of(*path)) + ": " +
                      fields_.subject() + "stated_from: " + error.what());
    }
}

}  // namespace

std::string_view to_string(ClaimKind kind) {
    switch (kind) {
        case ClaimKind::published: return "published";
        case ClaimKind::finding: return "finding";
        case ClaimKind::external: return "external";
        case ClaimKind::experiment: break;
    }
    return "experiment";
}

std::string_view to_string(ExternalReason reason) {
    switch (reason) {
        case ExternalReason::needs_training: return "needs_training";
        case ExternalReason::literature: return "literature";
        case ExternalReason::wording: return "wording";
        case ExternalReason::hardware: break;
    }
    return "hardware";
}

ClaimsRead read_claims_and_errors(std::string_view json_text, std::string_view file_name,
                                  const std::optional<std::string>& directory, StatedFromPaths paths) {
    return ClaimsFile(json_text, file_name, directory, paths).read();
}

std::vector<Claim> read_claims(std::string_view json_text, std::string_view file_name,
                               const std::optional<std::string>& directory, StatedFromPaths paths) {
    ClaimsRead read = read_claims_and_errors(json_text, file_name, directory, paths);
    if (!read.errors.empty()) throw InputErrors(std::move(read.errors));
    return std::move(read.claims);
}

std::vector<Claim> claims_of_files(std::span<const embedded::File> files) {
    std::vector<Claim> all;
    std::set<std::string, std::less<>> ids;
    for (const embedded::File& file : files) {
        for (Claim& claim : read_claims(file.text, "src/claims/" + std::string(file.name) + ".json")) {
            if (!ids.insert(claim.id).second) {
                throw InputError(claim.file + ":" + std::to_string(claim.line) + ": claim '" + claim.id +
                                 "': the id is already used in another file of src/claims");
            }
            all.push_back(std::move(claim));
        }
    }
    return all;
}

std::vector<Claim> builtin_claims() { return claims_of_files(embedded::claims()); }

}  // namespace sigprop
