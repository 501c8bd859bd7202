#pragma once
// What a tensor of a checkpoint is for, from its name and its shape: the names of transformers, PyTorch,
// torchvision, timm, Meta's and Google's code, llama.cpp. A user's own rules come first.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/weights/origin.hpp"

namespace sigprop {

/// A tensor that holds several matrices, one behind the other along its axis of outputs.
enum class Fusion : std::uint8_t { none, query_key_value, gate_up };

/// Where a name matches the pattern and the number of axes fits, the tensor has this role.
struct RoleRule {
    std::string pattern;  ///< a regular expression (RE2), found anywhere in the name in either case
    std::string role;
    Fusion fusion = Fusion::none;
    std::size_t min_axes = 1, max_axes = 64;
    std::optional<WeightLayout> layout = {};
    bool is_mask = false;  ///< where attention looks, stored beside weights
};

struct TensorRole {
    std::string role;
    std::string rule;  ///< what said so
    Fusion fusion = Fusion::none;
    std::optional<WeightLayout> layout = {};
    bool is_mask = false;
    bool by_name = true;  ///< else no rule knows the name, and the shape said so
};

/// The roles of recipes, and those that only models have: router, convolution, recurrent.
[[nodiscard]] const std::vector<std::string>& model_roles();

class RoleRules {
public:
    RoleRules();
    /// The rules of a file, before those built in:
    ///     {"roles": [{"pattern": "attn\\.fused", "role": "query_key_value", "layout": "in_out"}]}
    /// Errors   InputError "source:line:column: …"
    RoleRules(std::string_view json_text, std::string_view source);
    ~RoleRules();
    RoleRules(RoleRules&& other) noexcept;

    [[nodiscard]] TensorRole role_of(const std::string& name, const std::vector<std::size_t>& shape) const;

private:
    struct Compiled;
    void add(const RoleRule& rule, const std::string& says);
    std::vector<Compiled> rules_;
};

/// The number of the layer and what a name has in common with those of other layers,
/// "h.*.attn.c_attn.weight".
struct LayerName {
    std::string group;
    std::optional<std::int64_t> layer;
};
[[nodiscard]] LayerName layer_name(const std::string& name);

/// Inputs and outputs of one output of a matrix: for Flax's attention [d_model, heads, head_dim], too.
[[nodiscard]] Fans fans_of_role(const std::string& role, const std::vector<std::size_t>& shape,
                                WeightLayout layout);

}  // namespace sigprop
