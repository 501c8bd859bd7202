// The share of the gradient that passed through k branches: against all 2^L paths of the naive networks, each
// followed separately.

#include <numeric>

#include "tests/models/network/network_comparison.hpp"

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

TEST_CASE("paths of many branches: as the polynomial in explicit matrices") {
    constexpr std::size_t layers = 150;
    sigprop::NetworkDesign deep = one_token("skip_init", NormKind::rms_norm, layers);
    for (sigprop::ResidualStep<double>& step : deep.steps) step = {.skip = 0.6, .branch = 1};
    deep.stds.linear = 0.5;
    const Subject naive(deep);
    Batch<double> parts = {naive.g[0]};  // by the number of branches
    for (std::size_t l = layers; l-- > 0;) {
        Batch<double> before(parts.size() + 1, Vector<double>(deep.width, 0.0));
        for (std::size_t k = 0; k < parts.size(); ++k) {
            for (std::size_t i = 0; i < deep.width; ++i) {
                before[k][i] += 0.6 * parts[k][i];
                for (std::size_t j = 0; j < deep.width; ++j) {
                    before[k + 1][j] += naive.network.layers[l][0][i][j] * parts[k][i];
                }
            }
        }
        parts = before;
    }
    std::vector<double> expected;
    for (const Vector<double>& part : parts) expected.push_back(dot(part, part) / square(parts));
    const auto shares = fast_profile(deep, {Observable::path_share})[Observable::path_share];
    CHECK(relative_difference(shares, expected) <= tolerance);
    CHECK(*std::max_element(expected.begin() + 64, expected.end()) > 0.01);  // most passes through many
}
