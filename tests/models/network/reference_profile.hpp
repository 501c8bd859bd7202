#pragma once
// Every sigprop::Observable, computed from its definition for one naive network.

#include "tests/models/network/reference_gradients.hpp"
#include "tests/models/network/reference_weights.hpp"

namespace reference {

using sigprop::NetworkProfile;
using sigprop::Observable;

[[nodiscard]] inline double cosine(const Vector<double>& a, const Vector<double>& b) {
    return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b));
}

/// A mean over the pairs of different tokens of one sequence.
[[nodiscard]] inline double token_similarity(const sigprop::NetworkDesign& design, const Batch<double>& x) {
    double sum = 0;
    double pairs = 0;
    for (std::size_t s = 0; s < design.sequences; ++s) {
        for (std::size_t t = 0; t < design.length; ++t) {
            for (std::size_t u = 0; u < t; ++u) {
                sum += cosine(x[s * design.length + t], x[s * design.length + u]);
                pairs += 1;
            }
        }
    }
    return sum / pairs;
}

/// All observables of the forward pass; nan where a layer has no attention.
[[nodiscard]] inline NetworkProfile forward_profile(const Network<double>& network,
                                                    const Batch<double>& x_0) {
    NetworkProfile profile;
    const auto tokens = static_cast<double>(x_0.size());
    Stream<double> stream{.x = x_0, .scores = {}};
    Vector<double> skips(x_0.size(), 1);
    for (std::size_t l = 0;; ++l) {
        double skip_sum = 0;
        for (const double one : skips) skip_sum += one;
        profile[Observable::skip_weight].push_back(skip_sum / tokens);
        profile[Observable::second_moment].push_back(square(stream.x) / tokens /
                                                     static_cast<double>(network.design.width));
        if (network.design.length > 1) {
            profile[Observable::token_similarity].push_back(token_similarity(network.design, stream.x));
        }
        if (l == network.design.steps.size()) return profile;
        StepView view;
        const Stream<double> after = next(network, l, stream, view);
        double cosine_sum = 0;
        for (std::size_t t = 0; t < x_0.size(); ++t) {
            cosine_sum += cosine(stream.x[t], after.x[t]);
            skips[t] *= view.skip_factors[t];
        }
        profile[Observable::cosine].push_back(cosine_sum / tokens);
        const AttentionView& seen = view.attention;
        profile[Observable::attention_entropy].push_back(seen.entropy_sum / seen.rows);
        profile[Observable::score_second_moment].push_back(seen.square_sum / seen.logits);
        stream = after;
    }
}

/// |dL/dx_l|^2 / |g|^2 of every layer, by dual numbers.
[[nodiscard]] inline std::vector<double> gradient_squares(const Network<double>& network,
                                                          const Batch<double>& x_0, const Batch<double>& g) {
    std::vector<double> result;
    const std::vector<Stream<double>> all = streams(network, x_0);
    for (std::size_t l = 0; l < all.size(); ++l) {
        result.push_back(square(gradient(network, l, all[l], g)) / square(g));
    }
    return result;
}

[[nodiscard]] inline std::vector<Layer<double>> all_weight_gradients(const Network<double>& network,
                                                                     const Batch<double>& x_0,
                                                                     const Batch<double>& g) {
    std::vector<Layer<double>> result;
    const std::vector<Stream<double>> all = streams(network, x_0);
    for (std::size_t l = 0; l < network.layers.size(); ++l) {
        result.push_back(weight_gradients(network, l, all[l], g));
    }
    return result;
}

/// |f' - f|^2 / |f|^2 when every weight w has become w - rate u(dL/dw).
template <class Update>
[[nodiscard]] double output_change(const Network<double>& network, const Batch<double>& x_0,
                                   const std::vector<Layer<double>>& gradients, double rate,
                                   const Update& update) {
    Network<double> changed = network;
    for (std::size_t l = 0; l < gradients.size(); ++l) {
        for (std::size_t m = 0; m < gradients[l].size(); ++m) {
            for (std::size_t i = 0; i < gradients[l][m].size(); ++i) {
                for (std::size_t j = 0; j < gradients[l][m][i].size(); ++j) {
                    changed.layers[l][m][i][j] -= rate * update(gradients[l][m][i][j]);
                }
            }
        }
    }
    const Batch<double> before = output(network, 0, Stream<double>{.x = x_0, .scores = {}});
    Batch<double> after = output(changed, 0, Stream<double>{.x = x_0, .scores = {}});
    for (std::size_t t = 0; t < after.size(); ++t) {
        for (std::size_t i = 0; i < after[t].size(); ++i) after[t][i] -= before[t][i];
    }
    return square(after) / square(before);
}

/// The part v_k of the gradient at x_0 that passed through k branches, as the sum over all 2^L paths; |v_k|^2
/// over the sum of the |v_j|^2.
[[nodiscard]] inline std::vector<double> path_shares(Network<double> network, const Batch<double>& x_0,
                                                     const Batch<double>& g) {
    const std::size_t layers = network.layers.size();
    std::vector<Batch<double>> parts(layers + 1, Batch<double>(x_0.size(), Vector<double>(x_0[0].size())));
    for (std::size_t chosen = 0; chosen < std::size_t{1} << layers; ++chosen) {
        std::size_t branches = 0;
        network.paths.assign(layers, Path::skip);
        for (std::size_t l = 0; l < layers; ++l) {
            if ((chosen >> l & 1) == 0) continue;
            network.paths[l] = Path::branch;
            ++branches;
        }
        const Batch<double> part = gradient(network, 0, Stream<double>{.x = x_0, .scores = {}}, g);
        for (std::size_t t = 0; t < x_0.size(); ++t) {
            for (std::size_t i = 0; i < x_0[t].size(); ++i) parts[branches][t][i] += part[t][i];
        }
    }
    std::vector<double> shares;
    double total = 0;
    for (const Batch<double>& part : parts) total += square(part);
    for (const Batch<double>& part : parts) shares.push_back(square(part) / total);
    return shares;
}

}  // namespace reference
