// measure jacobian: checks the layer and the arrays, judges every output in one pass, and makes each a
// record.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "measure/gradient/activation.hpp"
#include "measure/gradient/layout.hpp"
#include "measure/gradient/pass.hpp"
#include "measure/gradient/readings.hpp"
#include "measure/gradient/verdict.hpp"

namespace sigprop {
namespace {

/// A right kernel is refuted once in this many files.
constexpr const char* files_per_failure = "10^9";
constexpr const char* bound_note =
    "the expression is lambda. In correct results, one error in 10^9 such files exceeds u |exact| plus "
    "lambda times the root of the sum of squared changes by single roundings. The measurement is the largest "
    "error in these units";

std::vector<JudgedOutput> outputs_of(const JacobianTensors& tensors, const JacobianQuestion& question,
                                     const JacobianLayer& layer, std::size_t mistakes) {
    std::vector<JudgedOutput> outputs;
    const NormCasts casts =
        layer.implementation != nullptr ? layer.implementation->casts : NormCasts::own_type;
    const bool narrows = casts != NormCasts::own_type && casts != NormCasts::own_type_sums;
    const auto add = [&](JacobianOutput kind, const std::optional<NamedTensor>& tensor) {
        if (!tensor) return;
        const Dtype dtype = question.dtype.value_or(dtype_of(tensor->view.type()));
        const bool is_narrowed = narrows && !question.dtype && dtype == Dtype::float64;
        RoundingModel model =
            is_narrowed ? RoundingModel::converted_to(Dtype::float32) : RoundingModel::of(dtype);
        if (casts == NormCasts::own_type_sums) model = model.of(LossyComputation::low_sums);
        model.x_twice = casts == NormCasts::float32_statistics;
        outputs.push_back({.kind = kind,
                           .tensor = &*tensor,
                           .dtype = is_narrowed ? Dtype::float32 : dtype,
                           .model = model,
                           .fit = MistakeFit(mistakes)});
    };
    add(JacobianOutput::dx, tensors.dx);
    add(JacobianOutput::dweight, tensors.dweight);
    add(JacobianOutput::dbias, tensors.dbias);
    add(JacobianOutput::y, tensors.y);
    return outputs;
}

/// Properties of the input that make mistakes hard to see.
std::vector<std::string> warnings_of(const JacobianInput& found, const NormGroups& groups,
                                     const JacobianQuestion& question, const JacobianLayer& layer,
                                     const JacobianTensors& tensors) {
    std::vector<std::string> warnings;
    const bool centred = layer.rule.centre == NormCentre::mean;
    const std::string name = groups.name();
    if (groups.size == 1) {
        warnings.push_back(fmt::format("each {} has only one entry: {}", name,
                                       centred ? "it equals its mean, so x-hat and dx are 0 for every kernel"
                                               : "x-hat is its sign, so dx is almost 0"));
    } else if (found.constant_dy && found.bad_rows < groups.count) {
        warnings.push_back(
            fmt::format("dy is constant along every {}, which hides errors{}; use a random dy", name,
                        centred ? fmt::format(": without a weight dx is 0 for any {}", layer.name)
                                : " in the term of x-hat"));
    }
    if (groups.count == 1) {
        warnings.emplace_back(
            fmt::format("x has only one {}: an error common to its entries, such as a wrong eps, looks like "
                        "rounding of r; use several of different sizes",
                        name));
    }
    if (tensors.dweight && !tensors.weight) {
        warnings.emplace_back(
            "dweight is given but the weight is not: dx is judged for a gain of 1, so a kernel that omits "
            "its gain passes; give --weight FILE");
    }
    if (question.dtype && found.bits > RoundingModel::of(*question.dtype).bits) {
        warnings.push_back(
            fmt::format("x or dy has numbers that are not {} (they need {} significant bits): give exactly "
                        "the numbers that the kernel received",
                        to_string(*question.dtype), found.bits));
    }
    return warnings;
}

MistakeSetting setting_of(const JacobianLayer& layer, const NormGroups& groups,
                          const JacobianTensors& tensors) {
    return {.rule = layer.rule,
            .epsilon = layer.epsilon,
            .size = groups.size,
            .uses = groups.uses(),
            .of_features = groups.axes == NormAxes::features,
            .has_weight = tensors.weight.has_value(),
            .has_bias = tensors.bias.has_value(),
            .has_skip = tensors.dskip.has_value(),
            .offset = layer.gain_offset,
            .groups = groups.count,
            .group = groups.name()};
}

JacobianMeasurement summary_of(const JacobianTensors& tensors, const NormGroups& groups,
                               const JacobianInput& found) {
    JacobianMeasurement measured;
    measured.x_name = tensors.x.name;
    measured.dy_name = tensors.dy.name;
    measured.x_shape = tensors.x.view.shape();
    measured.group = groups.name();
    measured.rows = groups.count;
    measured.dim = groups.size;
    measured.bad_rows = found.bad_rows;
    measured.bad = found.bad;
    return measured;
}

std::string bad_rows_text(const JacobianMeasurement& measured) {
    if (measured.bad_rows == 0) return "";
    return fmt::format("{} of {} {}s cannot be judged; the first: {}", measured.bad_rows, measured.rows,
                       measured.group, measured.bad);
}

/// That y has the bits of another order of rounding than the class that the layer is named after; empty where
/// it has those of its own, or nothing tells.
std::string other_casts_text(const JacobianStatistics& y, const JacobianLayer& layer) {
    if (layer.implementation == nullptr) return "";
    const NormCasts casts = layer.implementation->casts;
    const bool is_last = casts == NormCasts::float32;
    const bool is_before = casts == NormCasts::float32_before_gain || casts == NormCasts::float32_statistics;
    const std::uint64_t others = is_last ? y.rounded_before_gain : y.rounded_last;
    const std::uint64_t own = is_last ? y.rounded_last : y.rounded_before_gain;
    constexpr std::uint64_t few = 20;
    // A sum in another order changes one bit in hundreds, the other order of roundings each of these.
    if (!(is_last || is_before) || y.casts_differ < few || 10 * own > others) return "";
    if (10 * others < 9 * y.casts_differ) return "";
    return fmt::format(
        "y is rounded {}, but {} rounds {}: {} of {} elements differ, within what rounding allows",
        is_last ? "before the gain multiplies x-hat" : "once, after the gain has multiplied x-hat",
        layer.implementation->name, is_last ? "once, after it" : "before it", y.casts_differ, y.elements);
}

OutputMeasurement measurement_of(const JudgedOutput& judged, const JacobianTask& task) {
    constexpr const char* names[] = {"dx", "dweight", "dbias", "y"};
    OutputMeasurement one;
    one.output = names[static_cast<std::size_t>(judged.kind)];
    one.name = judged.tensor->name;
    one.shape = judged.tensor->view.shape();
    one.type = judged.tensor->view.type();
    one.dtype = judged.dtype;
    one.statistics = judged.statistics;
    if (one.statistics.elements == 0) return one;
    const bool beyond = one.statistics.beyond > one.statistics.not_finite;
    one.looks_like = judged.fit.named(task.mistakes, judged.kind, beyond);
    if (one.looks_like.empty() && beyond) take_readings(one, judged, task);
    if (one.looks_like.empty() && one.missing.empty() && beyond) judged.fit.add_factor(one.looks_like);
    // No mistake explains values that are not finite.
    for (LooksLike& mistake : one.looks_like) mistake.explains_all &= one.statistics.not_finite == 0;
    one.unseen = judged.fit.unseen(task.mistakes, judged.kind);
    return one;
}

/// Two outputs in one file are a slip, and their records would have the same name.
void check_outputs(const JacobianFiles& files) {
    const std::array outputs = {std::pair("dx", &files.dx), std::pair("dweight", &files.dweight),
                                std::pair("dbias", &files.dbias), std::pair("y", &files.y)};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto& [name, path] = outputs[i];
            const auto& [earlier, before] = outputs[j];
            if (!*path || !*before || **path != **before) continue;
            throw InputError(fmt::format("{} is given as --{} and as --{}: give each its own file", **path,
                                         earlier, name));
        }
    }
}

}  // namespace

