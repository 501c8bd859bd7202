#include "measure/model/roles.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sigprop/core/base/errors.hpp>

#include "core/base/digit.hpp"
#include "engine/recipe/recipe.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

/// The first that fits holds. Between parts of a name stand dots or slashes.
const std::vector<RoleRule>& built_in_rules() {
    using enum Fusion;
    static const std::vector<RoleRule> rules = {
        // Buffers that are stored beside weights.
        {R"((running_mean|running_var|moving_mean|moving_variance|num_batches_tracked|inv_freq|position_ids|rope_freqs)(\W|$))",
         "other"},
        {R"((^batch_stats[./].*|(norm|(^|[./_])bn)[a-z0-9_]*[./]([0-9]+[./])?)(mean|var)$)",
         "other"},  // Flax
        {R"(masked_bias(\W|$))", "other", none, 1, 1, {}, true},
        {R"(attn[./]bias$)", "other", none, 4, 4, {}, true},
        {R"(attn[./]bias$)", "other", none, 3},
        {R"(((^|[./_])bias|(^|[./])beta)(_[a-z0-9_]+)?$)", "bias"},
        {R"((norm|(^|[./_])(ln|bn|rms)(_?[a-z0-9]+)*)[a-z0-9_]*[./](weight|scale|gamma|g)$)", "norm_gain",
         none, 1, 1},
        // of layers that Flax's scan has stacked
        {R"((norm|(^|[./_])(ln|bn|rms)(_?[a-z0-9]+)*)[a-z0-9_]*[./]scale$)", "norm_gain", none, 2, 2},
        {R"(((^|[./])ls_?[0-9]*[./](gamma|weight|scale)|layer_?scale\w*([./]\w+)?|(^|[./])(gamma|lambda)_?[12])$)",
         "layer_scale", none, 1, 1},
        {R"((class_token|cls_token|mask_token|dist_token|(^|[./])cls$|token_type|segment_emb))", "other"},
        {R"((wpe|pos(ition|itional)?[_./]?(embed|embd|emb)\w*|relative_attention_bias))", "position"},
        {R"((patch_embed|conv_proj|(^|[./])embedding[./]kernel$))", "patch_embedding", none, 2},
        {R"((wte|embed_tokens|tok_embeddings|token_embd|word_embeddings|embed_in|token_embedding|(^|[./])shared[./])|(^|[./])(embed|embeddings?|emb|encoder|src_embed|tgt_embed)[./](weight|embedding)$|(^|[./_])embed(ding)?(_[0-9]+)?[./]embeddings?$)",
         "embedding", none, 2, 2},
        // Attention. Falcon, BLOOM and GPT-NeoX mix the heads' queries, keys and values: not split.
        {R"((query_key_value))", "query_key_value", none, 2},
        {R"((c_attn|qkv|in_proj_weight|wqkv|w_pack))", "query_key_value", query_key_value, 2, 2},
        {R"((q_proj|wq|to_q|q_lin|attn_q|(^|[./_])(q|query))([./](weight|kernel))?$)", "query", none, 2},
        {R"((k_proj|wk|to_k|k_lin|attn_k|(^|[./_])(k|key))([./](weight|kernel))?$)", "key", none, 2},
        {R"((v_proj|wv|to_v|v_lin|attn_v|(^|[./_])(v|value))([./](weight|kernel))?$)", "value", none, 2},
        {R"((o_proj|out_proj|attn_output|attention_output|to_out([./]0)?|out_lin|attention[./]wo|attn[./](c_proj|proj)|attention[./](output[./])?dense|self_attention[./]dense|attention\w*[./](o|out)|mha\w*[./](o|out)|attn[./]o)([./](weight|kernel))?$)",
         "attention_output", none, 2},
        // Mixtures of experts.
        {R"((block_sparse_moe[./]gate|mlp[./]gate|router|gate_inp|shared_expert_gate|switch_gate)([./](weight|kernel|classifier[./]weight))?$)",
         "router", none, 2},
        // Feed-forward units.
        {R"((gate_up|w12)\w*([./](weight|kernel))?$)", "gate_up", gate_up, 2, 2},
        {R"((gate_up))", "gate_up", none, 3},
        {R"((up_proj|wi_1|ffn_up\w*|(feed_forward|mlp|ffn|experts[./][0-9]+)[./]w3)([./](weight|kernel))?$)",
         "up", none, 2},
        {R"((c_fc|fc1|fc_in|linear_?1|intermediate[./]dense|dense_h_to_4h|lin1|wi|wi_0|gate_proj|ffn_gate\w*|(feed_forward|mlp|ffn|experts[./][0-9]+)[./]w1|mlp[./]0|(mlp|mlpblock)_?[0-9]*[./]dense_0)([./](weight|kernel))?$)",
         "hidden", none, 2},
        {R"((c_proj|fc2|fc_out|linear_?2|output[./]dense|dense_4h_to_h|lin2|wo|down_proj|ffn_down\w*|(feed_forward|mlp|ffn|experts[./][0-9]+)[./]w2|mlp[./](2|3)|(mlp|mlpblock)_?[0-9]*[./]dense_1)([./](weight|kernel))?$)",
         "hidden_output", none, 2},
        {R"(((^|[./])(lm_head|embed_out|output|output_layer|head|heads[./]head|classifier|score|fc|logits)|pooler[./]dense|cls[./]predictions[./]transform[./]dense|cls[./]seq_relationship|predictions[./]decoder)([./](weight|kernel))?$)",
         "head", none, 2, 2},
        {R"((weight_(ih|hh|hr)_l[0-9]+|(^|[./])(lstm|gru|rnn)\w*[./]))", "recurrent", none, 2},
    };
    return rules;
}

