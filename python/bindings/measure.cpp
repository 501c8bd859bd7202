// Measurements of arrays of one's own: the same as `sigprop measure` of files.

#include "measure.hpp"

#include <pybind11/stl.h>

#include <map>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "core/parallel/workers.hpp"
#include "measure/model/findings.hpp"
#include "measure/model/model.hpp"
#include "measure/model/project.hpp"
#include "report/measured.hpp"

#include "arrays.hpp"
#include "measured.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

using Text = std::optional<std::string>;
using Given = std::shared_ptr<Array>;

/// What the command line starts from: verdicts weigh all the evidence; numbers beside a table have 12 digits,
/// and proofs alone where nothing is judged.
Context context_for(py::dict options, bool is_table, bool is_judged) {
    if (is_table && !options.contains("digits")) options["digits"] = 12;
    if (!options.contains("methods") && !options.contains("evidence")) {
        if (is_judged) {
            options["evidence"] = true;
        } else {
            options["methods"] = "!monte_carlo";
        }
    }
    return context_of(options);
}

std::shared_ptr<HeldReport> held(std::vector<Record> records, const Document& document) {
    Report report;
    report.records = std::move(records);
    return std::make_shared<HeldReport>(
        HeldReport{std::move(report), text_of(document), csv_of(document), markdown_of(document)});
}

py::tuple weights(const Array& w, const Text& std, const Text& lower, const Text& upper, bool absolute,
                  bool uniform, bool keras, const py::dict& options) {
    const WeightsClaim claim = {
        .std = std.value_or(""),
        .distribution = uniform ? WeightDistribution::uniform : WeightDistribution::normal,
        .lower = lower,
        .upper = upper,
        .limits = absolute ? LimitUnits::absolute : LimitUnits::relative,
        .layout = keras ? WeightLayout::keras : WeightLayout::torch};
    const NamedTensor tensor = w.tensor();
    WeightsMeasurement measured =
        run(context_for(options, false, true), [&](const Context& context, Progress&) {
            return std ? measure_weights(tensor.view, tensor.name, claim, context)
                       : describe_weights(tensor.view, tensor.name, claim.layout, context);
        });
    auto weighed = std::make_shared<HeldReport>();
    weighed->report.records.push_back(measured.record);
    weighed->text = text_of(document_of(std::vector{measured}));
    return py::make_tuple(weighed, details_of(measured));
}

py::tuple model(const std::string& path, const Text& spec, const Text& recipe, const Text& roles,
                const Text& layout, const std::map<std::string, std::string>& sizes, bool bfloat16,
                bool spectrum, const std::vector<std::string>& ignore, bool config, const py::dict& options) {
    ModelQuestion question;
    if (config)
        if (std::optional<ProjectSettings> project = find_project("."))
            question.ignored = std::move(project->ignored);
    for (const std::string& one : ignore) question.ignored.push_back(read_ignored(one));
    question.spectrum = spectrum;
    question.path = path;
    question.recipe = recipe.value_or("");
    question.bfloat16 = bfloat16;
    if (layout) question.layout = *layout == "keras" ? WeightLayout::keras : WeightLayout::torch;
    for (const auto& [name, value] : sizes) question.sizes.push_back({name, value, "--set"});
    std::optional<RoleRules> rules;
    if (roles) question.rules = &rules.emplace(*roles, "roles");
    std::optional<InitSpec> read;
    if (spec) question.spec = &read.emplace(read_spec(*spec, "spec"));
    const ModelAudit audit = run(context_for(options, true, false), [&](const Context& context, Progress&) {
        return audit_model(question, context);
    });
    return py::make_tuple(held(audit.records, document_of(audit)), details_of(audit));
}

