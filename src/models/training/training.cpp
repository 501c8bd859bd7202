#include "models/training/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "models/training/probe.hpp"
#include "models/training/training_state.hpp"

namespace sigprop {
namespace {

/// The root mean square, in doubles.
double size_of(std::span<const float> entries) {
    double sum = 0;
    for (const float entry : entries) sum += static_cast<double>(entry) * static_cast<double>(entry);
    return std::sqrt(sum / static_cast<double>(entries.size()));
}

double size_of_difference(std::span<const float> a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double one = static_cast<double>(a[k]) - static_cast<double>(b[k]);
        sum += one * one;
    }
    return std::sqrt(sum / static_cast<double>(a.size()));
}

bool all_finite(const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double one) { return std::isfinite(one); });
}

/// Each network of a seed learns a language, or a text in an order, of its own.
std::uint64_t seed_of_task(NetworkNumber number) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    return number.seed ^ (number.number * odd);
}

/// And another one after it.
std::uint64_t seed_of_second_task(NetworkNumber number) {
    constexpr std::uint64_t other = 0xD1B54A32D192ED03U;
    return seed_of_task(number) + other;
}

class Training {
public:
    Training(const TrainingPlan& plan, NetworkNumber number, Team& team, const Context& context,
             TrainingKeeper* keeper)
        : plan_(plan),
          number_(number),
          team_(team),
          context_(context),
          keeper_(keeper),
          task_(make_task(plan.task, seed_of_task(number))),
          network_(plan.architecture, number, team),
          probe_(plan, number, *task_, team),
          optimizer_(plan.optimizer, network_.blocks(), network_.parameters().size()) {}

    TrainingRun operator()() {
        run_.numbers["flat loss"] = {task_->flat_loss()};
        remember_activations();
        TrainingState state = {
            0,    network_.parameters(), network_.running(), optimizer_.state(), losses_, norms_,
            run_, network_.blocks()};
        if (keeper_ != nullptr) keeper_->restore(state);
        watch_for_stops(true);
        try {
            learn(state);
            // Not again where a run goes on within its second task.
            if (state.steps_done <= plan_.optimizer.steps && plan_.optimizer.steps > 0) finish();
            if (plan_.second.steps > 0) learn_second(state);
            run_.numbers["loss"] = losses_;
            run_.numbers["gradient norm"] = norms_;
        } catch (const Interrupted&) {
            keep_at_stop(state);
            throw;
        } catch (const TimeSpent&) {
            keep_at_stop(state);
            throw;
        }
        return std::move(run_);
    }

private:
    struct Score {
        double loss = 0, accuracy = 0;
    };

    /// A pass may take seconds: it is ended between layers.
    void watch_for_stops(bool on) {
        network_.poll_with(on ? std::function<void()>([this] { context_.check_cancelled(); }) : nullptr);
    }

    /// How much of their way the branches' factors have risen after so many steps.
    [[nodiscard]] double branches_after(std::uint64_t steps_done) const {
        if (plan_.branch_steps == 0) return 0;
        return static_cast<double>(std::min(steps_done, plan_.branch_steps)) /
               static_cast<double>(plan_.branch_steps);
    }

    void look_by_probe(std::uint64_t steps_done) {
        probe_.look(steps_done, network_, branches_after(steps_done), run_);
    }

    void learn(TrainingState& state) {
        if (state.steps_done == 0) look_at_start();
        std::uint64_t& step = state.steps_done;
        network_.raise_branches(branches_after(step));
        while (step < plan_.optimizer.steps && run_.diverged.empty()) {
            context_.check_cancelled();
            look_by_probe(step);
            probe_.before_step(step, network_);
            take_step(*task_, step, step);
            if (!run_.diverged.empty()) return;
            ++step;
            watch_for_stops(false);  // the state of this step includes what is measured of it
            probe_.after_step(step, network_, run_);
            network_.raise_branches(branches_after(step));
            if (plan_.evaluate_every != 0 && step % plan_.evaluate_every == 0) add_to_curve(step);
            watch_for_stops(true);
            if (keeper_ != nullptr) keeper_->keep(state, step == plan_.optimizer.steps);
        }
        if (run_.diverged.empty() && step == plan_.optimizer.steps) look_by_probe(step);
    }