/// [1, 1, n, n], or the number that stands where attention does not look.
bool is_mask_shape(const std::vector<std::size_t>& shape) {
    return shape.size() != 4 || (shape[0] == 1 && shape[1] == 1 && shape[2] == shape[3]);
}

TensorRole role_by_shape(std::size_t axes) {
    TensorRole role{.role = "convolution", .rule = std::to_string(axes) + " axes", .by_name = false};
    if (axes == 0) role = {.role = "other", .rule = "a single number", .by_name = false};
    if (axes == 1) role = {.role = "norm_gain", .rule = "a weight of one axis", .by_name = false};
    if (axes == 2) role = {.role = "other", .rule = "no rule matches the name", .by_name = false};
    return role;
}

constexpr std::array<std::string_view, 3> role_rule_keys = {"pattern", "role", "layout"};

constexpr std::array<std::string_view, 1> role_file_keys = {"roles"};
constexpr std::array<std::string_view, 2> layouts = {"in_out", "out_in"};

RoleRule read_rule(const Json& json) {
    check_keys(json, role_rule_keys, "a rule");
    RoleRule rule;
    rule.pattern = filled(needed(json, "pattern"), "pattern");
    rule.role = model_roles()[one_of(needed(json, "role"), "role", model_roles())];
    if (rule.role == "query_key_value") rule.fusion = Fusion::query_key_value;
    if (rule.role == "gate_up") rule.fusion = Fusion::gate_up;
    if (const Json* layout = json.find("layout"))
        rule.layout = one_of(*layout, "layout", layouts) == 0 ? WeightLayout::keras : WeightLayout::torch;
    const RE2 regex(rule.pattern, RE2::Quiet);
    if (!regex.ok())
        refuse(json.at("pattern"),
               "'" + rule.pattern + "' is not a regular expression of RE2: " + regex.error());
    return rule;
}

}  // namespace

struct RoleRules::Compiled {
    RoleRule rule;
    std::string says;
    std::unique_ptr<RE2> regex;
};

const std::vector<std::string>& model_roles() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = tensor_roles();
        all.insert(all.end() - 1, {"layer_scale", "recurrent"});
        return all;
    }();
    return names;
}

