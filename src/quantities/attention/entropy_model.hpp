#pragma once
// Rows of attention whose mean entropy is a falling function of one scale, and the scale that yields a given
// entropy: shared by attention.preserving_scale and the scores of length rules. E H falls strictly from its
// value log n at scale 0, because dH/dscale = -scale Var_a(z) for fixed keys.

#include "quantities/attention/support.hpp"

namespace sigprop {

struct LengthRuleArguments;

/// gaussian    n independent N(0, scale^2) logits; scale is called std
/// sphere      keys uniform on the sphere of radius sqrt(dim), logits scale q.k
/// mean_field  the same as n -> infinity at fixed scale: log n + log Z - z A, z = scale dim
enum class AttentionModel : std::uint8_t;

struct EntropyModel {
    AttentionModel kind;
    std::int64_t dim = 1;  ///< of vectors, at least 2: in one dimension the entropy does not fall to 0
    Real scale = Real(1);  ///< at the reference length

    [[nodiscard]] const char* scale_name() const;
    /// The law of the logits at that scale; not for mean_field, which has none.
    [[nodiscard]] LogitLaw law(const Real& at_scale) const;
    /// The std of a logit at scale 1.
    [[nodiscard]] double logit_std() const;
};

/// Errors   InputError: std with another model, scale or dim without one, a logit of a std out of range
[[nodiscard]] EntropyModel entropy_model(const LengthRuleArguments& given);

/// The mean entropy of rows over n keys at that scale, with a radius of about 2^-bits.
/// Errors   those of row_entropy and mean_field_number
[[nodiscard]] Answer model_entropy(EntropyForm form, const EntropyModel& model, std::uint64_t n,
                                   const Real& scale, long bits, const Context& context);

/// The scale at which rows over n keys have the same entropy as rows over `reference` keys have at
/// model.scale, to about `bits` bits.
/// Errors   domain if log n does not exceed that entropy, with the smallest n that does; unable with the
///          reason, as for logits of a std beyond 64
[[nodiscard]] Answer preserving_scale(EntropyForm form, const EntropyModel& model, std::uint64_t n,
                                      std::uint64_t reference, long bits, const Context& context);

/// The same in double precision by Boost's TOMS 748, from E H = E log S - E sum a x by separate code
/// (softmax/estimate.hpp), or from Boost's Bessel functions.
[[nodiscard]] Answer estimated_preserving_scale(const EntropyModel& model, std::uint64_t n,
                                                std::uint64_t reference, const Context& context);

}  // namespace sigprop