    /// Which numbers a network learns in its second task.
    [[nodiscard]] std::vector<ParameterBlock> blocks_of_second() const {
        std::vector<ParameterBlock> blocks = network_.blocks();
        for (ParameterBlock& block : blocks) {
            if (plan_.second.head_only && !block.name.starts_with("head")) block.rate = 0;
        }
        return blocks;
    }

    void learn_second(TrainingState& state) {
        if (!run_.diverged.empty() || run_.fate() == Fate::diverged) return;
        TaskDesign design = plan_.task;
        design.kind = plan_.second.kind;
        const std::unique_ptr<Task> task = make_task(design, seed_of_second_task(number_));
        const std::uint64_t before = plan_.optimizer.steps;
        std::uint64_t& step = state.steps_done;
        if (step == before) {
            const double loss = validate(*task, plan_.length).loss;
            if (!std::isfinite(loss)) return diverge("second task's loss", step);
            run_.numbers["second flat loss"] = {task->flat_loss()};
            run_.numbers["second start loss"] = {loss};
        }
        optimizer_.go_on(optimizer_of_second(plan_), blocks_of_second(), step == before);
        network_.raise_branches(branches_after(before));
        while (step < before + plan_.second.steps) {
            context_.check_cancelled();
            take_step(*task, step - before, step);
            if (!run_.diverged.empty()) return end_as(Fate::diverged);
            ++step;
            if (keeper_ != nullptr) keeper_->keep(state, step == before + plan_.second.steps);
        }
        const double learned = validate(*task, plan_.length).loss;
        const double kept = validate(*task_, plan_.length).loss;
        if (!all_finite({learned, kept})) {
            diverge("second task's loss", step);
            return end_as(Fate::diverged);
        }
        run_.numbers["second loss"] = {learned};
        run_.numbers["kept loss"] = {kept};
        const double worst = std::max(task->flat_loss(), run_.at("second start loss")) + diverged_margin;
        if (learned > worst) {
            run_.diverged = fmt::format("its loss on the second task ends at {:.3g}", learned);
            end_as(Fate::diverged);
        }
    }

    void end_as(Fate fate) { run_.numbers["fate"] = {static_cast<double>(fate)}; }

    /// As it was after the last whole step.
    void keep_at_stop(const TrainingState& state) {
        if (keeper_ == nullptr) return;
        if (!running_before_.empty()) std::ranges::copy(running_before_, network_.running().begin());
        keeper_->keep(state, true);
    }

    void diverge(const char* what, std::uint64_t step) {
        run_.numbers["diverged at"] = {static_cast<double>(step)};
        run_.diverged = fmt::format("the {} is not finite at step {}", what, step);
    }

    /// `number` is that of the task's batch and of the optimiser's step, `draw` that of the run's.
    void take_step(const Task& task, std::uint64_t number, std::uint64_t draw) {
        running_before_.assign(network_.running().begin(), network_.running().end());
        const double loss =
            network_.forward(task.batch(number, plan_.batch, plan_.length), Pass::training, draw);
        if (!std::isfinite(loss)) return diverge("loss", draw);
        network_.backward();
        const double norm = optimizer_.step(number, network_.gradient(), network_.parameters(), team_);
        if (!std::isfinite(norm)) return diverge("gradient", draw);
        losses_.push_back(loss);
        norms_.push_back(norm);
        running_before_.clear();
    }

    /// The mean over the validation batches, which have as many tokens at every length.
    Score validate(const Task& task, std::uint64_t length) {
        const std::uint64_t tokens = plan_.batch * plan_.length;
        const std::uint64_t sequences = std::max<std::uint64_t>(tokens / length, 1);
        Score sum;
        for (std::uint64_t k = 0; k < plan_.validation_batches; ++k) {
            sum.loss += network_.forward(task.batch(validation_begin + k, sequences, length));
            sum.accuracy += network_.accuracy();
        }
        const auto count = static_cast<double>(plan_.validation_batches);
        return {sum.loss / count, sum.accuracy / count};
    }

    void add_to_curve(std::uint64_t step) {
        const Score score = validate(*task_, plan_.length);
        if (!std::isfinite(score.loss)) return diverge("validation loss", step);
        run_.numbers["curve step"].push_back(static_cast<double>(step));
        run_.numbers["curve loss"].push_back(score.loss);
        run_.numbers["curve accuracy"].push_back(score.accuracy);
    }

