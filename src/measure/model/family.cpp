#include "measure/model/family.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 3> file_keys = {"library", "version", "families"};
constexpr std::array<std::string_view, 10> family_keys = {
    "family", "model_types", "classes", "defaults", "laws", "copies", "ties", "tied", "seen", "also"};
constexpr std::array<std::string_view, 5> law_keys = {"names", "axes", "law", "scale", "cut"};
constexpr std::array<std::string_view, 5> law_words = {"normal", "truncated_normal", "uniform", "constant",
                                                       "any"};

std::vector<std::string> texts(const Json& list, std::string_view what) {
    std::vector<std::string> all;
    for (const Json& one : list.as_array(what)) all.push_back(filled(one, what));
    return all;
}

/// The names that a row has seen, before which a class may put the name of its base model.
std::string names_expression(const std::string& seen) {
    std::string expression = R"((?:[^.]+\.){0,2}(?:)";
    for (const char one : seen) {
        if (one == '.' || one == '*') expression += '\\';
        expression += one;
    }
    return expression + ")";
}

FamilyLaw read_law(const Json& json) {
    check_keys(json, law_keys, "a law");
    FamilyLaw law;
    law.names = texts(needed(json, "names"), "names");
    const Json& axes = needed(json, "axes");
    law.is_matrix = axes.as_integer("axes") == 2;
    if (!law.is_matrix && axes.as_integer() != 1)
        refuse(axes, "axes is 1, of tensors with fewer than two, or 2, of all others");
    const std::size_t word = one_of(needed(json, "law"), "law", law_words);
    if (law_words[word] == "any") {
        if (const Json* scale = json.find("scale")) refuse(*scale, "the law any has no scale");
        return law;
    }
    law.law = static_cast<TensorLaw>(word);
    law.scale = filled(needed(json, "scale"), "scale");
    if (const Json* cut = json.find("cut")) {
        if (law.law != TensorLaw::truncated_normal) refuse(*cut, "a truncated_normal alone has a cut");
        law.cut = filled(*cut, "cut");
    }
    return law;
}

ModelFamily read_family(const Json& json, const std::string& library, const std::string& version) {
    check_keys(json, family_keys, "a family");
    ModelFamily family{.name = filled(needed(json, "family"), "family"),
                       .library = library,
                       .version = version,
                       .also = {},
                       .model_types = texts(needed(json, "model_types"), "model_types"),
                       .classes = {},
                       .defaults = {},
                       .laws = {},
                       .seen = {},
                       .copies = {},
                       .ties = {}};
    if (const Json* defaults = json.find("defaults")) {
        for (const JsonMember& one : defaults->as_object("defaults"))
            family.defaults.emplace_back(one.key, one.value.as_number_text(one.key));
    }
    for (const Json& one : items(needed(json, "laws"), "laws")) family.laws.push_back(read_law(one));
    if (const Json* also = json.find("also")) family.also = texts(*also, "also");
    if (const Json* seen = json.find("seen")) {
        family.seen = filled(*seen, "seen");
        if (!RE2(names_expression(family.seen), RE2::Quiet).ok())
            refuse(*seen, "seen has parentheses without a pair");
    }
    if (const Json* classes = json.find("classes")) family.classes = texts(*classes, "classes");
    if (const Json* copies = json.find("copies")) family.copies = texts(*copies, "copies");
    if (const Json* ties = json.find("ties")) {
        for (const JsonMember& one : ties->as_object("ties"))
            family.ties.push_back({one.key, filled(one.value, one.key)});
        family.ties_by_default = needed(json, "tied").as_boolean("tied");
    }
    return family;
}

/// The numbers of a config.json by their paths: "text_config.initializer_range".
using ConfigNumbers = std::map<std::string, std::string>;

void add_numbers(ConfigNumbers& numbers, const Json& object, const std::string& before) {
    for (const JsonMember& one : object.as_object()) {
        if (one.value.is_number()) numbers.emplace(before + one.key, one.value.as_number_text());
        if (one.value.is_object()) add_numbers(numbers, one.value, before + one.key + ".");
    }
}

/// What config.json says of tying embeddings: one part that unties them unties them.
bool ties_tables(const Json& config, bool by_default) {
    bool ties = by_default;
    for (const JsonMember& one : config.as_object()) {
        if (one.key == "tie_word_embeddings" && one.value.is_boolean()) ties = one.value.as_boolean();
        if (one.value.is_object() && !ties_tables(one.value, true)) return false;
    }
    return ties;
}

