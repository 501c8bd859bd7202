#include "measure/model/family.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "measure/model/recipes.hpp"

namespace sigprop {
namespace {

/// The numbers of a config.json by their paths: "text_config.initializer_range".
using ConfigNumbers = std::map<std::string, std::string>;

void add_numbers(ConfigNumbers& numbers, const Json& object, const std::string& before) {
    for (const JsonMember& one : object.as_object()) {
        if (one.value.is_number()) numbers.emplace(before + one.key, one.value.as_number_text());
        if (one.value.is_object()) add_numbers(numbers, one.value, before + one.key + ".");
    }
}

class Expecter {
public:
    Expecter(const ModelFamily& family, const Json& config, const ModelScan& scan)
        : family_(family), seen_(names_expression(family.seen), RE2::Quiet), json_(config), scan_(scan) {
        add_numbers(config_, config, "");
        for (const auto& [key, value] : family.defaults) config_.emplace(key, value);
        for (std::size_t i = 0; i < scan.parts.size(); ++i) by_name_.emplace(scan.parts[i].whole_name(), i);
    }

    ModelExpectation operator()() {
        ModelExpectation expected;
        expected.name = family_.name;
        expected.family = &family_;
        expected.says = family_.name + " of " + family_.library + " " + family_.version;
        expected.named_by = "config.json";
        expected.copies = family_.copies;
        if (ties_embeddings(json_, family_.ties_by_default)) expected.ties = family_.ties;
        expected.undrawn = undrawn_class();
        for (const char* key : {"transformers_version", "_diffusers_version"}) {
            const Json* const version = json_.find(key);
            if (version == nullptr || !version->is_string() || version->as_string() == family_.version)
                continue;
            expected.other_version = version->as_string();
            expected.is_other_law = !is_known_version(expected.other_version);
        }
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const ModelPart& part = scan_.parts[i];
            const FamilyLaw* const law = law_of(part);
            if (law == nullptr || !was_seen(part)) continue;
            if (!law->law) {
                expected.unlawful.insert(i);
                continue;
            }
            const std::optional<std::string> scale = with_values(law->scale, part);
            const std::optional<std::string> cut = with_values(law->cut.empty() ? "2" : law->cut, part);
            if (scale && cut && is_possible(*law->law, numbers_(*scale)) && numbers_(*cut) > 0)
                expected.judge(i, part, expected_of(*law->law, *scale, *cut), *scale, law->scale);
        }
        return expected;
    }

private:
    /// Whether draws of its major version agree with the row.
    [[nodiscard]] bool is_known_version(const std::string& version) const {
        const auto major = [](const std::string& text) { return text.substr(0, text.find('.')); };
        return major(version) == major(family_.version) ||
               std::ranges::find(family_.also, major(version), major) != family_.also.end();
    }

    /// The first class that config.json names, where the row says from which it was drawn, and it was from
    /// none of them.
    [[nodiscard]] std::string undrawn_class() const {
        const Json* const classes = json_.find("architectures");
        std::string first;
        if (family_.classes.empty() || classes == nullptr || !classes->is_array()) return first;
        for (const Json& one : classes->as_array()) {
            if (!one.is_string()) continue;
            if (std::ranges::find(family_.classes, one.as_string()) != family_.classes.end()) return "";
            if (first.empty()) first = one.as_string();
        }
        return first;
    }

    /// Whether the numbers of a config.json make a law: a range of 0, or no layer, makes none.
    static bool is_possible(TensorLaw law, double scale) {
        return std::isfinite(scale) && (law == TensorLaw::constant || scale > 0);
    }

    [[nodiscard]] bool was_seen(const ModelPart& part) const {
        return family_.seen.empty() || RE2::FullMatch(numberless(part.whole_name()), seen_);
    }

    [[nodiscard]] const FamilyLaw* law_of(const ModelPart& part) const {
        return family_.law_of(numberless(part.whole_name()), part.seen.shape.size() > 1);
    }

    /// Fans as PyTorch counts them, whatever the layer makes of its axes; of a bias, those of its weight.
    [[nodiscard]] std::optional<Fans> fans_of(const ModelPart& part) const {
        const std::vector<std::size_t>& shape = part.seen.shape;
        if (shape.size() < 2) {
            static const RE2 bias(R"(bias(_[a-z0-9]+)?$)");
            // the last two are weight_norm's
            for (const char* called :
                 {R"(weight\1)", R"(parametrizations.weight.original1\1)", R"(weight_v\1)"}) {
                std::string weight = part.whole_name();
                if (!RE2::Replace(&weight, bias, called)) return std::nullopt;
                const auto found = by_name_.find(weight);
                if (found != by_name_.end() && scan_.parts[found->second].seen.shape.size() > 1)
                    return fans_of(scan_.parts[found->second]);
            }
            return std::nullopt;
        }
        if (part.slice) {
            const bool turned = part.layout == WeightLayout::keras && shape.size() == 2;
            return turned ? Fans{part.whole_fans.out, part.whole_fans.in} : part.whole_fans;
        }
        return sigprop::fans_of(shape, WeightLayout::torch);
    }

