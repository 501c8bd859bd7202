#pragma once
// The norms of the naive Transformers. All but dyt and dyisru standardise sets of entries of the batch, which
// are listed one by one.

#include "models/transformer/architecture.hpp"
#include "tests/support/reference_scalars.hpp"

namespace reference_transformer {

/// Learned numbers of one norm; nullptr where the design has none.
template <class Scalar>
struct NormParameters {
    const Vector<Scalar>*gain = nullptr, *bias = nullptr, *alpha = nullptr;
};

/// x / sqrt(mean x^2 + epsilon) or x / (sqrt(mean x^2) + epsilon) of the entries, less their mean if centred.
template <class Scalar>
void standardise(const std::vector<Scalar*>& entries, bool centred, double epsilon,
                 sigprop::EpsilonPlace place, Fault fault) {
    using std::sqrt;
    const auto count = Scalar(static_cast<double>(entries.size()));
    if (centred && fault != Fault::norm_centre) {
        Scalar mean(0);
        for (const Scalar* one : entries) mean = mean + *one / count;
        if (fault == Fault::norm_mean) mean = frozen(mean);
        for (Scalar* one : entries) *one = *one - mean;
    }
    Scalar square(0);
    for (const Scalar* one : entries) square = square + *one * *one / count;
    const bool inside = (place == sigprop::EpsilonPlace::inside_root) != (fault == Fault::epsilon_place);
    Scalar divisor = inside ? sqrt(square + Scalar(epsilon)) : sqrt(square) + Scalar(epsilon);
    if (fault == Fault::norm_spread) divisor = frozen(divisor);
    for (Scalar* one : entries) *one = *one / divisor;
}

/// `groups` groups of consecutive features of each token.
template <class Scalar>
void standardise_tokens(const sigprop::NormDesign& norm, bool centred, std::size_t groups, Tokens<Scalar>& x,
                        Fault fault) {
    for (Vector<Scalar>& token : x) {
        const std::size_t size = token.size() / groups;
        for (std::size_t group = 0; group < groups; ++group) {
            std::vector<Scalar*> entries;
            for (std::size_t i = 0; i < size; ++i) entries.push_back(&token[group * size + i]);
            standardise(entries, centred, norm.epsilon, norm.epsilon_place, fault);
        }
    }
}

/// Each feature over all tokens.
template <class Scalar>
void standardise_features(const sigprop::NormDesign& norm, Tokens<Scalar>& x, Fault fault) {
    for (std::size_t i = 0; i < x.front().size(); ++i) {
        std::vector<Scalar*> entries;
        for (Vector<Scalar>& token : x) entries.push_back(&token[i]);
        if (fault == Fault::batch_sequence) entries.pop_back();
        standardise(entries, true, norm.epsilon, norm.epsilon_place, fault);
    }
}

[[nodiscard]] inline double root_of_substitute(const sigprop::NormDesign& norm, std::size_t features,
                                               Fault fault) {
    if (norm.root != sigprop::SubstituteRoot::outside || fault == Fault::norm_root) return 1;
    return std::sqrt(static_cast<double>(features));
}

template <class Scalar>
[[nodiscard]] Tokens<Scalar> normalised(const sigprop::NormDesign& norm,
                                        const NormParameters<Scalar>& parameters, Tokens<Scalar> x,
                                        Fault fault) {
    using sigprop::TransformerNorm;
    using std::sqrt;
    using std::tanh;
    const std::size_t groups = fault == Fault::group_all ? 1 : norm.groups;
    switch (norm.kind) {
        case TransformerNorm::none: return x;
        case TransformerNorm::rms_norm: standardise_tokens(norm, false, 1, x, fault); break;
        case TransformerNorm::layer_norm: standardise_tokens(norm, true, 1, x, fault); break;
        case TransformerNorm::group_norm: standardise_tokens(norm, true, groups, x, fault); break;
        case TransformerNorm::batch_norm: standardise_features(norm, x, fault); break;
        case TransformerNorm::dyt:
            for (Vector<Scalar>& token : x) {
                const auto root = Scalar(root_of_substitute(norm, token.size(), fault));
                for (Scalar& one : token) one = root * tanh((*parameters.alpha)[0] * one / root);
            }
            break;
        case TransformerNorm::dyisru:
            for (Vector<Scalar>& token : x) {
                const auto root = Scalar(root_of_substitute(norm, token.size(), fault));
                for (Scalar& one : token) one = root * one / sqrt(one * one + (*parameters.alpha)[0]);
            }
            break;
    }
    for (Vector<Scalar>& token : x) {
        for (std::size_t i = 0; i < token.size(); ++i) {
            if (norm.gain) token[i] = (*parameters.gain)[i] * token[i];
            if (norm.bias) token[i] = token[i] + (*parameters.bias)[i];
        }
    }
    return x;
}

}  // namespace reference_transformer
