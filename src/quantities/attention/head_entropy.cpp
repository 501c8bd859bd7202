#include "quantities/attention/head_entropy.hpp"

#include "catalogue/attention.hpp"
#include "core/base/recent.hpp"
#include "methods/softmax/chi_mean.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

/// Both forms use the same mean over lengths |q|; where one proof is enough, only this form's.
EntropyPair gaussian_entropies(EntropyForm only, const VectorHead& head, long bits, const Context& context) {
    const auto is_asked = [&](EntropyForm form) { return !context.proofs_only || form == only; };
    static Recent<std::string, EntropyPair> means(64);
    const std::string name = std::to_string(head.n) + " " + std::to_string(head.dim) + " " +
                             head.scale.text() + " " + std::to_string(bits) + " " +
                             std::to_string(context.budget) + (is_asked(EntropyForm::stein) ? " stein" : "") +
                             (is_asked(EntropyForm::integrated) ? " integrated" : "");
    const EntropyAt entropy = [&](const Real& std, long wanted) {
        const LogitLaw law = LogitLaw::normal(std);
        // log S and E sum a x have the size of log n + std sqrt(2 log n), and cancel.
        const double log_n = std::log(static_cast<double>(head.n));
        const double size = log_n + std.to_double() * std::sqrt(2 * log_n);
        const long working = std::max(wanted + static_cast<long>(std::ceil(std::log2(size + 2))) + 2, 12L);
        const auto by = [&](EntropyForm form) {
            if (!is_asked(form)) return Answer(Status::unable, "not asked for");
            return row_entropy(form, law, head.n, RowMask::full, working, context, TableFor::this_length);
        };
        return EntropyPair{by(EntropyForm::stein), by(EntropyForm::integrated)};
    };
    return *means.find(name, [&] {
        return chi_mean({head.n, head.dim, head.scale}, entropy, bits, context);
    });
}

}  // namespace

void check_scale(const Real& scale, std::int64_t dim) {
    const Real variance = scale * scale * Real(static_cast<double>(dim));
    const bool small = compare(variance, Real(Rational(1) / Rational(1'000'000))).value_or(0) < 0;
    if (small || compare(variance, Real(4096)).value_or(0) > 0) {
        throw InputError::about({"scale", "dim"},
                                "the std of a logit, scale sqrt(dim), must be in 0.001 to 64: for dim " +
                                    std::to_string(dim) + " give a " + (small ? "larger" : "smaller") +
                                    " scale");
    }
}

VectorHead vector_head(VectorHead::Law law, const VectorHeadArguments& given) {
    VectorHead head{law, row_length(given.n), given.dim, given.scale};
    check_scale(head.scale, head.dim);
    return head;
}

Answer head_entropy(EntropyForm form, const VectorHead& head, long bits, const Context& context) {
    if (head.law == VectorHead::Law::gaussian)
        return gaussian_entropies(form, head, bits, context)[form == EntropyForm::stein ? 0 : 1];
    const LogitLaw law = LogitLaw::sphere(head.dim, head.scale * Real(static_cast<double>(head.dim)));
    return row_entropy(form, law, head.n, RowMask::full, bits + 8, context, TableFor::this_length);
}

}  // namespace sigprop
