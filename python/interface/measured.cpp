#include "formats/list_text.hpp"

#include "measured.hpp"

#include <sigprop/core/base/dtype.hpp>
#include <string>

namespace sigprop::python {
namespace {

/// The statistics by their names in the report, NaN where there is none.
Value statistics_of(const Record& record) {
    Value found = Value::object();
    for (const auto& [name, value] : record.measured) found[name] = value;
    return found;
}

Value of(const ReplacementFit& fit) {
    Value found = Value::object();
    found["parameter"] = fit.parameter;
    found["error"] = fit.error;
    return found;
}

Value of(const ElementwiseMeasurement& measured, std::size_t form) {
    const FormMeasurement& one = measured.forms[form];
    Value found = of(one.shared);
    found["own_error"] = one.own_error;
    found["normal"] = of(one.normal);
    found["rescaled"] = of(one.rescaled);
    found["at_limit"] = one.at_limit;
    found["parameter_quantiles"] = one.parameter_quantiles;
    found["error_quantiles"] = one.error_quantiles;
    Value parameters = Value::array();
    Value errors = Value::array();
    Value shared = Value::array();
    Value shares = Value::array();
    for (const FeatureFit& feature : measured.features) {
        parameters.push_back(feature.own[form].parameter);
        errors.push_back(feature.own[form].error);
        shared.push_back(feature.shared_error[form]);
        shares.push_back(feature.share_of_error[form]);
    }
    found["feature_parameter"] = parameters;
    found["feature_error"] = errors;
    found["feature_shared_error"] = shared;
    found["feature_share_of_error"] = shares;
    return found;
}

Value of(const OutputMeasurement& one) {
    Value found = Value::object();
    found["output"] = one.output;
    found["shape"] = one.shape;
    found["dtype"] = std::string(to_string(one.dtype));
    found["statistics"] = statistics_of(one.record);
    Value mistakes = Value::array();
    for (const LooksLike& like : one.looks_like)
        mistakes.push_back(Value::array({like.mistake, like.amount, like.standard_error, like.explains_all}));
    found["looks_like"] = mistakes;
    found["unseen"] = one.unseen;
    return found;
}

}  // namespace

Value details_of(const WeightsMeasurement& measured) {
    Value found = Value::object();
    found["shape"] = measured.shape;
    found["dtype"] = std::string(to_string(measured.type));
    found["truncation"] = measured.truncation;
    found["law"] = measured.law;
    found["tested"] = measured.tested;
    Value likely = Value::array();
    for (const LikelyLaw& one : measured.likely)
        likely.push_back(Value::array({one.name, one.std, one.log_likelihood}));
    found["likely"] = likely;
    found["statistics"] = statistics_of(measured.record);
    return found;
}

Value details_of(const AttentionMeasurement& measured) {
    Value found = Value::object();
    found["q_shape"] = measured.q_shape;
    found["k_shape"] = measured.k_shape;
    found["logits"] = measured.logits;
    Value heads = Value::array();
    for (const HeadMeasurement& one : measured.heads)
        heads.push_back(Value::array({one.head, one.key_head, statistics_of(one.record)}));
    found["heads"] = heads;
    return found;
}

Value details_of(const ElementwiseMeasurement& measured) {
    Value found = Value::object();
    found["shape"] = measured.shape;
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
    Value rms = Value::array();
    for (const FeatureFit& feature : measured.features) rms.push_back(feature.rms);
    found["feature_rms"] = rms;
    found["worst"] = measured.worst;
    found["outliers"] = measured.outliers;
    return found;
}

Value details_of(const JacobianMeasurement& measured) {
    Value found = Value::object();
    found["layer"] = measured.layer;
    found["group"] = measured.group;
    found["rows"] = measured.rows;
    found["dim"] = measured.dim;
    found["bad_rows"] = measured.bad_rows;
    found["bad"] = measured.bad;
    found["warnings"] = measured.warnings;
    Value outputs = Value::array();
    for (const OutputMeasurement& one : measured.outputs) outputs.push_back(of(one));
    found["outputs"] = outputs;
    return found;
}

Value details_of(const KernelMeasurement& measured) {
    Value found = Value::object();
    found["operation"] = measured.operation;
    found["contract"] = measured.contract;
    found["contract_says"] = measured.contract_says;
    found["rows"] = measured.rows;
    Value outputs = Value::array();
    for (const KernelOutput& one : measured.outputs) {
        Value output = Value::object();
        output["output"] = one.output;
        output["shape"] = one.shape;
        output["dtype"] = std::string(to_string(one.dtype));
        output["elements"] = one.elements;
        output["outside"] = one.outside;
        output["unclaimed"] = one.unclaimed;
        output["worst_at"] = indices_of(one.worst_at, one.shape);
        output["kept"] = one.kept;
        output["looks_like"] = one.looks_like;
        for (const auto& [name, number] : one.record.measured)
            if (!output.contains(name)) output[name] = number;
        outputs.push_back(output);
    }
    found["outputs"] = outputs;
    return found;
}

Value details_of(const ModelAudit& audit) {
    Value found = Value::object();
    found["summary"] = audit.summary;
    Value findings = Value::array();
    for (const ModelFinding& one : audit.findings) {
        Value tensors = Value::array();
        for (const std::size_t part : one.parts) tensors.push_back(audit.scan.parts[part].seen.name);
        Value finding = Value::object();
        finding["kind"] = one.kind;
        finding["tensors"] = tensors;
        finding["text"] = one.text;
        finding["accuses"] = one.accuses;
        findings.push_back(finding);
    }
    found["findings"] = findings;
    Value notes = Value::array();
    for (const auto& [what, text] : audit.notes) notes.push_back(what + ": " + text);
    found["notes"] = notes;
    Value recipes = Value::array();
    for (const RecipeFit& one : audit.recipes) {
        Value fit = Value::object();
        fit["recipe"] = one.recipe;
        fit["explained"] = one.explained;
        fit["matched"] = one.matched;
        fit["by_role"] = one.by_role;
        Value sizes = Value::object();
        for (const ModelSize& size : one.sizes) sizes[size.name] = size.value;
        fit["sizes"] = sizes;
        recipes.push_back(fit);
    }
    found["recipes"] = recipes;
    found["statistics"] = statistics_of(audit.records.front());
    return found;
}

}  // namespace sigprop::python
