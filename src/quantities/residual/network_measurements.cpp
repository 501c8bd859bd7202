#include "quantities/residual/network_measurements.hpp"

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

Measurement measures_second_moment(std::int64_t layer, const NetworkDesign& design) {
    Measurement measurement = measure(Observable::second_moment, layer);
    // A norm removes the effect of earlier rounding.
    const bool fresh = layer > 0 && design.steps.at(static_cast<std::size_t>(layer - 1)).normalises_sum;
    measurement.additions = fresh ? 1 : static_cast<std::uint64_t>(layer + 1);
    return measurement;
}

Measurement measures_skip_weight(std::int64_t layer) {
    Measurement measurement = measure(Observable::skip_weight, layer);
    measurement.additions = static_cast<std::uint64_t>(layer + 1);
    return measurement;
}

Measurement measures_gradient(std::int64_t layer, std::int64_t layers) {
    Measurement measurement = measure(Observable::gradient_square, layer);
    measurement.additions = static_cast<std::uint64_t>(2 * layers - layer + 1);
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

Measurement measures_weight_gradient(std::int64_t layer, std::int64_t layers) {
    Measurement measurement = measure(Observable::weight_gradient_square, layer);
    measurement.additions = static_cast<std::uint64_t>(2 * layers - layer);
    return measurement;
}

Measurement measures_view(Observable what, std::int64_t layer) {
    Measurement measurement = measure(what, layer);
    measurement.additions = static_cast<std::uint64_t>(layer + 1);
    measurement.scale = RoundingScale::absolute;
    return measurement;
}

Measurement measures_path(bool variance, std::int64_t layers) {
    Measurement measurement;
    measurement.what = Observable::path_share;
    measurement.number = [variance](const NetworkProfile& profile) {
        return path_moment(profile[Observable::path_share], variance);
    };
    measurement.additions = static_cast<std::uint64_t>(2 * layers);
    return measurement;
}

Measurement measures_output_change(Observable what, std::int64_t layers) {
    Measurement measurement = measure(what, 0);
    measurement.additions = static_cast<std::uint64_t>(2 * layers);
    measurement.scale = RoundingScale::distance;
    return measurement;
}

}  // namespace sigprop
