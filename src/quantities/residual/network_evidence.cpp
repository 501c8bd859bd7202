#include "quantities/residual/network_evidence.hpp"

#include "catalogue/groups.hpp"
#include "models/network/network_design.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/residual/network_measurements.hpp"
#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

/// The reason why networks of this plan do not have the proved number; nothing if they do.
using Objection =
    std::function<std::optional<std::string>(const ResidualCall&, const NetworkPlan&, const Context&)>;
using Measuring = std::function<Measurement(const ResidualCall&, const NetworkPlan&)>;
/// The networks to sample. Errors as for network_plan, which serves most quantities.
using Planning = NetworkPlan (*)(const ResidualCall&);

NetworkPlan plan_of(const ResidualCall& call) { return network_plan(*call.network, call.stack); }

/// What one quantity's networks are, when they have its number, and what is measured in them.
struct Witness {
    Objection objection;
    Measuring measuring;
    Planning planning = plan_of;
};

bool ends_in_norm(ResidualScheme scheme) {
    using enum ResidualScheme;
    return scheme == post_norm || scheme == deep_norm || scheme == ngpt;
}

bool multiplies(ResidualScheme scheme) {
    return scheme == ResidualScheme::rezero || scheme == ResidualScheme::skip_init;
}

bool is_homogeneous(const NetworkPlan& plan) {
    if (plan.design.block == BlockKind::linear) return true;
    const auto form = homogeneous_form(plan.design.activation);
    return form && form->degree == 1;
}

constexpr const char* finite_width =
    "mean field: exact only in the limit of large width, but networks have a finite width";

std::optional<std::string> mean_field(const std::string& measured) {
    return finite_width + ("; residual.simulated_" + measured) + " measures it";
}

/// E f^4 / (E f^2)^2 divided by the hidden width: how much the features' mean square varies between networks.
/// Nothing if it has no value, or if fewer than one feature would carry the mean.
std::optional<double> peak_of_activation(const NetworkPlan& plan, const Context& context) {
    const Formula& f = plan.design.activation;
    const Formula ratio = Formula::variable(1) / pow(Formula::variable(0), 2);
    Context enough = context;
    enough.digits = 3;
    const std::vector<Route> routes = {expectation({pow(f, 2), pow(f, 4)}, Law::normal(), ratio)};
    const Evidence proof = best_enclosure(routes, enough);
    if (proof.status != Status::ok) return std::nullopt;
    const double share = proof.value.to_double() / static_cast<double>(plan.design.hidden_width);
    return share <= 1 ? std::optional(share) : std::nullopt;
}

/// The variance of a network's |x_L|^2 / d (or squared gradient) over its squared mean, as for linear
/// branches. The fourth moments of relu branches are less than twice as large at hidden width 4 d; those of
/// other activations add `peak` to the relative variance of a branch's square.
double spread(const ResidualStack& stack, const NetworkPlan& plan, std::int64_t first_sublayer,
              double peak = 0) {
    const auto d = static_cast<double>(plan.design.width);
    const double of_square = std::max(4 / d, 2 / d + peak);
    const double variance = stack.scheme == ResidualScheme::sandwich ? 1 : stack.branch_variance.to_double();
    const bool adds = !multiplies(stack.scheme);
    double share = 0;  // the relative variance so far
    double mean = plan.design.input_square;
    for (std::size_t l = static_cast<std::size_t>(first_sublayer); l < plan.design.steps.size(); ++l) {
        const ResidualStep<double>& step = plan.design.steps[l];
        const double b = step.branch * step.branch * step.input_scale * step.input_scale * variance;
        const double t = adds ? b / mean : b;  // relative to the mean, which is scaled to stay finite
        const double grown = (1 + t) * (1 + t);
        const double added = 4 * t / d + of_square * t * t;
        share = adds ? (share + added) / grown : share + (1 + share) * added / grown;
        if (adds) mean += b;
    }
    return share;
}

std::optional<std::string> heavy_tail(double spread) {
    constexpr double most = 0.25;
    if (spread <= most) return std::nullopt;
    return "networks differ by as much as their mean, which a few of them dominate: use fewer sublayers, a "
           "smaller branch or a larger width";
}

DirectRoute unable(const std::string& reason) {
    DirectRoute computation;
    computation.route = RouteKind::simulation;
    computation.method = "network";
    computation.kind = Kind::sample;
    computation.value = [reason](long, const Context&) { return Answer(Status::unable, reason); };
    return computation;
}

DirectRoute simulated_route(const ResidualCall& call, const Witness& witness) {
    const NetworkPlan plan = witness.planning(call);
    if (witness.measuring) {  // a plan that cannot run is refused here, where it is requested
        check_design(plan.design, {witness.measuring(call, plan).what}, plan.networks);
    }
    DirectRoute computation = unable("");
    computation.value = [=](long, const Context& context) -> Answer {
        if (const auto reason = witness.objection(call, plan, context)) return {Status::unable, *reason};
        return measured(plan, witness.measuring(call, plan), context);
    };
    return computation;
}

/// Whether the call asks for networks. Where the quantity has a width of its own, that is none of theirs.
bool asks_for_networks(const NetworkArguments& network, bool has_width) {
    const NetworkArguments::Given& given = network.given;
    return given.networks || given.block || given.activation || given.precision ||
           (!has_width && given.width);
}

