#include "measure/model/sizes.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <sigprop/core/base/errors.hpp>

#include "core/base/digit.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

bool has_parameter(const Recipe& recipe, const std::string& name) {
    return std::ranges::any_of(recipe.parameters,
                               [&](const RecipeParameter& one) { return one.name == name; });
}

class Reader {
public:
    Reader(const ModelScan& scan, const Recipe& recipe, const KnownSizes& known)
        : scan_(scan), recipe_(recipe), known_(known) {}

    InferredSizes operator()() {
        for (const ModelSize& one : known_) add(one.name, one.value, one.from);
        if (by_names() * 2 < matrices()) {
            found_.by_role = true;
            by_roles();
        }
        if (scan_.layers > 0) add("layers", std::to_string(scan_.layers), "the names");
        add_heads();
        add_activation();
        return std::move(found_);
    }

private:
    void add(const std::string& name, const std::string& value, const std::string& from) {
        if (has_parameter(recipe_, name) && !found_.is_known(name))
            found_.sizes.push_back({name, value, from});
    }

    [[nodiscard]] std::size_t matrices() const {
        return static_cast<std::size_t>(std::ranges::count_if(scan_.parts, &ModelPart::is_matrix));
    }

    /// Reads sizes off the shapes of tensors that have the recipe's names; returns how many matrices have.
    std::size_t by_names() {
        std::vector<std::unique_ptr<RE2>> patterns;
        for (const RecipeTensor& one : recipe_.tensors)
            patterns.push_back(std::make_unique<RE2>(name_pattern(one.name), RE2::Quiet));
        std::size_t named = 0;
        for (const ModelPart& part : scan_.parts) {
            const std::string name = part.whole_name();
            for (std::size_t i = 0; i < patterns.size(); ++i) {
                if (!RE2::PartialMatch(name, *patterns[i])) continue;
                if (part.is_matrix()) ++named;
                read_shape(recipe_.tensors[i], part);
                break;
            }
        }
        return named;
    }

    void read_shape(const RecipeTensor& tensor, const ModelPart& part) {
        const std::vector<std::size_t>& shape = part.seen.shape;
        if (tensor.shape.size() != shape.size()) return;
        for (std::size_t axis = 0; axis < shape.size(); ++axis) {
            if (part.slice && part.slice->axis == axis) continue;
            if (tensor.shape[axis] == "patches + 1" && shape[axis] > 1)
                add("patches", std::to_string(shape[axis] - 1), part.seen.name);
            add(tensor.shape[axis], std::to_string(shape[axis]),
                part.seen.name);  // only bare names are parameters
        }
        if (tensor.role == "query" && part.fans.out > 0) queries_ = static_cast<std::size_t>(part.fans.out);
        if (tensor.role == "key" && part.fans.out > 0) keys_ = static_cast<std::size_t>(part.fans.out);
    }

    [[nodiscard]] const ModelPart* with_role(const std::string& role) const {
        const auto found = std::ranges::find_if(scan_.parts, [&](const ModelPart& one) {
            return one.role.role == role && one.seen.shape.size() == 2;
        });
        return found == scan_.parts.end() ? nullptr : &*found;
    }

    void by_roles() {
        if (const ModelPart* one = with_role("embedding")) {
            add("d_model", std::to_string(one->seen.shape[1]), one->seen.name);
            add("vocab", std::to_string(one->seen.shape[0]), one->seen.name);
        }
        if (const ModelPart* one = with_role("position"))
            add("context", std::to_string(one->seen.shape[0]), one->seen.name);
        if (const ModelPart* one = with_role("hidden")) {
            add("d_model", number_text(one->fans.in, 15), one->seen.name);
            add("d_ff", number_text(one->fans.out, 15), one->seen.name);
        }
        if (const ModelPart* one = with_role("query")) {
            add("d_model", number_text(one->fans.in, 15), one->seen.name);
            queries_ = static_cast<std::size_t>(one->fans.out);
        }
        if (const ModelPart* one = with_role("key")) keys_ = static_cast<std::size_t>(one->fans.out);
    }

    [[nodiscard]] std::optional<std::size_t> value_of(const std::string& name) const {
        const auto found = std::ranges::find(found_.sizes, name, &ModelSize::name);
        if (found == found_.sizes.end()) return std::nullopt;
        constexpr std::size_t max_digits = 15;
        if (!is_digits(found->value) || found->value.size() > max_digits) return std::nullopt;
        return std::stoull(found->value);
    }

