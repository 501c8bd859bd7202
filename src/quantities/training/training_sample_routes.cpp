// The routes of means, shares and slopes over networks.

#include <algorithm>

#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

DirectRoute network_sample(std::function<Answer(const Context&)> value) {
    DirectRoute route;
    route.route = RouteKind::simulation;
    route.method = "network";
    route.kind = Kind::sample;
    route.value = [value = std::move(value)](long, const Context& context) { return value(context); };
    return route;
}

}  // namespace

DirectRoute training_mean_route(TrainingRequest request, RunNumber number, NetworkStatistic statistic) {
    return network_sample([request = std::move(request), number = std::move(number),
                           statistic](const Context& context) -> Answer {
        std::string reason;
        const auto numbers = run_numbers(request, number, context, reason);
        if (!numbers) return {Status::unable, reason};
        return mean_over_runs(*numbers, statistic);
    });
}

DirectRoute training_share_route(TrainingRequest request, Fate fate) {
    return network_sample([request = std::move(request), fate](const Context& context) -> Answer {
        std::string reason;
        const std::optional<TrainingPlan> plan = resolved(request, context, reason);
        if (!plan) return {Status::unable, reason};
        const auto runs = runs_of(*plan, request.networks, context);
        const auto hits =
            std::ranges::count_if(*runs, [fate](const TrainingRun& run) { return run.fate() == fate; });
        return share_of_runs(static_cast<std::uint64_t>(hits), request.networks);
    });
}

DirectRoute training_slope_route(std::vector<SlopePoint> points,
                                 std::function<std::string(const Ball&, const Context&)> remark) {
    return network_sample(
        [points = std::move(points), remark = std::move(remark)](const Context& context) -> Answer {
            std::string reason;
            const auto slopes = run_slopes(points, context, reason);
            if (!slopes) return {Status::unable, reason};
            Answer mean = mean_over_runs(*slopes);
            if (mean.status == Status::ok && mean.reason.empty()) mean.reason = remark(mean.value, context);
            return mean;
        });
}

}  // namespace sigprop