ResidualNetworks networks(bool has_width, const Witness& witness) {
    return [=](const ResidualCall& call, std::vector<Route>& plans) {
        if (asks_for_networks(*call.network, has_width)) {
            plans.emplace_back(simulated_route(call, witness));
            return;
        }
        // Nobody may ever ask: the plan is made on demand only, and a plan it refuses is then no error.
        DirectRoute later = unable("");
        later.only_by_name = true;
        later.value = [=](long bits, const Context& context) -> Answer {
            try {
                return simulated_route(call, witness).value(bits, context);
            } catch (const InputError& error) {
                return {Status::unable, error.what()};
            }
        };
        plans.emplace_back(std::move(later));
    };
}

// ---- the quantities

std::optional<std::string> against_second_moment(const ResidualCall& call, const NetworkPlan& plan,
                                                 const Context& context) {
    const ResidualStack& stack = call.stack;
    const ResidualScheme scheme = stack.scheme;
    if (ends_in_norm(scheme) || scheme == ResidualScheme::fixup) return std::nullopt;
    const bool reads_unit = scheme == ResidualScheme::pre_norm || scheme == ResidualScheme::sandwich;
    if (!reads_unit && !is_homogeneous(plan)) {
        return "this scheme scales the input of a branch, which changes the second moment of an activation "
               "that is not homogeneous: use block=linear, or an activation such as relu";
    }
    // A normalised branch has a fixed length whatever its activation does.
    if (scheme == ResidualScheme::sandwich || is_homogeneous(plan)) return heavy_tail(spread(stack, plan, 0));
    const std::optional<double> peak = peak_of_activation(plan, context);
    if (!peak) {
        return "fewer than one hidden feature dominates the mean square of this activation: use a flatter "
               "activation or a larger width";
    }
    return heavy_tail(spread(stack, plan, 0, *peak));
}

std::optional<std::string> against_variance(const ResidualCall& call, const NetworkPlan& plan,
                                            const Context&) {
    const ResidualScheme scheme = call.stack.scheme;
    if (ends_in_norm(scheme) || scheme == ResidualScheme::fixup) return std::nullopt;
    if (plan.design.block != BlockKind::linear && scheme != ResidualScheme::sandwich)
        return "exact only for block=linear: the squares of other branches fluctuate more";
    return heavy_tail(spread(call.stack, plan, 0));
}

/// Against networks of a scheme that multiplies, through whose sublayers from `first_sublayer` on something
/// passes.
std::optional<std::string> against_product(const ResidualStack& stack, const NetworkPlan& plan,
                                           std::int64_t first_sublayer) {
    if (!is_homogeneous(plan)) {
        return "branches with an activation that is not homogeneous depend on the second moment of the "
               "stream: use block=linear, or an activation such as relu";
    }
    if (compare(stack.chi_ratio, 1) != 0)
        return "these branches have chi_ratio=1: the number is for other branches";
    return heavy_tail(spread(stack, plan, first_sublayer));
}

std::optional<std::string> against_gradient(const ResidualCall& call, const NetworkPlan& plan,
                                            const Context&) {
    if (call.stack.scheme == ResidualScheme::fixup) return std::nullopt;
    if (!multiplies(call.stack.scheme)) return mean_field("gradient_ratio");
    return against_product(call.stack, plan, call.place);
}

/// The networks end where the change arrives: later sublayers do not touch it.
NetworkPlan plan_up_to_sublayer(const ResidualCall& call) {
    NetworkPlan plan = plan_of(call);
    plan.design.steps.resize(static_cast<std::size_t>(std::max<std::int64_t>(call.place, 1)));
    return plan;
}

std::optional<std::string> against_forward_gradient(const ResidualCall& call, const NetworkPlan& plan,
                                                    const Context&) {
    if (call.place == 0) return "the change has not passed a sublayer yet, so no network can be sampled";
    if (call.stack.scheme == ResidualScheme::fixup) return std::nullopt;
    if (!multiplies(call.stack.scheme)) return finite_width;
    return against_product(call.stack, plan, 0);
}

}  // namespace

ResidualNetworks second_moment_networks() {
    return networks(false, {against_second_moment, [](const ResidualCall& call, const NetworkPlan& plan) {
                                return measures_second_moment(call.stack.sublayers, plan.design);
                            }});
}

ResidualNetworks second_moment_variance_networks() {
    return networks(true, {against_variance, [](const ResidualCall& call, const NetworkPlan& plan) {
                               Measurement what = measures_second_moment(call.stack.sublayers, plan.design);
                               what.statistic = NetworkStatistic::variance;
                               what.is_witness = true;
                               return what;
                           }});
}

ResidualNetworks gradient_ratio_networks() {
    return networks(false, {against_gradient, [](const ResidualCall& call, const NetworkPlan&) {
                                return measures_gradient(call.place, call.stack.sublayers);
                            }});
}

ResidualNetworks forward_gradient_ratio_networks() {
    return networks(false, {against_forward_gradient,
                            [](const ResidualCall&, const NetworkPlan& plan) {
                                return measures_gradient(0,
                                                         static_cast<std::int64_t>(plan.design.steps.size()));
                            },
                            plan_up_to_sublayer});
}

ResidualNetworks skip_weight_networks() {
    return networks(false, {[](const ResidualCall& call, const NetworkPlan&,
                               const Context&) -> std::optional<std::string> {
                                if (ends_in_norm(call.stack.scheme)) return mean_field("skip_weight");
                                return std::nullopt;  // the skip path has no factor
                            },
                            [](const ResidualCall& call, const NetworkPlan&) {
                                return measures_skip_weight(call.stack.sublayers);
                            }});
}

ResidualNetworks mean_field_networks(const std::string& measured, bool has_width) {
    return networks(has_width, {[measured](const ResidualCall&, const NetworkPlan&, const Context&) {
                                    return mean_field(measured);
                                },
                                {}});
}

}  // namespace sigprop
