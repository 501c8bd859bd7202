// The quantities network.*: whole Transformers at initialisation.

#include "quantities/training/run_quantity.hpp"

namespace sigprop {

std::vector<Quantity> network_quantities() {
    return {network_quantity("network.second_moment", run_place::second_moment),
            network_quantity("network.branch_moment", run_place::branch_moment),
            network_quantity("network.sublayer_cosine", run_place::cosine),
            network_quantity("network.token_similarity", run_place::token_similarity),
            network_quantity("network.attention_entropy", run_place::attention_entropy),
            network_quantity("network.score_second_moment", run_place::score_second_moment),
            network_quantity("network.logit_second_moment", run_place::logit_second_moment),
            network_quantity("network.gate_square", run_place::gate_square),
            network_quantity("network.gradient_ratio", run_place::gradient_square),
            network_quantity("network.loss", run_place::loss)};
}

}  // namespace sigprop
