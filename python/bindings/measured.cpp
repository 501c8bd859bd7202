#include "measured.hpp"

#include <pybind11/stl.h>

#include <sigprop/core/base/dtype.hpp>
#include <string>

#include "text.hpp"

namespace sigprop::python {

namespace py = pybind11;

namespace {

py::tuple tuple_of(const std::vector<std::size_t>& numbers) { return py::tuple(py::cast(numbers)); }

/// The statistics by their names in the report, NaN where there is none.
py::dict statistics_of(const Record& record) {
    py::dict found;
    for (const auto& [name, value] : record.measured) found[py::str(name)] = value;
    return found;
}

py::dict of(const ReplacementFit& fit) {
    py::dict found;
    found["parameter"] = fit.parameter;
    found["error"] = fit.error;
    return found;
}

py::dict of(const ElementwiseMeasurement& measured, std::size_t form) {
    const FormMeasurement& one = measured.forms[form];
    py::dict found = of(one.shared);
    found["own_error"] = one.own_error;
    found["normal"] = of(one.normal);
    found["rescaled"] = of(one.rescaled);
    found["at_limit"] = one.at_limit;
    found["parameter_quantiles"] = one.parameter_quantiles;
    found["error_quantiles"] = one.error_quantiles;
    py::list parameters;
    py::list errors;
    py::list shared;
    py::list shares;
    for (const FeatureFit& feature : measured.features) {
        parameters.append(feature.own[form].parameter);
        errors.append(feature.own[form].error);
        shared.append(feature.shared_error[form]);
        shares.append(feature.share_of_error[form]);
    }
    found["feature_parameter"] = parameters;
    found["feature_error"] = errors;
    found["feature_shared_error"] = shared;
    found["feature_share_of_error"] = shares;
    return found;
}

py::dict of(const OutputMeasurement& one) {
    py::dict found;
    found["output"] = one.output;
    found["shape"] = tuple_of(one.shape);
    found["dtype"] = std::string(to_string(one.dtype));
    found["statistics"] = statistics_of(one.record);
    py::list mistakes;
    for (const LooksLike& like : one.looks_like)
        mistakes.append(py::make_tuple(like.mistake, like.amount, like.standard_error, like.explains_all));
    found["looks_like"] = mistakes;
    found["unseen"] = one.unseen;
    return found;
}

}  // namespace

py::dict details_of(const WeightsMeasurement& measured) {
    py::dict found;
    found["shape"] = tuple_of(measured.shape);
    found["dtype"] = std::string(to_string(measured.type));
    found["truncation"] = measured.truncation;
    found["law"] = measured.law;
    found["tested"] = measured.tested;
    py::list likely;
    for (const LikelyLaw& one : measured.likely)
        likely.append(py::make_tuple(one.name, one.std, one.log_likelihood));
    found["likely"] = likely;
    found["statistics"] = statistics_of(measured.record);
    return found;
}

py::dict details_of(const AttentionMeasurement& measured) {
    py::dict found;
    found["q_shape"] = tuple_of(measured.q_shape);
    found["k_shape"] = tuple_of(measured.k_shape);
    found["logits"] = measured.logits;
    py::list heads;
    for (const HeadMeasurement& one : measured.heads)
        heads.append(py::make_tuple(tuple_of(one.head), tuple_of(one.key_head), statistics_of(one.record)));
    found["heads"] = heads;
    return found;
}

py::dict details_of(const ElementwiseMeasurement& measured) {
    py::dict found;
    found["shape"] = tuple_of(measured.shape);
    found["dtype"] = std::string(to_string(measured.type));
    found["layer"] = measured.layer;
    found["formula"] = measured.formula;
    found["eps"] = measured.epsilon;
    found["assumed_rms"] = measured.assumed_rms;
    found["rows"] = measured.rows;
    found["bad_rows"] = measured.bad_rows;
    found["flat_rows"] = measured.flat_rows;
    found["reason"] = measured.bad_reason;
    found["rms"] = measured.rms;
    found["min_rms"] = measured.min_rms;
    found["max_rms"] = measured.max_rms;
    found["best_map_error"] = measured.best_map_error;
    found["best_map_slack"] = measured.best_map_slack;
    found["dyt"] = of(measured, static_cast<std::size_t>(ReplacementForm::dyt));
    found["dyisru"] = of(measured, static_cast<std::size_t>(ReplacementForm::dyisru));
    py::list rms;
    for (const FeatureFit& feature : measured.features) rms.append(feature.rms);
    found["feature_rms"] = rms;
    found["worst"] = measured.worst;
    found["outliers"] = measured.outliers;
    return found;
}

py::dict details_of(const JacobianMeasurement& measured) {
    py::dict found;
    found["layer"] = measured.layer;
    found["group"] = measured.group;
    found["rows"] = measured.rows;
    found["dim"] = measured.dim;
    found["bad_rows"] = measured.bad_rows;
    found["bad"] = measured.bad;
    found["warnings"] = measured.warnings;
    py::list outputs;
    for (const OutputMeasurement& one : measured.outputs) outputs.append(of(one));
    found["outputs"] = outputs;
    return found;
}

py::dict details_of(const ModelAudit& audit) {
    py::dict found;
    found["summary"] = text_of(audit.summary);
    py::list findings;
    for (const ModelFinding& one : audit.findings) {
        py::list tensors;
        for (const std::size_t part : one.parts) tensors.append(text_of(audit.scan.parts[part].seen.name));
        py::dict finding;
        finding["kind"] = one.kind;
        finding["tensors"] = tensors;
        finding["text"] = text_of(one.text);
        finding["accuses"] = one.accuses;
        findings.append(finding);
    }
    found["findings"] = findings;
    py::list notes;
    for (const auto& [what, text] : audit.notes) notes.append(text_of(what + ": " + text));
    found["notes"] = notes;
    py::list recipes;
    for (const RecipeFit& one : audit.recipes) {
        py::dict fit;
        fit["recipe"] = one.recipe;
        fit["explained"] = one.explained;
        fit["matched"] = one.matched;
        fit["by_role"] = one.by_role;
        py::dict sizes;
        for (const ModelSize& size : one.sizes) sizes[py::str(size.name)] = size.value;
        fit["sizes"] = sizes;
        recipes.append(fit);
    }
    found["recipes"] = recipes;
    found["statistics"] = statistics_of(audit.records.front());
    return found;
}

}  // namespace sigprop::python