    /// Heads are in no shape of most models: a width of 64 or 128 is taken, and said to be.
    void add_heads() {
        const std::optional<std::size_t> d_model = value_of("d_model");
        const std::size_t width = queries_ > 0 ? queries_ : d_model.value_or(0);
        if (width == 0) return;
        constexpr std::size_t wide = 2048;
        for (const std::size_t head :
             width >= wide ? std::array<std::size_t, 3>{128, 64, 1} : std::array<std::size_t, 3>{64, 32, 1}) {
            if (width % head != 0 || (keys_ > 0 && keys_ % head != 0)) continue;
            add("heads", std::to_string(width / head), "heads " + std::to_string(head) + " wide, assumed");
            break;
        }
        const std::optional<std::size_t> heads = value_of("heads");
        if (!heads || *heads == 0 || width % *heads != 0) return;
        const std::size_t head_dim = width / *heads;
        if (d_model && (has_parameter(recipe_, "head_dim") || has_parameter(recipe_, "d_kv")) &&
            *d_model != width) {
            add("head_dim", std::to_string(head_dim), "the queries' shape");
            add("d_kv", std::to_string(head_dim), "the queries' shape");
        }
        if (keys_ > 0 && keys_ % head_dim == 0)
            add("kv_heads", std::to_string(keys_ / head_dim), "the keys' shape");
    }

    /// Where a recipe knows gated and plain feed-forward units, the model's matrices say which it has.
    void add_activation() {
        const bool knows_both =
            std::ranges::any_of(recipe_.tensors, [](const RecipeTensor& one) { return one.when == "gated"; });
        const auto activation =
            std::ranges::find(recipe_.parameters, RecipeParameterKind::activation, &RecipeParameter::kind);
        if (!knows_both || activation == recipe_.parameters.end()) return;
        const bool usually_gated = activation->fallback.find("glu") != std::string::npos;
        const bool gated = with_role("up") != nullptr;
        if (gated != usually_gated)
            add(activation->name, gated ? "swiglu" : "gelu", gated ? "the gate" : "no gate");
    }

    const ModelScan& scan_;
    const Recipe& recipe_;
    const KnownSizes& known_;
    InferredSizes found_;
    std::size_t queries_ = 0, keys_ = 0;
};

bool says_tied(const Json& config, bool where_unsaid) {
    bool ties = where_unsaid;
    for (const JsonMember& one : config.as_object()) {
        if (one.key == "tie_word_embeddings" && one.value.is_boolean()) ties = one.value.as_boolean();
        if (one.value.is_object() && !says_tied(one.value, true)) return false;
    }
    return ties;
}

}  // namespace

bool InferredSizes::is_known(const std::string& name) const {
    return std::ranges::find(sizes, name, &ModelSize::name) != sizes.end();
}

InferredSizes infer_sizes(const ModelScan& scan, const Recipe& recipe, const KnownSizes& known) {
    return Reader(scan, recipe, known)();
}

std::optional<Json> read_config(const std::string& path) {
    try {
        Json root = parse_json(read_stored_file(path, max_file_bytes), path);
        if (root.is_object()) return root;
    } catch (const InputError&) {
        // a config of another program: the shapes say the rest
    } catch (const IoError&) {
        // there is none
    }
    return std::nullopt;
}

bool ties_embeddings(const std::optional<Json>& config, bool where_unsaid) {
    return config && says_tied(*config, where_unsaid);
}

KnownSizes sizes_of_config(const std::optional<Json>& config) {
    KnownSizes sizes;
    if (!config) return sizes;
    constexpr std::array<std::pair<const char*, const char*>, 5> keys = {{{"num_attention_heads", "heads"},
                                                                          {"n_head", "heads"},
                                                                          {"num_heads", "heads"},
                                                                          {"num_key_value_heads", "kv_heads"},
                                                                          {"d_kv", "d_kv"}}};
    for (const auto& [key, name] : keys) {
        const Json* value = config->find(key);
        if (value == nullptr || !value->is_integer()) continue;
        constexpr std::size_t max_digits = 6;
        const std::string& number = value->as_number_text();
        if (number.front() != '-' && number != "0" && number.size() <= max_digits)
            sizes.push_back({name, number, "config.json"});
    }
    return sizes;
}

}  // namespace sigprop
