// Measurements of arrays of one's own: the same as `sigprop measure` of files.

#include <algorithm>
#include <array>
#include <map>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "core/parallel/workers.hpp"
#include "formats/files.hpp"
#include "measure/kernel/contract_file.hpp"
#include "measure/model/findings.hpp"
#include "measure/model/model.hpp"
#include "measure/model/project.hpp"
#include "report/measured.hpp"

#include "arrays.hpp"
#include "functions.hpp"
#include "measured.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

using Text = std::optional<std::string>;

/// What the command line starts from: verdicts weigh all the evidence; numbers beside a table have 12 digits,
/// and proofs alone where nothing is judged.
Context context_for(const Request& request, bool is_table, bool is_judged) {
    Value options = request.options();
    if (is_table && !options.contains("digits")) options["digits"] = 12;
    if (!options.contains("methods") && !options.contains("evidence")) {
        if (is_judged) {
            options["evidence"] = true;
        } else {
            options["methods"] = "!monte_carlo";
        }
    }
    return context_of(options, request.spent());
}

/// The number of the report, and what is known beside it.
template <class Measured>
Value value_of(std::vector<Record> records, const Measured& measured) {
    const Document document = document_of(measured);
    Report report;
    report.records = std::move(records);
    const std::uint64_t number = keep(std::make_shared<HeldReport>(
        HeldReport{std::move(report), text_of(document), csv_of(document), markdown_of(document)}));
    return {{"report", number}, {"details", details_of(measured)}};
}

/// {w, std, lower, upper, absolute, uniform, keras, options}; texts may be null. As all below: {report,
/// details}.
Value weights(const Request& request) {
    const Text std = request.optional_text("std");
    const WeightsClaim claim = {
        .std = std.value_or(""),
        .distribution = request.truth("uniform") ? WeightDistribution::uniform : WeightDistribution::normal,
        .lower = request.optional_text("lower"),
        .upper = request.optional_text("upper"),
        .limits = request.truth("absolute") ? LimitUnits::absolute : LimitUnits::relative,
        .layout = request.truth("keras") ? WeightLayout::keras : WeightLayout::torch};
    const auto w = request.object<Array>("w");
    const NamedTensor tensor = w->tensor();
    WeightsMeasurement measured =
        run(context_for(request, false, true), request, [&](const Context& context, Progress&) {
            return std ? measure_weights(tensor.view, tensor.name, claim, context)
                       : describe_weights(tensor.view, tensor.name, claim.layout, context);
        });
    auto held = std::make_shared<HeldReport>();
    held->report.records.push_back(measured.record);
    held->text = text_of(document_of(std::vector{measured}));
    return {{"report", keep(std::move(held))}, {"details", details_of(measured)}};
}

/// {path, spec, recipe, roles, layout, sizes: [[name, text]], bfloat16, spectrum, ignore, config, options}
Value model(const Request& request) {
    const Text spec = request.optional_text("spec");
    const Text roles = request.optional_text("roles");
    const Text layout = request.optional_text("layout");
    ModelQuestion question;
    if (request.truth("config"))
        if (std::optional<ProjectSettings> project = find_project("."))
            question.ignored = std::move(project->ignored);
    for (const std::string& one : request["ignore"].get<std::vector<std::string>>())
        question.ignored.push_back(read_ignored(one));
    question.spectrum = request.truth("spectrum");
    question.path = request.optional_path("path").value();
    question.recipe = request.optional_text("recipe").value_or("");
    question.bfloat16 = request.truth("bfloat16");
    if (layout) question.layout = *layout == "keras" ? WeightLayout::keras : WeightLayout::torch;
    for (const auto& [name, value] : request.pairs("sizes")) question.sizes.push_back({name, value, "--set"});
    std::optional<RoleRules> rules;
    if (roles) question.rules = &rules.emplace(*roles, "roles");
    std::optional<InitSpec> read;
    if (spec) question.spec = &read.emplace(read_spec(*spec, "spec"));
    const ModelAudit audit =
        run(context_for(request, true, false), request,
            [&](const Context& context, Progress&) { return audit_model(question, context); });
    return value_of(audit.records, audit);
}

