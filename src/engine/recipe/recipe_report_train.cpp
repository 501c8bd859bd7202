// A recipe as the arguments of `sigprop train`: expressions stay expressions, so that what is trained starts
// with the recipe's own numbers.

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/recipe/recipe_report.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse(const SizedRecipe& recipe, const std::string& what) {
    throw InputError("sigprop train cannot build the networks of the recipe " + recipe.name + ": " + what);
}

const SizedTensor* find(const SizedRecipe& recipe, std::initializer_list<const char*> roles) {
    for (const char* role : roles) {
        if (const SizedTensor* one = recipe.find(role, 0)) return one;
    }
    return nullptr;
}

const SizedTensor& needed(const SizedRecipe& recipe, std::initializer_list<const char*> roles) {
    if (const SizedTensor* one = find(recipe, roles)) return *one;
    refuse(recipe, fmt::format("it has no tensor with the role {}", *roles.begin()));
}

class Words {
public:
    void add(const std::string& name, const std::string& value) {
        // Blanks would divide a word in the shell.
        std::string word = name + "=" + canonical_text(parse_expression(value));
        std::erase(word, ' ');
        const bool plain = word.find_first_of("()*'\"[]<>") == std::string::npos;
        const char quote = word.find('"') == std::string::npos ? '"' : '\'';  // no expression has both
        text_ += " " + (plain ? word : quote + word + quote);
    }
    void put(const std::string& word) { text_ += " " + word; }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_ = "sigprop train";
};

/// The number that sigprop train takes for the std of this tensor.
std::string std_of(const SizedTensor& one) {
    return one.law == TensorLaw::uniform ? "(" + one.scale + ") / sqrt(3)" : one.scale;
}

class Command {
public:
    explicit Command(const SizedRecipe& recipe) : recipe_(recipe) {}

    std::string text() {
        if (!recipe_.stream.is_known()) refuse(recipe_, "it has no stream of identical blocks");
        add_shape();
        add_stream();
        add_matrices();
        add_rest();
        return words_.text() + "\n";
    }

private:
    void add_shape() {
        const RecipeStream& stream = recipe_.stream;
        if (stream.branch != "1") refuse(recipe_, "it multiplies its branches by " + stream.branch);
        const bool scales_skip = !stream.skip.empty() && stream.skip != "1";
        words_.put(scales_skip ? "deep_norm" : stream.post_norm ? "post_norm" : "pre_norm");
        words_.put(std::to_string(recipe_.layers));
        if (scales_skip) words_.add("alpha", stream.skip);
        words_.add("width", std::to_string(recipe_.d_model));
        words_.add("heads", std::to_string(recipe_.heads));
        for (const auto& [name, value] : recipe_.parameters) {
            if (name == "kv_heads") words_.add(name, value);
            if (name == "vocab") words_.add("vocabulary", value);
        }
        words_.add("hidden_width", std::to_string(recipe_.d_ff));
        words_.add("activation", recipe_.activation);
        if (recipe_.gated) words_.put("unit=gated");
    }

    void add_stream() {
        const RecipeStream& stream = recipe_.stream;
        words_.put(stream.layer_norm ? "norm=layer_norm norm_bias=true" : "norm=rms_norm");
        words_.add("norm_epsilon", stream.epsilon);
        // Recipes with RMSNorm name biases only in case a variant has some.
        if (stream.layer_norm && find(recipe_, {"bias"}) != nullptr) words_.put("biases=true");
        if (stream.post_norm)
            words_.put("embedding_norm=true");  // the blocks begin with a second moment of 1
        if (!stream.causal) words_.put("causal=false objective=masked");
        if (!stream.scores.empty()) words_.add("scale", stream.scores);
        const SizedTensor* position = recipe_.find("position", 0);
        const bool learned =
            position != nullptr && !position->shape.empty() && position->shape.back() == recipe_.d_model;
        if (position != nullptr && !learned)
            refuse(recipe_, position->name + " is not one vector of the stream per position");
        words_.put(learned ? "positions=learned" : "positions=rotary");
        if (learned) words_.add("position_std", std_of(*position));
    }

    void add_matrix(const char* name, const SizedTensor& one) {
        if (one.layer) refuse(recipe_, one.name + " differs from layer to layer");
        if (one.law == TensorLaw::truncated_normal && one.cut != "2")
            refuse(recipe_, one.name + " is not truncated at two standard deviations");
        if (one.law == TensorLaw::constant) refuse(recipe_, one.name + " is constant");
        if (law_.empty()) law_ = std::string(to_string(one.law));
        if (law_ != to_string(one.law)) refuse(recipe_, "its matrices have more than one law");
        words_.add(name, std_of(one));
    }

    void add_matrices() {
        add_matrix("query_std", needed(recipe_, {"query", "query_key_value"}));
        add_matrix("key_std", needed(recipe_, {"key", "query_key_value"}));
        add_matrix("value_std", needed(recipe_, {"value", "query_key_value"}));
        const SizedTensor& output = needed(recipe_, {"attention_output"});
        if (output.fan_in != recipe_.d_model) words_.add("head_width", head_width(output));
        add_matrix("attention_output_std", output);
        const SizedTensor& hidden = needed(recipe_, {"hidden", "gate_up"});
        add_matrix("hidden_std", hidden);
        if (recipe_.gated) add_matrix("up_std", needed(recipe_, {"up", "gate_up"}));
        add_matrix("hidden_output_std", needed(recipe_, {"hidden_output"}));
        if (law_ != "normal") words_.put("weight_law=" + law_);
        if (!hidden.learning_rate.empty()) words_.add("hidden_rate", hidden.learning_rate);
    }

    [[nodiscard]] std::string head_width(const SizedTensor& output) const {
        if (!output.fan_in || *output.fan_in % recipe_.heads != 0)
            refuse(recipe_, "the number of heads does not divide the input width of " + output.name);
        return std::to_string(*output.fan_in / recipe_.heads);
    }

    void add_rest() {
        words_.add("embedding_std", std_of(needed(recipe_, {"embedding"})));
        const SizedTensor* head = find(recipe_, {"head"});
        // A head over classes, BERT's pooler or its transform, is no head over tokens.
        const auto vocabulary =
            std::ranges::find(recipe_.parameters, "vocab", &std::pair<std::string, std::string>::first);
        const bool over_tokens = head != nullptr && vocabulary != recipe_.parameters.end() &&
                                 !head->shape.empty() &&
                                 std::to_string(head->shape.front()) == vocabulary->second;
        if (!over_tokens || !head->tied_to.empty()) return words_.put("tied=true");
        words_.add("head_std", std_of(*head));
        if (!head->learning_rate.empty()) words_.add("head_rate", head->learning_rate);
    }

    const SizedRecipe& recipe_;
    Words words_;
    std::string law_;
};

}  // namespace

std::string train_command(const SizedRecipe& recipe) { return Command(recipe).text(); }

}  // namespace sigprop
