#include "quantities/training/training_sample.hpp"

#include <cmath>
#include <mutex>

#include "quantities/residual/network_trust.hpp"

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {
namespace {

using Runs = std::shared_ptr<const std::vector<TrainingRun>>;

/// Runs that were made before: several quantities ask for numbers of the same ones.
Runs runs_of(const TrainingPlan& plan, std::uint64_t networks, const Context& context) {
    static std::mutex mutex;
    static std::map<std::string, Runs> known;
    const std::string name =
        identity_of(plan) + " " + std::to_string(networks) + " " + std::to_string(context.seed);
    {
        const std::lock_guard lock(mutex);
        const auto found = known.find(name);
        if (found != known.end()) return found->second;
    }
    Runs runs = std::make_shared<const std::vector<TrainingRun>>(train_networks(plan, networks, context));
    const std::lock_guard lock(mutex);
    return known.emplace(name, std::move(runs)).first->second;
}

double logarithm(double x) {
    TileEvaluator evaluator(log(Formula::variable()));
    const double* const variable = &x;
    evaluator({&variable, 1}, 1);
    return evaluator.output(0)[0];
}

Answer mean_of(const std::vector<double>& numbers) {
    const auto n = static_cast<double>(numbers.size());
    double sum = 0;
    for (const double one : numbers) sum += one - numbers.front();
    const double mean = numbers.front() + sum / n;
    double squares = 0;
    for (const double one : numbers) squares += (one - mean) * (one - mean);
    const double error = std::sqrt(squares / (n - 1) / n);
    if (!std::isfinite(mean) || !std::isfinite(error))
        return {Status::unable, "a network's number is not finite"};
    if (const auto reason = doubt_about_mean(numbers, numbers, std::nullopt, ""))
        return {Status::unable, *reason};
    // Losses and sizes are sums of floats: what rounding does to them is far below what seeds do.
    // widening: sample
    Answer answer = Ball(mean).widened(Ball(error));
    answer.degrees_of_freedom = static_cast<int>(numbers.size()) - 1;
    answer.samples = numbers.size();
    return answer;
}

DirectRoute network_sample(std::function<Answer(const Context&)> value) {
    DirectRoute route;
    route.route = RouteKind::simulation;
    route.method = "network";
    route.kind = Kind::sample;
    route.value = [value = std::move(value)](long, const Context& context) { return value(context); };
    return route;
}

/// The number of each network, or why one has none.
std::optional<std::vector<double>> numbers_of(const TrainingRequest& request, const RunNumber& number,
                                              const Context& context, std::string& reason) {
    const Runs runs = training_runs(request, context, reason);
    if (runs == nullptr) return std::nullopt;
    std::vector<double> numbers;
    for (std::size_t k = 0; k < runs->size(); ++k) {
        const std::optional<double> one = number((*runs)[k], reason);
        if (!one) {
            reason = "network " + std::to_string(k) + " has no such number: " + reason;
            return std::nullopt;
        }
        numbers.push_back(*one);
    }
    return numbers;
}

}  // namespace

RunNumber run_entry(std::string name, std::size_t index) {
    return [name = std::move(name), index](const TrainingRun& run,
                                           std::string& reason) -> std::optional<double> {
        const auto found = run.numbers.find(name);
        if (found != run.numbers.end() && index < found->second.size()) return found->second[index];
        reason = run.diverged.empty() ? "its activations or gradients are not finite" : run.diverged;
        return std::nullopt;
    };
}

RunNumber run_learned_nats() {
    return [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        const auto loss = run_entry("validation loss")(run, reason);
        if (!loss) return std::nullopt;
        return run.at("flat loss") - *loss;
    };
}

Runs training_runs(const TrainingRequest& request, const Context& context, std::string& reason) {
    const std::optional<TrainingPlan> plan = resolved(request, context, reason);
    if (!plan) return nullptr;
    return runs_of(*plan, request.networks, context);
}

DirectRoute training_mean_route(TrainingRequest request, RunNumber number) {
    return network_sample(
        [request = std::move(request), number = std::move(number)](const Context& context) -> Answer {
            std::string reason;
            const auto numbers = numbers_of(request, number, context, reason);
            if (!numbers) return {Status::unable, reason};
            return mean_of(*numbers);
        });
}

DirectRoute training_share_route(TrainingRequest request, Fate fate) {
    return network_sample([request = std::move(request), fate](const Context& context) -> Answer {
        std::string reason;
        const auto numbers = numbers_of(
            request,
            [fate](const TrainingRun& run, std::string&) -> std::optional<double> {
                return run.fate() == fate ? 1 : 0;
            },
            context, reason);
        if (!numbers) return {Status::unable, reason};
        const auto n = static_cast<double>(numbers->size());
        double hits = 0;
        for (const double one : *numbers) hits += one;
        const double share = (hits + 2) / (n + 4);
        // widening: sample
        Answer answer = Ball(share).widened(Ball(std::sqrt(share * (1 - share) / (n + 4))));
        answer.degrees_of_freedom = static_cast<int>(numbers->size()) + 3;
        answer.samples = numbers->size();
        return answer;
    });
}

DirectRoute training_slope_route(std::vector<TrainingRequest> requests, RunNumber number) {
    return network_sample(
        [requests = std::move(requests), number = std::move(number)](const Context& context) -> Answer {
            std::string reason;
            std::vector<double> places;
            std::vector<std::vector<double>> logarithms;  // of each width
            for (const TrainingRequest& request : requests) {
                const auto numbers = numbers_of(request, number, context, reason);
                const std::string width = std::to_string(request.architecture.design.width);
                if (!numbers) return {Status::unable, "at width " + width + " " + reason};
                places.push_back(logarithm(static_cast<double>(request.architecture.design.width)));
                logarithms.emplace_back();
                for (const double one : *numbers) {
                    if (!(one > 0))
                        return {Status::unable, "at width " + width + " the size is 0: it has no logarithm"};
                    logarithms.back().push_back(logarithm(one));
                }
            }
            double centre = 0;
            for (const double place : places) centre += place / static_cast<double>(places.size());
            double squares = 0;
            for (const double place : places) squares += (place - centre) * (place - centre);
            std::vector<double> slopes(logarithms.front().size());
            for (std::size_t w = 0; w < places.size(); ++w) {
                for (std::size_t k = 0; k < slopes.size(); ++k)
                    slopes[k] += (places[w] - centre) * logarithms[w][k] / squares;
            }
            return mean_of(slopes);
        });
}

}  // namespace sigprop
