// Every quantity is held against a number that nobody here computed: a test of tests/quantities has a row of
// its call and that number, {"selu.alpha()", "1.6732632423543772848170429916717"}. The call may stand without
// its group in a room that adds it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "quantities/rows.hpp"

namespace {

using Names = std::set<std::string>;

/// What has no such row today: what is sampled, which is held against theory and other programs' networks,
/// what has its references in a table of another form, and a few that follow from others by a line. The list
/// may only become shorter.
const char* const without_row =
    "activation.best_parameter activation.chi_ratio activation.correlation activation.derivative_mean "
    "activation.derivative_second_moment activation.linear_share activation.mean "
    "activation.second_moment activation.unit_std activation.variance activation.variance_gain "
    "attention.entropy_drift attention.median_entropy attention.rule_entropy attention.rule_factor "
    "attention.rule_score attention.total_weight elementwise.scatter "
    "jax.glorot_uniform jax.he_uniform jax.lecun_normal keras.GlorotNormal keras.HeUniform "
    "keras.LecunNormal network.attention_entropy network.gate_square network.gradient_ratio "
    "network.logit_second_moment "
    "network.loss network.second_moment network.sublayer_cosine network.token_similarity "
    "norm.jacobian_error norm.jacobian_rank residual.forward_gradient_ratio "
    "residual.simulated_output_change residual.simulated_path_length_variance "
    "residual.simulated_token_similarity residual.simulated_weight_gradient_ratio training.accuracy "
    "training.covariate_shift training.covariate_shift_cosine training.gradient_signal "
    "training.largest_logit training.loss_along_gradient training.norm_gain "
    "training.score_second_moment training.sharpness training.smoothness training.update_ratio "
    "training.batch_fluctuation training.drift training.embedding_rows training.forgotten_nats "
    "training.then_learned_nats training.then_loss "
    "training.attention_entropy training.branch_moment training.coordinate_change "
    "training.coordinate_size training.coordinate_slope training.fate_share training.flat_loss "
    "training.gradient_norm training.learned_nats training.loss training.norm_gain_ratio "
    "training.second_moment training.stream_gradient_ratio training.sublayer_cosine "
    "training.validation_loss truncated_normal.mass truncated_normal.mean "
    "truncated_normal.second_moment truncated_normal.std truncated_normal.std_correction";

Names known_without() {
    std::istringstream names(without_row);
    return {std::istream_iterator<std::string>(names), {}};
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; }

/// The first place from `at` on that is no blank.
std::size_t past_blanks(const std::string& text, std::size_t at) { return text.find_first_not_of(" \n", at); }

/// Behind a literal that begins before `at`, and those that continue it.
std::size_t past_literal(const std::string& text, std::size_t at) {
    for (;;) {
        at = text.find_first_of("\"\n", at);
        if (at == std::string::npos || text[at] == '\n') return std::string::npos;
        at = past_blanks(text, at + 1);
        if (at == std::string::npos || text[at] != '"') return at;
        ++at;
    }
}

/// The names that stand in a row before a number.
Names held_in(const std::string& text) {
    Names names;
    for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) {
        std::size_t end = at + 1;
        while (end < text.size() && is_of_name(text[end])) ++end;
        if (end == at + 1 || end == text.size() || text[end] != '(') continue;
        std::size_t next = past_literal(text, end);
        if (next == std::string::npos || text[next] != ',') continue;
        next = past_blanks(text, next + 1);
        while (next < text.size() && (text[next] == '"' || text[next] == '-')) ++next;
        if (next < text.size() && std::isdigit(static_cast<unsigned char>(text[next])) != 0)
            names.insert(text.substr(at + 1, end - at - 1));
    }
    return names;
}

/// Of these quantities the ones without a row in any of the texts.
Names without_reference(const std::vector<std::string>& quantities, const std::vector<std::string>& texts) {
    Names without(quantities.begin(), quantities.end());
    for (const std::string& text : texts) {
        const Names held = held_in(text);
        std::erase_if(without, [&](const std::string& name) {
            const std::size_t dot = name.find('.');
            const bool adds_group = text.find("\"" + name.substr(0, dot + 1) + "\"") != std::string::npos;
            return held.contains(name) || (adds_group && held.contains(name.substr(dot + 1)));
        });
    }
    return without;
}

/// What stands in the tests of each room.
std::vector<std::string> texts_of_rooms() {
    std::vector<std::string> texts;
    for (const auto& room : std::filesystem::directory_iterator(SIGPROP_SOURCE_DIR "/tests/quantities")) {
        if (!room.is_directory()) continue;
        std::ostringstream text;
        for (const auto& file : std::filesystem::directory_iterator(room.path()))
            text << std::ifstream(file.path()).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

}  // namespace

TEST_CASE("a new quantity has a reference, and one that has got its own is no longer listed") {
    std::vector<std::string> names;
    for (const sigprop::QuantityRow& row : sigprop::quantity_rows()) names.emplace_back(row.name);
    const Names without = without_reference(names, texts_of_rooms());
    const Names known = known_without();
    for (const std::string& name : without)
        CHECK_MESSAGE(known.contains(name), name,
                      " has no reference: give a test a row of its call and the number");
    for (const std::string& name : known)
        CHECK_MESSAGE(without.contains(name), name, " has a reference: take it from without_row");
}

TEST_CASE("a quantity without a reference is seen") {
    const std::vector<std::string> names = {"selu.alpha", "selu.lambda"};
    const std::string row = R"row({"selu.alpha()", "1.67"})row";
    const auto without = [&](const std::string& text) { return without_reference(names, {text}); };
    CHECK(without(row) == Names{"selu.lambda"});
    CHECK(without(row + R"row({"selu.lambda(mean=0, "
        "variance=1)", -1})row") == Names{});
    CHECK(without(R"row({"alpha()", "1.67"})row").size() == 2);
    CHECK(without(R"row(of("selu." + call); {"alpha()", "1.67"})row") == Names{"selu.lambda"});
    CHECK(without(R"row(ask("selu.alpha()"), 30)row").size() == 2);
    CHECK(without(R"row({"selu.alpha()", expected})row").size() == 2);
    CHECK(without(R"row({"selu.alphas()", 1})row").size() == 2);
}
