// Sampled heads: see sampled_head_entropy in head_entropy.hpp.

#include "quantities/attention/head_entropy.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/attention/attention.hpp>

namespace sigprop {
namespace {

constexpr std::uint64_t min_heads = 32;  // needed for a standard error
constexpr std::uint64_t max_queries = 16;
constexpr double max_numbers = 0x1p31;  // drawn in total

/// Row-major vectors[count, dim] for head number `head`.
std::vector<double> vectors(const VectorHead& law, const char* what, std::uint64_t count, std::uint64_t head,
                            const Context& context) {
    const bool sphere = law.law == VectorHead::Law::sphere;
    const std::string stream = std::string("attention.") + (sphere ? "sphere " : "gaussian ") + what + " " +
                               std::to_string(law.n) + " " + std::to_string(law.dim);
    const auto dim = static_cast<std::size_t>(law.dim);
    std::vector<double> drawn(count * dim);
    RandomStream(context.seed, stream).fill_normals(head * drawn.size(), drawn);
    if (!sphere) return drawn;
    for (std::size_t begin = 0; begin < drawn.size(); begin += dim) {
        double square = 0;
        for (std::size_t i = begin; i < begin + dim; ++i) square += drawn[i] * drawn[i];
        const double to_length = std::sqrt(static_cast<double>(dim) / square);
        for (std::size_t i = begin; i < begin + dim; ++i) drawn[i] *= to_length;
    }
    return drawn;
}

/// The mean entropy of a head's queries.
double sampled_head(const VectorHead& law, std::uint64_t queries, std::uint64_t head,
                    const Context& context) {
    const std::vector<double> q = vectors(law, "queries", queries, head, context);
    const std::vector<double> k = vectors(law, "keys", law.n, head, context);
    AttentionHead<double> attention;
    attention.q = q;
    attention.k = k;
    attention.dim = static_cast<std::size_t>(law.dim);
    AttentionOptions options;
    options.scale = law.scale.to_double();
    const AttentionRows rows = attention_rows(attention, options, context);
    double sum = 0;
    for (const double entropy : rows.entropy) sum += entropy;
    return sum / static_cast<double>(queries);
}

}  // namespace

Answer sampled_head_entropy(const VectorHead& law, const Context& context) {
    const auto numbers = static_cast<double>(law.n) * static_cast<double>(law.dim) * min_heads;
    if (law.n > context.samples / min_heads || numbers > max_numbers) {
        return {Status::unable, std::to_string(min_heads) + " heads of " + std::to_string(law.n) +
                                    " keys are more than --samples logits"};
    }
    const std::uint64_t queries =
        std::clamp<std::uint64_t>(context.samples / law.n / min_heads, 1, max_queries);
    const double affordable = max_numbers / (static_cast<double>(law.n) * static_cast<double>(law.dim));
    const std::uint64_t heads =
        std::min(context.samples / (law.n * queries), static_cast<std::uint64_t>(affordable));
    double mean = 0;
    double squares = 0;  // of deviations from the running mean
    for (std::uint64_t head = 0; head < heads; ++head) {
        context.check_cancelled();
        const double one = sampled_head(law, queries, head, context);
        const double off = one - mean;
        mean += off / static_cast<double>(head + 1);
        squares += off * (one - mean);
    }
    const auto count = static_cast<double>(heads);
    const double error = std::sqrt(squares / (count - 1) / count);
    // widening: sample
    Answer computed(Ball(mean).at_precision(64).widened(Ball(error)));
    computed.degrees_of_freedom = heads <= 1000 ? static_cast<int>(heads - 1) : 0;
    computed.samples = heads * queries * law.n;
    if (const std::uint64_t wanted = context.samples / (law.n * queries); heads < wanted) {
        computed.reason = "--samples asks for " + std::to_string(context.samples) + " logits, but " +
                          std::to_string(computed.samples) +
                          " are possible: the queries and keys of more heads would exceed 2^31 numbers";
    }
    return computed;
}

}  // namespace sigprop
