#include "report/training_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "engine/training/training_curves.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

constexpr std::size_t number_width = 18;
constexpr std::size_t table_rows = 13;

const Series& series_of(const Report& report, std::string_view id) {
    return *std::ranges::find(report.series, fmt::format("train.{}", id), &Series::id);
}

const Record& record_named(const Report& report, std::string_view id) {
    return *std::ranges::find(report.records, fmt::format("train.{}", id), &Record::id);
}

std::string measured(std::optional<double> value, std::optional<double> error, Status status) {
    if (!value) return status == Status::unable ? "-" : "?";
    return mean_text(*value, error);
}

/// "0.0012…0.031", from the smallest to the largest network, where their mean is not known.
std::optional<std::string> span(const TrainingSummary& summary, const std::string& id, std::size_t i) {
    const auto found = summary.spans.find(id);
    if (found == summary.spans.end() || i >= found->second.size() || !found->second[i]) return std::nullopt;
    return fmt::format("{:.3g}…{:.3g}", found->second[i]->lower, found->second[i]->upper);
}

std::string measured(const TrainingSummary& summary, const Series& series, std::size_t i) {
    if (!series.number[i]) {
        if (const auto networks = span(summary, series.id, i)) return *networks;
    }
    return measured(series.number[i], series.radius[i], series.status[i]);
}

std::string measured(const TrainingSummary& summary, const Record& record) {
    const EvidenceRecord& one = record.evidence.front();
    if (!one.value) {
        if (const auto networks = span(summary, record.id, 0)) return *networks;
    }
    const std::optional<double> error = one.radius ? std::optional(std::stod(*one.radius)) : std::nullopt;
    return measured(one.value, error, one.status);
}

std::string title(const TrainingSummary& all) {
    std::string text =
        fmt::format("{} networks of {} layers ({} sublayers), width {}: {:.0f} parameters each\n",
                    all.networks, all.layers, 2 * all.layers, all.width, all.parameters);
    text += fmt::format("{} steps, each of {} sequences of {} tokens; learning rate {:g}{}\n", all.steps,
                        all.batch, all.length, all.rate,
                        all.warmup > 0 ? fmt::format(" after {} steps of warm-up", all.warmup) : ", no warm-up");
    if (!all.text_path.empty())
        text += fmt::format("text: {} ({} bytes)\n", printable(all.text_path), all.text_bytes);
    return text;
}

std::string loss_table(const TrainingResult& result) {
    const Report& report = result.report;
    const TrainingSummary& summary = result.summary;
    const Series& loss = series_of(report, "loss");
    const Series& norm = series_of(report, "gradient_norm");
    const std::vector<std::string>& steps = loss.axes[0].values;
    std::string text =
        fmt::format("{:>7}  {}  {}\n", "step", padded("loss (nats)", number_width), "gradient norm");
    for (const std::size_t i : shown_places(steps.size(), table_rows))
        text += fmt::format("{:>7}  {}  {}\n", steps[i], padded(measured(summary, loss, i), number_width),
                            measured(summary, norm, i));
    return text;
}

/// Where nothing was learned, designs look alike, good or bad: how long and how fast to train instead. Six
/// Pre-Norm layers of width 64 learn within a third of these steps at this rate (docs/guides/questions.md).
std::string flat_text(const TrainingSummary& all) {
    constexpr std::uint64_t enough_steps = 300;
    constexpr double enough_rate = 3e-3;
    if (all.learned > 0 || all.diverged > 0) return "";
    const std::string text =
        "  none learned more than how often targets occur: this tells designs apart only\n"
        "  if another one learns with the same steps and rate; ";
    if (all.steps >= enough_steps && all.rate >= enough_rate)
        return text + fmt::format("or try steps={}\n", 2 * all.steps);
    return text + (all.steps < enough_steps ? fmt::format("try steps={}", enough_steps) : "try") +
           (all.rate < enough_rate ? fmt::format(" rate={:g}\n", enough_rate) : "\n");
}

std::string at_end(const TrainingResult& result) {
    const Report& report = result.report;
    const auto line = [&](const std::string& what, const std::string& suffix) {
        return fmt::format("{}: loss {} nats, accuracy {}\n", what,
                           measured(result.summary, record_named(report, "validation_loss" + suffix)),
                           measured(result.summary, record_named(report, "accuracy" + suffix)));
    };
    std::string text = line("on new batches", "");
    for (const std::uint64_t length : result.summary.test_lengths)
        text += line(fmt::format("  at length {}", length), ".length_" + std::to_string(length));
    text += fmt::format("  loss by target frequencies: {}; improvement: {}\n",
                        measured(result.summary, record_named(report, "flat_loss")),
                        measured(result.summary, record_named(report, "learned_nats")));
    text += fmt::format("networks: {} learned, {} flat, {} diverged\n", result.summary.learned,
                        result.summary.flat, result.summary.diverged);
    text += flat_text(result.summary);
    for (const std::string& note : result.summary.notes) text += "  " + note + "\n";
    return text;
}

std::string layer_table(const TrainingResult& result) {
    const Report& report = result.report;
    const Series& start = series_of(report, "second_moment.start");
    const Series& end = series_of(report, "second_moment.end");
    const Series& branch_start = series_of(report, "branch_moment.start");
    const Series& branch_end = series_of(report, "branch_moment.end");
    const auto number = [&result](const Series& series, std::size_t i) {
        return i < series.number.size() && series.number[i]
                   ? fmt::format("{:.4g}", *series.number[i])
                   : span(result.summary, series.id, i)
                         .value_or(i < series.number.size() || result.summary.diverged > 0 ? "-" : "");
    };
    std::string text = fmt::format("{:>8}  {}  second moment of the branch\n", "",
                                   padded("second moment of the stream", 29));
    const auto row = [](const auto& sublayer, const std::array<std::string, 4>& cells) {
        std::string line = fmt::format("{:>8}", sublayer);
        const std::array<std::size_t, 4> widths = {12, 15, 12, 15};
        for (std::size_t k = 0; k < cells.size(); ++k) line += "  " + padded(cells[k], widths[k]);
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
    };
    text += row("sublayer", {"at start", "after training", "at start", "after training"});
    for (const std::size_t l : shown_places(start.number.size(), table_rows)) {
        text += row(l, {number(start, l), number(end, l), number(branch_start, l), number(branch_end, l)});
    }
    return text;
}

}  // namespace

std::string mean_text(double value, std::optional<double> error) {
    if (!error || !(*error > 0)) return fmt::format("{:.5g}", value);
    const double first = std::floor(std::log10(*error));
    const bool plain = first > -6 && first < 6 && std::fabs(value) < 1e6;
    if (!plain) return fmt::format("{:.5g} ± {:.1e}", value, *error);
    const int decimals = std::max(0, 1 - static_cast<int>(first));
    return fmt::format("{:.{}f} ± {:.{}f}", value, decimals, *error, decimals);
}

std::string training_text(const TrainingResult& result) {
    return title(result.summary) + "\n" + loss_table(result) + "\n" + at_end(result) + "\n" +
           layer_table(result) +
           "± is one standard error over networks. a…b is the range over networks; it\n"
           "replaces the mean if a few networks dominate it.\n" +
           (result.summary.diverged > 0 ? "- stands where a network diverged, and behind the last branch.\n"
                                        : "") +
           "All results hold for networks and tasks of this size; they say nothing about\n"
           "larger ones.\n";
}

}  // namespace sigprop