bool ends_with_name(const std::string& name, const std::string& end) {
    if (end.front() == '^') return name == end.substr(1);
    if (!name.ends_with(end)) return false;
    return name.size() == end.size() || name[name.size() - end.size() - 1] == '.';
}

class Expecter {
public:
    Expecter(const ModelFamily& family, const Json& config, const ModelScan& scan)
        : family_(family), seen_(names_expression(family.seen), RE2::Quiet), json_(config), scan_(scan) {
        add_numbers(config_, config, "");
        for (const auto& [key, value] : family.defaults) config_.emplace(key, value);
        for (std::size_t i = 0; i < scan.parts.size(); ++i) by_name_.emplace(whole_name(scan.parts[i]), i);
    }

    ModelExpectation operator()() {
        ModelExpectation expected;
        expected.name = family_.name;
        expected.says = family_.name + " of " + family_.library + " " + family_.version;
        expected.named_by = "config.json";
        expected.copies = family_.copies;
        if (ties_tables(json_, family_.ties_by_default)) expected.ties = family_.ties;
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

    static std::string whole_name(const ModelPart& part) {
        const std::string& name = part.seen.name;
        return part.slice ? name.substr(0, name.rfind('[')) : name;
    }

    [[nodiscard]] bool was_seen(const ModelPart& part) const {
        return family_.seen.empty() || RE2::FullMatch(numberless(whole_name(part)), seen_);
    }

    [[nodiscard]] const FamilyLaw* law_of(const ModelPart& part) const {
        const std::string name = numberless(whole_name(part));
        const FamilyLaw* best = nullptr;
        std::size_t length = 0;
        for (const FamilyLaw& law : family_.laws) {
            if (law.is_matrix != (part.seen.shape.size() > 1)) continue;
            for (const std::string& end : law.names) {
                if (end.size() <= length || !ends_with_name(name, end)) continue;
                best = &law;
                length = end.size();
            }
        }
        return best;
    }

    /// Fans as PyTorch counts them, whatever the layer makes of its axes; of a bias, those of its weight.
    [[nodiscard]] std::optional<Fans> fans_of(const ModelPart& part) const {
        const std::vector<std::size_t>& shape = part.seen.shape;
        if (shape.size() < 2) {
            static const RE2 bias(R"(bias(_[a-z0-9]+)?$)");
            // the last two are weight_norm's
            for (const char* called :
                 {R"(weight\1)", R"(parametrizations.weight.original1\1)", R"(weight_v\1)"}) {
                std::string weight = whole_name(part);
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

std::vector<ModelFamily> read_families(std::string_view json_text, std::string_view source) {
    const Json root = parse_json(json_text, source);
    try {
        check_keys(root, file_keys, "a file of families");
        const std::string library = filled(needed(root, "library"), "library");
        const std::string version = filled(needed(root, "version"), "version");
        std::vector<ModelFamily> families;
        for (const Json& one : items(needed(root, "families"), "families"))
            families.push_back(read_family(one, library, version));
        return families;
    } catch (const InputError& error) {
        throw located(error, json_text, source);
    }
}

const std::vector<ModelFamily>& shipped_families() {
    static const std::vector<ModelFamily> all = [] {
        std::vector<ModelFamily> families;
        for (const embedded::File& file : embedded::architectures()) {
            const std::vector<ModelFamily> some =
                read_families(file.text, "src/architectures/" + std::string(file.name) + ".json");
            families.insert(families.end(), some.begin(), some.end());
        }
        return families;
    }();
    return all;
}

const ModelFamily* family_of(const std::optional<Json>& config) {
    if (!config) return nullptr;
    for (const char* key : {"model_type", "_class_name"}) {  // transformers', diffusers'
        const Json* const type = config->find(key);
        if (type == nullptr || !type->is_string()) continue;
        for (const ModelFamily& one : shipped_families()) {
            if (std::ranges::find(one.model_types, type->as_string()) != one.model_types.end()) return &one;
        }
    }
    return nullptr;
}

ModelExpectation expect(const ModelFamily& family, const Json& config, const ModelScan& scan) {
    return Expecter(family, config, scan)();
}

}  // namespace sigprop