/// {q, k, scale, softcap, causal, options}
Value attention(const Request& request) {
    const AttentionQuestion question = {.scale = request.optional_text("scale"),
                                        .softcap = request.optional_text("softcap"),
                                        .causal = request.truth("causal")};
    const auto q = request.object<Array>("q");
    const auto k = request.object<Array>("k");
    const NamedTensor queries = q->rows();
    const NamedTensor keys = k->rows();
    const AttentionMeasurement measured =
        run(context_for(request, true, false), request, [&](const Context& context, Progress&) {
            return measure_attention(queries, keys, question, context, on_threads(context));
        });
    std::vector<Record> records;
    for (const HeadMeasurement& one : measured.heads) records.push_back(one.record);
    return value_of(std::move(records), measured);
}

/// {x, weight: an array or null, layer, eps, rms, options}
Value elementwise(const Request& request) {
    const ElementwiseQuestion question = {.layer = request.text("layer"),
                                          .epsilon = request.optional_text("eps"),
                                          .rms = request.optional_text("rms")};
    const auto x = request.object<Array>("x");
    const auto weight = request["weight"].is_null() ? nullptr : request.object<Array>("weight");
    const NamedTensor rows = x->rows();
    const std::optional<NamedTensor> gain = weight ? std::optional(weight->rows()) : std::nullopt;
    const ElementwiseMeasurement measured =
        run(context_for(request, true, false), request, [&](const Context& context, Progress&) {
            return measure_elementwise(rows, gain, question, context, on_threads(context));
        });
    return value_of(measured.records, measured);
}

std::optional<Dtype> dtype_named(const Text& name) {
    if (!name) return std::nullopt;
    for (const Dtype one : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (*name == to_string(one)) return one;
    }
    throw InputError("dtype must be float16, bfloat16, float32 or float64, not '" + *name + "'");
}

/// {arrays by role: x, dy, dskip, dx, weight, dweight, bias, dbias, y, layer, eps, weight_offset, dtype,
/// groups, options}
Value jacobian(const Request& request) {
    std::map<std::string, std::shared_ptr<Array>> arrays;
    for (const auto& [role, number] : request["arrays"].items())
        arrays[role] = Request::object_of<Array>(number);
    const auto given = [&](const char* role) {
        const auto found = arrays.find(role);
        return found == arrays.end() ? std::nullopt : std::optional(found->second->tensor());
    };
    for (const char* role : {"x", "dy"}) {
        if (!given(role))
            throw TypeError(std::string(role) +
                            " is missing: the layer's input and the gradient "
                            "of its output are needed");
    }
    const JacobianTensors tensors = {.x = given("x").value(),
                                     .dy = given("dy").value(),
                                     .dskip = given("dskip"),
                                     .dx = given("dx"),
                                     .weight = given("weight"),
                                     .dweight = given("dweight"),
                                     .bias = given("bias"),
                                     .dbias = given("dbias"),
                                     .y = given("y")};
    const Value& groups = request["groups"];
    const JacobianQuestion question = {
        .layer = request.text("layer"),
        .epsilon = request.optional_text("eps").value_or(""),
        .weight_offset = request.optional_text("weight_offset"),
        .dtype = dtype_named(request.optional_text("dtype")),
        .groups = groups.is_null() ? std::nullopt : std::optional(groups.get<std::size_t>())};
    const JacobianMeasurement measured =
        run(context_for(request, true, true), request,
            [&](const Context& context, Progress&) { return measure_jacobian(tensors, question, context); });
    std::vector<Record> records;
    for (const OutputMeasurement& one : measured.outputs) records.push_back(one.record);
    return value_of(std::move(records), measured);
}

struct GivenArrays {
    std::map<std::string, std::shared_ptr<Array>> arrays;
    KernelTensors tensors;

    explicit GivenArrays(const Request& request) {
        for (const auto& [role, number] : request["arrays"].items()) {
            arrays[role] = Request::object_of<Array>(number);
            tensors.emplace(role, arrays[role]->rows());
        }
    }
};

/// {arrays by role, operation, contract, eps, weight_offset, dtype, order: any, lanes or blocks, order_size,
/// options}
/// {contract: a name, or contract_json: its text, or contract_file: a path}: one of one's own, if it is.
std::optional<ContractFile> own_contract(const Request& request) {
    if (const Text json = request.optional_text("contract_json")) return ContractFile{*json, "contract"};
    if (const Text path = request.optional_text("contract_file"))
        return ContractFile{read_file(*path), *path};
    return std::nullopt;
}