    /// The scale with numbers for the keys and fans; none where one is not known.
    [[nodiscard]] std::optional<std::string> with_values(const std::string& scale,
                                                         const ModelPart& part) const {
        static const RE2 word(R"(^([^A-Za-z_]*?)((?:[0-9.]+e[-+]?[0-9]+)|(?:[A-Za-z_][A-Za-z_0-9.]*))(.*)$)");
        std::string text;
        std::string before;
        std::string name;
        std::string rest = scale;
        for (std::string behind; RE2::FullMatch(rest, word, &before, &name, &behind); rest = behind) {
            text += before;
            if (name == "sqrt" || name == "truncated_normal.std" || name.front() <= '9') {
                text += name;
            } else if (name == "fan_in" || name == "fan_out") {
                const std::optional<Fans> fans = fans_of(part);
                if (!fans) return std::nullopt;
                text += number_text(name == "fan_in" ? fans->in : fans->out, 17);
            } else {
                const auto found = config_.find(name);
                if (found == config_.end()) return std::nullopt;
                text += found->second;
            }
        }
        return text + rest;
    }

    [[nodiscard]] ExpectedLaw expected_of(TensorLaw form, const std::string& scale, const std::string& cut) {
        const double number = numbers_(scale);
        ExpectedLaw expected{.form = form, .value = 0, .law = {}};
        switch (form) {
            case TensorLaw::normal: expected.law = WeightLaw::normal(number); break;
            case TensorLaw::truncated_normal:
                expected.law = WeightLaw::truncated(number, numbers_(cut) * number);
                expected.law.realised_std =
                    numbers_(fmt::format("({}) * truncated_normal.std(-({}), {})", scale, cut, cut));
                break;
            case TensorLaw::uniform: expected.law = WeightLaw::uniform_of_std(number); break;
            case TensorLaw::constant: expected.value = number; break;
        }
        return expected;
    }

    const ModelFamily& family_;
    RE2 seen_;
    const Json& json_;
    const ModelScan& scan_;
    ConfigNumbers config_;
    std::map<std::string, std::size_t> by_name_;
    Numbers numbers_;
};

}  // namespace

namespace {

const ModelFamily* family_of_type(std::string_view model_type) {
    for (const ModelFamily& one : shipped_families()) {
        if (std::ranges::find(one.model_types, model_type) != one.model_types.end()) return &one;
    }
    return nullptr;
}

}  // namespace

const ModelFamily* family_of(const std::optional<Json>& config) {
    if (!config) return nullptr;
    for (const char* key : {"model_type", "_class_name"}) {  // transformers', diffusers'
        const Json* const type = config->find(key);
        if (type == nullptr || !type->is_string()) continue;
        if (const ModelFamily* const found = family_of_type(type->as_string())) return found;
    }
    return nullptr;
}

const ModelFamily* family_of_gguf(const std::string& architecture) {
    // Where llama.cpp (gguf-py/gguf/constants.py, MODEL_ARCH_NAMES) has another word than transformers.
    using Words = std::pair<std::string_view, std::string_view>;
    constexpr std::array<Words, 14> others = {{{"gptneox", "gpt_neox"},
                                               {"gptj", "gptj"},
                                               {"qwen2moe", "qwen2_moe"},
                                               {"qwen3moe", "qwen3_moe"},
                                               {"qwen2vl", "qwen2_vl"},
                                               {"phi2", "phi"},
                                               {"gemma3", "gemma3_text"},
                                               {"deepseek2", "deepseek_v3"},
                                               {"command-r", "cohere"},
                                               {"cohere2", "cohere2"},
                                               {"nomic-bert", "nomic_bert"},
                                               {"gpt-oss", "gpt_oss"},
                                               {"granitemoe", "granitemoe"},
                                               {"jina-bert-v2", "bert"}}};
    const auto* const other = std::ranges::find(others, architecture, &Words::first);
    return family_of_type(other == others.end() ? std::string_view(architecture) : other->second);
}

ModelExpectation expect(const ModelFamily& family, const Json& config, const ModelScan& scan) {
    return Expecter(family, config, scan)();
}

}  // namespace sigprop
