#include "quantities/residual/network_measurements.hpp"

#include "quantities/activation/homogeneous.hpp"

namespace sigprop {
namespace {

Measurement measure(Observable what, std::int64_t position) {
    Measurement measurement;
    measurement.what = what;
    measurement.number = [what, position](const NetworkProfile& profile) {
        return profile[what].at(static_cast<std::size_t>(position));
    };
    return measurement;
}

/// Whether the branch of a sublayer is 0 for every input, and nothing comes back through it.
bool is_dead(const NetworkDesign& design, std::size_t sublayer) {
    if (design.steps[sublayer].branch == 0) return true;
    const WeightStds& stds = design.stds;
    if (design.block == BlockKind::linear) return stds.linear == 0;
    if (design.block == BlockKind::transformer && sublayer % 2 == 0)
        return stds.value == 0 || stds.attention_output == 0;
    return stds.hidden_output == 0 || (design.gated && stds.up == 0);
}

/// Whether two matrices in a row are 0, so that none of the branch has a gradient. For query and key, one is
/// enough. In a gated unit V with W2 is such a pair whatever f is; W1 with V is one where f(0) is 0, and so
/// is W1 with W2.
bool is_doubly_dead(const NetworkDesign& design, std::size_t sublayer) {
    const WeightStds& stds = design.stds;
    if (design.block == BlockKind::linear) return false;
    if (design.block == BlockKind::transformer && sublayer % 2 == 0)
        return stds.value == 0 && stds.attention_output == 0;
    const bool no_up = design.gated && stds.up == 0;
    if (no_up && stds.hidden_output == 0) return true;
    const auto form = homogeneous_form(design.activation);  // then f(0) is 0
    return stds.hidden == 0 && (stds.hidden_output == 0 || no_up) && form && form->degree > 0;
}

bool is_cut(const NetworkDesign& design, std::size_t sublayer) { return design.steps[sublayer].skip == 0; }

/// Whether no gradient reaches x_first.
bool has_no_gradient(const NetworkDesign& design, std::size_t first) {
    for (std::size_t l = first; l < design.steps.size(); ++l) {
        if (is_cut(design, l) && is_dead(design, l)) return true;
    }
    return false;
}

/// Mean and variance of the number of branches, each weighted by its share of the squared gradient.
double path_moment(const std::vector<double>& shares, bool variance) {
    double total = 0;
    double first = 0;
    double second = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
        const auto length = static_cast<double>(k);
        total += shares[k];
        first += length * shares[k];
        second += length * length * shares[k];
    }
    first /= total;
    return variance ? second / total - first * first : first;
}

}  // namespace

Measurement measures_second_moment(std::int64_t sublayer, const NetworkDesign& design) {
    Measurement measurement = measure(Observable::second_moment, sublayer);
    // A norm removes the effect of earlier rounding.
    const bool fresh = sublayer > 0 && design.steps.at(static_cast<std::size_t>(sublayer - 1)).normalises_sum;
    measurement.additions = fresh ? 1 : static_cast<std::uint64_t>(sublayer + 1);
    return measurement;
}

Measurement measures_skip_weight(std::int64_t sublayer) {
    Measurement measurement = measure(Observable::skip_weight, sublayer);
    measurement.additions = static_cast<std::uint64_t>(sublayer + 1);
    measurement.is_zero = [sublayer](const NetworkDesign& design) {
        for (std::size_t l = 0; l < static_cast<std::size_t>(sublayer); ++l) {
            if (is_cut(design, l)) return true;
        }
        return false;
    };
    return measurement;
}

Measurement measures_gradient(std::int64_t sublayer, std::int64_t sublayers) {
    Measurement measurement = measure(Observable::gradient_square, sublayer);
    measurement.additions = static_cast<std::uint64_t>(2 * sublayers - sublayer + 1);
    measurement.is_zero = [sublayer](const NetworkDesign& design) {
        return has_no_gradient(design, static_cast<std::size_t>(sublayer));
    };
    return measurement;
}

DirectRoute network_route(NetworkPlan plan, Measurement what) {
    DirectRoute computation;
    computation.route = RouteKind::simulation;
    computation.method = "network";
    computation.kind = Kind::sample;
    computation.value = [plan = std::move(plan), what = std::move(what)](long, const Context& context) {
        return measured(plan, what, context);
    };
    return computation;
}

Measurement measures_weight_gradient(std::int64_t sublayer, std::int64_t sublayers) {
    Measurement measurement = measure(Observable::weight_gradient_square, sublayer);
    measurement.additions = static_cast<std::uint64_t>(2 * sublayers - sublayer);
    measurement.is_zero = [sublayer](const NetworkDesign& design) {
        const auto l = static_cast<std::size_t>(sublayer);
        return design.steps[l].branch == 0 || is_doubly_dead(design, l) || has_no_gradient(design, l + 1);
    };
    return measurement;
}

Measurement measures_view(Observable what, std::int64_t sublayer) {
    Measurement measurement = measure(what, sublayer);
    measurement.additions = static_cast<std::uint64_t>(sublayer + 1);
    measurement.scale = RoundingScale::absolute;
    if (what == Observable::cosine || what == Observable::token_similarity) measurement.upper_bound = 1;
    if (what == Observable::score_second_moment)
        measurement.is_zero = [](const NetworkDesign& design) { return design.stds.query_key == 0; };
    return measurement;
}

Measurement measures_path(bool variance, std::int64_t sublayers) {
    Measurement measurement;
    measurement.what = Observable::path_share;
    measurement.number = [variance](const NetworkProfile& profile) {
        return path_moment(profile[Observable::path_share], variance);
    };
    measurement.additions = static_cast<std::uint64_t>(2 * sublayers);
    // Every path has the same length, which is 0 where all branches are dead.
    measurement.is_zero = [variance](const NetworkDesign& design) {
        for (std::size_t l = 0; l < design.steps.size(); ++l) {
            if (!is_dead(design, l) && !(variance && is_cut(design, l))) return false;
        }
        return true;
    };
    return measurement;
}

Measurement measures_output_change(Observable what, std::int64_t sublayers) {
    Measurement measurement = measure(what, 0);
    measurement.additions = static_cast<std::uint64_t>(2 * sublayers);
    measurement.scale = RoundingScale::distance;
    return measurement;
}

}  // namespace sigprop