KernelQuestion kernel_question(const Request& request) {
    KernelQuestion question = {.operation = request.text("operation"),
                               .contract = request.text("contract"),
                               .own_contract = own_contract(request),
                               .dtype = dtype_named(request.optional_text("dtype")),
                               .epsilon = request.optional_text("eps").value_or(""),
                               .weight_offset = request.optional_text("weight_offset").value_or(""),
                               .scale = request.optional_text("scale").value_or(""),
                               .softcap = request.optional_text("softcap").value_or(""),
                               .causal = request.truth("causal"),
                               .window = request.optional_text("window").value_or(""),
                               .smoothing = request.optional_text("smoothing").value_or(""),
                               .z_loss = request.optional_text("z_loss").value_or(""),
                               .ignored = request.optional_text("ignored").value_or("")};
    if (const Text order = request.optional_text("order")) {
        const auto size = request["order_size"].get<std::uint64_t>();
        const SumOrder::Kind kind = *order == "lanes"    ? SumOrder::Kind::lanes
                                    : *order == "blocks" ? SumOrder::Kind::blocks
                                                         : SumOrder::Kind::any;
        question.order = SumOrder{.kind = kind, .size = size};
    }
    return question;
}

/// {result: y, dx or another, and as kernel_question}: the shape and the type of the bounds, which
/// kernel_bounds.copy writes
Value bounds_of_kernel(const Request& request) {
    const GivenArrays given(request);
    const KernelQuestion question = kernel_question(request);
    const std::string result = request.text("result");
    auto held = std::make_shared<KernelBounds>(
        run(context_for(request, true, true), request, [&](const Context& context, Progress&) {
            return kernel_bounds(given.tensors, question, result, context);
        }));
    Value made = {{"shape", held->shape}, {"dtype", to_string(held->dtype)}};
    made["object"] = keep(std::move(held));
    return made;
}

/// {bounds, lower, upper}: addresses of as many doubles as the shape has elements
Value copy_bounds(const Request& request) {
    const auto held = request.object<KernelBounds>("bounds");
    for (const auto& [name, numbers] : {std::pair("lower", &held->lower), std::pair("upper", &held->upper)})
        std::ranges::copy(*numbers, reinterpret_cast<double*>(request[name].get<std::uintptr_t>()));
    return held->lower.size();
}

/// {result, and as kernel_question}: [[mistake, elements, those that show it], …]
Value power_of_kernel(const Request& request) {
    const GivenArrays given(request);
    const KernelQuestion question = kernel_question(request);
    const std::string result = request.text("result");
    const std::vector<KernelPower> found =
        run(context_for(request, true, true), request, [&](const Context& context, Progress&) {
            return kernel_power(given.tensors, question, result, context);
        });
    Value rows = Value::array();
    for (const KernelPower& one : found) rows.push_back(Value::array({one.mistake, one.elements, one.shown}));
    return rows;
}

/// {contract and dtype, as in kernel_question}: all fields of the contract
Value contract_of_kernel(const Request& request) {
    const std::optional<Dtype> dtype = dtype_named(request.text("dtype"));
    const std::optional<ContractFile> own = own_contract(request);
    return Value::parse(
        json_of(own ? contract_of(*own, *dtype) : kernel_contract(request.text("contract"), *dtype)));
}

/// As kernel_question
Value kernel(const Request& request) {
    const GivenArrays given(request);
    const KernelQuestion question = kernel_question(request);
    const KernelMeasurement measured = run(
        context_for(request, true, true), request,
        [&](const Context& context, Progress&) { return measure_kernel(given.tensors, question, context); });
    std::vector<Record> records;
    for (const KernelOutput& one : measured.outputs) records.push_back(one.record);
    return value_of(std::move(records), measured);
}

}  // namespace

std::span<const Function> measure_functions() {
    static constexpr std::array all = {
        Function{"measure_weights", &weights},        Function{"measure_model", &model},
        Function{"measure_attention", &attention},    Function{"measure_elementwise", &elementwise},
        Function{"measure_jacobian", &jacobian},      Function{"measure_kernel", &kernel},
        Function{"kernel_bounds", &bounds_of_kernel}, Function{"kernel_bounds.copy", &copy_bounds},
        Function{"kernel_power", &power_of_kernel},   Function{"kernel_contract", &contract_of_kernel}};
    return all;
}

}  // namespace sigprop::python
