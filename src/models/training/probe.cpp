#include "models/training/probe.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/doubles.hpp"
#include "models/training/hessian.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {
namespace {

/// Batches of probes: far from those of training and of validation.
constexpr std::uint64_t probe_begin = std::uint64_t{3} << 39;

double norm_of(std::span<const double> numbers) {
    return std::sqrt(row_product(numbers.data(), numbers.data(), numbers.size()));
}

/// The sublayer whose parameters a block's are; nothing for those of the embedding, the head and the final
/// norm.
std::optional<std::size_t> sublayer_of(const ParameterBlock& block) {
    constexpr std::string_view word = "layer ";
    if (!block.name.starts_with(word)) return std::nullopt;
    return static_cast<std::size_t>(std::stoull(block.name.substr(word.size())));
}

/// Whether a block is used before the sublayer: the head's and the final norm's are not, and what is left is
/// the embedding's, with positions, types of tokens and its norm.
bool is_below(const ParameterBlock& block, std::size_t sublayer) {
    if (const auto own = sublayer_of(block)) return *own < sublayer;
    return !block.name.starts_with("head") && !block.name.starts_with("final norm");
}

/// body(sublayer, block) for the parameters of sublayers.
template <class Body>
void for_sublayers(const std::vector<ParameterBlock>& blocks, const Body& body) {
    for (const ParameterBlock& block : blocks) {
        if (const auto sublayer = sublayer_of(block)) body(*sublayer, block);
    }
}

/// Parameters and batch statistics are as they were, whatever a probe does in between.
class Unchanged {
public:
    explicit Unchanged(Transformer<float>& network)
        : network_(network),
          parameters_(network.parameters().begin(), network.parameters().end()),
          running_(network.running().begin(), network.running().end()) {}
    Unchanged(const Unchanged&) = delete;
    Unchanged& operator=(const Unchanged&) = delete;
    ~Unchanged() {
        std::ranges::copy(parameters_, network_.parameters().begin());
        std::ranges::copy(running_, network_.running().begin());
    }
    [[nodiscard]] const std::vector<float>& parameters() const { return parameters_; }

private:
    Transformer<float>& network_;
    std::vector<float> parameters_, running_;
};

/// Numbers that are finite are kept, others are missing.
void keep(TrainingRun& run, const std::string& name, std::vector<double> numbers) {
    if (std::ranges::all_of(numbers, [](double one) { return std::isfinite(one); }))
        run.numbers["probe " + name] = std::move(numbers);
}

/// The squared mean of gradients over their noise, from sums over B batches.
double signal_of(double square_of_sum, double sum_of_squares, double batches) {
    const double mean_square = square_of_sum / (batches * batches);
    const double noise = (sum_of_squares - batches * mean_square) / (batches - 1);
    return (mean_square - noise / batches) / noise;
}

/// Means and variances of features over tokens, those of all streams one after another.
struct FeatureStatistics {
    std::vector<double> means, variances;
    std::size_t width = 0, tokens = 0;
};

/// Of the last forward pass.
FeatureStatistics statistics_of_streams(const Transformer<float>& network) {
    FeatureStatistics found;
    found.width = network.design().width;
    for (const auto& one : network.activations()) {
        if (!one.name.ends_with("stream") && one.name != "embedding") continue;
        found.tokens = one.entries.size() / found.width;
        const auto n = static_cast<double>(found.tokens);
        for (std::size_t j = 0; j < found.width; ++j) {
            const float* const row = one.entries.data() + j * found.tokens;
            const double mean = row_sum(row, found.tokens) / n;
            const double square = row_product(row, row, found.tokens) / n;
            found.means.push_back(mean);
            found.variances.push_back(std::max(square - mean * mean, 0.0));
        }
    }
    return found;
}

/// The mean of each stream's features.
std::vector<double> over_features(const std::vector<double>& numbers, std::size_t width) {
    std::vector<double> means;
    for (std::size_t begin = 0; begin < numbers.size(); begin += width)
        means.push_back(row_sum(numbers.data() + begin, width) / static_cast<double>(width));
    return means;
}

}  // namespace

TrainingProbe::TrainingProbe(const TrainingPlan& plan, NetworkNumber network, const Task& task, Team& team)
    : plan_(plan), number_(network), task_(task), team_(team) {}

TokenBatch TrainingProbe::unseen_batch(std::uint64_t number) const {
    return task_.batch(probe_begin + number, plan_.batch, plan_.length);
}

void TrainingProbe::before_step(std::uint64_t steps_done, Transformer<float>& network) {
    const bool looks = plan_.probe.what == Probe::update || plan_.probe.what == Probe::shift;
    if (looks && steps_done == plan_.probe.at)
        before_.assign(network.parameters().begin(), network.parameters().end());
}

void TrainingProbe::after_step(std::uint64_t steps_done, Transformer<float>& network, TrainingRun& run) {
    if (before_.empty()) return;
    if (plan_.probe.what == Probe::update) update(network, run);
    if (plan_.probe.what == Probe::shift) shift(steps_done - 1, network, run);
    before_.clear();
}