JacobianMeasurement measure_jacobian(const JacobianTensors& tensors, const JacobianQuestion& question,
                                     const Context& context) {
    if (!is_norm_layer(question.layer)) {
        if (const std::optional<Activation> f = activation_layer(question.layer)) {
            return measure_activation(tensors, question, *f, context);
        }
    }
    const bool is_wide = tensors.x.view.type() == ElementType::float64;
    const JacobianLayer layer =
        jacobian_layer(question, question.dtype.value_or(is_wide ? Dtype::float64 : Dtype::float32),
                       tensors.weight.has_value(), context);
    if (!tensors.dx && !tensors.dweight && !tensors.dbias && !tensors.y) {
        throw InputError("measure jacobian needs a result to check: --dx FILE, --dweight, --dbias or --y");
    }
    const NormGroups groups = norm_groups(tensors, layer, question.groups);
    const std::vector<Mistake> mistakes = known_mistakes(setting_of(layer, groups, tensors));
    std::vector<JudgedOutput> outputs = outputs_of(tensors, question, layer, mistakes.size());
    std::size_t elements = 0;
    for (const JudgedOutput& one : outputs) elements += one.tensor->view.size();
    const std::string expression = fmt::format("sqrt(2*log({}*{}))", 2 * elements, files_per_failure);
    const double lambda = std::sqrt(2 * std::log(2e9 * static_cast<double>(elements)));
    const JacobianTask task = {tensors,           groups, layer.rule, layer.epsilon,
                               layer.gain_offset, lambda, mistakes,   context};
    const JacobianInput found = judge(task, outputs);

    JacobianMeasurement measured = summary_of(tensors, groups, found);
    measured.layer = layer_text(layer, question, tensors);
    measured.warnings = warnings_of(found, groups, question, layer, tensors);
    for (const JudgedOutput& one : outputs) {
        measured.outputs.push_back(measurement_of(one, task));
        if (std::string casts = other_casts_text(one.statistics, layer); !casts.empty())
            measured.warnings.push_back(std::move(casts));
    }
    doubt_gains(measured.outputs);
    const JacobianScene scene = {measured, expression, lambda, bad_rows_text(measured), bound_note, context};
    for (OutputMeasurement& one : measured.outputs) describe_output(one, scene);
    return measured;
}

