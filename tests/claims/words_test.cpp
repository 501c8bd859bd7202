// The shipped claims let their sources speak: quotes, translations, reasons, and who may be called refuted.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <sigprop/judgement/claim.hpp>
#include <sstream>
#include <string_view>

#include "core/base/utf8.hpp"

using namespace sigprop;

namespace {

std::size_t words(const std::string& text) {
    std::istringstream stream(text);
    std::string word;
    std::size_t count = 0;
    while (stream >> word) ++count;
    return count;
}

std::size_t characters(const std::string& text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, utf8_continues));
}

/// A letter of Chinese, Japanese or Korean, which no blanks divide into words.
bool has_ideographs(const std::string& text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0xE3U; });
}

/// A word by which a text says that a number is about right, or that it recommends it; "" if there is none.
std::string hedge_in(const std::string& text) {
    constexpr std::array<std::string_view, 14> words = {
        "about",  "almost",    "approximate", "approximately", "around",  "basically", "close",
        "nearly", "recommend", "recommended", "roughly",       "suggest", "suggested", "usually"};
    constexpr std::array<std::string_view, 12> parts = {"≈",    "∼",    "大致", "大约", "近似", "接近",
                                                        "基本", "尽量", "左右", "往往", "建议", "推荐"};
    for (const std::string_view part : parts) {
        if (text.find(part) != std::string::npos) return std::string(part);
    }
    std::string word;
    for (const char c : text + " ") {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else {
            if (std::ranges::find(words, word) != words.end()) return word;
            word.clear();
        }
    }
    return {};
}

/// Whether a statement owns up to what is not the source's.
bool names_what_is_ours(const std::string& statement) {
    return std::ranges::any_of(
        std::array<std::string_view, 3>{" our ", " ours", "(ours)"},
        [&](std::string_view word) { return statement.find(word) != std::string::npos; });
}

