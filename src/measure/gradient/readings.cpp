#include "measure/gradient/readings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/doubles.hpp"
#include "core/base/short_number.hpp"
#include "measure/gradient/column_gain.hpp"
#include "measure/gradient/memory_order.hpp"

namespace sigprop {
namespace {

/// An array in memory of its own.
class OwnTensor {
public:
    OwnTensor(std::vector<double> numbers, std::vector<std::size_t> shape, std::string name)
        : numbers_(std::move(numbers)),
          tensor_{TensorView({.shape = std::move(shape)}, std::as_bytes(std::span<const double>(numbers_))),
                  std::move(name)} {}
    OwnTensor(const OwnTensor&) = delete;
    OwnTensor& operator=(const OwnTensor&) = delete;

    [[nodiscard]] const NamedTensor& tensor() const { return tensor_; }

private:
    std::vector<double> numbers_;
    NamedTensor tensor_;
};

/// The question with something changed.
struct Reading {
    const JacobianTensors& tensors;
    const NormGroups& groups;
    double offset = 0;
};

/// The statistics of the output in that reading, if all of its elements are right there.
std::optional<JacobianStatistics> allowed_by(const Reading& reading, const NamedTensor& user,
                                             const JudgedOutput& judged, const JacobianTask& task) {
    const std::vector<Mistake> none;
    std::vector<JudgedOutput> outputs;
    outputs.push_back({.kind = judged.kind,
                       .tensor = &user,
                       .dtype = judged.dtype,
                       .model = judged.model,
                       .fit = MistakeFit(0)});
    const JacobianInput found = judge({reading.tensors, reading.groups, task.rule, task.epsilon,
                                       reading.offset, task.lambda, none, task.context, true},
                                      outputs);
    const JacobianStatistics& statistics = outputs.front().statistics;
    if (found.bad_rows > 0 || statistics.beyond > 0 || statistics.elements == 0) return std::nullopt;
    return statistics;
}

struct OtherAxes {
    std::string text;
    NormGroups groups;
};

/// Rows of several last axes, and the rows of a feature instead of the features of a row.
std::vector<OtherAxes> axes_of_features(const std::vector<std::size_t>& shape, const NormGroups& groups) {
    const char* const words[] = {"", "", "two", "three", "four"};
    std::vector<OtherAxes> all;
    NormGroups made = groups;
    for (std::size_t axes = 2; axes <= shape.size(); ++axes) {
        const std::size_t length = shape[shape.size() - axes];
        if (length == 1) continue;
        made.size *= length;
        made.count /= length;
        const bool is_word = axes < std::size(words);
        all.push_back({axes == 2 && shape.size() == 2
                           ? "statistics over both axes"
                           : fmt::format("statistics over the last {} axes",
                                         is_word ? words[axes] : std::to_string(axes)),
                       made});
    }
    if (groups.count < 2) return all;
    NormGroups columns = groups;
    columns.axes = NormAxes::batch;
    columns.count = columns.channels = columns.parameters = groups.size;
    columns.size = groups.count;
    all.push_back({"statistics of each feature over all rows, as batch_norm has them", columns});
    return all;
}

std::vector<OtherAxes> axes_of_channels(const std::vector<std::size_t>& shape, const NormGroups& groups) {
    std::vector<OtherAxes> all;
    const std::size_t channels = groups.channels;
    const auto in_groups = [&](std::size_t number) {
        NormGroups made = groups;
        made.axes = number == channels ? NormAxes::positions : NormAxes::channel_groups;
        made.channel_groups = number;
        made.count = shape[0] * number;
        made.size = channels / number * groups.positions;
        return made;
    };
    if (groups.axes != NormAxes::batch && shape[0] > 1) {
        NormGroups made = groups;
        made.axes = NormAxes::batch;
        made.channel_groups = made.count = channels;
        made.size = shape[0] * groups.positions;
        all.push_back({"statistics over all examples, as batch_norm has them", made});
    }
    for (std::size_t number = 1; number <= channels; ++number) {
        const bool is_own = groups.axes != NormAxes::batch && number == groups.channel_groups;
        if (channels % number != 0 || is_own) continue;
        const char* const what = number == 1          ? "statistics over all channels of an example"
                                 : number == channels ? "statistics of each channel of an example"
                                                      : "statistics over {} groups of channels";
        all.push_back({fmt::format(fmt::runtime(what), number), in_groups(number)});
    }
    return all;
}

class Readings {
public:
    Readings(OutputMeasurement& one, const JudgedOutput& judged, const JacobianTask& task)
        : one_(one), judged_(judged), task_(task) {}

