#pragma once
// The tables of quantities, in the order of the catalogue; this is the only list of them. A new table is a
// file of its own and one line here. A line without a function does not link; a function `..._quantities()`
// without a line is found by tests/quantities/tables_test.cpp.

#include <array>
#include <vector>

#include "quantities/quantity.hpp"

namespace sigprop {

// A macro makes both a declaration and an array element from each name of this list; nothing else can. These
// macros end with this file.
// clang-format off
#define SIGPROP_TABLES(table)                   \
    table(truncated_normal_quantities)          \
    table(complex_truncated_normal_quantities)  \
    table(activation_quantities)                \
    table(activation_correlation_quantities)    \
    table(activation_root_quantities)           \
    table(variance_map_quantities)              \
    table(edge_of_chaos_quantities)             \
    table(half_stable_quantities)               \
    table(signal_depth_quantities)              \
    table(depth_scale_quantities)               \
    table(correlation_depth_quantities)         \
    table(correlation_iterated_quantities)      \
    table(kernel_map_quantities)                \
    table(activation_extremum_quantities)       \
    table(best_parameter_quantities)            \
    table(selu_quantities)                      \
    table(initialization_quantities)            \
    table(realised_std_quantities)              \
    table(initialization_statistics_quantities) \
    table(prior_bias_quantities)                \
    table(deepnorm_quantities)                  \
    table(torch_gain_quantities)                \
    table(alpha_dropout_quantities)             \
    table(torch_quantities)                     \
    table(jax_quantities)                       \
    table(flax_quantities)                      \
    table(keras_quantities)                     \
    table(tensorflow_quantities)                \
    table(timm_quantities)                      \
    table(nnx_quantities)                       \
    table(haiku_quantities)                     \
    table(equinox_quantities)                   \
    table(mlx_quantities)                       \
    table(transformers_quantities)              \
    table(residual_moment_quantities)           \
    table(residual_weight_quantities)           \
    table(residual_gradient_quantities)         \
    table(residual_path_quantities)             \
    table(residual_spectrum_quantities)         \
    table(residual_simulated_quantities)        \
    table(network_quantities)                   \
    table(training_quantities)                  \
    table(residual_elementwise_quantities)      \
    table(optimizer_quantities)                 \
    table(elementwise_ode_quantities)           \
    table(activation_slope_quantities)          \
    table(attention_rows_quantities)            \
    table(attention_extremes_quantities)        \
    table(attention_mean_field_quantities)      \
    table(attention_limits_quantities)          \
    table(attention_freezing_quantities)        \
    table(attention_logits_quantities)          \
    table(attention_rules_quantities)           \
    table(attention_scales_quantities)          \
    table(attention_length_rule_quantities)     \
    table(attention_vectors_quantities)         \
    table(attention_sink_quantities)            \
    table(norm_point_quantities)                \
    table(norm_spectrum_quantities)             \
    table(norm_rank_quantities)                 \
    table(norm_mean_quantities)                 \
    table(norm_count_quantities)                \
    table(norm_cost_quantities)                 \
    table(norm_error_quantities)                \
    table(running_statistics_quantities)        \
    table(gradient_descent_quantities)          \
    table(adamw_weight_quantities)              \
    table(adam_update_quantities)               \
    table(condition_number_quantities)          \
    table(elementwise_map_quantities)           \
    table(normal_quantities)                    \
    table(quantizer_quantities)                 \
    table(muon_quantities)                      \
    table(attention_position_quantities)        \
    table(mixture_quantities)                   \
    table(unit_scaling_quantities)              \
    table(kernel_shaping_quantities)            \
    table(sampler_quantities)
// clang-format on

#define SIGPROP_DECLARED(name) [[nodiscard]] std::vector<Quantity> name();
SIGPROP_TABLES(SIGPROP_DECLARED)
#undef SIGPROP_DECLARED

#define SIGPROP_ELEMENT(name) name,
inline constexpr std::array quantity_tables = {SIGPROP_TABLES(SIGPROP_ELEMENT)};
#undef SIGPROP_ELEMENT
#undef SIGPROP_TABLES

}  // namespace sigprop
