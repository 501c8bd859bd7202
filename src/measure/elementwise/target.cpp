#include "measure/elementwise/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "quantities/normalization/table.hpp"

#include "formats/list_text.hpp"
#include "measure/attention/layout.hpp"
#include "measure/flag_value.hpp"

namespace sigprop {
namespace {

void refuse_kind(const NamedTensor& tensor, const char* what) {
    if (tensor.view.is_complex()) {
        throw InputError(tensor.name + ": complex arrays are not supported; " + what + " must be real");
    }
}

void check_activations(const NamedTensor& x) {
    const std::vector<std::size_t>& shape = x.view.shape();
    refuse_kind(x, "activations");
    if (shape.size() < 2) {
        throw InputError(
            fmt::format("{}: an array of shape {} has no axes [rows, d]; the fit needs many rows, each "
                        "normalised over its last axis: give [rows, d] or [batch, positions, d]",
                        x.name, list_text(shape)));
    }
    if (x.view.size() == 0) {
        throw InputError(
            fmt::format("{}: an array of shape {} has no activations", x.name, list_text(shape)));
    }
    if (x.view.is_fortran_order()) {
        throw InputError(x.name +
                         ": it is in Fortran order (the first axis runs fastest), so the rows are not "
                         "contiguous; save it with numpy.save(path, numpy.ascontiguousarray(array))");
    }
    if (shape.back() == 1) {
        throw InputError(
            fmt::format("{}: the rows of an array of shape {} have d = 1 entry, of which normalisation keeps "
                        "only the sign; put the features on the last axis",
                        x.name, list_text(shape)));
    }
}

std::string layer_of(const std::string& name) {
    const std::vector<std::string> names = {"rms_norm", "layer_norm"};
    if (const NormLayer* found = norm_layer_named(name)) {
        const std::string layer(found->name);
        if (std::ranges::find(names, layer) != names.end()) return layer;
        throw InputError(
            "--layer " + name +
            " does not normalise each row over all its features: only rms_norm and layer_norm can be fitted");
    }
    const std::optional<std::string> near = nearest_name(name, names);
    throw InputError("--layer must be rms_norm or layer_norm, not '" + name + "'" +
                     (near ? "; did you mean '" + *near + "'?" : ""));
}

double epsilon_of(const ElementwiseQuestion& question, const Context& context) {
    if (!question.epsilon) return 0;
    const double epsilon = flag_value("eps", *question.epsilon, context);
    if (epsilon < 0) refuse_flag("eps", *question.epsilon, "must not be negative");
    if (!std::isfinite(epsilon)) refuse_flag("eps", *question.epsilon, "is beyond the range of float64");
    return epsilon;
}

double rms_of(const ElementwiseQuestion& question, const Context& context) {
    if (!question.rms) return 1;
    const double rms = flag_value("rms", *question.rms, context);
    if (rms == 0) refuse_flag("rms", *question.rms, "must be positive; this is 0, or too close to 0");
    if (!(rms > 0)) refuse_flag("rms", *question.rms, "must be positive");
    if (!std::isfinite(rms)) refuse_flag("rms", *question.rms, "is beyond the range of float64");
    return rms;
}

/// What the layer's name adds to the weight to make the gain: 1 in Gemma.
double offset_of(const std::string& layer) {
    const NormImplementation* const one = find_norm_implementation(layer);
    return one == nullptr ? 0 : one->gain_offset;
}

/// The squares of offset + weight, the largest 1.
std::vector<double> squares_of(const NamedTensor& weight, double offset, const NamedTensor& x) {
    const std::size_t dim = x.view.shape().back();
    refuse_kind(weight, "weights");
    if (weight.view.shape() != std::vector<std::size_t>{dim}) {
        throw InputError(fmt::format(
            "{}: the weight for {} of shape {} must have shape [{}], one number per feature, not {}",
            weight.name, x.name, list_text(x.view.shape()), dim, list_text(weight.view.shape())));
    }
    std::vector<double> values(dim);
    weight.view.read(0, values);
    double largest = 0;
    for (std::size_t j = 0; j < dim; ++j) {
        if (!std::isfinite(values[j])) {
            throw InputError(fmt::format("{}: the weight of feature {} is {}; weights must be finite",
                                         weight.name, j, std::isnan(values[j]) ? "NaN" : "infinite"));
        }
        values[j] += offset;
        largest = std::max(largest, std::abs(values[j]));
    }
    if (largest == 0) throw InputError(weight.name + ": all weights are 0, so no map can be fitted");
    for (double& one : values) one = (one / largest) * (one / largest);
    return values;
}

}  // namespace

ElementwiseTarget elementwise_target(const NamedTensor& x, const std::optional<NamedTensor>& weight,
                                     const ElementwiseQuestion& question, const Context& context) {
    check_activations(x);
    ElementwiseTarget target;
    target.layer = layer_of(question.layer);
    target.rule = rule_named(question.layer);
    target.centred = target.rule.centre == NormCentre::mean;
    target.epsilon = epsilon_of(question, context);
    target.assumed_rms = rms_of(question, context);
    if (weight) {
        target.squared_weights = squares_of(*weight, offset_of(question.layer), x);
    } else {
        target.squared_weights.assign(x.view.shape().back(), 1.0);
    }
    return target;
}

}  // namespace sigprop