    void take() {
        const JacobianOutput kind = judged_.kind;
        const JacobianTensors& given = task_.tensors;
        const bool is_row = kind == JacobianOutput::dx || kind == JacobianOutput::y;
        if (kind != JacobianOutput::y && in_order(&JacobianTensors::dy, given.dy, "dy")) return;
        if (kind != JacobianOutput::dbias && over_other_axes()) return;
        if (is_row && with_gain()) return;
        if (kind != JacobianOutput::dbias && in_order(&JacobianTensors::x, given.x, "x")) return;
        const bool has_skip = kind == JacobianOutput::dx && given.dskip;
        if (has_skip && in_order(&JacobianTensors::dskip, *given.dskip, "dskip")) return;
        if (is_row) (void)written_in_order();
    }

private:
    bool found(std::string text) {
        constexpr double none = not_a_number;
        one_.looks_like.push_back({std::move(text), none, none, true});
        return true;
    }
    [[nodiscard]] bool is_allowed(const Reading& reading) const {
        return allowed_by(reading, *judged_.tensor, judged_, task_).has_value();
    }

    /// For each order, `allows` is given the array read in it.
    template <class Allows>
    bool in_any_order(const NamedTensor& tensor, const std::string& what, const Allows& allows) {
        const auto order = explaining_order(tensor.view, [&](std::vector<double> numbers) {
            return allows(OwnTensor(std::move(numbers), tensor.view.shape(), tensor.name).tensor());
        });
        return order && found(what + " in another memory order: " + order->text());
    }
    template <class Role>
    bool in_order(Role JacobianTensors::*role, const NamedTensor& tensor, const std::string& name) {
        return in_any_order(tensor, name + " read", [&](const NamedTensor& copy) {
            JacobianTensors tensors = task_.tensors;
            tensors.*role = copy;
            return is_allowed({tensors, task_.groups, task_.offset});
        });
    }
    bool written_in_order() {
        return in_any_order(*judged_.tensor, one_.output + " written", [&](const NamedTensor& copy) {
            return allowed_by({task_.tensors, task_.groups, task_.offset}, copy, judged_, task_).has_value();
        });
    }

    bool over_other_axes() {
        const std::vector<std::size_t>& shape = task_.tensors.x.view.shape();
        const NormGroups& groups = task_.groups;
        const bool features = groups.axes == NormAxes::features;
        for (const OtherAxes& other :
             features ? axes_of_features(shape, groups) : axes_of_channels(shape, groups)) {
            if (is_allowed({task_.tensors, other.groups, task_.offset})) return found(other.text);
        }
        return false;
    }

    bool with_gain() {
        const std::optional<std::vector<double>> gain = fitted_gain(judged_, task_);
        if (!gain) return false;
        const auto with = [&](const std::vector<double>& numbers) {
            const OwnTensor weight(numbers, {numbers.size()}, "weight");
            JacobianTensors tensors = task_.tensors;
            tensors.weight = weight.tensor();
            return allowed_by({tensors, task_.groups, 0}, *judged_.tensor, judged_, task_);
        };
        const std::optional<JacobianStatistics> right = with(*gain);
        if (!right) return false;
        if (with(multiple_of_given(*gain))) return false;  // a factor, and no other gain
        const auto [least, most] = std::ranges::minmax(*gain);
        const std::string text = fmt::format("the right answer for a gain by {}, from {} to {}",
                                             task_.groups.axes == NormAxes::features ? "column" : "channel",
                                             short_number(least, 3), short_number(most, 3));
        if (task_.tensors.weight) return found(text + ", which differs from the given weight");
        one_.missing = "it is " + text + ", but no weight is given: give --weight FILE";
        one_.statistics = *right;
        return true;
    }

    /// The multiple of the gain given, or of 1, that is closest to this one.
    [[nodiscard]] std::vector<double> multiple_of_given(const std::vector<double>& gain) const {
        std::vector<double> given(gain.size(), 1 - task_.offset);
        if (task_.tensors.weight) task_.tensors.weight->view.read(0, given);
        double along = 0;
        double square = 0;
        for (std::size_t i = 0; i < gain.size(); ++i) {
            given[i] += task_.offset;
            along += gain[i] * given[i];
            square += given[i] * given[i];
        }
        for (double& one : given) one *= along / square;
        return given;
    }

    OutputMeasurement& one_;
    const JudgedOutput& judged_;
    const JacobianTask& task_;
};

}  // namespace

void take_readings(OutputMeasurement& one, const JudgedOutput& judged, const JacobianTask& task) {
    Readings(one, judged, task).take();
}

void doubt_gains(std::vector<OutputMeasurement>& outputs) {
    const auto has_gain = [](const OutputMeasurement& one) { return !one.missing.empty(); };
    const auto gained = std::ranges::find_if(outputs, has_gain);
    if (gained == outputs.end()) return;
    const std::string name = gained->output;
    for (OutputMeasurement& one : outputs) {
        const bool takes_gain = one.output == "dx" || one.output == "y";
        const bool is_right = one.statistics.beyond == 0 && one.looks_like.empty();
        if (!takes_gain || !is_right || !one.missing.empty()) continue;
        one.missing = fmt::format(
            "it is right only for a gain of 1, but {} has a gain per column: give --weight FILE", name);
    }
}

}  // namespace sigprop
