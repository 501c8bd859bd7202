// The quantities that exist by simulation alone. Each takes one number from every network, and a statistic
// over networks.

#include "catalogue/residual.hpp"
#include "models/network/network_design.hpp"
#include "quantities/residual/network_measurements.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

// ---- reading a call

std::int64_t sublayer_of(const SimulatedArguments& given, std::int64_t fallback, std::int64_t last) {
    const std::int64_t sublayer = given.sublayer.value_or(fallback);
    require_sublayer(sublayer, last);
    return sublayer;
}

/// Layers 0, 2, … of a transformer attend.
std::int64_t attention_sublayer_of(const SimulatedArguments& given, std::int64_t sublayers) {
    const std::int64_t sublayer = sublayer_of(given, (sublayers - 1) / 2 * 2, sublayers - 1);
    require_attention_at(sublayer);
    return sublayer;
}

void require_attention(const NetworkDesign& design) {
    if (design.block != BlockKind::transformer)
        throw InputError::about(
            {"block"}, "only block=transformer has attention: remove block, or write block=transformer");
}

/// That of equal weights, mean over queries.
double largest_entropy(const NetworkDesign& design) {
    Ball sum = 0;
    for (std::uint64_t seen = design.causal ? 1 : design.length; seen <= design.length; ++seen)
        sum = sum + log(Ball(static_cast<double>(seen)));
    return (design.causal ? sum / Ball(static_cast<double>(design.length)) : sum).to_double();
}

/// What a quantity measures, given its networks.
using Measure = Measurement (*)(const SimulatedArguments& given, const NetworkDesign& design,
                                std::int64_t sublayers);

Measurement second_moment(const SimulatedArguments& given, const NetworkDesign& design,
                          std::int64_t sublayers) {
    return measures_second_moment(sublayer_of(given, sublayers, sublayers), design);
}

Measurement skip_weight(const SimulatedArguments& given, const NetworkDesign&, std::int64_t sublayers) {
    return measures_skip_weight(sublayer_of(given, sublayers, sublayers));
}

Measurement gradient(const SimulatedArguments& given, const NetworkDesign&, std::int64_t sublayers) {
    return measures_gradient(sublayer_of(given, 0, sublayers), sublayers);
}

Measurement weight_gradient(const SimulatedArguments& given, const NetworkDesign&, std::int64_t sublayers) {
    return measures_weight_gradient(sublayer_of(given, 0, sublayers - 1), sublayers);
}

Measurement sublayer_cosine(const SimulatedArguments& given, const NetworkDesign&, std::int64_t sublayers) {
    return measures_view(Observable::cosine, sublayer_of(given, sublayers - 1, sublayers - 1));
}

Measurement token_similarity(const SimulatedArguments& given, const NetworkDesign& design,
                             std::int64_t sublayers) {
    if (design.length < 2)
        throw InputError::about({"length"},
                                "similarity needs at least two tokens: give length= of 2 or more");
    return measures_view(Observable::token_similarity, sublayer_of(given, sublayers, sublayers));
}

Measurement attention_entropy(const SimulatedArguments& given, const NetworkDesign& design,
                              std::int64_t sublayers) {
    require_attention(design);
    Measurement what = measures_view(Observable::attention_entropy, attention_sublayer_of(given, sublayers));
    what.upper_bound = largest_entropy(design);
    return what;
}

Measurement score_second_moment(const SimulatedArguments& given, const NetworkDesign& design,
                                std::int64_t sublayers) {
    require_attention(design);
    Measurement what =
        measures_view(Observable::score_second_moment, attention_sublayer_of(given, sublayers));
    what.scale = RoundingScale::relative;
    return what;
}

template <bool Variance>
Measurement path_length(const SimulatedArguments&, const NetworkDesign& design, std::int64_t sublayers) {
    const bool follows = design.block == BlockKind::linear && design.length * design.sequences == 1;
    if (!follows)
        throw InputError::about(
            design.block == BlockKind::linear ? std::vector<std::string>{"length", "sequences"}
                                              : std::vector<std::string>{"block"},
            "path shares need block=linear and one token: remove length, sequences and block");
    return measures_path(Variance, sublayers);
}

Measurement output_change(const SimulatedArguments& given, const NetworkDesign&, std::int64_t sublayers) {
    const bool adam = given.optimizer == OptimizerKind::adam;
    return measures_output_change(adam ? Observable::output_change_adam : Observable::output_change_sgd,
                                  sublayers);
}

template <Measure Of>
std::vector<Route> routes(const SimulatedArguments& given) {
    const ResidualStack stack = residual_stack(given.stack);
    NetworkPlan plan = network_plan(given.network, stack);
    const bool sets_weights = given.network.init || given.network.init_std;
    if (sets_weights && given.stack.given.branch_variance && stack.scheme != ResidualScheme::sandwich) {
        throw InputError::about({"branch_variance"},
                                std::string("branch_variance and ") +
                                    (given.network.init ? "init" : "init_std") +
                                    " both set the size of the weights: give only one of them");
    }
    if (given.learning_rate) plan.design.step_rate = given.learning_rate->to_double();
    Measurement what = Of(given, plan.design, stack.sublayers);
    what.statistic = given.statistic;
    check_design(plan.design, {what.what}, plan.networks);
    return {network_route(std::move(plan), std::move(what))};
}

}  // namespace

std::vector<Quantity> residual_simulated_quantities() {
    return {quantity("residual.simulated_second_moment", routes<second_moment>),
            quantity("residual.simulated_gradient_ratio", routes<gradient>),
            quantity("residual.simulated_skip_weight", routes<skip_weight>),
            quantity("residual.simulated_sublayer_cosine", routes<sublayer_cosine>),
            quantity("residual.simulated_token_similarity", routes<token_similarity>),
            quantity("residual.simulated_attention_entropy", routes<attention_entropy>),
            quantity("residual.simulated_score_second_moment", routes<score_second_moment>),
            quantity("residual.simulated_weight_gradient_ratio", routes<weight_gradient>),
            quantity("residual.simulated_path_length_mean", routes<path_length<false>>),
            quantity("residual.simulated_path_length_variance", routes<path_length<true>>),
            quantity("residual.simulated_output_change", routes<output_change>)};
}

}  // namespace sigprop