void TrainingProbe::look(std::uint64_t steps_done, Transformer<float>& network, double branches,
                         TrainingRun& run) {
    if (steps_done != plan_.probe.at) return;
    switch (plan_.probe.what) {
        case Probe::none:
        case Probe::update:
        case Probe::shift: return;
        case Probe::signal: return signal(network, run);
        case Probe::fluctuation: return fluctuation(network, run);
        case Probe::rows: return rows(network, run);
        case Probe::drift: {  // what is kept of them goes into checkpoints, and is replaced at the end
            const Unchanged unchanged(network);
            network.forward(task_.batch(validation_begin, plan_.batch, plan_.length));
            FeatureStatistics then = statistics_of_streams(network);
            keep(run, "feature means", std::move(then.means));
            return keep(run, "feature variances", std::move(then.variances));
        }
        case Probe::scores: {
            const Unchanged unchanged(network);
            network.forward(task_.batch(validation_begin, plan_.batch, plan_.length));
            keep(run, "largest score", network.largest_scores());
            std::vector<double> moments = network.look().score_second_moment;
            std::erase_if(moments, [](double one) { return std::isnan(one); });
            return keep(run, "score second moment", std::move(moments));
        }
        case Probe::sharpness:
        case Probe::smoothness: return surface(network, branches, run);
    }
}

void TrainingProbe::at_end(const Transformer<float>& network, TrainingRun& run) const {
    if (!run.has("probe feature means") || !run.has("probe feature variances")) return;
    const std::vector<double> means = std::move(run.numbers.extract("probe feature means").mapped());
    const std::vector<double> variances = std::move(run.numbers.extract("probe feature variances").mapped());
    const FeatureStatistics now = statistics_of_streams(network);
    std::vector<double> moved, scaled;
    for (std::size_t k = 0; k < means.size(); ++k) {
        const double by = now.means[k] - means[k];
        const double log_ratio = std::log(now.variances[k] / variances[k]);
        moved.push_back(by * by);
        scaled.push_back(log_ratio * log_ratio);
    }
    moved = over_features(moved, now.width);
    const std::vector<double> before = over_features(variances, now.width);
    for (std::size_t l = 0; l < moved.size(); ++l) moved[l] /= before[l];
    keep(run, "drift mean", std::move(moved));
    keep(run, "drift variance", over_features(scaled, now.width));
}

void TrainingProbe::fluctuation(Transformer<float>& network, TrainingRun& run) const {
    const Unchanged unchanged(network);
    const auto batches = static_cast<double>(plan_.probe.batches);
    std::vector<double> sums, squares, within;
    std::size_t tokens = 0, width = 0;
    for (std::uint64_t b = 0; b < plan_.probe.batches; ++b) {
        network.forward(unseen_batch(b));
        const FeatureStatistics one = statistics_of_streams(network);
        tokens = one.tokens;
        width = one.width;
        sums.resize(one.means.size());
        squares.resize(one.means.size());
        within.resize(one.means.size());
        for (std::size_t k = 0; k < one.means.size(); ++k) {
            sums[k] += one.means[k];
            squares[k] += one.means[k] * one.means[k];
            within[k] += one.variances[k] / batches;
        }
    }
    std::vector<double> between;
    for (std::size_t k = 0; k < sums.size(); ++k)
        between.push_back((squares[k] - sums[k] * sums[k] / batches) / (batches - 1));
    std::vector<double> found = over_features(between, width);
    const std::vector<double> spread = over_features(within, width);
    for (std::size_t l = 0; l < found.size(); ++l) found[l] *= static_cast<double>(tokens) / spread[l];
    keep(run, "fluctuation", std::move(found));
}

void TrainingProbe::rows(Transformer<float>& network, TrainingRun& run) const {
    const Unchanged unchanged(network);
    network.forward(unseen_batch(0), Pass::training, probe_begin);
    network.backward();
    for (const ParameterBlock& block : network.blocks()) {
        if (block.name != "embedding") continue;
        double moved = 0, sum = 0, squares = 0;
        for (std::size_t r = 0; r < block.rows; ++r) {
            const float* const row = network.gradient().data() + block.offset + r * block.columns;
            const double square = row_product(row, row, block.columns);
            moved += square > 0 ? 1 : 0;
            sum += square;
            squares += square * square;
        }
        const auto all = static_cast<double>(block.rows);
        keep(run, "rows", {moved / all});
        keep(run, "row share", {sum * sum / (all * squares)});
    }
}