    void keep_view(const std::string& when, const TransformerView& view) {
        const auto put = [&](const char* name, std::vector<double> values) {
            std::erase_if(values, [](double one) { return std::isnan(one); });
            if (!values.empty() && all_finite(values)) run_.numbers[when + " " + name] = std::move(values);
        };
        put("second moment", view.second_moment);
        put("branch moment", view.branch_moment);
        put("cosine", view.cosine);
        put("token similarity", view.token_similarity);
        put("attention entropy", view.attention_entropy);
        put("score second moment", view.score_second_moment);
        put("gate square", view.gate_square);
        put("gradient square", view.gradient_square);
        put("logit second moment", {view.logit_second_moment});
    }

    TokenBatch first_validation_batch() const {
        return task_->batch(validation_begin, plan_.batch, plan_.length);
    }

    /// Of the first validation batch, before anything is learned: also of a run that goes on from a later
    /// step.
    void remember_activations() {
        if (!plan_.coordinates) return;
        network_.forward(first_validation_batch());
        for (const auto& one : network_.activations())
            before_.emplace_back(one.entries.begin(), one.entries.end());
    }

    void look_at_start() {
        running_before_.assign(network_.running().begin(), network_.running().end());
        const double loss = network_.forward(task_->batch(0, plan_.batch, plan_.length), Pass::training, 0);
        if (!std::isfinite(loss)) return diverge("loss", 0);
        run_.numbers["start loss"] = {loss};
        network_.backward();
        keep_view("start", network_.look());
        std::ranges::copy(running_before_, network_.running().begin());
        running_before_.clear();
    }

    void finish() {
        if (!run_.diverged.empty()) return end_as(Fate::diverged);
        std::vector<double> losses, accuracies;
        std::vector<std::uint64_t> lengths = {plan_.length};
        lengths.insert(lengths.end(), plan_.test_lengths.begin(), plan_.test_lengths.end());
        for (const std::uint64_t length : lengths) {
            const Score score = validate(*task_, length);
            losses.push_back(score.loss);
            accuracies.push_back(score.accuracy);
        }
        if (!all_finite(losses)) {
            diverge("validation loss", plan_.optimizer.steps);
            return end_as(Fate::diverged);
        }
        run_.numbers["validation loss"] = losses;
        run_.numbers["validation accuracy"] = accuracies;
        const double flat = run_.at("flat loss");
        const double worst = std::max(flat, run_.at("start loss")) + diverged_margin;
        const Fate fate = losses[0] > worst                   ? Fate::diverged
                          : losses[0] < flat - learned_margin ? Fate::learned
                                                              : Fate::flat;
        end_as(fate);
        network_.forward(first_validation_batch());
        keep_view("end", network_.look());
        probe_.at_end(network_, run_);
        for (std::size_t k = 0; k < before_.size(); ++k) {
            const auto one = network_.activations()[k];
            run_.numbers["start size " + one.name] = {size_of(before_[k])};
            run_.numbers["size " + one.name] = {size_of(one.entries)};
            run_.numbers["change " + one.name] = {size_of_difference(one.entries, before_[k])};
        }
        keep_gains();
    }

    void keep_gains() {
        std::vector<double> gains;
        for (const ParameterBlock& block : network_.blocks()) {
            if (!block.name.ends_with("norm gain")) continue;
            gains.push_back(size_of(network_.parameters().subspan(block.offset, block.size())));
            const std::string norm = block.name.substr(0, block.name.size() - std::string(" gain").size());
            run_.numbers["gain " + norm] = {gains.back()};
        }
        if (!gains.empty()) run_.numbers["norm gain"] = gains;
    }

    const TrainingPlan& plan_;
    NetworkNumber number_;
    Team& team_;
    const Context& context_;
    TrainingKeeper* keeper_;
    std::unique_ptr<Task> task_;
    Transformer<float> network_;
    TrainingProbe probe_;
    OptimizerState<float> optimizer_;
    TrainingRun run_;
    std::vector<double> losses_, norms_;
    std::vector<std::vector<float>> before_;  ///< activations before the first step
    std::vector<float> running_before_;       ///< batch statistics before a step that is not finished
};

}  // namespace

TrainingRun train(const TrainingPlan& plan, NetworkNumber network, Team& team, const Context& context,
                  TrainingKeeper* keeper) {
    check_plan(plan);
    return Training(plan, network, team, context, keeper)();
}

}  // namespace sigprop
