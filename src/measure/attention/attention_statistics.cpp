#include <algorithm>
#include <cmath>
#include <sigprop/measure/attention/attention.hpp>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

/// Which keys a position sees.
struct Mask {
    std::size_t queries, keys;
    bool causal;

    [[nodiscard]] double seen(std::size_t position) const {
        return static_cast<double>(causal ? keys - queries + position + 1 : keys);
    }
};

/// A quantile of sorted values, interpolated linearly between two of them.
double quantile(const std::vector<double>& sorted, double level) {
    const double at = level * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

void take_entropies(AttentionStatistics& found, std::vector<double> entropies) {
    const auto n = static_cast<double>(entropies.size());
    double sum = 0;
    for (const double one : entropies) sum += one;
    found.entropy = sum / n;
    double squares = 0;
    for (const double one : entropies) squares += (one - found.entropy) * (one - found.entropy);
    found.entropy_std = std::sqrt(squares / n);
    std::sort(entropies.begin(), entropies.end());
    constexpr std::array levels = {0.0, 0.05, 0.5, 0.95, 1.0};
    for (std::size_t i = 0; i < levels.size(); ++i) {
        found.entropy_quantiles[i] = quantile(entropies, levels[i]);
    }
}

void take_weights(AttentionStatistics& found, const AttentionRows& rows, const Mask& mask) {
    double entropies = 0;
    double most = 0;
    for (std::size_t i = 0; i < mask.queries; ++i) {
        if (std::isnan(rows.entropy[i])) continue;
        const double squares = rows.participation[i];
        entropies += rows.entropy[i];
        most += std::log(mask.seen(i));
        found.participation += squares;
        found.effective_keys += 1 / squares;
        found.jacobian_norm += squares - 2 * rows.sum_cubes[i] + squares * squares;
        if (mask.seen(i) > 1) found.max_weight = std::max(found.max_weight, rows.max_weight[i]);
        found.mean_max_weight += rows.max_weight[i];
        found.above_half += rows.max_weight[i] > 0.5 ? 1 : 0;
        found.above_99 += rows.max_weight[i] > 0.99 ? 1 : 0;
    }
    const auto n = static_cast<double>(found.rows);
    for (double* mean : {&found.participation, &found.effective_keys, &found.jacobian_norm,
                         &found.mean_max_weight, &found.above_half, &found.above_99}) {
        *mean /= n;
    }
    if (!(most > 0)) found.max_weight = not_a_number;
    found.entropy_share = most > 0 ? entropies / most : not_a_number;
}

void take_logits(AttentionStatistics& found, const AttentionRows& rows, const Mask& mask,
                 std::span<const double> subtracted) {
    double sum = 0;
    double count = 0;
    double squares = 0;
    double freedom = 0;
    for (std::size_t i = 0; i < mask.queries; ++i) {
        if (std::isnan(rows.entropy[i])) continue;
        const double mean = rows.logit_mean[i];
        sum += mask.seen(i) * (subtracted.empty() ? mean : mean + subtracted[i]);
        count += mask.seen(i);
        if (mask.seen(i) < 2) continue;
        const double variance = rows.logit_second_moment[i] - mean * mean;
        squares += mask.seen(i) * (variance < 0 ? 0 : variance);  // NaN, from infinite squares, stays
        freedom += mask.seen(i) - 1;
    }
    found.logit_mean = sum / count;
    found.logit_std = freedom > 0 ? std::sqrt(squares / freedom) : not_a_number;
    found.uncapped_std = found.logit_std;
}

/// Sets the statistics that have no value when no row is finite.
void take_nothing(AttentionStatistics& found) {
    for (double* one :
         {&found.entropy, &found.entropy_std, &found.entropy_share, &found.participation,
          &found.effective_keys, &found.max_weight, &found.mean_max_weight, &found.above_half,
          &found.above_99, &found.jacobian_norm, &found.logit_mean, &found.logit_std, &found.uncapped_std}) {
        *one = not_a_number;
    }
    found.entropy_quantiles.fill(not_a_number);
}

}  // namespace

AttentionStatistics attention_statistics(const AttentionRows& rows, std::size_t keys, bool causal,
                                         std::span<const double> subtracted) {
    const Mask mask = {rows.entropy.size(), keys, causal};
    AttentionStatistics found;
    std::vector<double> entropies;
    for (std::size_t i = 0; i < mask.queries; ++i) {
        if (!std::isnan(rows.entropy[i])) {
            entropies.push_back(rows.entropy[i]);
            continue;
        }
        ++found.bad_rows;
        if (!found.first_bad) found.first_bad = i;
    }
    found.rows = entropies.size();
    for (std::size_t part = 0; part <= 4; ++part) {
        found.entropy_at[part] = rows.entropy[(mask.queries - 1) * part / 4];
    }
    if (found.rows == 0) {
        take_nothing(found);
        return found;
    }
    take_entropies(found, std::move(entropies));
    take_weights(found, rows, mask);
    take_logits(found, rows, mask, subtracted);
    return found;
}

}  // namespace sigprop
