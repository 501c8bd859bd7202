#include "quantities/attention/entropy_model.hpp"

#include "catalogue/attention.hpp"
#include "core/ball/count.hpp"
#include "quantities/attention/head_entropy.hpp"
#include "quantities/attention/mean_field.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {

const char* EntropyModel::scale_name() const { return kind == AttentionModel::gaussian ? "std" : "scale"; }

LogitLaw EntropyModel::law(const Real& at_scale) const {
    if (kind == AttentionModel::gaussian) return LogitLaw::normal(at_scale);
    return LogitLaw::sphere(dim, at_scale * Real(static_cast<double>(dim)));
}

double EntropyModel::logit_std() const {
    return kind == AttentionModel::gaussian ? 1 : std::sqrt(static_cast<double>(dim));
}

EntropyModel entropy_model(const LengthRuleArguments& given) {
    if (given.model == AttentionModel::gaussian) {
        if (given.scale || given.dim)
            throw InputError::about(
                {"scale", "dim"},
                "scale and dim are only for model=sphere and model=mean_field: give std for gaussian");
        return {given.model, 1, given.std};
    }
    const std::string name(word_of(given.model));
    if (given.given.std)
        throw InputError::about({"std"}, "std is only for model=gaussian: " + name + " has scale and dim");
    if (!given.scale || !given.dim)
        throw InputError::about({"model"}, "model=" + name + " needs scale and dim");
    check_scale(*given.scale, *given.dim);
    return {given.model, *given.dim, *given.scale};
}

Answer model_entropy(EntropyForm form, const EntropyModel& model, std::uint64_t n, const Real& scale,
                     long bits, const Context& context) {
    const double s = scale.to_double() * model.logit_std();
    const double log_n = std::log(static_cast<double>(n));
    // The two parts have the size of log n + s sqrt(2 log n), at most s^2, and cancel.
    const long more = static_cast<long>(std::ceil(std::log2(2 + log_n + s * std::sqrt(2 * log_n)))) + 2;
    const long working = std::max(bits + more, 24L);
    if (model.kind != AttentionModel::mean_field) {
        const EntropyForm possible = model.kind == AttentionModel::gaussian ? form : EntropyForm::integrated;
        return row_entropy(possible, model.law(scale), n, RowMask::full, working, context,
                           TableFor::this_length);
    }
    const Ball z = (scale * Real(static_cast<double>(model.dim))).at(working + 64);
    Answer deficit = mean_field_number(MeanField::deficit, model.dim, z, context);
    if (deficit.status == Status::ok) deficit.value += log(count_ball(n, working + 64));
    return deficit;
}

}  // namespace sigprop