RoleRules::RoleRules() {
    for (const RoleRule& one : built_in_rules()) add(one, "its name");
}

RoleRules::RoleRules(std::string_view json_text, std::string_view source) {
    const Json root = parse_json(json_text, source);
    try {
        check_keys(root, role_file_keys, "a file of roles");
        for (const Json& one : root.at("roles", "the rules").as_array("roles")) {
            const RoleRule rule = read_rule(one);
            add(rule, std::string(source) + ": " + rule.pattern);
        }
    } catch (const InputError& error) {
        throw located(error, json_text, source);
    }
    for (const RoleRule& one : built_in_rules()) add(one, "its name");
}

RoleRules::~RoleRules() = default;
RoleRules::RoleRules(RoleRules&& other) noexcept = default;

void RoleRules::add(const RoleRule& rule, const std::string& says) {
    RE2::Options options(RE2::Quiet);
    options.set_case_sensitive(false);
    rules_.push_back({rule, says, std::make_unique<RE2>(rule.pattern, options)});
}

TensorRole RoleRules::role_of(const std::string& name, const std::vector<std::size_t>& shape) const {
    const std::size_t axes = std::max<std::size_t>(shape.size(), 1);
    for (const Compiled& one : rules_) {
        if (axes < one.rule.min_axes || axes > one.rule.max_axes) continue;
        if (!RE2::PartialMatch(name, *one.regex)) continue;
        if (one.rule.is_mask && !is_mask_shape(shape)) continue;
        return {one.rule.role, one.says, one.rule.fusion, one.rule.layout, one.rule.is_mask};
    }
    return role_by_shape(shape.size());
}

LayerName layer_name(const std::string& name) {
    // "h.3.attn": a part that is a number; "encoder_layer_3", "layer_3", "encoderblock_3": a part that ends
    // in one; "block_3_expand", "conv2_block3_1_conv", "expanded_conv_3_project" as Keras has them, which has
    // no module for a block.
    static const RE2 numbered(R"((?i)^((?:\w*layer|\w*block)_)([0-9]+)$)");
    static const RE2 within(R"((?i)^(\w*(?:block|layer|expanded_conv)_?)([0-9]+)(_\w+)$)");
    LayerName found;
    std::string before;
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find_first_of("./", begin), name.size());
        const std::string part = name.substr(begin, end - begin);
        std::string stem;
        std::string digits;
        std::string rest;
        constexpr std::size_t max_digits = 9;
        if (is_digits(part) && part.size() <= max_digits && (!found.layer || before == "experts")) {
            if (!found.layer) found.layer = std::stoll(part);
            found.group += '*';
        } else if (!found.layer && RE2::FullMatch(part, numbered, &stem, &digits) &&
                   digits.size() <= max_digits) {
            found.layer = std::stoll(digits);
            found.group += stem + '*';
        } else if (!found.layer && RE2::FullMatch(part, within, &stem, &digits, &rest) &&
                   digits.size() <= max_digits) {
            found.layer = std::stoll(digits);
            found.group += stem + '*' + rest;
        } else {
            found.group += part;
        }
        if (end < name.size()) found.group += name[end];
        before = part;
        begin = end + 1;
    }
    return found;
}

Fans fans_of_role(const std::string& role, const std::vector<std::size_t>& shape, WeightLayout layout) {
    const bool flax = layout == WeightLayout::keras && shape.size() == 3;
    const auto length = [&](std::size_t axis) { return static_cast<double>(shape[axis]); };
    if (flax && (role == "query" || role == "key" || role == "value"))
        return {length(0), length(1) * length(2)};
    if (flax && role == "attention_output") return {length(0) * length(1), length(2)};
    const bool stacked = shape.size() == 3 &&
                         (role == "hidden" || role == "up" || role == "hidden_output" || role == "gate_up");
    if (stacked) return fans_of({shape[1], shape[2]}, layout);  // one matrix an expert
    return fans_of(shape, layout);
}

}  // namespace sigprop
