#include "engine/binding/catalogue.hpp"
#include <algorithm>

namespace sigprop {

const std::vector<Quantity>& catalogue() {
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> quantities;
        for (auto theme : {truncated_normal_quantities,
                           complex_truncated_normal_quantities,
                           activation_quantities,
                           activation_correlation_quantities,
                           activation_root_quantities,
                           variance_map_quantities,
                           activation_extremum_quantities,
                           best_parameter_quantities,
                           selu_quantities,
                           initialization_quantities,
                           initialization_statistics_quantities,
                           deepnorm_quantities,
                           residual_moment_quantities,
                           residual_weight_quantities,
                           residual_gradient_quantities,
                           residual_path_quantities,
                           residual_spectrum_quantities,
                           residual_simulated_quantities,
                           optimizer_quantities,
                           elementwise_ode_quantities,
                           activation_slope_quantities,
                           attention_rows_quantities,
                           attention_extremes_quantities,
                           attention_mean_field_quantities,
                           attention_limits_quantities,
                           attention_freezing_quantities,
                           attention_logits_quantities,
                           attention_rules_quantities,
                           attention_scales_quantities,
                           attention_vectors_quantities,
                           normalization_point_quantities,
                           normalization_spectrum_quantities,
                           normalization_rank_quantities,
                           normalization_mean_quantities,
                           normalization_count_quantities,
                           normalization_error_quantities,
                           running_statistics_quantities,
                           gradient_descent_quantities,
                           elementwise_map_quantities}) {
            std::ranges::move(theme(), std::back_inserter(quantities));
        }
        return quantities;
    }();
    return all;
}

const Quantity* find_quantity(std::string_view name) {
    for (const Quantity& quantity : catalogue()) {
        if (quantity.name == name || std::ranges::find(quantity.aliases, name) != quantity.aliases.end()) {
            return &quantity;
        }
    }
    return nullptr;
}

}  // namespace sigprop