void TrainingProbe::signal(Transformer<float>& network, TrainingRun& run) const {
    const Unchanged unchanged(network);
    const std::vector<ParameterBlock>& blocks = network.blocks();
    const std::size_t sublayers = plan_.architecture.steps.size();
    std::vector<double> sum(network.parameters().size()), squares(sublayers);
    double all_squares = 0;
    const auto square_in = [](const auto* numbers, std::size_t count) {
        return row_product(numbers, numbers, count);
    };
    for (std::uint64_t b = 0; b < plan_.probe.batches; ++b) {
        network.forward(unseen_batch(b), Pass::training, probe_begin + b);
        network.backward();
        const std::span<const float> gradient = network.gradient();
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += static_cast<double>(gradient[k]);
        all_squares += square_in(gradient.data(), gradient.size());
        for_sublayers(blocks, [&](std::size_t l, const ParameterBlock& block) {
            squares[l] += square_in(gradient.data() + block.offset, block.size());
        });
    }
    std::vector<double> of_sum(sublayers), found;
    for_sublayers(blocks, [&](std::size_t l, const ParameterBlock& block) {
        of_sum[l] += square_in(sum.data() + block.offset, block.size());
    });
    const auto batches = static_cast<double>(plan_.probe.batches);
    for (std::size_t l = 0; l < sublayers; ++l) found.push_back(signal_of(of_sum[l], squares[l], batches));
    keep(run, "signal", std::move(found));
    keep(run, "signal all", {signal_of(square_in(sum.data(), sum.size()), all_squares, batches)});
}

void TrainingProbe::surface(Transformer<float>& network, double branches, TrainingRun& run) const {
    Transformer<double> twin(plan_.architecture, number_, team_);
    std::ranges::copy(network.parameters(), twin.parameters().begin());
    std::ranges::copy(network.running(), twin.running().begin());
    twin.raise_branches(branches);
    Hessian hessian(twin, task_.batch(validation_begin, plan_.batch, plan_.length));
    if (plan_.probe.what == Probe::sharpness) {
        const Hessian::Eigenvalue found = hessian.largest(number_.seed);
        keep(run, "sharpness", {found.value});
        return keep(run, "sharpness residual", {found.residual});
    }
    std::vector<double> here(hessian.size()), there(hessian.size());
    hessian.gradient(here, 0, here);
    const double loss = hessian.loss();
    hessian.gradient(here, -plan_.probe.distance, there);
    const double length = plan_.probe.distance * norm_of(here);
    for (std::size_t k = 0; k < here.size(); ++k) there[k] -= here[k];
    keep(run, "smoothness", {norm_of(there) / length});
    keep(run, "loss change", {hessian.loss() - loss});
}

void TrainingProbe::update(Transformer<float>& network, TrainingRun& run) const {
    const std::size_t sublayers = plan_.architecture.steps.size();
    std::vector<double> moved(sublayers), sizes(sublayers);
    double all_moved = 0, all_size = 0;
    const std::span<const float> now = network.parameters();
    for (const ParameterBlock& block : network.blocks()) {
        double change = 0, size = 0;
        for (std::size_t k = block.offset; k < block.offset + block.size(); ++k) {
            const auto from = static_cast<double>(before_[k]);
            const double by = static_cast<double>(now[k]) - from;
            change += by * by;
            size += from * from;
        }
        all_moved += change;
        all_size += size;
        if (const auto l = sublayer_of(block)) {
            moved[*l] += change;
            sizes[*l] += size;
        }
    }
    std::vector<double> found;
    for (std::size_t l = 0; l < sublayers; ++l) found.push_back(std::sqrt(moved[l] / sizes[l]));
    keep(run, "update", std::move(found));
    keep(run, "update all", {std::sqrt(all_moved / all_size)});
}

void TrainingProbe::shift(std::uint64_t step, Transformer<float>& network, TrainingRun& run) const {
    const Unchanged unchanged(network);
    const std::vector<float>& after = unchanged.parameters();
    const std::vector<ParameterBlock>& blocks = network.blocks();
    const TokenBatch batch = task_.batch(step, plan_.batch, plan_.length);
    const auto gradient_with = [&](std::size_t sublayer) {
        for (const ParameterBlock& block : blocks) {
            const std::vector<float>& from = is_below(block, sublayer) ? after : before_;
            std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(block.offset), block.size(),
                        network.parameters().begin() + static_cast<std::ptrdiff_t>(block.offset));
        }
        network.forward(batch, Pass::training, step);
        network.backward();
        return std::vector<double>(network.gradient().begin(), network.gradient().end());
    };
    std::ranges::copy(before_, network.parameters().begin());
    network.forward(batch, Pass::training, step);
    network.backward();
    const std::vector<double> gradient(network.gradient().begin(), network.gradient().end());

    std::vector<double> shifts, cosines;
    for (std::size_t l = 0; l < plan_.architecture.steps.size(); ++l) {
        const std::vector<double> moved = gradient_with(l);
        double difference = 0, before = 0, later = 0, both = 0;
        for_sublayers(blocks, [&](std::size_t of, const ParameterBlock& block) {
            if (of != l) return;
            for (std::size_t k = block.offset; k < block.offset + block.size(); ++k) {
                difference += (gradient[k] - moved[k]) * (gradient[k] - moved[k]);
                before += gradient[k] * gradient[k];
                later += moved[k] * moved[k];
                both += gradient[k] * moved[k];
            }
        });
        shifts.push_back(std::sqrt(difference / before));
        cosines.push_back(both / std::sqrt(before * later));
    }
    keep(run, "shift", std::move(shifts));
    keep(run, "shift cosine", std::move(cosines));
}

}  // namespace sigprop