JacobianMeasurement measure_jacobian(const JacobianFiles& files, const JacobianQuestion& question,
                                     const Context& context) {
    check_outputs(files);
    std::vector<std::unique_ptr<NpyFile>> open;
    const NpyOptions options = {.bfloat16 = question.bfloat16 || question.dtype == Dtype::bfloat16};
    std::vector<ElementType> types;
    const auto tensor = [&](const std::string& path) {
        open.push_back(std::make_unique<NpyFile>(path, options));
        const NpyFile* const file = open.back().get();
        types.push_back(file->view().type());
        return NamedTensor{file->view(), path, [file](std::size_t numbers) { file->done_with(numbers); }};
    };
    const auto given = [&](const std::optional<std::string>& path) {
        return path ? std::optional(tensor(*path)) : std::nullopt;
    };
    const JacobianTensors tensors = {.x = tensor(files.x),
                                     .dy = tensor(files.dy),
                                     .dskip = given(files.dskip),
                                     .dx = given(files.dx),
                                     .weight = given(files.weight),
                                     .dweight = given(files.dweight),
                                     .bias = given(files.bias),
                                     .dbias = given(files.dbias),
                                     .y = given(files.y)};
    if (question.bfloat16) check_read_as_bfloat16(types);
    return measure_jacobian(tensors, question, context);
}

}  // namespace sigprop