py::tuple attention(const Array& q, const Array& k, const Text& scale, const Text& softcap, bool causal,
                    const py::dict& options) {
    const AttentionQuestion question = {.scale = scale, .softcap = softcap, .causal = causal};
    const NamedTensor queries = q.rows();
    const NamedTensor keys = k.rows();
    const AttentionMeasurement measured =
        run(context_for(options, true, false), [&](const Context& context, Progress&) {
            return measure_attention(queries, keys, question, context, on_threads(context));
        });
    std::vector<Record> records;
    for (const HeadMeasurement& one : measured.heads) records.push_back(one.record);
    return py::make_tuple(held(std::move(records), document_of(measured)), details_of(measured));
}

py::tuple elementwise(const Array& x, const Given& weight, const std::string& layer, const Text& eps,
                      const Text& rms, const py::dict& options) {
    const ElementwiseQuestion question = {.layer = layer, .epsilon = eps, .rms = rms};
    const NamedTensor rows = x.rows();
    const std::optional<NamedTensor> gain = weight ? std::optional(weight->rows()) : std::nullopt;
    const ElementwiseMeasurement measured =
        run(context_for(options, true, false), [&](const Context& context, Progress&) {
            return measure_elementwise(rows, gain, question, context, on_threads(context));
        });
    return py::make_tuple(held(measured.records, document_of(measured)), details_of(measured));
}

std::optional<Dtype> dtype_named(const Text& name) {
    if (!name) return std::nullopt;
    for (const Dtype one : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (*name == to_string(one)) return one;
    }
    throw InputError("dtype is float16, bfloat16, float32 or float64, not '" + *name + "'");
}

/// `arrays` by role: x, dy, dskip, dx, weight, dweight, bias, dbias, y.
py::tuple jacobian(const std::map<std::string, Given>& arrays, const std::string& layer, const Text& eps,
                   const Text& weight_offset, const Text& dtype, std::optional<std::size_t> groups,
                   const py::dict& options) {
    const auto given = [&](const char* role) {
        const auto found = arrays.find(role);
        return found == arrays.end() || !found->second ? std::nullopt
                                                       : std::optional(found->second->tensor());
    };
    for (const char* role : {"x", "dy"}) {
        if (!given(role))
            throw py::type_error(std::string(role) +
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
    const JacobianQuestion question = {.layer = layer,
                                       .epsilon = eps.value_or(""),
                                       .weight_offset = weight_offset,
                                       .dtype = dtype_named(dtype),
                                       .groups = groups};
    const JacobianMeasurement measured =
        run(context_for(options, true, true),
            [&](const Context& context, Progress&) { return measure_jacobian(tensors, question, context); });
    std::vector<Record> records;
    for (const OutputMeasurement& one : measured.outputs) records.push_back(one.record);
    return py::make_tuple(held(std::move(records), document_of(measured)), details_of(measured));
}

}  // namespace

void bind_measure(py::module_& module) {
    bind_arrays(module);
    module.def("measure_weights", &weights, py::arg("w"), py::arg("std"), py::arg("lower"), py::arg("upper"),
               py::arg("absolute"), py::arg("uniform"), py::arg("keras"), py::arg("options"));
    module.def("measure_model", &model, py::arg("path"), py::arg("spec"), py::arg("recipe"), py::arg("roles"),
               py::arg("layout"), py::arg("sizes"), py::arg("bfloat16"), py::arg("spectrum"),
               py::arg("ignore"), py::arg("config"), py::arg("options"));
    module.def("measure_attention", &attention, py::arg("q"), py::arg("k"), py::arg("scale"),
               py::arg("softcap"), py::arg("causal"), py::arg("options"));
    module.def("measure_elementwise", &elementwise, py::arg("x"), py::arg("weight"), py::arg("layer"),
               py::arg("eps"), py::arg("rms"), py::arg("options"));
    module.def("measure_jacobian", &jacobian, py::arg("arrays"), py::arg("layer"), py::arg("eps"),
               py::arg("weight_offset"), py::arg("dtype"), py::arg("groups"), py::arg("options"));
}

}  // namespace sigprop::python
