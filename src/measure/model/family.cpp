#include "measure/model/family.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/base/words.hpp"
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
        const std::string of_library = family_.library + ".";
        expected.says =
            (family_.name.starts_with(of_library) ? family_.name.substr(of_library.size()) : family_.name) +
            " of " + family_.library + " " + family_.version;
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
        count_votes();
        for (std::size_t i = 0; i < scan_.parts.size(); ++i) {
            const ModelPart& part = scan_.parts[i];
            const FamilyLaw* const law = law_of(part);
            if (law == nullptr || !was_seen(part)) continue;
            if (!law->law) {
                expected.unlawful.insert(i);
                continue;
            }
            const std::vector<Choice> choices = choices_of(*law, part);
            if (choices.empty()) continue;
            add(expected, i, choices);
            expected.add_kind(i, kind_of(*law, part));
        }
        return expected;
    }

private:
    /// One of the laws that a part may have.
    struct Choice {
        ExpectedLaw law;
        std::string scale, written;
    };

    [[nodiscard]] std::vector<Choice> choices_of(const FamilyLaw& law, const ModelPart& part) {
        const std::optional<std::string> cut = with_values(law.cut.empty() ? "2" : law.cut, part);
        std::vector<std::string> written = {law.scale};
        written.insert(written.end(), law.others.begin(), law.others.end());
        std::vector<Choice> choices;
        for (const std::string& one : written) {
            const std::optional<std::string> scale = with_values(one, part);
            if (scale && cut && is_possible(*law.law, numbers_(*scale)) && numbers_(*cut) > 0)
                choices.push_back({expected_of(*law.law, *scale, *cut), *scale, one});
        }
        return choices;
    }

    /// Where a class has several constants, of which each architecture has one: how many tensors of a group
    /// have each.
    void count_votes() {
        for (const ModelPart& part : scan_.parts) {
            const FamilyLaw* const law = law_of(part);
            const bool is_one = law != nullptr && !law->others.empty() && !law->is_mixed;
            if (!is_one || law->law != TensorLaw::constant || !was_seen(part)) continue;
            for (const Choice& one : choices_of(*law, part))
                if (agrees(one.law, part)) ++votes_[part.group][one.written];
        }
    }

    /// The law's place and the last two words of the name, so that stages called layer1 and layer2 are alike.
    [[nodiscard]] std::string kind_of(const FamilyLaw& law, const ModelPart& part) const {
        std::string name = numberless(part.whole_name());
        for (std::size_t at = name.find("*."); at != std::string::npos; at = name.find("*."))
            name.erase(at, 2);
        const std::size_t last = name.rfind('.');
        const std::size_t before = last == std::string::npos || last == 0 ? last : name.rfind('.', last - 1);
        return fmt::format("{} {}", &law - family_.laws.data(),
                           before == std::string::npos ? name : name.substr(before + 1));
    }

    /// What most of its siblings have, if they are several; empty where nothing is that common.
    [[nodiscard]] std::string voted(const ModelPart& part) const {
        const auto group = votes_.find(part.group);
        if (group == votes_.end()) return "";
        std::size_t all = 0;
        for (const auto& [written, count] : group->second) all += count;
        constexpr std::size_t several = 3;
        for (const auto& [written, count] : group->second)
            if (all >= several && count * 2 > all) return written;
        return "";
    }

    void add(ModelExpectation& expected, std::size_t i, const std::vector<Choice>& choices) {
        const ModelPart& part = scan_.parts[i];
        const std::string common = voted(part);
        const auto is_common = [&](const Choice& one) { return one.written == common; };
        auto chosen = std::ranges::find_if(choices, is_common);
        std::string others;
        if (chosen == choices.end()) {
            chosen = std::ranges::find_if(choices, [&](const Choice& one) { return agrees(one.law, part); });
            if (choices.size() > 1) {
                std::vector<std::string> rest;
                for (std::size_t k = 1; k < choices.size(); ++k) rest.push_back(choices[k].written);
                others = " (or " + joined(rest, ", ") + ")";
            }
        }
        if (chosen == choices.end()) chosen = choices.begin();
        expected.judge(i, part, chosen->law, chosen->scale, chosen->written,
                       has_depth(chosen->written + others), others);
    }

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
        std::string first = changed_argument();
        if (!first.empty()) return first;
        if (family_.classes.empty() || classes == nullptr || !classes->is_array()) return first;
        for (const Json& one : classes->as_array()) {
            if (!one.is_string()) continue;
            if (std::ranges::find(family_.classes, one.as_string()) != family_.classes.end()) return "";
            if (first.empty()) first = one.as_string();
        }
        return first;
    }

    /// An argument by which a config.json of timm changes what its class draws: of such nothing is known.
    [[nodiscard]] std::string changed_argument() const {
        const Json* const arguments = json_.find("model_args");
        if (arguments == nullptr || arguments->kind() != Json::Kind::object) return "";
        for (const JsonMember& one : arguments->as_object()) {
            const bool is_scale = one.key.find("init") != std::string::npos ||
                                  one.key.find("layer_scale") != std::string::npos ||
                                  one.key.find("ls_") != std::string::npos;
            if (is_scale) return "model_args with " + one.key;
        }
        return "";
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
    std::map<std::string, std::map<std::string, std::size_t>> votes_;  ///< of groups, for constants
    Numbers numbers_;
};

}  // namespace

namespace {

const ModelFamily* family_with(std::vector<std::string> FamilyEntry::*words, std::string_view word) {
    for (const FamilyEntry& one : family_index()) {
        if (std::ranges::find(one.*words, word) != (one.*words).end()) return shipped_family(one.name);
    }
    return nullptr;
}

const ModelFamily* family_of_type(std::string_view model_type) {
    return family_with(&FamilyEntry::model_types, model_type);
}

}  // namespace

const ModelFamily* family_of(const std::optional<Json>& config) {
    if (!config) return nullptr;
    for (const char* key : {"model_type", "_class_name"}) {  // transformers', diffusers'
        const Json* const type = config->find(key);
        if (type == nullptr || !type->is_string()) continue;
        if (const ModelFamily* const found = family_of_type(type->as_string())) return found;
    }
    const Json* const architecture = config->find("architecture");
    if (architecture == nullptr || !architecture->is_string() || config->find("model_type") != nullptr)
        return nullptr;
    const std::string name = architecture->as_string();  // "resnet18.a1_in1k" has a tag of its weights
    return family_with(&FamilyEntry::architectures, std::string_view(name).substr(0, name.find('.')));
}

const ModelFamily* family_called(std::string_view name) {
    constexpr std::string_view prefix = "family.";
    if (name.starts_with(prefix)) return shipped_family(name.substr(prefix.size()));
    return name.find('.') == std::string_view::npos ? nullptr : shipped_family(name);
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