bool is_article(const Claim& claim) {
    for (const char* file : {"kexue_", "attention_2025", "normalization_2024"}) {
        if (claim.file.find(file) != std::string::npos) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("a claim about an article quotes it, briefly, and in English too") {
    std::size_t quoted = 0;
    for (const Claim& claim : builtin_claims()) {
        CAPTURE(claim.id);
        const bool says_so = claim.kind == ClaimKind::published || claim.is_experiment();
        if (is_article(claim) && says_so) CHECK_FALSE(claim.quote.empty());
        if (claim.quote.empty()) continue;
        ++quoted;
        CHECK(words(claim.quote) <= 25);
        if (!has_ideographs(claim.quote)) continue;
        CHECK(characters(claim.quote) <= 120);
        CHECK_FALSE(claim.quote_en.empty());
    }
    CHECK(quoted > 200);
}

TEST_CASE("a refuted number is one that its source calls equal, in words that are quoted") {
    std::size_t refuted = 0;
    for (const Claim& claim : builtin_claims()) {
        if (claim.expected != Verdict::refuted) continue;
        CAPTURE(claim.id);
        ++refuted;
        CHECK(claim.kind == ClaimKind::published);
        CHECK(claim.says == Says::equals);
        CHECK_FALSE(claim.quote.empty());
        CHECK_FALSE(claim.note.empty());  // what is right instead
        CHECK_FALSE(claim.source.title.empty());
        CHECK_FALSE(claim.source.where.empty());
        CHECK(hedge_in(claim.quote) == "");
        CHECK(hedge_in(claim.quote_en) == "");
    }
    CHECK(refuted > 0);
}

TEST_CASE("a hedge is found in words of the sources, and in no word that only begins like one") {
    CHECK(hedge_in("weights come out with std ≈ 0.020 instead") == "≈");
    CHECK(hedge_in("大致的思想是特定的随机矩阵") == "大致");
    CHECK(hedge_in("Roughly one half.") == "roughly");
    CHECK(hedge_in("the (recommended) gain") == "recommended");
    CHECK(hedge_in("the roundabout way of a closed form; aboutness") == "");
    // the sources' own: what they say with a hedge is not refuted
    std::size_t hedged = 0;
    for (const Claim& claim : builtin_claims()) {
        if (hedge_in(claim.quote + " " + claim.quote_en).empty()) continue;
        CAPTURE(claim.id);
        CHECK(claim.expected != Verdict::refuted);
        ++hedged;
    }
    CHECK(hedged >= 20);
}

TEST_CASE("a comparison says that its criterion is ours, unless the source has it") {
    std::size_t compared = 0;
    for (const Claim& claim : builtin_claims()) {
        if (claim.expected != Verdict::compared) continue;
        CAPTURE(claim.id);
        CHECK(names_what_is_ours(claim.statement));
        ++compared;
    }
    CHECK(compared >= 20);
    CHECK_FALSE(names_what_is_ours("Held against the proved number of four hours."));
}

TEST_CASE("an external claim says why") {
    for (const Claim& claim : builtin_claims()) {
        if (!claim.is_external()) continue;
        CAPTURE(claim.id);
        CHECK(claim.external_reason.has_value());
        CHECK(claim.why_external.size() > 10);
    }
}

TEST_CASE("an experiment says of which size it speaks, and refutes nobody") {
    std::size_t experiments = 0, thresholds = 0;
    for (const Claim& claim : builtin_claims()) {
        if (!claim.is_experiment()) continue;
        CAPTURE(claim.id);
        ++experiments;
        const bool is_untrained = claim.expression.find("training.") == std::string::npos;
        const bool is_early = claim.statement.find(" at the start of training") != std::string::npos;
        const char* const when = is_untrained ? " at initialisation" : is_early ? " at the start" : " steps";
        for (const char* word : {"At this size: width ", " layers", when, "it speaks of no other"})
            CHECK_MESSAGE(claim.statement.find(word) != std::string::npos, word);
        CHECK((!is_untrained || claim.expression.find("network.") != std::string::npos));
        CHECK_FALSE(claim.note.empty());  // what was tried, and what depends on the setting
        CHECK(claim.expected != Verdict::refuted);
        // no source says how much is learned when something trains
        const bool threshold = claim.stated->text() == "0.1" && claim.says == Says::equals;
        if (threshold) CHECK(claim.statement.find("which is our threshold") != std::string::npos);
        thresholds += threshold ? 1 : 0;
    }
    CHECK(thresholds >= 7);
    CHECK(experiments >= 12);
}

TEST_CASE("ids of removed claims are not used again") {
    const std::set<std::string> removed = {"attention.mean_field.deficit.frozen",
                                           "attention.mean_field.deficit.frozen.corrected",
                                           "attention.unscaled.one_hot",
                                           "batch_norm.identity_affine",
                                           "batch_norm.momentum.pytorch",
                                           "batch_norm.running_variance",
                                           "batch_norm.variance.one",
                                           "bert.std.half.ffn_out",
                                           "bert.std.half.ffn_out.corrected",
                                           "deepnorm.alpha.above_one",
                                           "deepnorm.update.bounded.adam",
                                           "dyisru.best",
                                           "einx.truncated_normal.realised_std",
                                           "isru.softsign",
                                           "l2_norm.expansion.as_equality",
                                           "modula.gelu.max_derivative",
                                           "partial_rms_norm.entries",
                                           "pre_norm.effective_depth.half",
                                           "residual.identity_path.constant",
                                           "residual.post_norm.gradient.as_skip_weight",
                                           "residual.pre_norm.relative_effect.equal",
                                           "rms_norm.l2.epsilon",
                                           "rms_norm.second_moment.not_variance",
                                           "s5_pytorch.complex_truncated_normal.std",
                                           "s5_pytorch.truncated_normal.realised_std"};
    for (const Claim& claim : builtin_claims()) {
        CAPTURE(claim.id);
        CHECK_FALSE(removed.contains(claim.id));
    }
}
