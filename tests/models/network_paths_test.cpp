// The share of the gradient that came by k branches: against all 2^L paths of the naive networks, each
// followed on its own.

#include <numeric>

#include "models/network_comparison.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

sigprop::NetworkDesign one_token(const std::string& scheme, NormKind norm, std::size_t layers) {
    sigprop::NetworkDesign result = design(scheme, "linear", norm, layers);
    result.sequences = result.length = 1;
    result.token_correlation = 0;
    return result;
}

double difference(const sigprop::NetworkDesign& design, Fault fault = Fault::none) {
    const NetworkProfile fast = fast_profile(design, {Observable::path_share});
    const Subject naive(design, fault);
    return relative_difference(fast[Observable::path_share], path_shares(naive.network, naive.x_0, naive.g));
}

}  // namespace

TEST_CASE("path shares are those of all paths one by one, and sum to one") {
    for (const std::size_t layers : {1U, 4U, 7U}) {
        for (const Scheme& scheme : schemes(layers)) {
            for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
                INFO(scheme.name, ", ", layers, " layers");
                const auto design = one_token(scheme.name, norm, layers);
                CHECK(difference(design) <= tolerance);
                const auto shares = fast_profile(design, {Observable::path_share})[Observable::path_share];
                CHECK(std::abs(std::accumulate(shares.begin(), shares.end(), -1.0)) <= 1e-14);
            }
        }
    }
}

TEST_CASE("shares of wrong paths differ by orders of magnitude") {
    struct Row {
        Fault fault;
        std::string scheme;
    };
    for (const Row& row :
         {Row{Fault::norm_radius, "pre_norm"}, Row{Fault::layer_norm_mean, "pre_norm"},
          Row{Fault::input_scale, "layer_norm_scaling"}, Row{Fault::branch_scale, "skip_init"},
          Row{Fault::skip_scale, "deep_norm"}, Row{Fault::final_norm, "sandwich"}}) {
        CAPTURE(row.scheme);
        CHECK(difference(one_token(row.scheme, NormKind::layer_norm, 5), row.fault) > far_apart);
    }
}
