#pragma once
// The entropy of one head whose queries and keys are random vectors. It links the quantities of
// attention/vectors.cpp with the rows of independent logits.

#include "quantities/attention/support.hpp"

namespace sigprop {

struct VectorHeadArguments;

/// A head of n keys; the query and the keys are independent, the logits scale q.k.
struct VectorHead {
    enum class Law : std::uint8_t {
        gaussian,  ///< N(0, I_dim)
        sphere,    ///< uniform on the sphere of radius sqrt(dim)
    };

    Law law = Law::gaussian;
    std::uint64_t n = 2;
    std::int64_t dim = 1;
    Real scale = Real(1);
};

/// Errors   InputError where n is no integer, and that of check_scale
[[nodiscard]] VectorHead vector_head(VectorHead::Law law, const VectorHeadArguments& given);
/// Errors   InputError unless the std of a logit, scale sqrt(dim), is in 0.001 to 64
void check_scale(const Real& scale, std::int64_t dim);

/// E H, an enclosure with a radius of about 2^-bits. Given the query the logits are independent: on the
/// sphere with one law; for Gaussian vectors N(0, (scale |q|)^2), |q| ~ chi_dim: chi_mean.hpp integrates it.
[[nodiscard]] Answer head_entropy(EntropyForm form, const VectorHead& head, long bits,
                                  const Context& context);

/// The mean over sampled heads: vectors are drawn and passed to attention_rows
/// (models/attention/attention.hpp). Some queries share the keys of a head, so they are not independent: the
/// standard error is that of the means of heads. context.samples counts logits.
[[nodiscard]] Answer sampled_head_entropy(const VectorHead& head, const Context& context);

}  // namespace sigprop
