// measure jacobian: checks the layer and the arrays, judges every output in one pass, and makes each a
// record.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/short_number.hpp"
#include "measure/flag_value.hpp"
#include "measure/gradient/layout.hpp"
#include "measure/gradient/pass.hpp"
#include "measure/gradient/verdict.hpp"

namespace sigprop {
namespace {

/// A right kernel is refuted once in this many files.
constexpr const char* files_per_failure = "10^9";

double epsilon_of(const JacobianQuestion& question, const Context& context) {
    const double epsilon = flag_value("eps", question.epsilon, context);
    if (!(epsilon >= 0)) refuse_flag("eps", question.epsilon, "must not be negative");
    if (!std::isfinite(epsilon)) refuse_flag("eps", question.epsilon, "is beyond the range of float64");
    return epsilon;
}

double offset_of(const JacobianQuestion& question, bool has_weight, const Context& context) {
    if (!question.weight_offset) return 0;
    if (!has_weight) throw InputError("--weight-offset is added to the weight: give --weight FILE, too");
    const double offset = flag_value("weight-offset", *question.weight_offset, context);
    if (std::isfinite(offset)) return offset;
    refuse_flag("weight-offset", *question.weight_offset, "is beyond the range of float64");
}

Dtype dtype_of(ElementType type) {
    switch (type) {
        case ElementType::float16: return Dtype::float16;
        case ElementType::bfloat16: return Dtype::bfloat16;
        case ElementType::float32:
        case ElementType::complex64: return Dtype::float32;
        case ElementType::float64:
        case ElementType::complex128: return Dtype::float64;
        case ElementType::float8_e4m3:
        case ElementType::float8_e5m2:
            throw InputError("gradients of eight bits are not judged: save them as float32");
    }
    return Dtype::float64;
}

/// A number in its usual short form (1e-6 for Python's 1e-06); an expression as it was given.
std::string epsilon_text(const JacobianQuestion& question, double epsilon) {
    const bool is_number = question.epsilon.find_first_not_of("0123456789.eE+-") == std::string::npos;
    return is_number ? shortest_number(epsilon) : question.epsilon;
}

std::string layer_text(const JacobianLayer& layer, const JacobianQuestion& question,
                       const JacobianTensors& tensors, double epsilon) {
    const char* const places[] = {"inside the root", "outside the root", "as the least r",
                                  "as the least r^2"};
    std::string text = fmt::format("{}, eps {} {}", layer.name, epsilon_text(question, epsilon),
                                   places[static_cast<std::size_t>(layer.rule.epsilon_place)]);
    if (question.groups) {
        text += fmt::format(", {} group{}", *question.groups, *question.groups == 1 ? "" : "s");
    }
    if (tensors.weight) {
        text += question.weight_offset ? ", gain " + *question.weight_offset + " + weight" : ", gain weight";
    }
    return text + (tensors.bias ? ", bias" : "");
}

std::vector<JudgedOutput> outputs_of(const JacobianTensors& tensors, const JacobianQuestion& question,
                                     std::size_t mistakes) {
    std::vector<JudgedOutput> outputs;
    const auto add = [&](JacobianOutput kind, const std::optional<NamedTensor>& tensor) {
        if (!tensor) return;
        const Dtype dtype = question.dtype.value_or(dtype_of(tensor->view.type()));
        outputs.push_back({.kind = kind,
                           .tensor = &*tensor,
                           .model = RoundingModel::of(dtype),
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
                                     const JacobianQuestion& question, const JacobianLayer& layer) {
    std::vector<std::string> warnings;
    const bool centred = layer.rule.centre == NormCentre::mean;
    const std::string name = groups.name();
    if (groups.size == 1) {
        warnings.push_back(fmt::format("there is one entry in each {}: {}", name,
                                       centred
                                           ? "it equals its mean, so that x-hat and dx are 0 whatever the "
                                             "kernel does"
                                           : "x-hat is its sign, so that dx all but vanishes"));
    } else if (found.constant_dy && found.bad_rows < groups.count) {
        warnings.push_back(
            fmt::format("dy is constant along every {}, which hides errors{}; take a random dy", name,
                        centred ? fmt::format(": without a weight dx is 0 for any {}", layer.name)
                                : " in the term of x-hat"));
    }
    if (groups.count == 1) {
        warnings.emplace_back(
            fmt::format("there is one {}: an error common to its entries, such as a wrong eps, looks like "
                        "rounding of r; take several of different sizes",
                        name));
    }
    if (question.dtype && found.bits > RoundingModel::of(*question.dtype).bits) {
        warnings.push_back(fmt::format(
            "x or dy has numbers that are not {} (they need {} significant bits): the kernel must have been "
            "given these very numbers",
            to_string(*question.dtype), found.bits));
    }
    return warnings;
}

std::string bad_rows_text(const JacobianMeasurement& measured) {
    if (measured.bad_rows == 0) return "";
    return fmt::format("{} of {} {}s cannot be judged, the first: {}", measured.bad_rows, measured.rows,
                       measured.group, measured.bad);
}

OutputMeasurement measurement_of(const JudgedOutput& judged, const JacobianQuestion& question,
                                 const std::vector<Mistake>& mistakes) {
    constexpr const char* names[] = {"dx", "dweight", "dbias", "y"};
    OutputMeasurement one;
    one.output = names[static_cast<std::size_t>(judged.kind)];
    one.name = judged.tensor->name;
    one.shape = judged.tensor->view.shape();
    one.type = judged.tensor->view.type();
    one.dtype = question.dtype.value_or(dtype_of(one.type));
    one.statistics = judged.statistics;
    if (one.statistics.elements == 0) return one;
    one.looks_like =
        judged.fit.named(mistakes, judged.kind, one.statistics.beyond > one.statistics.not_finite);
    // No mistake explains values that are not finite.
    for (LooksLike& mistake : one.looks_like) mistake.explains_all &= one.statistics.not_finite == 0;
    one.unseen = judged.fit.unseen(mistakes, judged.kind);
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
            throw InputError(fmt::format("{} is given as --{} and as --{}: each has a file of its own",
                                         **path, earlier, name));
        }
    }
}

JacobianInput judge(const JacobianTask& task, std::vector<JudgedOutput>& outputs) {
    bool in_double = true;
    for (const JudgedOutput& one : outputs) in_double = in_double && one.model.bits < 53;
    return in_double ? judge_outputs<double>(task, outputs) : judge_outputs<TwoDoubles>(task, outputs);
}

}  // namespace

JacobianMeasurement measure_jacobian(const JacobianTensors& tensors, const JacobianQuestion& question,
                                     const Context& context) {
    const JacobianLayer layer = jacobian_layer(question.layer);
    const double epsilon = epsilon_of(question, context);
    const double offset = offset_of(question, tensors.weight.has_value(), context);
    if (!tensors.dx && !tensors.dweight && !tensors.dbias && !tensors.y) {
        throw InputError("measure jacobian needs something to check: --dx FILE, --dweight, --dbias or --y");
    }
    const NormGroups groups = norm_groups(tensors, layer, question.groups);
    const std::vector<Mistake> mistakes = known_mistakes({.rule = layer.rule,
                                                          .epsilon = epsilon,
                                                          .size = groups.size,
                                                          .uses = groups.uses(),
                                                          .of_features = groups.axes == NormAxes::features,
                                                          .has_weight = tensors.weight.has_value(),
                                                          .has_bias = tensors.bias.has_value(),
                                                          .offset = offset});
    std::vector<JudgedOutput> outputs = outputs_of(tensors, question, mistakes.size());
    std::size_t elements = 0;
    for (const JudgedOutput& one : outputs) elements += one.tensor->view.size();
    const std::string expression = fmt::format("sqrt(2*log({}*{}))", 2 * elements, files_per_failure);
    const double lambda = std::sqrt(2 * std::log(2e9 * static_cast<double>(elements)));
    const JacobianInput found =
        judge({tensors, groups, layer.rule, epsilon, offset, lambda, mistakes, context}, outputs);

    JacobianMeasurement measured;
    measured.layer = layer_text(layer, question, tensors, epsilon);
    measured.x_name = tensors.x.name;
    measured.dy_name = tensors.dy.name;
    measured.x_shape = tensors.x.view.shape();
    measured.group = groups.name();
    measured.rows = groups.count;
    measured.dim = groups.size;
    measured.bad_rows = found.bad_rows;
    measured.bad = found.bad;
    measured.warnings = warnings_of(found, groups, question, layer);
    for (const JudgedOutput& one : outputs) {
        measured.outputs.push_back(measurement_of(one, question, mistakes));
    }
    const JacobianScene scene = {measured, expression, lambda, bad_rows_text(measured), context};
    for (OutputMeasurement& one : measured.outputs) describe_output(one, scene);
    return measured;
}

JacobianMeasurement measure_jacobian(const JacobianFiles& files, const JacobianQuestion& question,
                                     const Context& context) {
    check_outputs(files);
    std::vector<std::unique_ptr<NpyFile>> open;
    const NpyOptions options = {.bfloat16 = question.bfloat16 || question.dtype == Dtype::bfloat16};
    const auto tensor = [&](const std::string& path) {
        open.push_back(std::make_unique<NpyFile>(path, options));
        const NpyFile* const file = open.back().get();
        return NamedTensor{file->view(), path, [file](std::size_t numbers) { file->done_with(numbers); }};
    };
    const auto given = [&](const std::optional<std::string>& path) {
        return path ? std::optional(tensor(*path)) : std::nullopt;
    };
    return measure_jacobian({.x = tensor(files.x),
                             .dy = tensor(files.dy),
                             .dx = given(files.dx),
                             .weight = given(files.weight),
                             .dweight = given(files.dweight),
                             .bias = given(files.bias),
                             .dbias = given(files.dbias),
                             .y = given(files.y)},
                            question, context);
}

}  // namespace sigprop
