#pragma once
// Training a small network, exactly repeatable: a run is a pure function of (plan, seed, number), with the
// same bits for any number of threads and on every machine.
//
// The fate of a run, by the loss on batches it has not seen (of the training length, in nats):
//
// diverged: a loss or gradient was not finite, or the loss is more than 0.5 above the flat loss and above
// that before the first step.
//
// learned: the loss is at least 0.1 below the flat loss, which is that of knowing how often targets occur.
//
// flat: between them.

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "models/training/optimizer.hpp"
#include "models/training/task.hpp"

namespace sigprop {

inline constexpr double learned_margin = 0.1;   // nats
inline constexpr double diverged_margin = 0.5;  // nats

enum class Fate : std::uint8_t { learned, flat, diverged };
[[nodiscard]] std::string_view to_string(Fate fate);

/// What is measured on the way by passes of its own: models/training/probe.hpp.
enum class Probe : std::uint8_t {
    none,
    signal,
    scores,
    sharpness,
    smoothness,
    update,
    shift,
    drift,
    fluctuation,
    rows
};
struct ProbeDesign {
    Probe what = Probe::none;
    std::uint64_t at = 0;        ///< after so many steps; update and shift: of this step, counted from 0
    std::uint64_t batches = 16;  ///< of signal and fluctuation
    double distance = 1e-3;      ///< of smoothness, in lengths of the gradient
};

/// A task that is learned after the first, from where that has led: of its own law (a language of its own),
/// with the optimiser's kind and numbers, but its state anew and a constant rate.
struct SecondTask {
    std::uint64_t steps = 0;  ///< 0: there is none
    TaskKind kind = TaskKind::markov;
    double rate = 1e-3;
    bool head_only = false;  ///< whether the stream's parameters, all but the head's, stay as they are
};

struct TrainingPlan {
    Architecture architecture;
    TaskDesign task;
    OptimizerDesign optimizer;  ///< with the number of steps; 0: networks are only looked at
    std::uint64_t batch = 16;   ///< sequences
    std::uint64_t length = 64;
    std::uint64_t validation_batches = 4;
    /// Steps over which the branches' factors, where they are not learned, rise from their start to 1 in
    /// equal steps: step s (from 0) has the share s / branch_steps of the way, and from branch_steps on all
    /// of it. 0: they stay.
    std::uint64_t branch_steps = 0;
    std::uint64_t evaluate_every = 0;  ///< steps between points of the validation curve; 0: only at the end
    std::vector<std::uint64_t> test_lengths = {};  ///< beside `length`
    bool coordinates = false;  ///< whether sizes and changes of every activation are measured
    ProbeDesign probe = {};
    SecondTask second = {};
};

/// What one run measures, by name. Everything is finite; what a diverged run has not reached is missing.
///
///     loss [steps]               of each batch, before its update        gradient norm [steps]
///                                (behind them those of the second task)
///     validation loss, validation accuracy [1 + test lengths]            after the last step
///     curve step, curve loss, curve accuracy                             validation at the training length
///     start …, end …: second moment [L + 1], branch moment [L], cosine [L], token similarity [L + 1],
///         attention entropy [L / 2], score second moment [L / 2]         start: of the first training batch;
///     start …, end …: gate square [L / 2], with experts
///     start loss [1], start gradient square [L + 1]                      end: of the first validation batch
///     norm gain [norms]          root mean square of each gain after the last step, the final norm's last
///     second start loss, second loss, kept loss [1]     on new batches: of the second task before and after
///     it was
///                                learned, and of the first task afterwards; second flat loss [1]
///     flat loss [1], fate [1], diverged at [1, if it has]
///     start size, size, change <activation> [1]                          root mean square on the first
///     validation
///                                                                        batch: before the first step, after
///                                                                        the last, and of the difference
///     probe …                    what plan.probe asks for (models/training/probe.hpp)
///     gain <norm> [1]            the entry of "norm gain" of a norm by the name of its parameters: "layer 3
///     norm"
struct TrainingRun {
    std::map<std::string, std::vector<double>> numbers;

    [[nodiscard]] bool has(const std::string& name) const { return numbers.count(name) != 0; }
    /// Errors   std::logic_error where it was not measured
    [[nodiscard]] double at(const std::string& name, std::size_t index = 0) const;
    [[nodiscard]] Fate fate() const { return static_cast<Fate>(static_cast<int>(at("fate"))); }
    /// "the loss is not finite at step 17", or nothing.
    std::string diverged;

    [[nodiscard]] std::string text() const;
    /// Errors   IoError for a text that text() did not write
    [[nodiscard]] static TrainingRun from_text(std::string_view text);
};

/// How the second task is learned: as the first, but at a rate of its own, which neither rises nor falls.
[[nodiscard]] OptimizerDesign optimizer_of_second(const TrainingPlan& plan);

/// Errors   InputError for a plan that makes no sense or does not fit the memory, before anything starts
void check_plan(const TrainingPlan& plan);

/// All that decides the numbers of a run, as text.
[[nodiscard]] std::string identity_of(const TrainingPlan& plan);

/// What keeps a run in progress: models/training/training_state.hpp.
class TrainingKeeper;

/// Errors   as check_plan; Interrupted and TimeSpent between steps, after the keeper has been told
[[nodiscard]] TrainingRun train(const TrainingPlan& plan, NetworkNumber network, Team& team,
                                const Context& context, TrainingKeeper* keeper = nullptr);

/// Runs of the networks 0, …, networks - 1, in parallel over context.threads and context.ranks, as
/// sample_networks does. Finished runs and the state of those in progress are kept in context.store. The
/// progress that is shown ends with the purpose.
[[nodiscard]] std::vector<TrainingRun> train_networks(const TrainingPlan& plan, std::uint64_t networks,
                                                      const Context& context, std::string_view purpose = {});

}  // namespace sigprop
